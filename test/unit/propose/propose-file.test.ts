/** Files with several tables, and tables whose first thousand rows do not say all. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { type KnownColumns, proposeColumns } from "../../../src/lint.ts";
import type { LoadProgress } from "../../../src/load/bytes/load-progress.ts";
import { isNamesake } from "../../../src/propose/column-profile.ts";
import { looksLikeCode } from "../../../src/propose/find-dimensions.ts";

const table = "Country,Year,Population\nFrance,2020,5\n";
const notes = "only,notes\na,b\n";

async function inZip(files: Readonly<Record<string, string>>, known: KnownColumns = {}) {
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  const source = { "a.zip": zipSync(Object.fromEntries(bytes)) };
  const { columns, problems, cures } = await proposeColumns(source, known);
  return { columns, problems, cures };
}

/** Notes in all tables but the fourth. */
function tablesOf(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`t${at + 10}.csv`, at === 3 ? table : notes]),
  );
}

describe("of several tables in a file", () => {
  test("the only one that can be read is proposed, and its sheet is named", async () => {
    const { columns, problems } = await inZip({ "a.csv": notes, "b.csv": table });
    expect(columns).toMatchObject({ sheet: "b.csv", entity: { name: "Country" }, date: "Year" });
    expect(problems).toEqual([]);
  });

  test("no sheet is named where the other files are no tables", async () => {
    const { columns } = await inZip({ "a.csv": table, "c.mcf": "Node: dcid:x\n" });
    expect(columns).toMatchObject({ date: "Year" });
    expect(columns).not.toHaveProperty("sheet");
  });

  test.each([
    ["none can be read", { "a.csv": notes, "b.csv": notes }],
    ["two can be read", { "a.csv": table, "b.csv": table }],
  ])("all are listed where %s", async (_, files) => {
    expect(await inZip(files)).toEqual({
      columns: undefined,
      problems: ["the file has several tables, 'a.csv', 'b.csv': --sheet names one"],
      cures: ["--sheet a.csv", "--sheet b.csv"],
    });
  });

  test("the one that is named says what stands in its way", async () => {
    const files = { "a.csv": notes, "b.csv": table };
    const { problems } = await inZip(files, { sheet: "a.csv" });
    expect(problems).not.toEqual([]);
    expect(problems.join()).not.toContain("--sheet");
  });

  test("twenty are looked at, and of more one has to be named", async () => {
    expect((await inZip(tablesOf(20))).columns?.sheet).toBe("t13.csv");
    const { columns, problems, cures } = await inZip(tablesOf(21));
    expect(columns).toBeUndefined();
    expect(problems[0]).toMatch(/^the file has several tables, 't10.csv', .*: --sheet names one$/);
    expect(cures).toHaveLength(21);
  });

  test("a sheet that is not there is refused with those that are", async () => {
    expect(await inZip({ "a.csv": table }, { sheet: "q" })).toEqual({
      columns: undefined,
      problems: ["--sheet names 'q'; the file has 'a.csv'"],
      cures: ["--sheet a.csv"],
    });
  });
});

describe("a file without tables", () => {
  const none = { "c.mcf": "Node: dcid:x\n" };

  test.each([
    ["says so", {}, "the file has no table"],
    ["says so to the name of a sheet", { sheet: "q" }, "--sheet names 'q'; the file has no table"],
  ])("%s", async (_, known, problem) => {
    expect(await inZip(none, known)).toEqual({
      columns: undefined,
      problems: [problem],
      cures: [],
    });
  });

  test("says so where nothing is in it", async () => {
    expect((await inZip({})).problems).toEqual(["the file has no table"]);
  });

  test("is refused by its name, with the file", async () => {
    await expect(proposeColumns({ "a.mcf": none["c.mcf"] })).rejects.toMatchObject({
      file: "a.mcf",
      message: expect.stringMatching(/^a\.mcf: is no table: it needs the name of one, \.csv, /),
    });
  });
});

describe("a table that takes long", () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `place${at},2020,${at}`);
  const source = { "a.csv": ["Place,Year,Count", ...rows, ""].join("\n") };

  test("ends where a signal comes while it is read", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => controller.abort(new Error("enough"));
    await expect(proposeColumns(source, { signal, onProgress })).rejects.toThrow("enough");
    await expect(proposeColumns(source, { signal })).rejects.toThrow("enough");
  });

  test.each<[about: string, KnownColumns]>([
    ["nothing is known", {}],
    ["some rows are left out", { only: { Year: "2020" } }],
  ])("says how far it has come, if %s", async (_, known) => {
    const seen: LoadProgress[] = [];
    await proposeColumns(source, { ...known, onProgress: (progress) => seen.push(progress) });
    const { length } = source["a.csv"];
    const bytes = { bytesRead: length, bytesTotal: length };
    expect(seen.at(-1)).toEqual({ file: "a.csv", ...bytes, rowCount: 3_000 });
  });
});

describe("of a table with more than a thousand rows", () => {
  const first = Array.from(
    { length: 1_200 },
    (_, at) => `Place ${at % 4},${1700 + Math.floor(at / 4)},F,${at}`,
  );
  const withRows = (...late: string[]) => ({
    "t.csv": `${["Country,Year,Sex,Value", ...first, ...late].join("\n")}\n`,
  });
  const sexOf = (columns: KnownColumns["columns"]) => columns?.dimensions?.["Sex"];

  test("names are counted in all rows, without totals and empty cells", async () => {
    const source = withRows("Place 9,2001,F,7", "Total,2001,F,8", ",2001,F,8", "Place 0,2001,F,7");
    expect((await proposeColumns(source)).names).toEqual([
      { name: "Place 0", rows: 301 },
      { name: "Place 1", rows: 300 },
      { name: "Place 2", rows: 300 },
      { name: "Place 3", rows: 300 },
      { name: "Place 9", rows: 1 },
    ]);
  });

  test("codes that come late are those of the column", async () => {
    const { columns } = await proposeColumns(withRows("Place 0,2011,M,7", "Place 0,2011,F,9"));
    expect(sexOf(columns)).toEqual({
      property: "gender",
      values: { F: { value: "Female", name: "Female" }, M: { value: "Male", name: "Male" } },
    });
  });

  test("rows that come late and fall together are reported with their lines", async () => {
    const columns = { entity: { name: "Country" }, date: "Year", value: "Value" };
    const source = withRows("Place 0,2011,M,7", "Place 0,2011,F,9");
    const { problems } = await proposeColumns(source, {
      columns: { ...columns, variable: { constant: "Count" } },
    });
    expect(problems.join()).toContain(
      "lines 1202 and 1203 have the same entity, variable and date",
    );
  });

  test("only the rows that the caller wants are counted", async () => {
    const { columns, names } = await proposeColumns(withRows("Place 0,2011,M,7"), {
      only: { Sex: "M" },
    });
    expect(names).toEqual([{ name: "Place 0", rows: 1 }]);
    expect(sexOf(columns)).toMatchObject({ values: { M: { value: "Male" } } });
  });
});

test.each([
  ["AB", true],
  ["ÄB", true],
  ["12", true],
  ["x-1.b", true],
  ["a b", false],
  ["A B", false],
  ["abc", false],
  ["of 12", false],
  ["12 to", false],
])("whether %s looks like a code: %s", (cell, expected) => {
  expect(looksLikeCode(cell)).toBe(expected);
});

test.each([
  ["SEX", "Sex", true],
  ["sex", "sex.label", true],
  ["UNIT_MEASURE", "Unit of measure", true],
  ["Item Code", "Item", true],
  ["Item Code", "Item Name", true],
  ["Code", "Label", false],
  ["Code", "Sex", false],
  ["Sex", "Name", false],
  ["Area", "Sex", false],
  ["Area group", "Area type", false],
  ["Item", "Item of one other kind", false],
])("whether %s and %s are namesakes: %s", (code, label, expected) => {
  expect(isNamesake(code, label)).toBe(expected);
});

test("the header that the caller names counts before the first line that could be one", async () => {
  const source = { "t.csv": `Land,Jahr,Einwohner\n${table}` };
  const { found } = await proposeColumns(source, { header: 2 });
  expect(found.map(({ heading }) => heading)).toEqual(["Country", "Year", "Population"]);
});

test.each(["1/22/20", "22.1.20", "22-01-20"])(
  "headings such as %s are refused as days, and not as a table without dates",
  async (day) => {
    const { columns, problems } = await proposeColumns({ "t.csv": `Country,${day}\nFrance,1\n` });
    expect([columns, problems]).toEqual([
      undefined,
      [
        `headings such as '${day}' may be days, and their years have two digits: write them as 2020-01-31`,
      ],
    ]);
  },
);

test("headings of days whose years have four digits are dates", async () => {
  const text = "Country,2020-01-22,2020-01-23\nFrance,1,2\n";
  const { found, problems } = await proposeColumns({ "t.csv": text });
  expect(found.map(({ reason }) => reason)).toEqual([
    "names of places, as France; looked up as Country",
    "the heading is a date",
    "the heading is a date",
  ]);
  expect(problems).toEqual([
    "columns are dates, and nothing says of which variable: --variable NAME does",
  ]);
});

test.each([
  ["one column of values", "Visitors", "--multiplier 1 says it", []],
  [
    "several, of which a file multiplies one",
    "Visitors,Museums",
    '--multiplier 1 says it for all columns of values, and a member "multiplier" of a column for one, in the file that --propose writes',
    ["--propose map.json"],
  ],
])("a title in thousands is asked about: %s", async (_, headings, end, more) => {
  const values = headings.split(",").map(() => "7");
  const rows = ["a/1", "a/2", "a/3"].map((id) => `${id},2020,${values}\n`);
  const text = `Museums (visits in thousands)\nid,Year,${headings}\n${rows.join("")}`;
  const { problems, cures } = await proposeColumns({ "t.csv": text });
  expect(problems).toEqual([
    `'Museums (visits in thousands)' may say what values are multiplied by: --multiplier 1000 or ${end}`,
  ]);
  expect(cures).toEqual(["--multiplier 1000", "--multiplier 1", ...more]);
});

test.each([
  ["one that says nothing", "Number of farms", "'Number of farms'"],
  ["two", "Farms;Cows", "'Farms', 'Cows'"],
])("a heading in thousands does not multiply other columns: %s", async (_, others, end) => {
  const values = others.split(";").map(() => "7");
  const rows = ["a/1", "a/2", "a/3"].map((id) => [id, "2020", "8", ...values, "9%"].join(";"));
  const heading = `id;Year;Income ($1,000);${others};Share (%)`;
  const { problems, cures } = await proposeColumns({ "t.csv": [heading, ...rows, ""].join("\n") });
  expect(problems).toEqual([
    `'Income ($1,000)' may say that its values are multiplied by 1000, and not those of ${end}: a member "multiplier": 1000 of the first column, in the file that --propose writes, says it; --multiplier 1 if no column is multiplied`,
  ]);
  expect(cures).toEqual(["--propose map.json", "--multiplier 1"]);
});

test.each([
  ["Spending (in millions of U.S. dollars)", " --unit USDollar", ""],
  ["Spending in million euros", " --unit Euro", ""],
  ["Spending in billions of dollars", "", "; --unit says which money it is"],
  ["Income minus dollars paid in thousands", "", "; --unit says which money it is"],
  ["Spending in millions of Canadian dollars", "", ""],
  ["Deaths (thousands)", "", ""],
])("the unit of a title is not lost: %s", async (title, unit, end) => {
  const table = (heading: string) =>
    `${title}\nid,${heading}\n${["a/1", "a/2", "a/3"].map((id) => `${id},2020,8\n`).join("")}`;
  const { problems, cures } = await proposeColumns(
    { "t.csv": table("2020,2021") },
    { variable: "Spending" },
  );
  const [power = ""] = /\d{4,}/.exec(cures[0] ?? "") ?? [];
  expect(cures).toEqual([`--multiplier ${power}${unit}`, `--multiplier 1${unit}`]);
  expect(problems).toEqual([expect.stringMatching(new RegExp(`says it${end}$`))]);
  // What the table says itself counts.
  const own = await proposeColumns({ "t.csv": table("Year,Spending (EUR)") });
  expect(own.cures.slice(0, 2)).toEqual([`--multiplier ${power}`, "--multiplier 1"]);
});

test.each([
  ["Share (%)", ["--multiplier 1000", "--multiplier 1", "--propose map.json"]],
  // What a heading says for sure is not taken back.
  ["Farms (x 1000)", ["--multiplier 1000", "--propose map.json"]],
  ["Cows (thousands)", ["--multiplier 1000", "--propose map.json"]],
  ["Exports (millions)", ["--propose map.json"]],
  ["Exports mil. USD", ["--propose map.json", "--multiplier 1"]],
])(
  "a heading in thousands is answered for all columns, if they are alike: %s",
  async (other, expected) => {
    const rows = ["a/1", "a/2", "a/3"].map((id) => `${id};2020;8;7\n`);
    const text = `id;Year;Income ($1,000);${other}\n${rows.join("")}`;
    const { cures } = await proposeColumns({ "t.csv": text });
    expect(cures).toEqual(expected);
  },
);

test.each([
  ["a title with a comma", "Visits, by place\nid,Year,Visits,Cats\n", 2],
  ["two titles with commas", "Visits, by place\nWest, only\n\nid,Year,Visits,Cats\n", 4],
  ["a header of the width of the rows", "id,Year,Visits,Cats\n", 1],
])("the header is found: %s", async (_, above, header) => {
  const text = `${above}a/1,2020,7,8\na/2,2020,7,8\n`;
  const found = await proposeColumns({ "t.csv": text });
  expect([found.header, found.problems]).toEqual([header, []]);
});

test("a header that lacks a heading stays the header", async () => {
  const rows = "a/1,2020,7,8\na/2,2020,7,8\n";
  const { problems } = await proposeColumns({ "t.csv": `id,Year,Visits\n${rows}` });
  expect(problems).toEqual([
    "rows have more cells than the header in line 1 has headings, 4 and 3: is a heading missing?",
  ]);
});
