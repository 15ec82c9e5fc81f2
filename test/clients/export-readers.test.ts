/** Files of an export and of a table, read by programs that others wrote for the formats: every value. */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Parser, Store } from "n3";
import { afterAll, expect, test } from "vitest";
import { type ExportFormat, open } from "../../src/index.ts";
import { nodeWith, pythonWith, reportOf, skipped } from "./environment.ts";
import { sample } from "./worlds.ts";

const run = promisify(execFile);
const commons = await open(sample);
const { observationCount } = commons.info;

const folder = mkdtempSync(join(tmpdir(), "exports-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A format has a folder, which is written once and read by several programs. */
const written = new Map<ExportFormat, Promise<string>>();

function exported(format: ExportFormat): Promise<string> {
  const known = written.get(format) ?? write(format);
  written.set(format, known);
  return known;
}

async function write(format: ExportFormat): Promise<string> {
  const target = join(folder, format);
  await commons.export(target, { format });
  return target;
}

const tables = await exported("tables");

const readers = await pythonWith("sdmx", ["pysdmx[data]==1.21.0", "sdmx1==2.28.0"]);
if (typeof readers !== "string") skipped(readers);

test.skipIf(typeof readers !== "string")(
  "sdmx1 reads every value of an export as sdmx-csv",
  async () => {
    const args = [
      "test/clients/python/export_readers.py",
      "sdmx1",
      await exported("sdmx-csv"),
      tables,
    ];
    const report = await reportOf(readers as string, args, "of an export as sdmx-csv");
    expect(report.differences).toEqual([]);
    expect(report.compared).toBeGreaterThan(3000);
  },
  240_000,
);

const python = await pythonWith("exports", [
  "mlcroissant==1.1.1",
  "frictionless==5.21.0",
  "pysdmx[data]==1.21.0",
  "duckdb==1.4.2",
  "polars==1.35.2",
  "pyarrow",
]);
if (typeof python !== "string") skipped(python);

test.skipIf(typeof python !== "string").each([
  ["mlcroissant", "croissant"],
  ["frictionless", "data-package"],
  ["pysdmx", "sdmx-csv"],
  ["duckdb", "duckdb"],
] as const)(
  "%s reads every value of an export as %s",
  async (reader, format) => {
    const target = await exported(format);
    const args = ["test/clients/python/export_readers.py", reader, target, tables];
    const report = await reportOf(python as string, args, `of an export as ${format}`);
    expect(report.differences).toEqual([]);
    expect(report.compared).toBeGreaterThan(3000);
  },
  240_000,
);

const toolkit = await nodeWith("readers", [
  "jsonstat-toolkit@2.2.2",
  "arquero@8.0.3",
  "@uwdata/flechette@2.6.0",
]);
if (typeof toolkit !== "string") skipped(toolkit);

test.skipIf(typeof toolkit !== "string")(
  "jsonstat-toolkit reads every value of an export as json-stat",
  async () => {
    const target = await exported("json-stat");
    const program = join(toolkit as string, "read.mjs");
    writeFileSync(
      program,
      `import { readFileSync } from "node:fs";
import JSONstat from "jsonstat-toolkit";
const collection = JSONstat(JSON.parse(readFileSync(process.argv[2], "utf8")));
const rows = collection.Dataset().flatMap((one) => one.toTable({ type: "arrobj", content: "id" }));
process.stdout.write(JSON.stringify(rows.filter(({ value }) => value !== null)));`,
    );
    const file = join(target, "observations.json");
    const { stdout } = await run(process.execPath, [program, file], { maxBuffer: 1 << 27 });
    const rows: Record<string, string>[] = JSON.parse(stdout);
    const found = rows.map((row) =>
      [row["variableMeasured"], row["observationAbout"], row["TIME_PERIOD"], row["value"]].join(
        " ",
      ),
    );
    expect(found).toHaveLength(observationCount);
    const [, ...lines] = readFileSync(join(tables, "observations.csv"), "utf8").trim().split("\n");
    const texts = lines
      .map((line) => line.split(","))
      .map(([variable, entity, date, value]) => [variable, entity, date, Number(value)].join(" "));
    expect(found.sort()).toEqual(texts.sort());
  },
  240_000,
);

test("N3.js reads an export as turtle: the statements of the one as N-Triples", async () => {
  const [short, long] = [await exported("turtle"), await exported("ntriples")];
  const countsOf = (path: string, format: string) => {
    const quads = new Parser({ format }).parse(readFileSync(path, "utf8"));
    const texts = quads.map(({ subject, predicate, object }) =>
      [subject.termType === "BlankNode" ? "_" : subject.value, predicate.value, object.value].join(
        " ",
      ),
    );
    return { texts: texts.sort(), size: new Store(quads).size };
  };
  const turtle = countsOf(join(short, "graph.ttl"), "text/turtle");
  expect(turtle.size).toBeGreaterThan(observationCount * 5);
  expect(turtle).toEqual(countsOf(join(long, "graph.nt"), "N-Triples"));
});

const table = await commons.table({
  entities: "country/USA<-containedInPlace+{typeOf:State}",
  variables: ["Count_Person", "UnemploymentRate_Person"],
  date: "all",
});
writeFileSync(join(folder, "table.parquet"), await table.parquet());
writeFileSync(join(folder, "table.arrow"), await table.arrow());
const rows = table.toJSON().map(({ entity, date, value }) => [entity, date, value]);
const large = { maxBuffer: 1 << 27 };

test.skipIf(typeof python !== "string")(
  "DuckDB, polars and pandas read Parquet and Arrow, Arrow without a copy",
  async () => {
    const args = ["test/clients/python/bridges.py", folder];
    const { stdout } = await run(python as string, args, large);
    const { frames, copied } = JSON.parse(stdout);
    expect(copied).toBeLessThan(1 << 12);
    expect(rows.length).toBeGreaterThan(900);
    for (const name of [
      "duckdb parquet",
      "duckdb arrow",
      "polars parquet",
      "polars arrow",
      "pandas arrow",
    ]) {
      expect(frames[name], name).toEqual(rows);
    }
  },
  240_000,
);

test.skipIf(typeof toolkit !== "string")(
  "arquero reads Arrow, and takes the columns as they are",
  async () => {
    const program = join(toolkit as string, "frame.mjs");
    writeFileSync(
      program,
      `import { readFileSync } from "node:fs";
import { fromArrow } from "arquero";
const rows = fromArrow(readFileSync(process.argv[2])).objects();
process.stdout.write(JSON.stringify(rows.map(({ entity, date, value }) => [entity, date, value])));`,
    );
    const { stdout } = await run(process.execPath, [program, join(folder, "table.arrow")], large);
    expect(JSON.parse(stdout)).toEqual(rows);
  },
  240_000,
);
