import { describe, expect, test } from "vitest";
import { onDisk } from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import { periodOf } from "../../../../src/load/custom/node-rows.ts";
import { load } from "../../../../src/load/load.ts";
import { resolverOver } from "../../../../src/resolve/resolver-over.ts";
import { loadTexts, withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";
import { config } from "./config-texts.ts";

/** Triples of the rows and observations, then `level counter:line message` of each finding. */
async function rowsOf(entry: object, csv: string, more: object = {}): Promise<string[]> {
  const told: string[] = [];
  const sink = new RecordingSink();
  const texts = {
    ...config({ "a.csv": { provenance: "P", ...entry }, "*.mcf": {} }, more),
    "a.csv": csv,
    "m.mcf": 'Node: dcid:paris\ntypeOf: dcs:City\nname: "Paris"\n',
  };
  await withFolder(texts, async (folder) => {
    const log = new DiagnosticLog({
      onDiagnostic: ({ level, counter, line, message }) =>
        told.push(`${level} ${counter}:${line ?? ""} ${message}`),
    });
    await load(onDisk(folder), sink, {}, log, undefined, resolverOver);
  });
  const isRow = ({ subject, predicate }: { subject: string; predicate: string }) =>
    /^(?:e|E_|big_event_)\d/.test(subject) && predicate !== "includedIn" && predicate !== "typeOf";
  return [
    ...sink.triples.filter(isRow).map((one) => `${one.subject} ${one.predicate} ${one.object}`),
    ...sink.observations.map(({ variable, entity, date, value }) =>
      [variable, entity, date, value].join(" "),
    ),
    ...told,
  ];
}

describe("events", () => {
  const events = { importType: "events", eventType: "E" };

  test("have their places in the first column and their dates in the second", async () => {
    expect(await rowsOf(events, "name,when,size\nParis,2020,5\ndcid:x,2021,\n")).toEqual([
      "E_0 location paris",
      'E_0 observationDate "2020"',
      'E_0 size "5"',
      "E_1 location x",
      'E_1 observationDate "2021"',
    ]);
  });

  test("have them where the config says, and else nowhere", async () => {
    const mapped = (columnMappings: object) => ({ ...events, columnMappings });
    const csv = "dcid,when,size\nx,2020,5\n";
    expect(await rowsOf(mapped({ "dcs:location": "dcid" }), csv)).toEqual([
      "E_0 location x",
      'E_0 when "2020"',
      'E_0 size "5"',
    ]);
    expect(await rowsOf(mapped({ observationDate: "when", magnitude: "size" }), csv)).toEqual([
      'E_0 observationDate "2020"',
      'E_0 dcid "x"',
      'E_0 magnitude "5"',
    ]);
  });

  test("may have ids of their own, and columns that are not read", async () => {
    const entry = { ...events, idColumn: "id", ignoreColumns: ["note"], eventType: "big event" };
    const csv = "note,dcid,when,id,,size\nq,x,2020,dcid:e1,r,5\nq,x,n/a,e2,r,-\n";
    expect(await rowsOf(entry, csv)).toEqual([
      "e1 location x",
      'e1 observationDate "2020"',
      'e1 size "5"',
      "e2 location x",
    ]);
  });

  test("are numbered where no column of ids is named, also beside a column without a name", async () => {
    const entry = { ...events, eventType: "big event" };
    expect(await rowsOf(entry, "dcid,when,id,\nx,2020,e1,r\ny,2021,e2,\n")).toEqual([
      "big_event_0 location x",
      'big_event_0 observationDate "2020"',
      'big_event_0 id "e1"',
      "big_event_1 location y",
      'big_event_1 observationDate "2021"',
      'big_event_1 id "e2"',
    ]);
  });

  test("are counted by place and period, and those without a place or a date are not", async () => {
    const variables = {
      Days: { aggregation: { period: "day" } },
      Months: { aggregation: { period: "month" } },
    };
    const counting = { ...events, computedVariables: ["Days", "Months", "Years"] };
    const csv = "dcid,when\nx,2020-01-02\nx,2020-01-02\nx,2020-03-01\ny,2020-01-02\n,soon\n";
    const found = await rowsOf(counting, csv, { variables });
    expect(found.filter((one) => !one.startsWith("E_"))).toEqual([
      "Days x 2020-01-02 2",
      "Months x 2020-01 2",
      "Years x 2020 3",
      "Days x 2020-03-01 1",
      "Months x 2020-03 1",
      "Days y 2020-01-02 1",
      "Months y 2020-01 1",
      "Years y 2020 1",
    ]);
    expect(await rowsOf(counting, "dcid,when\nx,2020-01\n", { variables })).toEqual([
      "E_0 location x",
      'E_0 observationDate "2020-01"',
      "error Sanity_InvalidObsDate:2 '2020-01' is not a date with a day: the event is not counted",
    ]);
  });

  test("that say nothing of counts may have any date", async () => {
    expect(await rowsOf(events, "dcid,when\nx,soon\n")).toEqual([
      "E_0 location x",
      'E_0 observationDate "soon"',
    ]);
  });
});

test("entities have links to several others in one cell, and properties of their own", async () => {
  const entry = {
    rowEntityType: "E",
    idColumn: "id",
    entityColumns: ["in"],
    columnMappings: { "dcs:containedInPlace": "in", "dcid:name": "label" },
  };
  const csv = 'id,label,in,Höhe,\ne1,One,"dcid:x, y",7,q\ne2,n/a,,-,\n';
  expect(await rowsOf(entry, csv)).toEqual([
    'e1 id "e1"',
    'e1 name "One"',
    "e1 containedInPlace x",
    "e1 containedInPlace y",
    'e1 c/prop/1 "7"',
    'e2 id "e2"',
    "warning CSV_HeaderFailure:1 column 5 has no name and is not read",
  ]);
});

test.each([
  ["events", "eventType"],
  ["entities", "rowEntityType"],
])("%s without a type are no rows", async (importType, key) => {
  expect(await rowsOf({ importType }, "dcid,when\nx,2020\n")).toEqual([
    `fatal Config_MissingType:1 no row is loaded: the config gives the file no ${key}`,
  ]);
});

test("entities are numbered where no column of ids is named, also beside a column without a name", async () => {
  expect(await rowsOf({ rowEntityType: "E" }, ",size\n7,5\n,6\n")).toEqual([
    'E_0 size "5"',
    'E_1 size "6"',
    "warning CSV_HeaderFailure:1 column 1 has no name and is not read",
  ]);
});

test("a row without its id is left out", async () => {
  expect(await rowsOf({ rowEntityType: "E", idColumn: "id" }, "id,size\n,5\ne2,6\n")).toEqual([
    'e2 id "e2"',
    'e2 size "6"',
    "error Sanity_MissingOrEmpty_dcid:2 the idColumn 'id' is empty; row not loaded",
  ]);
});

test.each([
  ["11/08/2023 8:50:00 PM", "day", "2023-11-08"],
  ["31/12/2023", "day", "2023-12-31"],
  ["2023-1-5", "month", "2023-01"],
  ["2023-01-05T10:00:00Z", "day", "2023-01-05"],
  ["20230105", "day", "2023-01-05"],
  ["2023", "year", "2023"],
  ["2023", "month", undefined],
  ["Nov 8, 2023", "day", "2023-11-08"],
  ["8 November 2023", "day", "2023-11-08"],
  ["March 2020", "month", "2020-03"],
  ["Nov 8, 2023 8:50 PM", "day", "2023-11-08"],
  ["8.11.2023", "day", "2023-11-08"],
  ["2023Q3", "year", "2023"],
  ["2023Q3", "month", undefined],
  ["Marvel 2020", "month", undefined],
  ["2023-13-01", "year", undefined],
  ["32/13/2023", "year", undefined],
  ["someday", "year", undefined],
] as const)("%s by the %s: %s", (date, period, expected) => {
  expect(periodOf(date, period)).toBe(expected);
});

describe("what looks entities up", () => {
  /** Observations, findings, and how often it was made. */
  const looked = async (inputFiles: object, files: Record<string, string>) => {
    let made = 0;
    const sink = new RecordingSink();
    const told: string[] = [];
    await withFolder({ ...config(inputFiles), ...files }, async (folder) => {
      const log = new DiagnosticLog({
        onDiagnostic: ({ counter, line }) => told.push(`${counter}:${line ?? ""}`),
      });
      await load(onDisk(folder), sink, {}, log, undefined, (fill) => {
        made += 1;
        return resolverOver(fill);
      });
    });
    const values = sink.observations.map(({ entity, value }) => `${entity} ${value}`);
    return { values, told, made };
  };
  const observed = { "o.csv": { provenance: "P" } };

  test("finds entities of tables of the folder", async () => {
    const entities = { rowEntityType: "City", idColumn: "id", provenance: "P" };
    expect(
      await looked(
        { ...observed, "e.csv": entities },
        { "o.csv": "name,date,v\nParis,2020,1\n", "e.csv": "id,name\nparis,Paris\n" },
      ),
    ).toEqual({ values: ["paris 1"], told: [], made: 1 });
  });

  test("is not made where all cells are ids", async () => {
    expect(await looked(observed, { "o.csv": "dcid,date,v\nparis,2020,1\n" })).toEqual({
      values: ["paris 1"],
      told: [],
      made: 0,
    });
  });

  test("is asked about odd rows, too, but not about those that are too wide", async () => {
    const nodes = ["x", "y", "z"].map(
      (name) => `Node: dcid:${name}\ntypeOf: dcs:City\nname: "Saint ""${name}"""\n`,
    );
    const row = (name: string) => `"Saint ""${name}""",2020,1`;
    const table = ["name,date,v", row("x"), `${row("y")},2`, row("z")].join("\n");
    expect(await looked(observed, { "o.csv": table, "m.mcf": nodes.join("\n") })).toEqual({
      values: ["x 1", "z 1"],
      told: ["CSV_InconsistentRows:3"],
      made: 1,
    });
  });
});

describe("nodes that several tables share", () => {
  test("have the type of the first table that gives one", async () => {
    const csv = "dcid,date,v\nx,2020,1\n";
    const types = ["", "City", "Town"];
    const inputFiles = Object.fromEntries(
      types.map((entityType, at) => [`${at}.csv`, { provenance: "P", entityType }]),
    );
    const tables = Object.fromEntries(types.map((_, at) => [`${at}.csv`, csv]));
    const { sink } = await loadTexts({ ...config(inputFiles), ...tables });
    expect(sink.lines.filter((line) => line.startsWith("x "))).toEqual(["x typeOf City"]);
  });

  test("are one source and one provenance, if two folders have them", async () => {
    const folder = (name: string) => ({
      [`${name}/config.json`]: config({ "a.csv": { provenance: "P" } })["config.json"],
      [`${name}/a.csv`]: "dcid,date,v\nx,2020,1\n",
    });
    const { sink } = await loadTexts({ ...folder("a"), ...folder("b") });
    expect(sink.observations.map(({ provenance }) => provenance)).toEqual(["c/p/1", "c/p/1"]);
    expect(sink.lines.filter((line) => / typeOf (?:Source|Provenance)$/.test(line))).toEqual([
      "c/p/1 typeOf Provenance",
      "c/p/default typeOf Provenance",
      "c/s/1 typeOf Source",
      "c/s/default typeOf Source",
    ]);
  });
});
