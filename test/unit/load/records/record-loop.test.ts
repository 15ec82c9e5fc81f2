import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import { BlockReader, type FileChunk } from "../../../../src/load/bytes/byte-blocks.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import {
  RecordLoop,
  type RecordReader,
  unfinished,
} from "../../../../src/load/records/record-loop.ts";
import { memoryInput } from "../inputs.ts";
import { withFolder } from "../load-texts.ts";

/** Lines that a reader is given, each with its number, whose records are so many lines. */
async function linesOf(
  input: InputFile,
  { block = 4096, chunk, lines = 1 }: { block?: number; chunk?: FileChunk; lines?: number } = {},
): Promise<string[]> {
  const progress = new Progress(0);
  const loop = new RecordLoop(input, { progress, blocks: new BlockReader(progress, block) });
  const found: string[] = [];
  const reader: RecordReader = {
    open: (bytes, end, lacksFeed) => {
      if (lacksFeed) found.push(`no line feed after ${bytes[end - 2]}`);
    },
    record: (bytes, start, end, isLast) => {
      let at = start;
      for (let count = 0; count < lines && at < end; count++) at = bytes.indexOf(10, at) + 1;
      const feeds = bytes.subarray(start, at).filter((byte) => byte === 10).length;
      if (feeds < lines && !isLast) return unfinished;
      return loop.texts(bytes, start, at, (line, number) => found.push(`${number} ${line}`));
    },
  };
  await loop.read(reader, chunk);
  return found;
}

const file = (text: string) => memoryInput("a", Buffer.from(text));
const many = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
const numbered = many.map((line, at) => `${at + 1} ${line}`);

describe("each record is read once, with its lines", () => {
  test.each([4096, 1000, 64, 7, 1])("in blocks of %i bytes", async (block) => {
    for (const lines of [1, 2, 3]) {
      expect(await linesOf(file(`${many.join("\n")}\n`), { block, lines })).toEqual(numbered);
    }
  });

  test("a last line may lack its line feed", async () => {
    expect(await linesOf(file("a\nb"))).toEqual(["1 a", "no line feed after 98", "2 b"]);
    expect(await linesOf(file("a\nb\n"))).toEqual(["1 a", "2 b"]);
  });

  test("a file may be empty", async () => {
    expect(await linesOf(file(""))).toEqual([]);
  });
});

describe("a byte order mark", () => {
  test.each([4096, 5, 1])("begins no file, in blocks of %i bytes", async (block) => {
    expect(await linesOf(file("\ufeffa\n\ufeffb\n\ufeffc\n"), { block })).toEqual([
      "1 a",
      "2 \ufeffb",
      "3 \ufeffc",
    ]);
  });

  test.each([
    [0, ["1 a", "2 \ufeffb"]],
    [5, ["2 \ufeffb"]],
  ])("is text at the begin of a chunk, but for the first: byte %i", async (start, lines) => {
    const chunk = { range: { start, end: 10 }, firstLine: start === 0 ? 1 : 2 };
    await withFolder({ a: "\ufeffa\n\ufeffb\nc\n" }, async (folder) => {
      expect(await linesOf(fileOnDisk(join(folder, "a"), 12), { chunk })).toEqual(lines);
    });
  });
});

describe("lines that are not UTF-8", () => {
  const damaged = (text: string) => memoryInput("a", Buffer.from(text, "latin1"));
  /** Lines, `!` before those that are damaged, and lines that were reported. */
  async function linesIn(text: string, block: number) {
    const reported: number[] = [];
    const lines: string[] = [];
    const progress = new Progress(0);
    const run = { progress, blocks: new BlockReader(progress, block) };
    const loop = new RecordLoop(damaged(text), run, (line) => reported.push(line));
    await loop.read({
      open: () => {},
      record: (bytes, start) =>
        loop.texts(bytes, start, bytes.indexOf(10, start) + 1, (line, number, isDamaged) =>
          lines.push(`${number} ${isDamaged ? "!" : line}`),
        ),
    });
    return { lines, reported, line: loop.line };
  }

  test.each([4096, 8, 3, 1])(
    "are marked, each reported once, in blocks of %i bytes",
    async (block) => {
      expect(await linesIn("a\n\xff\nb\n\nc\xe9d\ne", block)).toEqual({
        lines: ["1 a", "2 !", "3 b", "4 ", "5 !", "6 e"],
        reported: [2, 5],
        line: 7,
      });
    },
  );

  test("stop the load where nothing takes them, with their line", async () => {
    await expect(linesOf(damaged("a\n\xff\n"))).rejects.toThrow(
      expect.objectContaining({ file: "a", line: 2 }),
    );
  });
});

test("a load that is cancelled reads no further record", async () => {
  const abort = new AbortController();
  const progress = new Progress(0, abort.signal);
  const loop = new RecordLoop(file(many.join("\n")), {
    progress,
    blocks: new BlockReader(progress),
  });
  let count = 0;
  const reading = loop.read({
    open: () => {},
    record: (bytes, start) => {
      count += 1;
      if (count === 10) abort.abort(new Error("no more"));
      return bytes.indexOf(10, start) + 1;
    },
  });
  await expect(reading).rejects.toThrow("no more");
  // Records are read 64 at a time.
  expect(count).toBe(64);
});
