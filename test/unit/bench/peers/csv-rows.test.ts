import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRows } from "../../../../bench/peers/csv-rows.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "csv-rows-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function rowsOf(text: string): { readonly count: number; readonly rows: string[][] } {
  const path = join(folder, "table.csv");
  writeFileSync(path, text);
  const rows: string[][] = [];
  const count = readRows(path, (cells) => rows.push([...cells]));
  return { count, rows };
}

test("rows are cells; the head is none", () => {
  expect(rowsOf("a,b,c\n1,,3\nx,ü,\n")).toEqual({
    count: 2,
    rows: [
      ["1", "", "3"],
      ["x", "ü", ""],
    ],
  });
});

test("quoted cells hold commas and quotes", () => {
  const { rows } = rowsOf('a,b,c\nn,"one, ""two""",z\nn,,"x"\n');
  expect(rows).toEqual([
    ["n", 'one, "two"', "z"],
    ["n", "", "x"],
  ]);
});

test("a table longer than what is read at once loses no row and cuts none", () => {
  const line = `geoId/06,name,,${"é".repeat(50)},p`;
  const { count, rows } = rowsOf(`h\n${`${line}\n`.repeat(40_000)}`);
  expect(count).toBe(40_000);
  expect(rows.filter((cells) => cells.join(",") !== line)).toEqual([]);
});
