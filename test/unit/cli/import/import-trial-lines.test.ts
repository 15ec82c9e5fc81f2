/** The lines of a table that show how the dialect reads it: a trial of them is enough. */
import { describe, expect, test } from "vitest";
import { simpleColumns, tellingLines } from "../../../../src/cli/import/import-trial.ts";
import type { TableColumns } from "../../../../src/index.ts";
import type { ColumnProposal } from "../../../../src/lint.ts";

const wide: TableColumns = { entity: "id", date: "Year", variables: { Cats: {}, Dogs: {} } };
const long: TableColumns = { entity: "id", date: "Year", variable: "what", value: "n", unit: "in" };
const repeated = (row: string) => Array.from({ length: 20 }, () => row);

/** Lines that are kept, and how many values they have. */
function kept(columns: TableColumns, lines: readonly string[], unread: readonly string[] = []) {
  const found = unread.map((heading) => ({ heading, role: "not read" })) as ColumnProposal[];
  const content = Buffer.from(lines.join("\n"));
  const telling = tellingLines(content, simpleColumns(columns)!, found);
  if (telling === undefined) return undefined;
  return [telling.count, ...Buffer.from(telling.content).toString().replace(/\n$/, "").split("\n")];
}

describe("lines are kept", () => {
  test.each<[string, TableColumns, string[], (string | number)[]]>([
    [
      "with the first value of each column, and each further cell of a key",
      wide,
      [
        "id,Year,Cats,Dogs",
        "a/1,2020,1,",
        "a/1,2020,2,3",
        ...repeated("a/1,2020,4,5"),
        "a/1,2021,6,",
      ],
      [4, "id,Year,Cats,Dogs", "a/1,2020,1,", "a/1,2020,2,3", "a/1,2021,6,"],
    ],
    [
      "where a cell of a key has no value, and again where it has one",
      wide,
      [
        "id,Year,Cats,Dogs",
        "a/1,2020,1,1",
        "a/1,2021,,",
        "a/1,2021,-,",
        "a/1,2021,7,",
        ...repeated("a/1,2021,8,9"),
      ],
      [3, "id,Year,Cats,Dogs", "a/1,2020,1,1", "a/1,2021,,", "a/1,2021,7,"],
    ],
    [
      "of one entity that looks like a dcid, and of each name",
      wide,
      [
        "id,Year,Cats,Dogs",
        "a/1,2020,1,1",
        "a/2,2020,1,1",
        "Rome,2020,1,1",
        "Oslo,2020,1,1",
        ...repeated("a/3,2020,2,2"),
      ],
      [6, "id,Year,Cats,Dogs", "a/1,2020,1,1", "Rome,2020,1,1", "Oslo,2020,1,1"],
    ],
    [
      "of each variable and unit in columns",
      long,
      [
        "id,what,Year,n,in",
        "a/1,Cats,2020,1,Cat",
        "a/1,a/b,2020,1,Cat",
        "a/1,a/c,2020,1,Cat",
        ...repeated("a/1,Cats,2020,2,Cat"),
        "a/1,Cats,2020,2,Kilo",
      ],
      [
        4,
        "id,what,Year,n,in",
        "a/1,Cats,2020,1,Cat",
        "a/1,a/b,2020,1,Cat",
        "a/1,a/c,2020,1,Cat",
        "a/1,Cats,2020,2,Kilo",
      ],
    ],
    [
      "that have more or fewer cells than the header",
      wide,
      [
        "id,Year,Cats,Dogs",
        "a/1,2020,1,1",
        "a/1,2020,1",
        "a/1,2020,1,1,1",
        ...repeated("a/1,2020,2,2"),
      ],
      [5, "id,Year,Cats,Dogs", "a/1,2020,1,1", "a/1,2020,1", "a/1,2020,1,1,1"],
    ],
    [
      "up to the last one, which may end without a line feed",
      wide,
      ["id,Year,Cats,Dogs", ...repeated("a/1,2020,1,1"), "a/1,2022,5,5"],
      [4, "id,Year,Cats,Dogs", "a/1,2020,1,1", "a/1,2022,5,5"],
    ],
    [
      "with the letters of all languages, and blanks around headings",
      { entity: "id", date: "Jahr", variables: { Größe: {} } },
      ["id, Jahr ,Größe", "a/1,2020,1", "Köln,2020,2", ...repeated("a/1,2020,3")],
      [2, "id, Jahr ,Größe", "a/1,2020,1", "Köln,2020,2"],
    ],
  ])("%s", (_, columns, lines, expected) => {
    expect(kept(columns, lines)).toEqual(expected);
  });
});

test("cells that are no numbers are no values", () => {
  const lines = [
    "id,Year,Cats,Dogs",
    "a/1,2020,x, ",
    "a/1,2020,Infinity,",
    ...repeated("a/1,2020,1e3, 5 "),
  ];
  expect(kept(wide, lines)).toEqual([2, "id,Year,Cats,Dogs", "a/1,2020,x, ", "a/1,2020,1e3, 5 "]);
});

test("no lines stand for a table with quotes, with unknown columns, or of which most lines would be kept", () => {
  const rows = repeated("a/1,2020,1,1");
  expect(kept(wide, ["id,Year,Cats,Dogs", ...rows, '"a/1",2020,1,1'])).toBeUndefined();
  const noted = ["id,Year,Cats,Dogs,Note", ...rows.map((row) => `${row},`)];
  expect(kept(wide, noted)).toBeUndefined();
  expect(kept(wide, noted, ["Mood"])).toBeUndefined();
  expect(kept(wide, noted, ["Note"])).toEqual([2, noted[0], noted[1]]);
  const blank = noted.map((row, at) => (at === 0 ? "id,Year,Cats,Dogs," : row));
  expect(kept(wide, blank, [""])).toBeUndefined();
  // 31 of 61 signs, and 31 of 62.
  const half = ["id,Year,Cats,Dogs", "a/1,2020,1,1"];
  expect(kept(wide, [...half, "a/1,2020,1,1", "a/1,2020,11,11111"])).toBeUndefined();
  expect(kept(wide, [...half, "a/1,2020,1,1", "a/1,2020,11,111111"])).toEqual([2, ...half]);
});

describe("columns whose cells mean what they say", () => {
  test.each<[TableColumns, readonly [string | undefined, string[], string[]]]>([
    [wide, ["id", ["id", "Year"], ["Cats", "Dogs"]]],
    [long, ["id", ["id", "Year", "what", "in"], ["n"]]],
    [{ ...long, unit: { constant: "Cat" } }, ["id", ["id", "Year", "what"], ["n"]]],
    [
      { entity: { column: "id" }, date: { column: "Year" }, variables: ["Cats"] },
      ["id", ["id", "Year"], ["Cats"]],
    ],
    [{ entity: { name: "Town" }, date: { constant: "2020" }, value: "n" }, [undefined, [], ["n"]]],
    [
      { ...wide, properties: {}, delimiter: ",", encoding: "utf-8", sheet: undefined },
      ["id", ["id", "Year"], ["Cats", "Dogs"]],
    ],
    [
      { ...wide, variables: { Cats: "Count_Cat", Dogs: { name: "Count_Dog", unit: "Dog" } } },
      ["id", ["id", "Year"], ["Cats", "Dogs"]],
    ],
  ] as [TableColumns, readonly [string | undefined, string[], string[]]][])(
    "%j",
    (columns, expected) => {
      const { entity, keys, values } = simpleColumns(columns)!;
      expect([entity, [...keys], [...values]]).toEqual(expected);
    },
  );

  test.each<TableColumns>([
    { ...wide, decimal: "," },
    { ...wide, repeated: "later" },
    { ...wide, variables: { Cats: {}, Dogs: { multiplier: 1000 } } },
    { ...wide, variables: { Cats: { date: "2020" } } },
  ])("are not all of %j", (columns) => {
    expect(simpleColumns(columns)).toBeUndefined();
  });
});
