import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { fileRanges } from "../../../src/disk/file-ranges.ts";
import { withFolder } from "../load/load-texts.ts";
import { openFiles } from "../snapshot-file/open-files.ts";

const rows = { kind: "rows", delimiter: "," } as const;

/** The texts of the ranges of a file. */
async function rangesOf(text: string, count: number): Promise<string[]> {
  return await withFolder({ "a.csv": text }, async (folder) => {
    const bytes = Buffer.from(text);
    const input = fileOnDisk(join(folder, "a.csv"), bytes.length);
    const ranges = fileRanges(input, count, rows)!;
    if (process.platform === "linux") expect(openFiles()).not.toContain(input.path);
    return ranges.map(({ start, end }) => bytes.toString("utf8", start, end));
  });
}

describe("a table in ranges", () => {
  test.each([
    [1, ["a,b\nc,d\ne,f\n"]],
    [2, ["a,b\nc,d\n", "e,f\n"]],
    [3, ["a,b\nc,d\n", "e,f\n"]],
    [4, ["a,b\n", "c,d\n", "e,f\n"]],
    [100, ["a,b\n", "c,d\n", "e,f\n"]],
  ])("is cut into %i where rows end", async (count, ranges) => {
    expect(await rangesOf("a,b\nc,d\ne,f\n", count)).toEqual(ranges);
  });

  test.each([
    ["an empty file", "", [""]],
    ["a row without an end", "abcdefgh", ["abcdefgh"]],
    [
      "rows that go on over line feeds",
      'a,b\n"\n\n\n\n",c\nd\n',
      ["a,b\n", '"\n\n\n\n",c\n', "d\n"],
    ],
    ["a quote behind a byte order mark", '\ufeff"a\n"\nb\n', ['\ufeff"a\n"\n', "b\n"]],
  ])("may be %s", async (_name, text, ranges) => {
    expect((await rangesOf(text, 50)).filter((range) => range !== "")).toEqual(
      ranges.filter((range) => range !== ""),
    );
  });

  test("may have cells of any length", async () => {
    const long = `"${"a\n".repeat(300_000)}"\n`;
    const ranges = await rangesOf(`h\n${long}${"b".repeat(600_000)}\nc\n`, 8);
    expect(ranges.map((range) => range.length)).toEqual([2 + long.length, 600_001, 2]);
    expect(ranges.at(-1)).toBe("c\n");
  });

  test("that is not there is named", () => {
    const input = fileOnDisk("/nowhere/a.csv", 10);
    expect(() => fileRanges(input, 2, rows)).toThrow("/nowhere/a.csv: cannot be read (ENOENT");
  });

  test("that was cut since ends where it ends", async () => {
    await withFolder({ "a.csv": "a\nb\n" }, async (folder) => {
      const input = fileOnDisk(join(folder, "a.csv"), 100);
      expect(fileRanges(input, 2, rows)).toEqual([{ start: 0, end: 100 }]);
    });
  });
});
