/** Tables in which a code and its name have headings alike. */
import { expect, test } from "vitest";
import type { LaidTable } from "../../../../src/load/layouts/layout.ts";
import { whoAthena } from "../../../../src/load/layouts/pairs.ts";

const headings =
  "GHO (CODE);GHO (DISPLAY);GHO (URL);YEAR (CODE);YEAR (DISPLAY);PUBLISHSTATE (CODE);REGION (CODE);WORLDBANKINCOMEGROUP (CODE);WHOREGION (CODE);UNREGION (CODE);COUNTRY (CODE);COUNTRY (DISPLAY);SEX (CODE);SEX (DISPLAY);Display Value;Numeric;Low";

test("the WHO's older tables have a role for each heading, and a place beside them", () => {
  const { columns, width } = whoAthena.lay(headings.split(";"), [], [], []) as LaidTable;
  expect(width).toBe(17);
  expect(columns.map(({ role, of }) => (of === undefined ? role : `${role} of ${of}`))).toEqual([
    "variable",
    "label of GHO (CODE)",
    "about",
    "date",
    "about",
    "about",
    "note",
    "note",
    "note",
    "note",
    "about",
    "entity name",
    "dimension",
    "label of SEX (CODE)",
    "note",
    "value",
    "note",
    "entity",
  ]);
  expect(columns.at(-1)).toEqual({ heading: "Country code", role: "entity", at: 17 });
});

test.each(["YEAR (CODE)", "PERIOD (DISPLAY)", "DATE (CODE)"])("%s is the time", (time) => {
  const header = ["GHO (CODE)", time, "COUNTRY (CODE)", "REGION (CODE)", "Numeric"];
  const { columns } = whoAthena.lay(header, [], [], []) as LaidTable;
  expect(columns[1]).toEqual({ heading: time, role: "date", at: 1 });
});

test.each([
  "GHO (CODE);YEAR (CODE);COUNTRY (CODE)",
  "GHO (CODE);YEAR (CODE);Numeric",
  "GHO (CODE);COUNTRY (CODE);Numeric",
  "GHO (CODE);COUNTRY (CODE);Numeric;XYEAR (CODE)",
  "GHO (CODE);COUNTRY (CODE);Numeric;YEAR",
])("the header %s is broken", (text) => {
  const header = text.split(";");
  expect([whoAthena.isHeader(header, [], []), whoAthena.lay(header, [], [], [])]).toEqual([
    true,
    {
      expected: "the columns Numeric, YEAR (CODE) and COUNTRY (CODE)",
      found: header.join(", "),
    },
  ]);
});

test("a row without a country is about its region", () => {
  const header = ["GHO (CODE)", "YEAR (CODE)", "REGION (CODE)", "COUNTRY (CODE)", "Numeric"];
  const { split } = whoAthena.lay(header, [], [], []) as LaidTable;
  expect(split?.(["A", "2020", "EUR", "FRA", "5"])).toEqual([
    "A",
    "2020",
    "EUR",
    "FRA",
    "5",
    "FRA",
  ]);
  const region = split?.(["A", "2020", "EUR", "", "5"])?.at(-1);
  expect(region).toMatch(/EUR/);
  const without = whoAthena.lay(header.with(2, "x"), [], [], []) as LaidTable;
  expect(without.split?.(["A", "2020", "EUR", "", "5"])).toHaveLength(6);
});
