import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../src/disk/disk-tree.ts";
import { fileRanges } from "../../../src/disk/file-ranges.ts";
import type { Records } from "../../../src/load/bytes/file-tree.ts";
import { withFolder } from "../load/load-texts.ts";
import { openFiles } from "./open-files.ts";

const rows = { kind: "rows", delimiter: "," } as const;

/** The texts of the ranges of a file. */
async function rangesOf(
  text: string,
  count: number,
  records: Records = rows,
): Promise<string[] | undefined> {
  return await withFolder({ "a.csv": text }, async (folder) => {
    const bytes = Buffer.from(text);
    const input = fileOnDisk(join(folder, "a.csv"), bytes.length);
    const ranges = fileRanges(input, count, records);
    if (process.platform === "linux") expect(openFiles()).not.toContain(input.path);
    return ranges?.map(({ start, end }) => bytes.toString("utf8", start, end));
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
    expect((await rangesOf(text, 50))?.filter((range) => range !== "")).toEqual(
      ranges.filter((range) => range !== ""),
    );
  });

  test("may have cells of any length", async () => {
    const long = `"${"a\n".repeat(300_000)}"\n`;
    const ranges = await rangesOf(`h\n${long}${"b".repeat(600_000)}\nc\n`, 8);
    expect(ranges?.map((range) => range.length)).toEqual([2 + long.length, 600_001, 2]);
    expect(ranges?.at(-1)).toBe("c\n");
  });

  test("is not cut where only its reader knows what a quote is", async () => {
    const lax = { kind: "rows", delimiter: ";", isLax: true } as const;
    expect(await rangesOf('a;b\n"c\n";d\n', 50, lax)).toEqual(["a;b\n", '"c\n";d\n']);
    // Blanks before a quote, and a backslash; in a quote that is none, blanks are text.
    expect(await rangesOf('a;b\nc; "d\n"\n', 50, lax)).toBeUndefined();
    expect(await rangesOf("a;b\nc;\\d\n", 50, lax)).toBeUndefined();
    expect(await rangesOf('a;b\n"c ""d""";e\n', 50, lax)).toEqual(["a;b\n", '"c ""d""";e\n']);
    expect(await rangesOf('a,b\nc, "d\n', 50)).toEqual(["a,b\n", 'c, "d\n']);
  });

  test("is not cut where a template's cells all have quotes: to look at each costs too much", async () => {
    const lax = { kind: "rows", delimiter: ",", isLax: true } as const;
    const quoted = '"some cell","12"\n'.repeat(1000);
    expect(await rangesOf(quoted, 2, lax)).toBeUndefined();
    expect(await rangesOf(quoted, 2)).toHaveLength(2);
    expect(await rangesOf("some cell,12\n".repeat(1500), 2, lax)).toHaveLength(2);
    // A short beginning shows too little.
    expect(await rangesOf(quoted.slice(0, 17 * 900), 2, lax)).toHaveLength(2);
  });

  test("is cut where all cells of a table have quotes, some of them with line feeds", async () => {
    const row = '"some\n""cell""","12"\n';
    const ranges = await rangesOf(row.repeat(1000), 3);
    expect(ranges).toHaveLength(3);
    for (const range of ranges!) expect(range.replaceAll(row, "")).toBe("");
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

describe("other files in ranges", () => {
  test("are divided where a node begins", async () => {
    const nodes = { kind: "nodes", start: "Node:" } as const;
    const text = "# top\nNode: a\nx: Node:\n Node: b\nNode: c\ny: 1\n";
    const blocks = ["# top\n", "Node: a\nx: Node:\n Node: b\n", "Node: c\ny: 1\n"];
    expect(await rangesOf(text, 50, nodes)).toEqual(blocks);
    expect(await rangesOf("x: 1\n", 50, nodes)).toEqual(["x: 1\n"]);
  });

  test("are cut at marks on the border of what is read at once", async () => {
    const nodes = { kind: "nodes", start: "Node:" } as const;
    for (let before = 16_370; before < 16_390; before++) {
      const text = `${"a".repeat(before)}\nNode: a\n`;
      // The first look begins in the middle.
      const twice = `${"a".repeat(before)}${text}`;
      expect(await rangesOf(twice, 2, nodes)).toEqual([twice.slice(0, -8), "Node: a\n"]);
    }
  });
});
