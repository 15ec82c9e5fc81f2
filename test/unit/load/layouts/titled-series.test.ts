/** Series in columns, each below its title, its id and its unit. */
import { expect, test } from "vitest";
import type { LaidTable } from "../../../../src/load/layouts/layout.ts";
import { titledSeries } from "../../../../src/load/layouts/titled-series.ts";

type Lines = readonly (readonly string[])[];

const lay = ([header = [], below = [], ...after]: Lines) =>
  titledSeries.lay(header, below, after, []) as LaidTable;
const isHeader = ([header = [], below = [], ...after]: Lines) =>
  titledSeries.isHeader(header, below, after);

test.each<[what: string, lines: Lines, is: boolean]>([
  [
    "of the ONS",
    [
      ["Title", "A"],
      ["CDID", "X"],
      ["2019", "1"],
    ],
    true,
  ],
  [
    "of the ABS",
    [
      ["", "A"],
      ["Unit", "m"],
      [" Series ID ", "X"],
      ["2019", "1"],
    ],
    true,
  ],
  [
    "of INSEE",
    [
      ["Libellé", "A"],
      ["idBank", "X"],
      ["2019", "1"],
    ],
    true,
  ],
  [
    "without a date",
    [
      ["Title", "A"],
      ["CDID", "X"],
    ],
    true,
  ],
  [
    "with ids below a date",
    [
      ["Title", "A"],
      ["2019", "1"],
      ["CDID", "X"],
    ],
    false,
  ],
  [
    "with ids below a date with blanks",
    [
      ["Title", "A"],
      [" 2019 ", "1"],
      ["CDID", "X"],
    ],
    false,
  ],
  [
    "without ids",
    [
      ["Title", "A"],
      ["CDIDs", "X"],
      ["2019", "1"],
    ],
    false,
  ],
  ["with an id for nothing", [["Title", "A"], ["CDID"], ["2019", "1"]], false],
  [
    "without a title",
    [
      ["Title", ""],
      ["CDID", "X"],
      ["2019", "1"],
    ],
    false,
  ],
  [
    "with another first heading",
    [
      ["Titles", "A"],
      ["CDID", "X"],
      ["2019", "1"],
    ],
    false,
  ],
  [
    "with other ids",
    [
      ["Title", "A"],
      ["XCDID", "X"],
      ["2019", "1"],
    ],
    false,
  ],
])("lines %s have the layout: %s", (_, lines, is) => {
  expect(isHeader(lines)).toBe(is);
});

test.each<[sign: string, word: string, unit: string]>([
  ["£", "m", "£ million"],
  ["£", " m ", "£ million"],
  ["", "£m", "£ million"],
  ["", "€ m", "€ million"],
  ["$", "bn", "$ billion"],
  ["", "$bn", "$ billion"],
  ["", "US$ m", "US$ m"],
  ["£", "$ m", "$ million"],
  ["£", "", "£"],
  ["", "Persons", "Persons"],
  ["%", "", "%"],
  ["", "xm", "xm"],
  ["£", "mm", "£ mm"],
])("the unit of %j and %j is %j", (sign, word, unit) => {
  for (const name of ["Unit", "Unité"]) {
    const lines = [
      ["Title", "A"],
      ["CDID", "X"],
      ["PreUnit", sign],
      [name, word],
      ["2019", "1"],
    ];
    expect(lay(lines).columns.at(-1)?.unit).toBe(unit);
  }
  const others = [
    ["Title", "A"],
    ["CDID", "X"],
    ["PreUnits", sign],
    ["Units", word],
  ];
  expect(lay(others).columns.at(-1)?.unit).toBe("");
});

test.each([
  ["GDP ; by volume ;", "GDP, by volume"],
  ["GDP;by;volume", "GDP, by, volume"],
  [" GDP ", "GDP"],
  ["", "X"],
  [";", "X"],
])("the series %j is called %j", (title, name) => {
  expect(
    lay([
      ["Title", title],
      ["CDID", " X "],
      ["2019", "1"],
    ]).columns.at(-1),
  ).toMatchObject({
    heading: "X",
    role: "value",
    at: 1,
    name,
  });
});

test("columns without an id are notes, the first is that of dates, and periods beside it", () => {
  const lines = [
    ["Title", "A", "", "Codes", "B"],
    ["CDID", "X", "", " ", "Y"],
    ["2019", "1", "", "", "2"],
  ];
  const columns = lay(lines).columns.map(({ heading, role, at }) => ({ heading, role, at }));
  expect(columns).toEqual([
    { heading: "Date", role: "date", at: 0 },
    { heading: "Frequency", role: "period", at: 0 },
    { heading: "X", role: "value", at: 1 },
    { heading: "Flags 2", role: "note", at: 2 },
    { heading: "Codes", role: "note", at: 3 },
    { heading: "Y", role: "value", at: 4 },
  ]);
  expect(
    lay([
      ["Title", "A"],
      ["CDID", ""],
      ["2019", "1"],
    ]),
  ).toEqual({
    expected: "ids of series below the titles",
    found: "CDID, ",
  });
});

test.each([
  ["2019", "A"],
  [" 2019 ", "A"],
  ["2020 Q1", "Q"],
  ["2020-T4", "Q"],
  ["2020 q2", "Q"],
  ["2020 JAN", "M"],
  ["2020-01", "M"],
  ["20191", "M"],
])("the time %j has the period %s, unless the series say theirs", (time, period) => {
  const periodOf = (lines: Lines) => lay(lines).columns[1]?.cell?.(time, () => {});
  const lines = [
    ["Title", "A", "B"],
    ["CDID", "X", "Y"],
  ];
  expect(periodOf(lines)).toBe(period);
  expect(periodOf([...lines, ["Frequency", "Quarter", "Quarter"]])).toBe("Q");
  expect(periodOf([...lines, ["Frequency", "", "Month"]])).toBe("M");
  expect(periodOf([...lines, ["Frequency", "", ""]])).toBe(period);
});

test("rows without a date are about the series", () => {
  const { leaves, width } = lay([
    ["Title", "A"],
    ["CDID", "X"],
    ["2019", "1"],
  ]);
  expect([leaves?.([" 2019 ", "1"]), leaves?.(["Notes", "1"]), leaves?.([]), width]).toEqual([
    undefined,
    "rows about the series: title, unit, notes",
    "rows about the series: title, unit, notes",
    2,
  ]);
});
