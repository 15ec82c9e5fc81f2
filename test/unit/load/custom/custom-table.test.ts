/** Which table a header and its config make, and why others make none. */
import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";
import { config } from "./config-texts.ts";

/** Observations as `variable entity date value`, then `level counter:line message` of each finding. */
async function told(inputFiles: unknown, csv: string, more: object = {}): Promise<string[]> {
  const { sink, diagnostics, messages } = await loadTexts({
    ...config(inputFiles, more),
    "a.csv": csv,
  });
  return [
    ...sink.observations.map(({ variable, entity, entities, date, value }) =>
      [variable, entities === undefined ? entity : JSON.stringify(entities), date, value].join(" "),
    ),
    ...diagnostics.map((one, at) => `${one.replace("a.csv", "")} ${messages[at]}`),
  ];
}

const documented = (entry: object, csv: string, more?: object) =>
  told({ "a.csv": { provenance: "P", ...entry } }, csv, more);
const platform = (entry: object, csv: string) =>
  told([{ pattern: "a.csv", provenance: "P", ...entry }], csv);

const fatal = (counter: string, problem: string, line = 1) => [
  `fatal ${counter} :${line} no row is loaded: ${problem}`,
];

describe("columns that the config names and the table does not have", () => {
  const missing = (names: string, columns: string) =>
    fatal(
      "Config_MissingColumn",
      `the config names columns that the table does not have: ${names}; columns are '${columns}'`,
    );

  test.each([
    [{ entity: "Place" }, "'Place' (is 'place' meant?)"],
    [{ entity: " PLACE " }, "' PLACE ' (is 'place' meant?)"],
    [{ entity: "plce" }, "'plce' (is 'place' meant?)"],
    [{ entity: "pl" }, "'pl'"],
    [{ entity: "nn", value: "region" }, "'nn', 'region'"],
  ])("are named with those that are meant: %j", async (columnMappings, names) => {
    const found = await documented({ columnMappings }, "place,year,n\nx,2020,1\n");
    expect(found).toEqual(missing(names, "place, year, n"));
  });

  test("are those of ids and links, too, where there are any", async () => {
    const entry = { rowEntityType: "T", idColumn: "key", entityColumns: ["in"] };
    expect(await documented(entry, "id,name\nx,y\n")).toEqual(missing("'key', 'in'", "id, name"));
    const found = await documented({ idColumn: "key" }, "dcid,date,n\nx,2020,1\n");
    expect(found).toEqual(["n x 2020 1"]);
  });

  test("may be a sign that the names of columns are missing", async () => {
    const found = await documented(
      { columnMappings: { entity: "where" } },
      "North,2020,410\nSouth,2020,80\n",
    );
    expect(found).toEqual([
      `${missing("'where'", "North, 2020, 410")[0]}; this line looks like a row of data: is the line with the names of the columns missing?`,
    ]);
  });
});

describe("columns to ignore", () => {
  test.each([
    ["jobs_onlin", "'jobs_onlin' (is 'jobs_online' meant?)"],
    ["JOBS", "'JOBS' (is 'jobs' meant?)"],
  ])("that are slips of others are reported: %s", async (ignored, name) => {
    const found = await documented(
      { ignoreColumns: [ignored, "elsewhere", "note"] },
      "dcid,date,jobs,jobs_online,note\nx,2020,1,2,3\n",
    );
    expect(found).toEqual([
      "jobs x 2020 1",
      "jobs_online x 2020 2",
      `warning Config_MissingColumn :1 ignoreColumns names a column that the table does not have: ${name}`,
    ]);
  });

  test("may be slips of one another", async () => {
    const entry = { ignoreColumns: ["notes", "note"] };
    expect(await documented(entry, "dcid,date,v,note\nx,2020,1,2\n")).toEqual(["v x 2020 1"]);
  });
});

describe("a table has a variable", () => {
  const names = "entity,variable,date,value";
  test.each<[how: string, found: () => Promise<string[]>, expected: readonly string[]]>([
    [
      "per row where the config says so",
      () => documented({ format: "variablePerRow" }, `${names},u\nx,v,2020,1,\n`),
      [
        "v x 2020 1",
        "warning Config_UnmappedColumn :1 'u' is not read: nothing says what it is; name it in columnMappings or in ignoreColumns",
      ],
    ],
    [
      "per column where the config says so",
      () => documented({ format: "variablePerColumn" }, "dcid,date,variable\nx,2020,1\n"),
      ["variable x 2020 1"],
    ],
    [
      "per row where a column of variables is mapped",
      () => documented({ columnMappings: { variable: "v" } }, "entity,v,date,value\nx,w,2020,1\n"),
      ["w x 2020 1"],
    ],
    [
      "per row where a column of values is mapped",
      () => documented({ columnMappings: { value: "n" } }, "entity,variable,date,n\nx,w,2020,1\n"),
      ["w x 2020 1"],
    ],
    [
      "per column where others are mapped, whatever their names",
      () => documented({ columnMappings: { date: "date" } }, `${names}\nx/1,7,2020,1\n`),
      ["variable x/1 2020 7", "value x/1 2020 1"],
    ],
    [
      "per column where others are mapped in the platform's dialect",
      () => platform({ columnMappings: { "dcid:observationDate": "d" } }, "e,d,v\nx/1,2020,1\n"),
      ["v x/1 2020 1"],
    ],
    [
      "per row where all four columns are there",
      () => documented({}, `${names}\nx,v,2020,1\n`),
      ["v x 2020 1"],
    ],
    [
      "per column where one of the four is not",
      () => documented({}, "entity,date,value\nx/1,2020,1\n"),
      ["value x/1 2020 1"],
    ],
    [
      "per row by default in the platform's dialect",
      () => platform({}, "dcid,date,v\nx,2020,1\n"),
      fatal(
        "Config_MissingColumn",
        "there is no column for 'entity', 'variable', 'value': columnMappings names none, and columns are 'dcid, date, v'",
      ),
    ],
  ])("%s", async (_, found, expected) => {
    expect(await found()).toEqual(expected);
  });
});

describe("columns of a table with a variable per row", () => {
  test("have other names by mappings, and else their own", async () => {
    const found = await documented(
      { format: "variablePerRow", columnMappings: { entity: "where", unit: "u" } },
      "where,entity,variable,date,value,u,unit\nx,y,v,2020,1,U,W\n",
    );
    expect(found).toEqual([
      "v x 2020 1",
      "warning Config_UnmappedColumn :1 'entity, unit' is not read: nothing says what it is; name it in columnMappings or in ignoreColumns",
    ]);
  });

  test("of entities by other properties leave none for the usual one", async () => {
    const columnMappings = { "x:from": "from", "x:to": "to" };
    const entry = { format: "variablePerRow", columnMappings, ignoreColumns: ["entity"] };
    expect(await platform(entry, "from,to,entity,variable,date,value\na,b,c,v,2020,1\n")).toEqual([
      'v {"from":"a","to":"b"} 2020 1',
    ]);
  });

  test("that nothing speaks of are refused in the newer dialects", async () => {
    const found = await platform({}, "entity,variable,date,value,a,b\nx,v,2020,1,2,3\n");
    expect(found).toEqual(
      fatal(
        "Config_UnmappedColumn",
        "nothing says what 'a, b' is; name it in columnMappings or in ignoreColumns",
      ),
    );
  });

  test("that are missing are named, and a row of data is recognised", async () => {
    const missing = (names: string, columns: string, hint = "") =>
      fatal(
        "Config_MissingColumn",
        `there is no column for ${names}: columnMappings names none, and columns are '${columns}'${hint}`,
      );
    const perRow = { format: "variablePerRow" };
    expect(await documented(perRow, "entity,date,x\na,2020,1\n")).toEqual(
      missing("'variable', 'value'", "entity, date, x"),
    );
    expect(await documented(perRow, "North,2020,x\na,2020,1\n")).toEqual(
      missing(
        "'entity', 'variable', 'date', 'value'",
        "North, 2020, x",
        "; this line looks like a row of data: is the line with the names of the columns missing?",
      ),
    );
  });
});

describe("entities and dates of a table with a variable per column", () => {
  const cure = 'name the column of dates in columnMappings, as in "date": "Year"';

  test.each<[csv: string, entry: object, expected: string]>([
    ["dcid,date,v\nx,2020,1\n", {}, "v x 2020 1"],
    ["n,dcid,date,v\n7,x,2020,1\n", { ignoreColumns: ["n"] }, "v x 2020 1"],
    [
      "v,when,who\n1,2020,x/1\n",
      { columnMappings: { entity: "who", date: "when" } },
      "v x/1 2020 1",
    ],
    ["who,v,when\nx/1,1,2020\n", { columnMappings: { date: "when" } }, "v x/1 2020 1"],
  ])(
    "are in its first two columns, or where the config says: %j %j",
    async (csv, entry, expected) => {
      expect(await documented({ format: "variablePerColumn", ...entry }, csv)).toEqual([expected]);
    },
  );

  test.each<[csv: string, entry: object, problem: string, line?: number]>([
    [
      "dcid\nx\n",
      {},
      "a table with a variable per column has entities in its first column and dates in its second; columns are 'dcid'",
    ],
    [
      "dcid,variable,value,date\nx,v,1,2020\n",
      { format: "variablePerColumn" },
      "the table is read with a variable per column, and has the columns 'variable' and 'value'; a table with one value per row has \"format\": \"variablePerRow\"",
    ],
    [
      "place,2020,2021\nx,1,2\n",
      {},
      "the second column would be read as dates, and its heading is the date '2020': is the line with the names of the columns missing, or are these years? The command import reads tables with a column per year",
    ],
    [
      "n,dcid,v\n1,x,2\n",
      { columnMappings: { entity: "dcid" } },
      `there is no column of dates: column 'dcid' holds the entities; ${cure}`,
    ],
    [
      "dcid,Wage,v\nx,2020,2\n",
      {},
      `there is no column of dates: the second column, 'Wage', is one of the config's variables; ${cure}`,
    ],
    [
      "dcid,sum,v,Month of survey\nx,2020,2,3\n",
      {},
      `the second column, 'sum', would be read as dates, and 'Month of survey' looks more like them; ${cure}`,
    ],
    [
      "dcid,date,,\nx,2020,2,3\n",
      {},
      "there is no column for a variable: 'dcid' holds the entities, 'date' is read as dates; columns are 'dcid, date, , '",
    ],
    [
      "dcid,date\nx,2020\n",
      { columnMappings: { entity: "date", date: "dcid" } },
      "there is no column for a variable: 'date' holds the entities, 'dcid' is read as dates; columns are 'dcid, date'",
    ],
    [
      "year,dcid,solar\n2020,x,2\n",
      {},
      `the first column, 'year', would be read as entities, and looks like dates; name both in columnMappings: "date": "year", "entity": "dcid", if 'dcid' holds the entities`,
    ],
    [
      "year,solar,place\n2020,2,x\n",
      { columnMappings: { date: "year" } },
      `the first column, 'year', would be read as entities, and looks like dates; name both in columnMappings: "date": "year", "entity": "place", if 'place' holds the entities`,
    ],
    [
      "Yearly report,what,who\nx,many,2\n",
      {},
      `there is no column of dates: the second column, 'what', holds 'many'; ${cure}`,
      2,
    ],
    [
      "dcid,sum,v\nx,many,2\ny,2020,3\n",
      {},
      `there is no column of dates: the second column, 'sum', holds 'many'; ${cure}`,
      2,
    ],
  ])("are missing in %j", async (csv, entry, problem, line) => {
    const more = csv.includes("Wage") ? { variables: { Wage: {} } } : {};
    expect(await documented(entry, csv, more)).toEqual(
      fatal("Config_MissingColumn", problem, line),
    );
  });

  test.each([
    "date",
    "Year",
    "TIME",
    "Quarter",
    "week",
    "day",
    "Period",
    "Jahr",
    "Datum",
    "Monat",
    "fecha",
    "año",
    "année",
    "anno",
    "ano",
    "Survey month",
  ])("are known by headings of several languages: %s", async (heading) => {
    const csv = `dcid,${heading},last year\nx,2020,5\n`;
    expect(await documented({}, csv)).toEqual(["last_year x 2020 5"]);
  });

  test("that are dates under another heading are a warning, once", async () => {
    const found = await documented({}, "dcid,plano,v\nx,2020,1\ny,2021,2\nz,soon,3\n");
    expect(found).toEqual([
      "v x 2020 1",
      "v y 2021 2",
      `warning Config_AssumedDates :1 column 'plano' is read as dates, since it is the second; ${cure}`,
      "error Sanity_InvalidObsDate :4 'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; the observation is not loaded",
    ]);
  });
});
