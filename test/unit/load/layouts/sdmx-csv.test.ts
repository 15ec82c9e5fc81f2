/** Columns of SDMX by their headings: each name that an id may have has its role. */
import { describe, expect, test } from "vitest";
import type { LaidTable } from "../../../../src/load/layouts/layout.ts";
import { labelledBy, sdmxCsv, sdmxWide } from "../../../../src/load/layouts/sdmx-csv.ts";

/** Roles by heading. */
function rolesOf(header: readonly string[], layout = sdmxCsv): Readonly<Record<string, string>> {
  const laid = layout.lay(header, [], [], []) as LaidTable;
  return Object.fromEntries(
    laid.columns.map(({ heading, role, of }) => [
      heading,
      of === undefined ? role : `${role} of ${of}`,
    ]),
  );
}

const rolesBefore = (...headings: readonly string[]) =>
  rolesOf([...headings, "TIME_PERIOD", "OBS_VALUE"]);
const roleAfter = (heading: string) => rolesOf(["TIME_PERIOD", "OBS_VALUE", heading])[heading];

const areas =
  "REF_AREA GEO REFERENCE_AREA GEO_PICT LOCATION COUNTRY AREA REPORTER OBSERVATIONABOUT ITTER107 BORROWERS_CTY L_REP_CTY REP_CTY GEOGRAPHY_CODE REGION REGIONS";
const measures = "INDICATOR SERIES SUBJECT MEASURE INDICATOR_ID VARIABLE VARIABLEMEASURED";
const flows = "DATAFLOW STRUCTURE_ID DATAFLOW_ID KEY";

describe("before the value", () => {
  test.each(areas.split(" "))("%s says the place", (area) => {
    expect(rolesBefore(area, "SEX")).toMatchObject({ [area]: "entity", SEX: "dimension" });
    expect(rolesBefore(area.toLowerCase())).toMatchObject({ [area.toLowerCase()]: "entity" });
  });

  test.each(measures.split(" "))("%s says the variable, before a dataflow", (measure) => {
    expect(rolesBefore("DATAFLOW", measure)).toMatchObject({
      DATAFLOW: "open",
      [measure]: "variable",
    });
  });

  test.each(flows.split(" "))("%s says the variable where nothing else does", (flow) => {
    expect(rolesBefore(flow, "SEX")).toMatchObject({ [flow]: "variable", SEX: "dimension" });
    const beside = rolesBefore(flow, "MEASURE");
    expect(beside).toMatchObject({
      [flow]: flow === "KEY" ? "about" : "open",
      MEASURE: "variable",
    });
  });

  test("the first of the list is that of the list, not that of the header", () => {
    expect(rolesBefore("REGION", "GEO", "SERIES", "INDICATOR")).toMatchObject({
      REGION: "dimension",
      GEO: "entity",
      SERIES: "dimension",
      INDICATOR: "variable",
    });
  });

  test.each([
    ...["STRUCTURE", "STRUCTURE_NAME", "ACTION", "SERIES_KEY", "LAST UPDATE", "TIME_FORMAT"].map(
      (heading) => [heading, "about"],
    ),
    ["DATAFLOW_NAME", "about"],
    ["FREQ", "period"],
    ["FREQUENCY", "period"],
    ["observationPeriod", "period"],
    ["measurementMethod", "method"],
    ["provenance", "note"],
    ["UNIT", "unit"],
    ["UNIT_MEASURE", "unit"],
    ["UNIT_OF_MEASURE", "unit"],
    ["UNIT_MULT", "multiplier"],
    ["UNITMULT", "multiplier"],
    ["UNIT_MULTIPLIER", "multiplier"],
    ["SCALE", "multiplier"],
    ["DECIMALS", "note"],
    ["OBS_STATUS", "note"],
    ["CONF_STATUS", "note"],
    ["OBS_FLAG", "note"],
    ["CONF_FLAG", "note"],
    ["XFREQ", "dimension"],
    ["FREQX", "dimension"],
    ["XUNIT", "dimension"],
    ["UNITS", "dimension"],
    ["SCALES", "dimension"],
    ["XSCALE", "dimension"],
    ["OBS_STATUSX", "dimension"],
    ["XDECIMALS", "dimension"],
    ["DECIMALSX", "dimension"],
    ["XOBS_FLAG", "dimension"],
  ])("%s is %s", (heading, role) => {
    expect(rolesBefore(heading!)[heading!]).toBe(role);
  });
});

const noteStarts =
  "OBS_ CONF_ TITLE COMMENT COLL COMPIL SOURCE DATA_SOURCE DECIMALS TIME_ DISS_ PUBL_ NAT_ DOM_ EMBARGO BREAK METADATA CONTACT COVERAGE AVAILABILITY BASE_PER REF_PERIOD UNIT_INDEX_BASE FOOTNOTE NOTE SUPP_INFO CREATION COUNTRY_NOTES DATABASE_ID LAST_UPDATE";

describe("after the value", () => {
  test.each(noteStarts.split(" "))("what begins with %s is a note", (start) => {
    expect([roleAfter(`${start}X`), roleAfter(`X${start}X`)]).toEqual(["note", "open"]);
  });

  test.each([
    ["scalingFactor", "scale"],
    ["facetId", "about"],
    ["UNIT", "unit"],
    ["UNIT_MEASURE", "unit"],
    ["UNIT_OF_MEASURE", "unit"],
    ["UNIT_MULT", "multiplier"],
    ["SEX", "open"],
    ["scalingFactors", "open"],
    ["xscalingFactor", "open"],
    ["facetIds", "open"],
    ["UNITS", "open"],
  ])("%s is %s", (heading, role) => {
    expect(roleAfter(heading)).toBe(role);
  });
});

test.each<[header: string, is: boolean]>([
  ["TIME_PERIOD,OBS_VALUE", true],
  ["time_period,obs_value", true],
  ["TIME_PERIOD: Time,OBS_VALUE: Value", true],
  ["TIME_PERIOD,VALUE", false],
  ["TIME_PERIOD,FREQ", false],
  ["TIME_PERIOD,FREQ,REF_AREA", true],
  ["OBS_VALUE,OBS_STATUS,OBS_CONF", true],
  ["FREQ,REF_AREA,KEY", false],
  ["OBS_VALUE,UNIT_MULT,KEY", true],
  ["OBS_VALUE,XFREQ,KEYS", false],
  ["DATAFLOW,a,b,c", true],
  ["DATAFLOW,a,b", false],
  ["STRUCTURE[;],a,b,c", true],
  ["STRUCTURES,a,b,c", false],
  ["a,DATAFLOW,b,c", false],
])("the header %s is one of SDMX-CSV: %s", (header, is) => {
  expect(sdmxCsv.isHeader(header.split(","), [], [])).toBe(is);
});

test("what lacks its time or its value is refused with what it has", () => {
  const lay = (...header: string[]) => sdmxCsv.lay(header, [], [], []);
  expect(lay("DATAFLOW", "OBS_VALUE", "A")).toEqual({
    expected: "the column TIME_PERIOD",
    found: "DATAFLOW, OBS_VALUE, A",
  });
  expect(lay("DATAFLOW", "TIME_PERIOD", "A")).toEqual({
    expected: "the column OBS_VALUE",
    found: "DATAFLOW, TIME_PERIOD, A",
  });
});

test.each<[heading: string, cell: string, meant: string]>([
  ["DATAFLOW", "ESTAT:DEMO_PJAN(1.0)", "DEMO_PJAN"],
  ["DATAFLOW", "ESTAT:DEMO_PJAN(1.0): Population", "DEMO_PJAN"],
  ["DATAFLOW", "DEMO_PJAN", "DEMO_PJAN"],
  ["DATAFLOW", "DEMO_PJAN (1.0)", "DEMO_PJAN"],
  ["DATAFLOW", "A: B", "B"],
  ["KEY", "EXR.M.USD.EUR", "EXR"],
])("the cell of %s %j names the variable %s", (heading, cell, meant) => {
  const header = [heading, "TIME_PERIOD", "OBS_VALUE"];
  const [column] = (sdmxCsv.lay(header, [], [], []) as LaidTable).columns;
  expect(column?.cell?.(cell, () => {})).toBe(meant);
});

test.each<[cell: string, code: string, name: string]>([
  ["F: Female", "F", "Female"],
  ["F:Female", "F", "Female"],
  ["F:", "F", ""],
  ["F", "F", ""],
  ["12:30", "12:30", "30"],
  ["12: 30", "12", "30"],
  [" F : Women: all ", "F", "Women: all"],
])("the cell %j is the code %j with the name %j", (cell, code, name) => {
  const header = ["SEX: Sex", "TIME_PERIOD: Time", "OBS_VALUE: Value"];
  const { columns } = sdmxCsv.lay(header, [], [], []) as LaidTable;
  const read = columns.slice(0, 2).map((column) => column.cell?.(cell, () => {}));
  expect([columns.slice(0, 2).map(({ heading }) => heading), read]).toEqual([
    ["SEX", "SEX (name)"],
    [code, name],
  ]);
});

test.each<[action: string, leaves: boolean]>([
  ["D", true],
  ["d", true],
  ["Delete", true],
  ["I", false],
  ["Deleted", false],
  ["XD", false],
  ["", false],
])("a row of the action %j is left out: %s", (action, leaves) => {
  const header = ["STRUCTURE", "ACTION", "TIME_PERIOD", "OBS_VALUE"];
  const { leaves: own } = sdmxCsv.lay(header, [], [], []) as LaidTable;
  expect(own?.(["dataflow", action, "2020", "1"])).toBe(
    leaves ? "rows whose ACTION says that they are deleted" : undefined,
  );
  const without = sdmxCsv.lay(["A", "TIME_PERIOD", "OBS_VALUE"], [], [], []) as LaidTable;
  expect(without.leaves?.(["D", "D", "D"])).toBe(undefined);
});

test.each<[headings: string, labels: (string | undefined)[]]>([
  ["SEX,Sex", [undefined, "SEX"]],
  ["Sex,SEX", [undefined, undefined]],
  ["SEX,SEX_LABEL", [undefined, "SEX"]],
  ["SEX_NAME,SEX", ["SEX", undefined]],
  ["sex,x,sex.label", [undefined, undefined, "sex"]],
  ["x,SEX_LABEL", [undefined, undefined]],
  ["Sex Code,Sex", [undefined, "Sex Code"]],
  ["Age Code,Sex", [undefined, undefined]],
  ["SEX,Age Code", [undefined, undefined]],
  ["A,LAST UPDATE", [undefined, undefined]],
  ["A1_B,Name of it", [undefined, "A1_B"]],
  ["a1_B,Name of it", [undefined, "a1_B"]],
  ["1A,Name of it", [undefined, undefined]],
])("of the headings %s the names belong to %j", (headings, labels) => {
  expect(labelledBy(headings.split(","))).toEqual(labels);
});

test.each<[header: string, is: boolean]>([
  ["REF_AREA,FREQ,2019", true],
  ["COUNTRY,FREQUENCY,2019", true],
  ["SERIES_CODE,DATASET,2019", true],
  ["OBS_MEASURE,UNIT_MULT,2019", true],
  ["REF_AREA,FREQ,Year", false],
  ["REF_AREA,SEX,2019", false],
  ["XREF_AREA,FREQ,2019", false],
  ["REF_AREAS,FREQ,2019", false],
])("the header %s is one of SDMX with times as headings: %s", (header, is) => {
  expect(sdmxWide.isHeader(header.split(","), [], [])).toBe(is);
});

test("columns before and after the times have their roles", () => {
  const header =
    "DATASET,SERIES_CODE,COUNTRY,INDICATOR,SEX,FREQUENCY,SCALE,UNIT,OTHER,2019,2020,OBS_MEASURE,LAST";
  expect(rolesOf(header.split(","), sdmxWide)).toEqual({
    DATASET: "about",
    SERIES_CODE: "about",
    COUNTRY: "entity name",
    INDICATOR: "variable",
    SEX: "dimension",
    FREQUENCY: "period",
    SCALE: "multiplier",
    UNIT: "unit",
    OTHER: "open",
    2019: "value",
    2020: "value",
    OBS_MEASURE: "about",
    LAST: "open",
    "Country code": "entity",
  });
  expect(rolesOf("REF_AREA,Area,FREQ,Frequency,Series,2019,LAST".split(","), sdmxWide)).toEqual({
    REF_AREA: "entity",
    Area: "entity name of REF_AREA",
    FREQ: "period",
    Frequency: "label of FREQ",
    Series: "about",
    2019: "value",
    LAST: "open",
  });
  const lay = (text: string) => sdmxWide.lay(text.split(","), [], [], []);
  expect(lay("FREQ,UNIT_MULT,2019")).toEqual({
    expected: "the column REF_AREA or COUNTRY",
    found: "FREQ, UNIT_MULT, 2019",
  });
  expect(lay("SERIES_CODE,COUNTRY,2019")).toEqual({
    expected: "the column FREQUENCY",
    found: "SERIES_CODE, COUNTRY, 2019",
  });
});
