import { describe, expect, test } from "vitest";
import { ownCopy, readLines } from "../../../../src/load/bytes/lines.ts";

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

test("ownCopy keeps every character", () => {
  const text = "a\u0000ä€😀";
  expect(ownCopy(text)).toBe(text);
});
