/** Which columns of a known layout say what: by the layout, by the cells, and by a caller. */
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { proposeColumns } from "../../../src/lint.ts";
import { layouts } from "../../../src/load/layouts/layouts.ts";
import type { KnownColumns } from "../../../src/propose/proposal.ts";

async function rolesOf(text: string, known: KnownColumns = {}) {
  const { found, columns, problems } = await proposeColumns({ "a.csv": text }, known);
  const roles = Object.fromEntries(found.map(({ heading, role }) => [heading, role]));
  const reasons = Object.fromEntries(found.map(({ heading, reason }) => [heading, reason]));
  return { roles, reasons, columns, problems };
}

const regions = `STRUCTURE,STRUCTURE_ID,ACTION,REF_AREA,COUNTRY,SURVEY_DATE,TIME_PERIOD,OBS_VALUE
dataflow,A:B(1.0),I,FRL01,FRA,2019,2020,5
dataflow,A:B(1.0),I,DE111,DEU,2019,2020,6
dataflow,A:B(1.0),I,DE112,DEU,2019,2020,7
`;

describe("columns of SDMX-CSV", () => {
  test("with the countries of regions are left out, and others are parts of the variable", async () => {
    const { roles, reasons, problems } = await rolesOf(regions);
    expect(problems).toEqual([]);
    expect(roles).toEqual({
      STRUCTURE: "note",
      STRUCTURE_ID: "variable",
      ACTION: "note",
      REF_AREA: "entity",
      COUNTRY: "not read",
      SURVEY_DATE: "dimension",
      TIME_PERIOD: "date",
      OBS_VALUE: "value",
    });
    expect(reasons).toMatchObject({
      COUNTRY: "the place of a row says it",
      STRUCTURE: "it says nothing about single rows",
      TIME_PERIOD: "dates, as 2020",
    });
  });

  test("with several countries beside one region are parts of the variable", async () => {
    const flows = regions.replace("DE112,DEU", "DE111,FRA");
    expect((await rolesOf(flows)).roles["COUNTRY"]).toBe("dimension");
  });

  test("of which a caller names another one for the date", async () => {
    const { columns, roles } = await rolesOf(regions, { date: "SURVEY_DATE" });
    expect(columns?.date).toBe("SURVEY_DATE");
    expect(roles).toMatchObject({ SURVEY_DATE: "date", TIME_PERIOD: "not read" });
  });

  test("leave out the rows that a caller skips, in the proposal and where it is read", async () => {
    const { columns } = await rolesOf(regions, { skipRows: 1 });
    expect(columns?.skipRows).toBe(1);
    const { info } = await open({ "a.csv": regions }, { columns: columns! });
    expect(info.observationCount).toBe(2);
  });

  test("that a caller has not described are left out only if no row needs them", async () => {
    const { roles, reasons } = await rolesOf(regions, {
      columns: {
        layout: "sdmx-csv",
        entity: "REF_AREA",
        date: "TIME_PERIOD",
        value: "OBS_VALUE",
        variable: { constant: "X" },
      },
    });
    expect(roles).toMatchObject({
      STRUCTURE: "note",
      STRUCTURE_ID: "not read",
      ACTION: "note",
      SURVEY_DATE: "not read",
    });
    expect(reasons["ACTION"]).toBe("left out, as described");
  });
});

describe("columns of the OECD", () => {
  const { example } = layouts.oecd;
  test("have codes of places before their names", async () => {
    const { columns, reasons } = await rolesOf(example);
    expect(columns?.entity).toEqual({ column: "LOCATION", prefix: "country/" });
    expect(reasons["Country"]).toBe("names; another column says what rows are about");
  });

  test.each<[string, KnownColumns, object]>([
    ["names of places", { name: "Country" }, { entity: { name: "Country", type: "Country" } }],
    ["another date", { date: "Time" }, { date: "Time" }],
    ["another variable", { variable: "Indicator" }, { variable: "Indicator" }],
    ["another value", { value: "Time" }, { value: "Time" }],
    ["one place for all rows", { entity: "geoId/06" }, { entity: { constant: "geoId/06" } }],
    ["another unit", { unit: "Unit" }, { unit: { column: "Unit" } }],
  ])("of which a caller names %s", async (_, known, columns) => {
    const found = await rolesOf(example, known);
    expect(found.problems).toEqual([]);
    expect(found.columns).toMatchObject(columns);
  });
});

test("a layout that no line is a header of is refused by its name", async () => {
  const { problems } = await rolesOf("Country,Year,Cats\nFrance,2020,7\n", { layout: "oecd" });
  expect(problems).toContain("no line is a header of the layout oecd");
});

test.each([
  ["All counties", "warning Resolution_TotalRow"],
  ["Other", "error Resolution_UnresolvedEntity"],
  ["Total, all counties", "warning Resolution_TotalRow"],
])("'%s' among codes of counties is no place", async (word, counter) => {
  const rows = ["09001", "09003", "09005", "09007", "09009"].map((code) => `${code},2022,39.1\n`);
  const text = `County FIPS,Year,Rainfall\n"${word}",2022,250\n${rows.join("")}`;
  const { columns, found } = await proposeColumns({ "a.csv": text });
  expect(found[0]?.reason).toBe("codes of the United States, as 09001; they become geoId/09001");
  const { info } = await open({ "a.csv": text }, { columns: columns! });
  expect(info.observationCount).toBe(5);
  const { counters } = info.diagnostics;
  expect(counters.map((one) => `${one.level} ${one.counter}`)).toEqual([counter]);
});
