/**
 * `npm run bench flows`: questions about two entities, over a million series of flows between places, beside
 * DuckDB with one thread over the same table. Prints medians of processor time.
 *
 *     --rounds N   answers of each, in turns; default 21
 *     --places N   places from which flows come, with 10,000 destinations each; default 100
 *
 * Both give the same answers, which are compared as texts before anything is timed. DuckDB's table is sorted
 * by variable, source and destination. The last column is how long it takes to copy the bytes of the answer.
 * As objects, ours are nested (a series with its dimensions, attributes and points) and DuckDB's are flat.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Commons, open } from "../../src/index.ts";
import type { SdmxFilters } from "../../src/sdmx/request.ts";
import type { SdmxSeries } from "../../src/sdmx/series-form.ts";
import { median } from "../contest/figures.ts";
import { writeLines } from "../formats/write-lines.ts";
import { DuckDbConnection, duckDbPackage } from "../peers/duckdb/connection.ts";
import { isInstalled } from "../peers/installed.ts";
import { count, duration, orDash, table, times } from "../report/table.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "21" },
    places: { type: "string", default: "100" },
  },
});
const [rounds, places] = [Number(given.rounds), Number(given.places)];
const destinations = 10_000;
const dates = ["2020", "2021"];
const wanted = 5;
const folder = mkdtempSync(join(tmpdir(), "pocket-commons-flows-"));
/** Of all flows: both sides show the same one. */
let facetId = "";

const flowOf = (from: number, to: number, date: number) =>
  ((from * 7919 + to * 104729 + date * 31) % 1_000_003) + 1;

function* ourRows(): Generator<string> {
  yield "entity,variable,date,value,properties\n";
  for (const [from, to, date] of cells()) {
    const properties = `"{""from"": ""geo/${from}"", ""to"": ""geo/${to}""}"`;
    yield `,Flow,${dates[date]},${flowOf(from, to, date)},${properties}\n`;
  }
}

function* theirRows(): Generator<string> {
  yield "variable,source,destination,date,value\n";
  for (const [from, to, date] of cells()) {
    yield `Flow,geo/${from},geo/${to},${dates[date]},${flowOf(from, to, date)}\n`;
  }
}

function* cells(): Generator<readonly [from: number, to: number, date: number]> {
  for (let from = 0; from < places; from++) {
    for (let to = 0; to < destinations; to++) {
      for (const date of dates.keys()) yield [from, to, date];
    }
  }
}

const graph = `Node: dcid:Flow
typeOf: dcs:StatisticalVariable
observationProperties: dcid:from, dcid:to
`;

/** Both sides give the same answer: the same bytes of CSV, or rows of the same texts. */
interface Question {
  readonly name: string;
  readonly ours: Side<Commons>;
  readonly theirs: Side<DuckDbConnection>;
}

interface Side<World> {
  /** What is timed. */
  ask(world: World): Promise<unknown>;
  /** The same answer, to be compared. */
  textOf(world: World): Promise<string>;
}

const sources = Array.from({ length: Math.min(5, places) }, (_, from) => `geo/${from}`);
const listed = sources.map((source) => `'${source}'`).join(", ");
const about = "geo/3";
const latest = "FROM flows WHERE variable = 'Flow' AND source = 'geo/3' GROUP BY ALL";

/** As it is sent: no piece is kept. */
function csvOf(filters: Omit<SdmxFilters, "variableMeasured">): Side<Commons> {
  const request = { filters: { variableMeasured: "Flow", ...filters } as SdmxFilters };
  return {
    async ask({ sdmx }) {
      let length = 0;
      for (const piece of await sdmx.csv(request)) length += piece.length;
      return length;
    },
    textOf: async ({ sdmx }) => [...(await sdmx.csv(request))].join("").replaceAll("\r\n", "\n"),
  };
}

/** Without ORDER BY where the order of the table is that of the answer: DuckDB keeps it. */
function copyOf(date: string, value: string, rest: string): Side<DuckDbConnection> {
  const cells = [
    "'dataflow' AS STRUCTURE, 'DC:DF_OBS(1.0.0)' AS STRUCTURE_ID, 'I' AS ACTION",
    'variable AS variableMeasured, source AS "from", destination AS "to"',
    "'NotApplicable' AS unit, 'NotApplicable' AS measurementMethod",
    "'NotApplicable' AS observationPeriod, 'dc/base/flows' AS provenance",
    `${date} AS TIME_PERIOD, ${value} AS OBS_VALUE, NULL AS scalingFactor, '${facetId}' AS facetId`,
  ];
  const file = join(folder, "out.csv");
  const ask = async (database: DuckDbConnection) => {
    await database.run(`COPY (SELECT ${cells.join(", ")} ${rest}) TO '${file}' (HEADER)`);
    return readFileSync(file);
  };
  return { ask, textOf: async (database) => (await ask(database)).toString() };
}

const questionsOf = (): readonly Question[] => [
  {
    name: `data: ${count(sources.length * destinations * dates.length)} points as CSV`,
    ours: csvOf({ from: sources }),
    theirs: copyOf("date", "value", `FROM flows WHERE variable = 'Flow' AND source IN (${listed})`),
  },
  {
    name: `availability: destinations of ${count(places * destinations)} series`,
    ours: listOf((commons) =>
      commons.sdmx.availability({ component: "to", filters: { variableMeasured: "Flow" } }),
    ),
    theirs: listOf((database) =>
      database.rows(
        "SELECT DISTINCT destination FROM flows WHERE variable = 'Flow' ORDER BY destination",
      ),
    ),
  },
  {
    name: `latest of ${count(destinations)} destinations of a place as CSV`,
    ours: csvOf({ from: about, TIME_PERIOD: "latest" }),
    theirs: copyOf("max(date)", "arg_max(value, date)", `${latest} ORDER BY destination`),
  },
  {
    name: "the same as objects",
    ours: listOf(latestRows),
    theirs: listOf((database) =>
      database.objects(
        `SELECT variable, source, destination, 'dc/base/flows' AS provenance, max(date) AS date,
           arg_max(value, date) AS value, '${facetId}' AS facet ${latest} ORDER BY destination`,
      ),
    ),
  },
];

/** Rows that are compared as they are, or as what `cellsOf` makes of them. */
function listOf<World>(ask: (world: World) => Promise<readonly unknown[]>): Side<World> {
  const textOf = async (world: World) =>
    (await ask(world)).map((row) => JSON.stringify([cellsOf(row)].flat())).join("\n");
  return { ask, textOf };
}

const cellsOf = (row: unknown): unknown =>
  isSeries(row)
    ? [
        ...["variableMeasured", "from", "to", "provenance"].map((id) => row.dimensions[id]),
        ...row.points.flatMap((point) => [point.timePeriod, point.observationValue]),
        row.attributes["facetId"],
      ]
    : Array.isArray(row) || typeof row !== "object"
      ? row
      : Object.values(row ?? {});

const isSeries = (row: unknown): row is SdmxSeries =>
  typeof row === "object" && row !== null && "dimensions" in row;

async function latestRows({ sdmx }: Commons): Promise<readonly SdmxSeries[]> {
  const filters = { variableMeasured: "Flow", from: about, TIME_PERIOD: "latest" };
  return (await sdmx.data({ filters })).series;
}

/** Milliseconds of processor time. */
async function timed(ask: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await ask();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

try {
  await writeLines(join(folder, "ours", "flows.csv"), ourRows());
  await writeLines(join(folder, "ours", "flows.mcf"), [graph]);
  await writeLines(join(folder, "theirs.csv"), theirRows());
  const commons = await open(join(folder, "ours"));
  const hasDuckDb = isInstalled(duckDbPackage);
  if (!hasDuckDb) console.error("DuckDB is not installed: npm run bench -- --peers installs it");
  const database = hasDuckDb ? await DuckDbConnection.open(1) : undefined;
  await database?.run(
    `CREATE TABLE flows AS SELECT * FROM read_csv('${join(folder, "theirs.csv")}', all_varchar = true)
       ORDER BY variable, source, destination, date`,
  );
  const filters = { variableMeasured: "Flow", from: about };
  const [first] = (await commons.sdmx.data({ filters })).series;
  facetId = first!.attributes["facetId"]!;
  const rows: string[][] = [];
  for (const { name, ours, theirs } of questionsOf()) {
    const text = await ours.textOf(commons);
    if (database !== undefined && text !== (await theirs.textOf(database))) {
      throw new Error(`${name}: the answers differ`);
    }
    const bytes = Buffer.from(text);
    const [own, other, copied]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      own.push(await timed(() => ours.ask(commons)));
      if (database !== undefined) other.push(await timed(() => theirs.ask(database)));
      copied.push(await timed(() => Buffer.from(bytes)));
    }
    const mine = median(own);
    const its = database === undefined ? undefined : median(other);
    rows.push([
      name,
      duration(mine),
      orDash(its, duration),
      orDash(its, (time) => times(time / mine)),
      `≥ ${times(wanted)}`,
      duration(median(copied)),
    ]);
  }
  const heads = ["question", "ours", "DuckDB", "times", "wanted", "its bytes copied"];
  console.log(table(heads, rows, 1));
  database?.close();
} finally {
  rmSync(folder, { recursive: true });
}
