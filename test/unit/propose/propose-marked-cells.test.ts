/** Columns of which many cells are numbers with marks, or words: none is left out in silence. */
import { expect, test } from "vitest";
import { proposeColumns } from "../../../src/lint.ts";

const tableOf = (cells: readonly string[]) =>
  `State;Year;Cases;Deaths\n${cells.map((cell, at) => `Ohio;${2015 + at};${cell};${at + 7}`).join("\n")}\n`;

test.each([
  ["letters", ["1200", "950 e", "2200 e", "1700 e", "1650 r", "1800 r", "900"]],
  ["bounds", ["1200", "<5", "2200", "<5", "<5", "1800", "<5"]],
])("a column of numbers and of numbers with %s holds values", async (_, cells) => {
  const { columns, problems } = await proposeColumns({ "a.csv": tableOf(cells) }, {});
  expect(problems).toEqual([]);
  expect(Object.keys(columns?.variables ?? {})).toEqual(["Cases", "Deaths"]);
});

test("a column with more words than numbers is refused, unless the caller names another one", async () => {
  const files = {
    "a.csv": tableOf(["1200", "geheim", "2200", "geheim", "geheim", "1800", "geheim"]),
  };
  const { columns, problems, cures } = await proposeColumns(files, {});
  expect(columns).toBeUndefined();
  expect(problems).toEqual([
    "'Cases' has numbers, as '1200', and more other cells, as 'geheim', and would not be read: leave these cells empty, or --value names the column that is read",
  ]);
  expect(cures).toEqual(["--value Deaths"]);
  expect((await proposeColumns(files, { value: "Deaths" })).problems).toEqual([]);
});

test("notes with a number among them are no such column", async () => {
  const table = tableOf(["see A", "B", "2200", "C", "D", "E", "F"]);
  expect((await proposeColumns({ "a.csv": table }, {})).problems).toEqual([]);
});
