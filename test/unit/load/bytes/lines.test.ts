import { describe, expect, test } from "vitest";
import {
  eachLine,
  lineBytesMax,
  markDamage,
  nulProblem,
  readLines,
  requireLength,
  requireLengths,
  requireText,
  textStart,
  wholeLines,
} from "../../../../src/load/bytes/lines.ts";
import { ownCopy } from "../../../../src/load/bytes/native.ts";

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk as string);
}

async function linesOf(...chunks: (string | Uint8Array)[]): Promise<[number, string][]> {
  const lines: [number, string][] = [];
  await readLines(chunksOf(...chunks), "f", (line, number) => lines.push([number, line]));
  return lines;
}

describe("readLines", () => {
  test("ends lines at LF and CR LF, and needs no ending for the last", async () => {
    expect(await linesOf("a\r\n\nb\rc\n\r\nd")).toEqual([
      [1, "a"],
      [2, ""],
      [3, "b\rc"],
      [4, ""],
      [5, "d"],
    ]);
  });

  test("does not care where chunks end", async () => {
    const bytes = Buffer.from("\ufeffä€😀\r\nzwölf\n\n😀 end");
    const whole = await linesOf(bytes);
    expect(whole.map(([, line]) => line)).toEqual(["ä€😀", "zwölf", "", "😀 end"]);
    const single = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
    expect(await linesOf(...single)).toEqual(whole);
  });

  test("empty input has no lines", async () => {
    expect(await linesOf()).toEqual([]);
    expect(await linesOf("")).toEqual([]);
  });

  test.each([
    ["invalid UTF-8", "a\nb\n", [0x63, 0xff, 0x0a], /is not UTF-8/],
    ["a character cut off at the end", "a\nb\n", [0xe2, 0x82], /is not UTF-8/],
    ["a NUL", "a\nb\n", [0x63, 0x00, 0x0a], /NUL/],
  ])("%s names its line", async (_name, good, bad, message) => {
    const bytes = Buffer.concat([Buffer.from(good), Buffer.from(bad)]);
    const reading = linesOf(bytes);
    await expect(reading).rejects.toThrow(message);
    await expect(linesOf(bytes)).rejects.toMatchObject({ file: "f", line: 3 });
  });
});

test("a byte order mark is three bytes, at the start alone", async () => {
  expect(textStart(Buffer.from("\ufeffa"))).toBe(3);
  for (const bytes of [[0xef, 0xbb, 0x61], [0xef], [0x61, 0xbb, 0xbf], []]) {
    expect(textStart(Uint8Array.from(bytes))).toBe(0);
  }
  expect(await linesOf("a\n", "\ufeffb\n")).toEqual([
    [1, "a"],
    [2, "\ufeffb"],
  ]);
});

test("a line may have 64 MiB, and not a byte more", () => {
  expect(lineBytesMax).toBe(2 ** 26);
  expect(() => requireLength(lineBytesMax, "f", 7)).not.toThrow();
  expect(() => requireLength(lineBytesMax + 1, "f", 7)).toThrow(
    expect.objectContaining({
      file: "f",
      line: 7,
      message: "f:7: a line or quoted cell is longer than 64 MiB",
    }),
  );
});

test("the length of a line counts from chunk to chunk", async () => {
  // Chunks that say how long they are, and hold nothing.
  const lengths = async (...chunks: [length: number, feed: number][]) => {
    async function* told() {
      for (const [length, feed] of chunks) {
        yield { length, indexOf: () => feed } as unknown as Buffer;
      }
    }
    await readLines(told(), "f", () => {});
  };
  await expect(lengths([lineBytesMax, -1], [5, -1])).rejects.toThrow("longer than 64 MiB");
  await expect(lengths([lineBytesMax, -1], [5, 1])).rejects.toThrow("longer than 64 MiB");
});

test("a NUL is in the line that holds it, and looks like UTF-16 where every second byte is one", () => {
  const nul = (text: string) => () => requireText(Buffer.from(text, "latin1"), "f", 5);
  expect(nul("a\nb")).not.toThrow();
  expect(nul("\0\n")).toThrow("f:5: holds a NUL byte");
  expect(nul("a\n\0\n")).toThrow("f:6: holds a NUL byte");
  expect(nul("\n\na\0")).toThrow("f:7: holds a NUL byte, so it is not UTF-8 text");
  for (const [text, perhaps] of [
    ["\0a", false],
    ["\0a\0", true],
    ["\0ab", false],
    [`${"\0a".repeat(8)}bb`, true],
  ] as const) {
    expect(nulProblem(Buffer.from(text)).endsWith("perhaps UTF-16: convert the file first")).toBe(
      perhaps,
    );
  }
});

test("what is not UTF-8 is in the first line that is not", () => {
  const broken = Buffer.from("\nä\nb\xff\n\xff", "latin1");
  expect(() => requireText(broken, "f", 5)).toThrow("f:6: is not UTF-8");
  expect(() => requireText(Buffer.from("\n\xff\n", "latin1"), "f", 1)).toThrow("f:2: is not UTF-8");
});

test("ownCopy keeps every character", () => {
  const text = "a\u0000ä€😀";
  expect(ownCopy(text)).toBe(text);
});

test.each([
  ["Z\u00fcrich,1", "byte FC in column 2, byte 4 of the file"],
  ["a,caf\u00e9", "byte E9 in column 6, byte 8 of the file"],
])("a byte of Latin-1 in %s is named with its column and the cure", (line, odd) => {
  const bytes = Buffer.from(`a\n${line}\nb\n`, "latin1");
  expect(() => requireText(bytes, "f", 1)).toThrow(
    `f:2: is not UTF-8: ${odd}; convert the file to UTF-8 first, as with iconv -f WINDOWS-1252 -t UTF-8, or from 1250 or another encoding, if it is in that one`,
  );
});

test("a character of replacement that a file holds is no odd byte", () => {
  const bytes = Buffer.concat([Buffer.from("\ufffd,"), Buffer.from([0xff, 0x0a])]);
  expect(() => requireText(bytes, "f", 1)).toThrow("byte FF in column 3");
});

test.each<[bytes: readonly number[], odd: string]>([
  [[0xff, 0x61, 0xbd], "byte FF in column 1, byte 1"],
  [[0xef, 0x61, 0xbd], "byte EF in column 1, byte 1"],
  [[0xef, 0xbf, 0x61], "byte EF in column 1, byte 1"],
  [[0x61, 0x62, 0xff], "byte FF in column 3, byte 3"],
  [[0xef, 0xbb, 0xbf, 0x61, 0xff], "byte FF in column 2, byte 5"],
  [[0x61, 0xef, 0xbb, 0xbf, 0x62, 0xff], "byte FF in column 4, byte 6"],
  [[0xf0, 0x9f, 0x98, 0x80, 0xff], "byte FF in column 2, byte 5"],
])("of the bytes %j the one that is not UTF-8 is named: %s", (bytes, odd) => {
  for (const end of [[], [0x0a], [0x0a, 0x61, 0x0a]]) {
    expect(() => requireText(Uint8Array.from([...bytes, ...end]), "f", 1)).toThrow(
      `f:1: is not UTF-8: ${odd} of the file; convert the file to UTF-8 first`,
    );
  }
});

test("bytes that were checked before count for the place of those after them", () => {
  const block = Buffer.from("ok\nb\xff\n", "latin1");
  expect(() => markDamage(block, { file: "f", line: 5, offset: 10, checked: 3 })).toThrow(
    "f:6: is not UTF-8: byte FF in column 2, byte 15 of the file; convert",
  );
  const told: string[] = [];
  markDamage(block, { file: "f", line: 5, offset: 10 }, (line, problem) =>
    told.push(`${line} ${problem().split(";")[0]}`),
  );
  expect(told).toEqual(["6 is not UTF-8: byte FF in column 2, byte 15 of the file"]);
  expect(block.toString("latin1")).toBe("ok\nb\0\n");
});

describe("lines that are not UTF-8 and that somebody takes", () => {
  const damaged = async (...chunks: string[]) => {
    const blocks = chunks.map((chunk) => Buffer.from(chunk, "latin1"));
    const lines: unknown[] = [];
    const told: string[] = [];
    const onDamage = (line: number, problem: () => string) => told.push(`${line} ${problem()}`);
    const onLine = (line: string, number: number, isDamaged: boolean) =>
      lines.push([number, line, isDamaged]);
    await readLines(chunksOf(...blocks), "f", onLine, { onDamage });
    return { lines, told };
  };
  const problem = (line: number, byte: string, column: number, at: number) =>
    `${line} is not UTF-8: byte ${byte} in column ${column}, byte ${at} of the file; convert the file to UTF-8 first, as with iconv -f WINDOWS-1252 -t UTF-8, or from 1250 or another encoding, if it is in that one`;

  test("are told with their places in the file, and have a mark in place of the byte", async () => {
    expect(await damaged("a\nb\xfcc\n", "d\n\xe9", "\n\nf\xf6")).toEqual({
      lines: [
        [1, "a", false],
        [2, "b\0c", true],
        [3, "d", false],
        [4, "\0", true],
        [5, "", false],
        [6, "f\0", true],
      ],
      told: [problem(2, "FC", 2, 4), problem(4, "E9", 1, 9), problem(6, "F6", 2, 13)],
    });
  });

  test("stay as they are in the memory of the caller", async () => {
    const bytes = Buffer.from("\xfc\n", "latin1");
    async function* blocks() {
      yield bytes;
    }
    await readLines(blocks(), "f", () => {}, { onDamage: () => {} });
    expect([...bytes]).toEqual([0xfc, 0x0a]);
  });
});

test("after a cut no line is wanted, nor is it looked at", async () => {
  const lines: string[] = [];
  const isCut = () => lines.length === 2;
  const blocks = chunksOf("a\nb\nc\nd", Buffer.from([0xff]));
  await readLines(blocks, "f", (line) => lines.push(line), { isCut });
  expect(lines).toEqual(["a", "b"]);
});

test.each([
  ["", 1, []],
  ["a", 4, ["4 a"]],
  ["a\r\n\r\n\r", 1, ["1 a", "2 ", "3 "]],
  ["\n\n", 7, ["7 ", "8 "]],
])("the lines of %j from %i on are %j", (text, first, expected) => {
  const lines: string[] = [];
  const next = eachLine(Buffer.from(text), first, (line, number) =>
    lines.push(`${number} ${line}`),
  );
  expect(lines).toEqual(expected);
  expect(next).toBe(first + expected.length);
});

test.each([
  ["a\nb", false, 2, "a\nb"],
  ["ab", false, 0, "ab"],
  ["a\n", false, 2, "a\n"],
  ["a\nb", true, 4, "a\nb\n"],
  ["a\n", true, 2, "a\n"],
  ["", true, 0, ""],
])("whole lines of %j, last %s, end at %i", (text, isLast, expected, written) => {
  const bytes = Buffer.alloc(text.length + 1);
  bytes.write(text);
  expect(wholeLines(bytes, text.length, isLast)).toBe(expected);
  expect(bytes.toString("utf8").replace(/\0$/, "")).toBe(written);
});

test("each line of a block has its length counted", () => {
  // Says where its line feeds are, and holds nothing.
  const block = (length: number, ...feeds: number[]) =>
    ({
      length,
      indexOf: (_: number, from = 0) => feeds.find((feed) => feed >= from) ?? -1,
    }) as unknown as Uint8Array;
  const tooLong = (line: number) => `f:${line}: a line or quoted cell is longer than 64 MiB`;
  expect(() => requireLengths(block(lineBytesMax), "f", 3)).not.toThrow();
  expect(() => requireLengths(block(lineBytesMax + 1), "f", 3)).toThrow(tooLong(3));
  expect(() => requireLengths(block(lineBytesMax + 1, 0), "f", 3)).not.toThrow();
  expect(() => requireLengths(block(lineBytesMax + 3, 0), "f", 3)).toThrow(tooLong(4));
  expect(() => requireLengths(block(2 * lineBytesMax, 5, lineBytesMax + 7), "f", 3)).toThrow(
    tooLong(4),
  );
  expect(() => requireLengths(block(2 * lineBytesMax, 5, lineBytesMax), "f", 3)).not.toThrow();
});
