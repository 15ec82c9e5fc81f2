import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import { BlockReader, isBomb } from "../../../../src/load/bytes/byte-blocks.ts";
import type { ByteRange, InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { openFiles } from "../../disk/open-files.ts";
import { memoryInput } from "../inputs.ts";
import { withFolder } from "../load-texts.ts";

interface Block {
  readonly text: string;
  readonly isLast: boolean;
}

/** The blocks of a file, of which a reader leaves what follows the last line feed. */
async function blocksOf(input: InputFile, blockBytes: number, range?: ByteRange) {
  const blocks: Block[] = [];
  const told: number[] = [];
  const progress = new Progress(input.size, undefined, ({ bytesRead }) => told.push(bytesRead));
  const reader = new BlockReader(progress, blockBytes);
  const onBlock = (bytes: Uint8Array, end: number, isLast: boolean) => {
    // Readers write an end of line after the text, and look at some more bytes.
    expect(bytes.length - end).toBeGreaterThanOrEqual(8);
    blocks.push({ text: Buffer.from(bytes).toString("latin1", 0, end), isLast });
    return bytes.subarray(0, end).lastIndexOf(0x0a) + 1;
  };
  await reader.read(input, onBlock, range);
  return { blocks, told };
}

const text = "ab\ncdefghijklmnopqrstuvwxyz\nx\n\ny";

describe("blocks of a file", () => {
  const kinds = ["a file", "a compressed file", "memory"];

  test.each(kinds)("begin with what was left over: %s", async (kind) => {
    const bytes = kind === "a compressed file" ? gzipSync(text) : Buffer.from(text);
    await withFolder({ "a.txt": bytes }, async (folder) => {
      const path = join(folder, "a.txt");
      const isGzip = kind === "a compressed file";
      const file = { ...fileOnDisk(path, bytes.length), isGzip };
      const input = kind === "memory" ? memoryInput("/nowhere", bytes) : file;
      for (const size of [1, 2, 5, 16, 100]) {
        const { blocks, told } = await blocksOf(input, size);
        expect(blocks.map(({ isLast }) => isLast)).toEqual(
          blocks.map((_, at) => at + 1 === blocks.length),
        );
        let whole = "";
        for (const block of blocks) whole += block.text.slice(0, block.text.lastIndexOf("\n") + 1);
        expect(whole + blocks.at(-1)!.text).toBe(text);
        expect(told.at(-1)).toBe(bytes.length);
      }
      if (process.platform === "linux") expect(openFiles()).not.toContain(path);
    });
  });

  test("double when a row does not fit, so that it is not looked at too often", async () => {
    await withFolder({ "a.txt": "x".repeat(1000) }, async (folder) => {
      const input = fileOnDisk(join(folder, "a.txt"), 1000);
      const { blocks, told } = await blocksOf(input, 8);
      expect(blocks.map((block) => block.text.length)).toEqual([
        8, 24, 56, 120, 248, 504, 1000, 1000,
      ]);
      expect(told).toEqual([8, 24, 56, 120, 248, 504, 1000]);
    });
  });

  test("are those of a range, if one is asked for", async () => {
    await withFolder({ "a.txt": text }, async (folder) => {
      const input = fileOnDisk(join(folder, "a.txt"), text.length);
      const { blocks } = await blocksOf(input, 100, { start: 3, end: 7 });
      expect(blocks).toEqual([
        { text: "cdef", isLast: false },
        { text: "cdef", isLast: true },
      ]);
    });
  });

  test("of several files may come from one reader", async () => {
    const reader = new BlockReader(new Progress(0), 4);
    const seen: string[] = [];
    for (const content of ["abcdefghi", "xyz"]) {
      const input = memoryInput("a", Buffer.from(content), 1);
      await reader.read(input, (bytes, end, isLast) => {
        if (isLast) seen.push(Buffer.from(bytes).toString("latin1", 0, end));
        return 0;
      });
    }
    expect(seen).toEqual(["abcdefghi", "xyz"]);
  });

  test("end where a handler fails, and the file is closed", async () => {
    await withFolder({ "a.txt": text, "b.txt": "\ufffe" }, async (folder) => {
      for (const content of [undefined, Buffer.from(text)]) {
        const path = join(folder, "a.txt");
        const input = content === undefined ? fileOnDisk(path, 1) : memoryInput(path, content, 1);
        const reading = new BlockReader(new Progress(0)).read(input, () => {
          throw new Error("no more");
        });
        await expect(reading).rejects.toThrow("no more");
        // A file of that folder that an earlier test read may close later, and was another one.
        if (process.platform === "linux") expect(openFiles()).not.toContain(path);
      }
    });
  });

  test("of UTF-16 are refused, and a range in the middle may begin with any bytes", async () => {
    const utf16 = Buffer.from("\ufeffab", "utf16le");
    await withFolder(
      { "a.txt": utf16, "b.txt": Buffer.concat([Buffer.from("\n"), utf16]) },
      async (folder) => {
        const inputOf = (name: string) => fileOnDisk(join(folder, name), 7);
        await expect(blocksOf(inputOf("a.txt"), 100)).rejects.toThrow(
          "a.txt: is UTF-16; convert the file to UTF-8 first",
        );
        expect((await blocksOf(inputOf("b.txt"), 100, { start: 1, end: 7 })).blocks).toHaveLength(
          2,
        );
      },
    );
  });

  test("of a load that was cancelled are not handed on", async () => {
    const controller = new AbortController();
    const progress = new Progress(0, controller.signal);
    const input = memoryInput("a", Buffer.from(text), 1);
    let blocks = 0;
    const reading = new BlockReader(progress, 2).read(input, () => {
      blocks += 1;
      controller.abort(new Error("enough"));
      return 0;
    });
    await expect(reading).rejects.toThrow("enough");
    expect(blocks).toBe(1);
  });
});

const mebibyte = 1024 * 1024;

test.each([
  [256 * mebibyte, 1, false],
  [256 * mebibyte + 1, 1, true],
  [400 * mebibyte, 2 * mebibyte, false],
  [400 * mebibyte + 1, 2 * mebibyte, true],
])("%i bytes of %i are more than tables expand to: %s", (expanded, read, expected) => {
  expect(isBomb(expanded, read)).toBe(expected);
});
