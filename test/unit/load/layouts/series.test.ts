/** Series by date: Our World in Data, FRED, Statistics Canada, the Swiss National Bank, the Bundesbank. */
import { describe, expect, test } from "vitest";
import type { LaidTable, Layout } from "../../../../src/load/layouts/layout.ts";
import { bundesbank, fred, owid, snb, statCan } from "../../../../src/load/layouts/series.ts";

const cells = (line: string) => line.split(",");
const is = (layout: Layout, header: string, below = "") =>
  layout.isHeader(cells(header), cells(below), []);
const lay = (layout: Layout, header: string, ...others: readonly string[]) => {
  const [below = [], ...after] = others.map(cells);
  return layout.lay(cells(header), below, after, []) as LaidTable;
};
const rolesOf = ({ columns }: LaidTable) =>
  columns.map(({ heading, role }) => `${heading}: ${role}`);

describe("Our World in Data", () => {
  test.each<[header: string, is: boolean]>([
    ["Entity,Code,Year,x", true],
    ["entity,CODE,Day", true],
    ["Entity,Code,Date", true],
    ["Entity,Code,Years", false],
    ["Entity,Code,x,Year", false],
    ["Entities,Code,Year", false],
    ["Entity,Codes,Year", false],
    ["iso_code,country,year,x", true],
    ["location,date,iso_code", true],
    ["code,country,year", false],
    ["iso_code,country,x", false],
    ["iso_code,x,year", false],
  ])("has the header %s: %s", (header, yes) => {
    expect(is(owid, header)).toBe(yes);
  });

  test("has a role for each heading", () => {
    expect(
      rolesOf(lay(owid, "Entity,Code,Year,Deaths,Annotations,continent,x annotation")),
    ).toEqual([
      "Entity: entity name",
      "Code: entity",
      "Year: date",
      "Deaths: open",
      "Annotations: note",
      "continent: note",
      "x annotation: note",
    ]);
  });

  test.each([
    ["Africa", "OWID_AFR"],
    ["Asia", "OWID_ASI"],
    ["Europe", "OWID_EUR"],
    ["North America", "OWID_NAM"],
    ["Oceania", "OWID_OCE"],
    ["South America", "OWID_SAM"],
    ["World", "OWID_WRL"],
    [" World ", "OWID_WRL"],
    ["Elsewhere", ""],
  ])("knows %s by its name", (name, code) => {
    const { split } = lay(owid, "Entity,Code,Year,x");
    expect(split?.([name, "", "2020", ""])).toEqual([name, code, "2020", ""]);
    expect(split?.([name, "A", "2020", ""])).toEqual([name, "A", "2020", ""]);
  });
});

describe("FRED", () => {
  test.each<[header: string, below: string, is: boolean]>([
    ["DATE,GDPC1", "2020-01-01,5", true],
    ["observation_date,GDPC1,UNRATE", "2020-01-01,.,#N/A", true],
    ["Date,GDPC1", "2020-01-01,5", false],
    ["XDATE,GDPC1", "2020-01-01,5", false],
    ["DATES,GDPC1", "2020-01-01,5", false],
    ["DATE", "2020-01-01", false],
    ["DATE,GDPC1,Gdp", "2020-01-01,5,6", false],
    ["DATE,G", "2020-01-01,5", false],
    ["DATE,1G", "2020-01-01,5", false],
    ["DATE,GDPC1", "2020-01-01,many", false],
    ["DATE,GDPC1", "January,5", true],
  ])("has the header %s above %s: %s", (header, below, yes) => {
    expect(is(fred, header, below)).toBe(yes);
  });

  test("has values without signs, each series once", () => {
    const laid = lay(fred, "DATE,GDPC1,UNRATE");
    expect([rolesOf(laid), laid.width]).toEqual([
      ["DATE: date", "GDPC1: value", "UNRATE: value"],
      3,
    ]);
    expect(laid.columns.map(({ cell }) => cell?.(" . ", () => {}))).toEqual([undefined, "", ""]);
    expect(lay(fred, "DATE,A1,B1,A1")).toEqual({
      expected: "each series once",
      found: "DATE, A1, B1, A1",
    });
  });
});

describe("Statistics Canada", () => {
  const header =
    "REF_DATE,GEO,DGUID,Sex,UOM,UOM_ID,SCALAR_FACTOR,SCALAR_ID,VECTOR,COORDINATE,VALUE,STATUS,SYMBOL,TERMINATED,DECIMALS";
  const roles =
    "date,entity,about,dimension,unit,about,about,multiplier,about,about,value,note,note,note,about";

  test("has a role for each heading", () => {
    const laid = lay(statCan, header);
    expect([laid.columns.map(({ role }) => role).join(), laid.width, laid.variable?.("a")]).toEqual(
      [roles, 15, "a"],
    );
    const without = lay(statCan, header.replace("SCALAR_ID,", ""));
    expect(without.columns[6]).toMatchObject({ heading: "SCALAR_FACTOR", role: "multiplier" });
  });

  test.each(["REF_DATE", "GEO", "VECTOR", "VALUE"])("needs the heading %s", (heading) => {
    expect([is(statCan, header), is(statCan, header.replace(heading, "x"))]).toEqual([true, false]);
  });

  test.each(cells(header))("knows %s as a whole", (heading) => {
    for (const other of [`X${heading}`, `${heading}X`]) {
      expect(rolesOf(lay(statCan, other))).toEqual([`${other}: dimension`]);
    }
  });
});

test.each<[header: string, is: boolean]>([
  ["Date,D0,Value", true],
  ["Date,D0,D1,Value", true],
  ["Date,Value", false],
  ["Date,D1,Value", false],
  ["Date,D0,D0,Value", false],
  ["Dates,D0,Value", false],
  ["Date,D0,Values", false],
  ["Date,D0,D1", false],
])("the header %s is one of the Swiss National Bank: %s", (header, yes) => {
  expect(is(snb, header)).toBe(yes);
});

test.each([
  ["snb-data-rendoblim-en-all-2024", "rendoblim"],
  ["SNB-data-a1-de", "a1"],
  ["snb-data--en", undefined],
  ["x-snb-data-a-en", undefined],
  ["snb-data-a", undefined],
])("the file %s of the Swiss National Bank has the variable %s", (file, variable) => {
  const laid = lay(snb, "Date,D0,Value");
  expect([laid.variable?.(file), rolesOf(laid), laid.width]).toEqual([
    variable,
    ["Date: date", "D0: dimension", "Value: value"],
    3,
  ]);
});

describe("Deutsche Bundesbank", () => {
  test.each<[header: string, is: boolean]>([
    [",A,A_FLAGS", true],
    [",A,A_FLAGS,B,B_FLAGS", true],
    ["x,A,A_FLAGS", false],
    [",A", false],
    [",A,B_FLAGS", false],
    [",A,A_FLAGS,,_FLAGS", false],
    [",A,A_FLAGS,B", true],
  ])("has the header %s: %s", (header, yes) => {
    expect(is(bundesbank, header)).toBe(yes);
  });

  const laidWith = (
    unit: string,
    power: string,
    title = "Title",
    unitRow = "Einheit",
    powerRow = "Dimension",
  ) =>
    lay(
      bundesbank,
      ",A,A_FLAGS",
      `,${title},`,
      `${unitRow},${unit},`,
      `${powerRow},${power},`,
      "2024-04,1,",
    );

  test.each<[word: string, power: number]>([
    ["", 0],
    ["Eins", 0],
    ["ein", 0],
    ["One", 0],
    ["Tausend", 3],
    ["thousand", 3],
    ["Thousands", 3],
    ["Million", 6],
    ["Millionen", 6],
    ["millions", 6],
    ["Milliarde", 9],
    ["Milliarden", 9],
    ["Billion", 9],
    ["billions", 9],
  ])("has the word %j for the power %d", (word, power) => {
    expect(laidWith("USD", ` ${word} `).columns[1]).toMatchObject({ power });
    if (word === "") return;
    for (const odd of [`x${word}`, `${word}x`]) {
      expect(laidWith("USD", odd)).toEqual({
        expected: "rows with the unit and the power of ten of each series",
        found: `Dimension, ${odd}, `,
      });
    }
  });

  test("has dates, values with their title and unit, and flags", () => {
    const columns = laidWith("USD (US-Dollar)", "Eins").columns.map(({ cell: _, ...one }) => one);
    expect(columns).toEqual([
      { heading: "Date", role: "date", at: 0 },
      { heading: "A", role: "value", at: 1, name: "Title", unit: "USD", power: 0 },
      { heading: "A_FLAGS", role: "note", at: 2 },
    ]);
    expect(laidWith(" % ", "Eins", " ").columns[1]).toMatchObject({ name: "A", unit: "%" });
    const english = laidWith("USD", "Thousands", "T", "Unit", "Unit multiplier");
    expect(english.columns[1]).toMatchObject({ unit: "USD", power: 3 });
  });

  test.each(["Einheiten", "XEinheit", "Units", "XUnit"])("needs its unit, and not %s", (row) => {
    expect(laidWith("USD", "Eins", "T", row)).toEqual({
      expected: "rows with the unit and the power of ten of each series",
      found: ", A, A_FLAGS",
    });
  });

  test("has its rows where a date begins them, with the unit above them", () => {
    const { leaves } = laidWith("USD", "Eins");
    const about = "rows about the series: title, unit, comments";
    const starts = ["2024-04", " 2024 ", "2024", "20245", "x2024", "Stand vom", ""];
    expect(starts.map((start) => leaves?.([start]))).toEqual([
      undefined,
      undefined,
      undefined,
      about,
      about,
      about,
      about,
    ]);
    expect(lay(bundesbank, ",A,A_FLAGS", ",T,", "2024-04,1,", "Einheit,USD,")).toMatchObject({
      expected: "rows with the unit and the power of ten of each series",
    });
    expect(lay(bundesbank, ",A,A_FLAGS", ",T,", "Einheit,USD,").columns[1]).toMatchObject({
      unit: "USD",
    });
  });
});
