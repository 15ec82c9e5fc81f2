/** How tables are printed and written as CSV. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Table } from "../../../src/tables/column-table.ts";
import { tableFrom } from "../../oracle/tables/table-from.ts";

test("a table is printed with its numbers to the right, and says what is left out", () => {
  const names = Array.from({ length: 11 }, (_, at) => `c${at}`);
  const rows = Array.from({ length: 12 }, (_, row) =>
    Object.fromEntries(
      names.map((name, at) => [name, at === 1 ? row * 5 : at === 2 ? null : name]),
    ),
  );
  expect(inspect(tableFrom(rows)).split("\n")).toEqual([
    "Table of 12 rows",
    "c0  c1  c2  c3  c4  c5  c6  c7",
    ...Array.from(
      { length: 10 },
      (_, row) => `c0  ${`${row * 5}`.padStart(2)}      c3  c4  c5  c6  c7`,
    ),
    "… 2 more rows",
    "… more columns: c8, c9, c10",
  ]);
});

test("long cells are cut and control characters are spaces where a table is printed", () => {
  const shown = inspect(tableFrom([{ a: "x".repeat(24), b: "y".repeat(25), c: "1\u001b2\n3" }]));
  expect(shown).toBe(
    [
      "Table of 1 row",
      `a${" ".repeat(25)}b${" ".repeat(25)}c`,
      `${"x".repeat(24)}  ${"y".repeat(23)}…  1 2 3`,
    ].join("\n"),
  );
});

test("a printed table names five of what its world lacks", () => {
  const shown = (...unknown: readonly string[]) =>
    inspect(new Table([], 0, { notNumbers: 0, undivided: 0, unknown }))
      .split("\n")
      .slice(2);
  expect(shown()).toEqual([]);
  expect(shown("a")).toEqual(["… the world lacks 'a'"]);
  expect(shown("a", "b", "c", "d", "e")).toEqual(["… the world lacks 'a', 'b', 'c', 'd', 'e'"]);
  expect(shown("a", "b", "c", "d", "e", "f")).toEqual([
    "… the world lacks 'a', 'b', 'c', 'd', 'e', and 1 more",
  ]);
});

test("CSV comes in parts that end with a line, and together are all of it", () => {
  const rows = Array.from({ length: 9000 }, (_, row) => ({ a: `t,${row % 7}`, b: row, c: null }));
  const table = tableFrom(rows);
  const parts = [...table.csvParts()];
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(part.endsWith("\n")).toBe(true);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(1 << 17);
  const lines = rows.map(({ a, b }) => `"${a}",${b},\n`);
  expect(parts.join("")).toBe(`a,b,c\n${lines.join("")}`);
  expect(table.csv()).toBe(parts.join(""));
  expect(
    tableFrom([{ b: 1 }])
      .filter({ b: 2 })
      .csv(),
  ).toBe("b\n");
});

test("a table of ten rows and eight columns is printed as it is", () => {
  const row = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`c${at}`, "x"]));
  const shown = inspect(tableFrom(Array.from({ length: 10 }, () => row))).split("\n");
  const names = Object.keys(row).join("  ");
  expect(shown).toEqual([
    "Table of 10 rows",
    names,
    ...Array(10).fill("x   x   x   x   x   x   x   x"),
  ]);
});

test("an Arrow file begins with its name, and a stream does not", async () => {
  const table = tableFrom([{ a: "x", b: 1 }]);
  const beginning = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 6));
  expect(beginning(await table.arrow())).toBe("ARROW1");
  expect(beginning(await table.arrow("file"))).toBe("ARROW1");
  expect(beginning(await table.arrow("stream"))).not.toBe("ARROW1");
});
