/** Tables in the layouts of publishers are opened without a description. */
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { proposeColumns } from "../../../src/lint.ts";
import { layouts } from "../../../src/load/layouts/layouts.ts";
import { bytesOf, xlsxParts, zipped } from "../../property/propose/table-forms.ts";

/** Lines of variable, entity, date, value and unit. */
function linesOf({ engine: { graph, observations } }: Commons): string[] {
  const { dictionary } = graph;
  const lines: string[] = [];
  for (let series = 0; series < observations.seriesCount; series++) {
    const variable = dictionary.textOf(observations.variableOf(series));
    const entity = dictionary.textOf(observations.entityOf(series));
    const { unit, observationPeriod: period } = observations.facetOf(series);
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      const cells = [variable, entity, observations.dateOf(point), observations.textOf(point)];
      lines.push([...cells, unit, period].join(" ").trim());
    }
  }
  return lines.sort();
}

test("a table of the World Bank, with its preamble", async () => {
  const { example } = layouts["world-bank"];
  expect(linesOf(await open({ "API_SP.POP.TOTL_DS2_en_csv_v2_31.csv": example }))).toEqual([
    "SP.POP.TOTL country/FRA 2019 67.5",
    "SP.POP.TOTL country/FRA 2020 67.8",
    "SP.POP.TOTL country/KEN 2019 50.9",
  ]);
});

test("dimensions become parts of variables, and the dataflow is the variable", async () => {
  const { example } = layouts["sdmx-csv"];
  expect(linesOf(await open({ "pop.csv": example }))).toEqual([
    "DF_POP_Female country/FRA 2020 34.9  P1Y",
    "DF_POP_Male country/FRA 2020 32.6  P1Y",
  ]);
});

test("codes and names side by side: variables have the names, values their multiplier", async () => {
  const commons = await open({ "oecd.csv": layouts.oecd.example });
  expect(linesOf(commons)).toEqual(["POP country/FRA 2020 67571000 PER"]);
  expect(commons.catalog.variables().map(({ dcid, name }) => [dcid, name])).toEqual([
    ["POP", "Population"],
  ]);
});

describe("what is left out is counted", () => {
  test("flags and notes of SDMX, and rows to be deleted", async () => {
    const table =
      "STRUCTURE,STRUCTURE_ID,ACTION,REF_AREA,TIME_PERIOD,OBS_VALUE,OBS_STATUS\n" +
      "dataflow,A:B(1.0),I,FRA,2020,5,P\ndataflow,A:B(1.0),D,FRA,2021,6,P\n";
    const { info } = await open({ "a.csv": table });
    const found = info.diagnostics.counters.map(({ level, count, examples }) => [
      level,
      count,
      examples[0]?.message,
    ]);
    expect(found).toContainEqual([
      "info",
      1,
      "rows whose ACTION says that they are deleted: 1; left out",
    ]);
    expect(found).toContainEqual(["info", 1, "notes are not read: column 'OBS_STATUS': 'P' × 1"]);
  });

  test("a row of another width is an error with its line", async () => {
    const table = "Entity,Code,Year,Deaths\nFrance,FRA,2020,5\nFrance,FRA,2021,6,7\n";
    const errors: unknown[] = [];
    await open(
      { "a.csv": table },
      { onDiagnostic: ({ line, message }) => errors.push([line, message]) },
    );
    expect(errors).toContainEqual([3, "expected 4 columns, found 5; row not loaded"]);
  });

  test("many rows of more cells than headings are a header that lacks one: the table is refused", async () => {
    const table =
      "Entity,Code,Year,Deaths\nFrance,FRA,2020,5,8\nFrance,FRA,2021,6,7\nKenya,KEN,2021,7\n";
    await expect(open({ "a.csv": table })).rejects.toThrow(
      "a.csv: 2 of 3 rows have cells without a heading: is a heading missing?",
    );
  });
});

describe("a table that breaks its layout is refused", () => {
  test.each([
    [
      "in all rows",
      layouts.eurostat.example.replaceAll(",F,", ",").replaceAll(",M,", ","),
      "line 2: expected 4 parts in the first cell, as in freq, unit, sex, geo, found 'A,NR,FR'",
    ],
    [
      "or holds notes alone",
      "REF_AREA,SEX,TIME_PERIOD,OBS_VALUE\nno data,,,\n",
      "rows of notes: 1; left out",
    ],
  ])("%s: it says why none can be read", async (_, table, reason) => {
    const { columns, problems } = await proposeColumns({ "a.tsv": table });
    expect(columns).toBeUndefined();
    expect(problems[0]).toContain(`no row below the header can be read; ${reason}`);
  });

  test("by years that do not ascend, which are named", async () => {
    const table = layouts["world-bank"].example.replace('"2019","2020"', '"2020","2020"');
    const { problems } = await proposeColumns({ "a.csv": table });
    expect(problems).toEqual([expect.stringContaining("found 2020 after 2020")]);
  });

  test("with line, expected and found", async () => {
    const table = "DATAFLOW,FREQ,REF_AREA,OBS_VALUE\nA:B(1.0),A,FRA,5\n";
    await expect(open({ "a.csv": table })).rejects.toThrow(
      "line 1 is a header of the layout sdmx-csv, and breaks it: expected the column TIME_PERIOD, found DATAFLOW, FREQ, REF_AREA, OBS_VALUE",
    );
  });

  test("when rows differ in nothing but their values", async () => {
    const table = "Entity,Code,Year,Deaths\nFrance,FRA,2020,5\nFrance,FRA,2020,6\n";
    const { columns, problems } = await proposeColumns({ "a.csv": table });
    expect(columns).toBeUndefined();
    expect(problems).toEqual([
      "lines 2 and 3 have the same entity, variable and date; they differ in 'Deaths': the table needs one row for each",
    ]);
  });
});

describe("an ordinary table is refused", () => {
  test.each<[string, string, string]>([
    [
      "if its rows have more cells than its header",
      "ISO3,Year,Cats\nFRA,France,2020,5\nKEN,Kenya,2020,6\n",
      "rows have more cells than the header in line 1 has headings, 4 and 3: is a heading missing?",
    ],
    [
      "if it has no header",
      "FRA,2020,15\nKEN,2020,16\n",
      "line 1 looks like a row and no header, as '15': --header names the line of the header",
    ],
    [
      "if its ids are numbers of no known kind",
      "Area_id,Year,Cats\n132,2020,5\n664,2020,6\n",
      "the column 'Area_id' holds numbers of no known kind, as '132': --entity and --prefix say what they are, or --name a column of names",
    ],
  ])("%s", async (_, table, problem) => {
    const { columns, problems } = await proposeColumns({ "a.csv": table });
    expect(columns).toBeUndefined();
    expect(problems).toContain(problem);
  });
});

describe("places that a publisher names in its own way", () => {
  test("regions of the WHO are no groups of the World Bank, and GLOBAL is the Earth", async () => {
    const header =
      "IndicatorCode,ParentLocationCode,SpatialDimValueCode,Location,Period,FactValueNumeric\n";
    const rows = ["FRA", "KEN", "DEU", "JPN", "BRA", "IND", "ITA", "ESP", "AFR", "GLOBAL"];
    const table = header + rows.map((code, at) => `A_1,,${code},x,2019,${at}\n`).join("");
    const lines = linesOf(await open({ "a.csv": table }));
    expect(lines).toContain("A_1 who/WHO_AFR 2019 8");
    expect(lines).toContain("A_1 Earth 2019 9");
  });

  test("continents of Our World in Data, and others without a code, which are reported", async () => {
    const table =
      "Entity,Code,Year,Deaths\nFrance,FRA,2020,5\nAfrica,,2020,6\nAsia,,2020,7\nAsia (UN),,2020,8\nAfrica (UN),,2020,9\n";
    const commons = await open({ "a.csv": table });
    expect(linesOf(commons)).toEqual([
      "Deaths africa 2020 6",
      "Deaths asia 2020 7",
      "Deaths country/FRA 2020 5",
    ]);
    const counted = commons.info.diagnostics.counters.map(({ counter, count }) => [counter, count]);
    expect(counted).toContainEqual(["Sanity_MissingOrEmpty_entity", 2]);
  });
});

test("Statistics Canada: each row has its power of ten, and its total is no part", async () => {
  const header = "REF_DATE,GEO,DGUID,Gender,What,UOM,UOM_ID,SCALAR_FACTOR,SCALAR_ID,VECTOR,VALUE\n";
  const table =
    `${header}2024-01,Canada,2021A000011124,Total - gender,Jobs,Persons,249,thousands ,3,v1,20356.4\n` +
    "2024-01,Canada,2021A000011124,Women+,Rate,Percentage,242,units,0,v2,5.7\n";
  const canada = 'Node: dcid:country/CAN\ntypeOf: dcs:Country\nname: "Canada"\n';
  const { columns } = await proposeColumns({ "14100287.csv": table });
  const base = await open({ "canada.mcf": canada });
  const commons = await open({ "14100287.csv": table }, { columns: columns!, base });
  expect(linesOf(commons)).toEqual([
    "14100287_Jobs country/CAN 2024-01 20356400 Person",
    "14100287_Women_Rate country/CAN 2024-01 5.7 Percent",
  ]);
});

describe("DataBank of the World Bank", () => {
  test("months as headings", async () => {
    const table =
      "Country,Country Code,Series,Series Code,2020M01 [2020M01],2020M02 [2020M02]\nFrance,FRA,CPI,CPTOT,104.5,..\n";
    expect(linesOf(await open({ "gem.csv": table }))).toEqual(["CPTOT country/FRA 2020-01 104.5"]);
  });

  test("countries as headings are refused: times would be their places", async () => {
    const table =
      "Series Name,Series Code,Time,Time Code,France [FRA],Kenya [KEN]\nPopulation,SP.POP.TOTL,2000,YR2000,5,6\n";
    const { columns, problems } = await proposeColumns({ "a.csv": table });
    expect(columns).toBeUndefined();
    expect(problems.join()).toContain("expected the column Country Code, with countries as rows");
  });
});

test("what the service writes as SDMX-CSV keeps units, scaling factors and values as they are", async () => {
  const rows = [
    "geoId/06,Count_X,2020,5,Thousand,,M,P1Y",
    "geoId/06,Count_X,2021,6.50,Thousand,,M,P1Y",
    "geoId/06,Count_Y,2020,7,,1000,,",
    "geoId/48,Count_Y,2020-05,8,USDollar,,,P1M",
  ];
  const head =
    "entity,variable,date,value,unit,scaling_factor,measurement_method,observation_period";
  const commons = await open({ "a.csv": `${head}\n${rows.join("\n")}\n` });
  const observationAbout = ["geoId/06", "geoId/48"];
  const filters = { variableMeasured: ["Count_X", "Count_Y"], observationAbout };
  const written = [...(await commons.sdmx.csv({ filters }))].join("");
  const again = await open({ "data.csv": written });
  const scalesOf = ({ engine: { observations } }: Commons) =>
    observations.facets.map(({ scalingFactor, measurementMethod }) => [
      scalingFactor,
      measurementMethod,
    ]);
  expect(linesOf(again)).toEqual(linesOf(commons));
  expect(scalesOf(again).sort()).toEqual(scalesOf(commons).sort());
});

test("where the service wrote what rows are about, nobody else says it", async () => {
  const head =
    "STRUCTURE,STRUCTURE_ID,ACTION,variableMeasured,from,to,TIME_PERIOD,OBS_VALUE,facetId";
  const table = `${head}\ndataflow,DC:DF_OBS(1.0.0),I,Loans,country/FRA,country/KEN,2020,5,7\n`;
  const { columns } = await proposeColumns({ "a.csv": table });
  expect(columns?.entities).toEqual({ from: "from", to: "to" });
  const { problems } = await proposeColumns({ "a.csv": table }, { entity: "to" });
  expect(problems.join()).toContain("leave out --entity 'to'");
});

test("two lines of headings give the same in a workbook, where they are merged, as in CSV", async () => {
  const rows = [
    ["Country", "2019", "", "2020", ""],
    ["", "Male", "Female", "Male", "Female"],
    ["FRA", "32.1", "34.2", "32.3", "34.4"],
    ["DEU", "40.1", "42.2", "40.3", "42.4"],
  ];
  const parts = xlsxParts(rows);
  const merges = ["A1:A2", "B1:C1", "D1:E1"].map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const sheet = parts["xl/sheet.xml"]!.replace(
    "</sheetData>",
    `</sheetData><mergeCells>${merges}</mergeCells>`,
  );
  const files = {
    "a.csv": bytesOf(rows.map((row) => row.join(",")).join("\n")),
    "a.xlsx": zipped({ ...parts, "xl/sheet.xml": sheet }),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const { columns } = await proposeColumns({ [name]: bytes }, { variable: "Population" });
    expect(linesOf(await open({ [name]: bytes }, { columns: columns! }))).toEqual([
      "Population_Female country/DEU 2019 42.2",
      "Population_Female country/DEU 2020 42.4",
      "Population_Female country/FRA 2019 34.2",
      "Population_Female country/FRA 2020 34.4",
      "Population_Male country/DEU 2019 40.1",
      "Population_Male country/DEU 2020 40.3",
      "Population_Male country/FRA 2019 32.1",
      "Population_Male country/FRA 2020 32.3",
    ]);
  }
});
