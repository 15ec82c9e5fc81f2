/** Lines below the header that are no rows of it: a second header, and notes below the table. */
import { describe, expect, test } from "vitest";
import type { TableColumns } from "../../../../src/index.ts";
import { opened } from "./opened-columns.ts";

const wide = { entity: "Place", dates: ["2019", "2020"], variable: { constant: "People" } };
const long = { entity: "Place", date: "Year", variables: ["People"] };
// So many rows that they are read from their bytes.
const rows = Array.from({ length: 3_000 }, (_, at) => `a/${at},${2000 + (at % 20)},${at}\n`);

describe("a second header", () => {
  test.each([
    [wide, "Place,2019,2020\na/1,5,6\nPlace,2021,2022\na/1,7,8\n", 3, "Place, 2021, 2022"],
    [long, "Place,Year,People\na/1,2020,5\nPlace,Year,Cats\na/2,2020,7\n", 3, "Place, Year, Cats"],
    [
      long,
      `Place,Year,People\n${rows.join("")}Place,Year,Cats\na/2,1999,7\n`,
      3_002,
      "Place, Year, Cats",
    ],
    [
      { ...long, entity: { column: "Place", prefix: "a/" } },
      "Place,Year,People\n1,2020,5\nPlace,Year,Cats\n2,2020,7\n",
      3,
      "Place, Year, Cats",
    ],
    [
      { ...long, entity: { constant: "a/1" } },
      "Year,People\n2020,5\nYear,Cats\n2021,7\n",
      3,
      "Year, Cats",
    ],
  ])(
    "with other headings is refused, and its line is named: %j",
    async (columns, table, line, row) => {
      await expect(opened(table, columns)).rejects.toThrow(
        `towns.csv:${line}: the row is a header again, '${row}': each table needs a file of its own`,
      );
    },
  );

  test("with the same headings is left out: the rows below mean the same", async () => {
    const table = "Place,Year,People\na/1,2020,5\nPlace,Year,People\na/2,2020,7\n";
    const { observations } = await opened(table, long);
    expect(observations).toEqual(["People a/1 2020 5", "People a/2 2020 7"]);
  });

  test("is none where a place is called as its column", async () => {
    const table = "Place,Year,People\na/1,2020,5\nPlace,2020,7\n";
    const { observations } = await opened(table, long);
    expect(observations).toEqual(["People Place 2020 7", "People a/1 2020 5"]);
  });
});

const twoColumns = {
  entity: "Place",
  date: "Year",
  variables: { Cats: "Cats", Dogs: "Dogs" },
};
const twoRows = "Place,Year,Cats,Dogs\na/1,2020,1,2\na/2,2020,3,4\n";
const own = ["Cats a/1 2020 1", "Cats a/2 2020 3", "Dogs a/1 2020 2", "Dogs a/2 2020 4"];

describe("below a table", () => {
  test.each([
    ["shorter than rows", "Source: Ministry, own survey\n", 1],
    ["as long as rows", "Source: Ministry, own survey, by post, yearly\n", 1],
    ["longer than rows", "Note: a, b, c, d, e, f\n", 1],
    ["with a year below a heading of years", "Quelle: Amt, 2020\n", 1],
    ["several, with another between them", "Source: a, b\nsee there\nFuente : c, d\n", 2],
  ])("a note is left out and counted: %s", async (_, notes, count) => {
    const { observations, told, messages } = await opened(twoRows + notes, twoColumns);
    expect(observations.toSorted()).toEqual(own);
    expect(messages).toContain(`rows of notes below the table: ${count}; left out`);
    expect(told.filter((one) => !/^info (?:LeftOut|EmptyToken)/.test(one))).toEqual([]);
  });

  test.each([
    ["with a number below a heading of values", "Source: Ministry, 2020, 7\n"],
    ["above rows", "Source: a, b\na/3,2020,5,6\n"],
    ["without a word for notes", "Ministry: own, survey\n"],
  ])("a row is no note: %s", async (_, rows) => {
    const { told } = await opened(twoRows + rows, twoColumns);
    expect(told.some((one) => /LeftOut/.test(one))).toBe(false);
    expect(told.some((one) => /ShortRows/.test(one))).toBe(true);
  });
});

test.each<[what: string, table: string, problem: string]>([
  [
    "no line has its header",
    "a,b\n1,2\n",
    "columns.layout is 'eurostat', and no line is a header of this layout",
  ],
  [
    "its header is broken",
    "unit,geo\\TIME_PERIOD\t2019\tsoon\nNR,FR\t1\t2\n",
    "columns.layout is 'eurostat', and the header breaks it: expected times as headings, found soon",
  ],
])("a table in a layout is refused where %s", async (_, table, problem) => {
  const columns = {
    entity: "geo",
    dates: ["2019"],
    variable: { constant: "v" },
    layout: "eurostat",
  } as const;
  await expect(opened(table, columns)).rejects.toThrow(`towns.csv is of no known kind: ${problem}`);
});

test.each([100, 101])("of %d notes below a table a hundred are left out", async (count) => {
  const notes = Array.from({ length: count }, (_, at) => `Source: a, b${at}\n`).join("");
  const { observations, messages } = await opened(twoRows + notes, twoColumns);
  expect(observations.toSorted()).toEqual(own);
  const told = messages.filter((one) => one.startsWith("rows of notes below the table"));
  expect(told).toEqual(count === 100 ? ["rows of notes below the table: 100; left out"] : []);
});

test("a quote that swallows rows is reported with its lines, and none of them is loaded", async () => {
  const table = `${twoRows}a/3,2020,"5,6\na/4,2020,7,8\na/5,2020,9",10\n`;
  const { observations, told, messages } = await opened(table, twoColumns);
  expect([observations.toSorted(), told, messages]).toEqual([
    own,
    ["error BadQuotesInToken 4"],
    [
      "a quote in column 'Cats' is closed 2 lines below, and the cell holds rows of the table: nothing from line 4 to 6 is loaded",
    ],
  ]);
});

test("comments, separators alone and rows of labels are passed over, and counted as nothing", async () => {
  const odd = "#place,#date,#cats,#dogs\n,,,\n\n#place,,,\n";
  const table = `${twoRows.replace("\n", `\n${odd}`)}${odd}`;
  const read = async (more: object) => {
    const { observations, told } = await opened(table, { ...twoColumns, ...more });
    return [observations.toSorted(), told];
  };
  expect(await read({})).toEqual([own, []]);
  expect(await read({ encoding: "windows-1252" })).toEqual([own, []]);
  const second = ["Cats a/2 2020 3", "Dogs a/2 2020 4"];
  expect(await read({ skipRows: 1 })).toEqual([second, []]);
  expect(await read({ skipRows: 1, encoding: "windows-1252" })).toEqual([second, []]);
});

const flagged = { entity: "Place", date: "Year", variables: ["Cats", "Dogs"] };

test.each<[what: string, row: string, columns: TableColumns, isHeader: boolean]>([
  ["other headings of all values", "Place,Year,Mice,Rats,x", flagged, true],
  ["another heading of one of the values", "Place,Year,Cats,Mice,x", flagged, true],
  ["the heading of its dates alone", "a/9,Year,Mice,Rats,x", flagged, true],
  ["the heading of a column that is not read", "a/9,2020,Mice,Rats,Flag", flagged, false],
  ["a number below a heading of values", "Place,Year,Mice,7,x", flagged, false],
  ["a year below it", "Place,Year,Mice,2021,x", flagged, true],
  ["a place in the column of dates", "a/9,Place,Mice,Rats,x", flagged, false],
  [
    "the heading of one of its entities",
    "Place,x,Mice,Rats,y",
    {
      entities: { a: "Place", b: "Year" },
      date: { constant: "2020" },
      variables: ["Cats", "Dogs"],
    },
    true,
  ],
])("a row is a header again with %s", async (_, row, columns, isHeader) => {
  const table = `Place,Year,Cats,Dogs,Flag\na/1,2020,1,2,\n${row}\n`;
  const opening = opened(table, columns).then(
    () => "read",
    ({ message }: Error) => message,
  );
  expect(await opening).toBe(
    isHeader
      ? `towns.csv:3: the row is a header again, '${row.replaceAll(",", ", ")}': each table needs a file of its own`
      : "read",
  );
});

test("a note of a table in a layout is one of the layout", async () => {
  const table = "unit,geo\\TIME_PERIOD\t2019\t2020\nNR,FR\t1\t2\nSource: a\t\t\n";
  const columns = {
    entity: "geo",
    dates: ["2019", "2020"],
    variable: { constant: "v" },
    layout: "eurostat",
  } as const;
  const { observations, messages } = await opened(table, columns);
  expect([observations, messages]).toEqual([
    ["v FR 2019 1", "v FR 2020 2"],
    ["rows of notes: 1; left out"],
  ]);
});
