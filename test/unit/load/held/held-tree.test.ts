/** Files within a file, as a tree of files; and bytes of a file in any order. */
import { gzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { slicesOf, wholeOf } from "../../../../src/load/held/file-slices.ts";
import { HeldTree } from "../../../../src/load/held/held-tree.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const textOf = (content: Uint8Array) => Buffer.from(content).toString();

/** What a file of these blocks is. */
const held = (...blocks: readonly string[]) => ({
  size: blocks.join("").length,
  read: async function* () {
    for (const block of blocks) yield bytes(block);
  },
});
const paths = ["d/z.zip/a.csv", "d/z.zip/in/b.csv", "d/z.zip/in/deep/er/c.csv", "d/z.zip/in/d.csv"];
const holderOf = (tree: MemoryTree, size = 3) => ({ path: "d/z.zip", size, isGzip: false, tree });
const memory = new MemoryTree([["d/z.zip", bytes("zip")]]);
const tree = new HeldTree(
  holderOf(memory),
  paths.map((path) => [path, held("a", "", "é")] as const),
);
const fileIn = (path: string) => ({ path, size: 1, isGzip: false, tree });

describe("files within a file", () => {
  test.each<[folder: string, entries: readonly (readonly [name: string, isFolder: boolean])[]]>([
    [
      "d/z.zip",
      [
        ["a.csv", false],
        ["in", true],
      ],
    ],
    [
      "d/z.zip/in",
      [
        ["b.csv", false],
        ["deep", true],
        ["d.csv", false],
      ],
    ],
    ["d/z.zip/in/deep", [["er", true]]],
    ["d/z.zip/in/deep/er", [["c.csv", false]]],
  ])("lie in %s", async (folder, entries) => {
    const found = await tree.entries(folder);
    const kinds = found.map((one) => [one.name, one.isDirectory(), one.isSymbolicLink()]);
    expect(kinds).toEqual(entries.map(([name, isFolder]) => [name, isFolder, false]));
  });

  test.each<[path: string, size: number, isFile: boolean]>([
    ["d/z.zip", 0, false],
    ["d/z.zip/in/deep", 0, false],
    ["d/z.zip/a.csv", 2, true],
  ])("%s has a size and a kind", async (path, size, isFile) => {
    const { isFile: ofFile, isDirectory, ...stats } = await tree.stat(path);
    expect([stats, ofFile(), isDirectory()]).toEqual([{ size }, isFile, !isFile]);
    expect(await tree.realpath(path)).toBe(path);
  });

  test("change when their holder does", async () => {
    class Dated extends MemoryTree {
      override async stat(path: string) {
        return { ...(await super.stat(path)), mtimeMs: path === "d/z.zip" ? 5 : 6 };
      }
    }
    const dated = new HeldTree(holderOf(new Dated([["d/z.zip", bytes("zip")]])), [
      ["d/z.zip/a.csv", held("a")],
    ]);
    expect((await dated.stat("d/z.zip/a.csv")).mtimeMs).toBe(5);
  });

  test("are read as a text, or block by block without empty blocks", async () => {
    expect(await tree.text("d/z.zip/a.csv")).toBe("aé");
    const stream = tree.stream(fileIn("d/z.zip/in/b.csv"));
    const seen: [string, number][] = [[" ", stream.bytesRead]];
    for await (const block of stream) seen.push([textOf(block), stream.bytesRead]);
    expect(seen).toEqual([
      [" ", 0],
      ["a", 1],
      ["é", 3],
    ]);
  });

  test("may be the holder itself, which is no folder then", async () => {
    const sheet = new HeldTree(holderOf(memory), [["d/z.zip", held("a,b")]]);
    expect(await sheet.text("d/z.zip")).toBe("a,b");
    expect((await sheet.stat("d/z.zip")).isFile()).toBe(true);
    expect(await sheet.entries("d/z.zip")).toEqual([]);
  });

  test.each<[what: string, read: () => unknown]>([
    ["stat", () => tree.stat("d/x")],
    ["entries", () => tree.entries("d/x")],
    ["text", () => tree.text("d/x")],
    ["stream", async () => tree.stream(fileIn("d/x"))],
  ])("that are not there have an error of the file system: %s", async (_, read) => {
    await expect(read()).rejects.toMatchObject({
      message: "ENOENT: no such file or directory, open 'd/x'",
      code: "ENOENT",
    });
  });
});

describe("compressed files within a file", () => {
  const free = 256 * 1024 * 1024;
  const tooMuch = (path: string) =>
    `${path}: expands too much with the files beside it: unpack the file around it`;

  test("count together, each with the most that is known of it", () => {
    const own = new HeldTree(holderOf(memory, 1), []);
    own.expand("a", free - 10);
    own.expand("a", 20);
    own.expand("b", 4);
    own.expand("a", free - 5);
    own.expand("a", free - 5);
    own.expand("b", 5);
    expect(() => own.expand("b", 6)).toThrow(tooMuch("b"));
  });

  test("may be two hundred times the size of the holder", () => {
    const own = new HeldTree(holderOf(memory, free / 100), []);
    own.expand("a", free * 2);
    expect(() => own.expand("a", free * 2 + 1)).toThrow(tooMuch("a"));
  });

  test("are counted while they are read", async () => {
    const blocks = ["ab", "c"].map(bytes);
    class Gunzip extends MemoryTree {
      override readonly gunzip = async function* () {
        yield* blocks;
      };
    }
    const own = new HeldTree(holderOf(new Gunzip([["d/z.zip", bytes("zip")]]), 1), []);
    const read = async () => {
      const seen: string[] = [];
      const raw = tree.stream(fileIn("d/z.zip/a.csv"));
      for await (const block of own.gunzip(raw, "a.gz", undefined)) seen.push(textOf(block));
      return seen;
    };
    expect(await read()).toEqual(["ab", "c"]);
    own.expand("b", free - 3);
    expect(await read()).toEqual(["ab", "c"]);
    expect(() => own.expand("c", 1)).toThrow(tooMuch("c"));
  });
});

describe("bytes of a file in any order", () => {
  const unused = () => {
    throw new Error("packed bytes are read");
  };
  const content = bytes("0123456789");
  const cutOff = "a.bin: is cut off, or points beyond its end";
  const inMemory = {
    path: "a.bin",
    size: 10,
    isGzip: false,
    tree: new MemoryTree([["a.bin", content]]),
  };
  /** Gives three bytes at once; what it has ends after `there`. */
  const onDisk = (there = 10, log: string[] = []) => {
    const blocks = (_: unknown, range = { start: 0, end: 10 }) => {
      let position = range.start;
      return {
        position,
        read: async (into: Uint8Array, start: number, end: number) => {
          if (there < 0) throw Object.assign(new Error("no"), { code: "EACCES" });
          const piece = content.subarray(
            position,
            Math.min(position + 3, position + end - start, there),
          );
          into.set(piece, start);
          position += piece.length;
          return piece.length;
        },
        close: async () => void log.push(`closed at ${position}`),
      };
    };
    return { ...inMemory, tree: Object.assign(Object.create(inMemory.tree), { blocks }) };
  };

  test.each<[start: number, end: number, text: string]>([
    [0, 10, "0123456789"],
    [2, 9, "2345678"],
    [4, 4, ""],
    [10, 10, ""],
  ])("from %d to %d are %j", async (start, end, text) => {
    for (const input of [inMemory, onDisk()]) {
      const { size, slice } = await slicesOf(input);
      expect([size, textOf(await slice(start, end))]).toEqual([10, text]);
    }
  });

  test.each([
    [-1, 2],
    [3, 2],
    [0, 11],
    [11, 11],
  ])("from %d to %d are refused", async (start, end) => {
    for (const input of [inMemory, onDisk()]) {
      const { slice } = await slicesOf(input);
      await expect(slice(start, end)).rejects.toThrow(cutOff);
    }
  });

  test("that are not there any more, or cannot be read, are refused, and the file is closed", async () => {
    const log: string[] = [];
    const { slice } = await slicesOf(onDisk(7, log));
    await expect(slice(1, 9)).rejects.toThrow("a.bin: is cut off");
    expect(textOf(await slice(1, 7))).toBe("123456");
    const locked = await slicesOf(onDisk(-1, log));
    await expect(locked.slice(1, 9)).rejects.toThrow(/^a\.bin: /);
    expect(log).toEqual(["closed at 7", "closed at 7", "closed at 1"]);
  });

  test("may be those that a .gz holds", async () => {
    const packed = new MemoryTree([["a.bin", gzipSync(content)]]);
    const input = { ...onDisk(), isGzip: true, tree: Object.assign(packed, { blocks: unused }) };
    expect(textOf(await wholeOf(input))).toBe("0123456789");
    const { size, slice } = await slicesOf(input);
    expect([size, textOf(await slice(1, 3))]).toEqual([10, "12"]);
  });

  test("may be one whole, up to a size", async () => {
    const mebibyte = 1024 * 1024;
    const block = new Uint8Array(mebibyte);
    const long = {
      size: 0,
      read: async function* () {
        yield* [block, block, block];
      },
    };
    const input = { ...inMemory, tree: new HeldTree(inMemory, [["a.bin", long]]) };
    expect((await wholeOf(input, 3 * mebibyte)).length).toBe(3 * mebibyte);
    await expect(wholeOf(input, 2 * mebibyte)).rejects.toThrow("a.bin: is larger than 2 MiB");
  });
});
