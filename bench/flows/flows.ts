/**
 * `npm run bench flows`: questions about two entities, over a million series of flows between places, beside
 * DuckDB with one thread over the same table. Prints medians of processor time.
 *
 *     --rounds N   answers of each, in turns; default 7
 *     --places N   places from which flows come, with 10,000 destinations each; default 100
 *
 * The values of both are compared. DuckDB's table is sorted by variable, source and destination.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Commons, open } from "../../src/index.ts";
import { median } from "../contest/figures.ts";
import { writeLines } from "../formats/write-lines.ts";
import { DuckDbConnection, duckDbPackage } from "../peers/duckdb/connection.ts";
import { isInstalled } from "../peers/installed.ts";
import { count, duration, table, times } from "../report/table.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    places: { type: "string", default: "100" },
  },
});
const [rounds, places] = [Number(given.rounds), Number(given.places)];
const destinations = 10_000;
const dates = ["2020", "2021"];
const wanted = 5;

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

interface Question {
  readonly name: string;
  /** Each answer is a sum of its values, or how many there are. */
  ours(commons: Commons): Promise<number>;
  theirs(database: DuckDbConnection, folder: string): Promise<number>;
}

const sources = Array.from({ length: Math.min(5, places) }, (_, from) => `geo/${from}`);
const listed = sources.map((source) => `'${source}'`).join(", ");
/** As long as ours: what all rows share counts for both. */
const facetCells =
  "'NotApplicable', 'NotApplicable', 'NotApplicable', 'dc/base/flows', date, value, '', '2176550201'";

const questions: readonly Question[] = [
  {
    name: `data: ${count(sources.length * destinations * dates.length)} points as CSV`,
    async ours(commons) {
      const filters = { variableMeasured: "Flow", from: sources };
      return rowCount([...(await commons.sdmx.csv({ filters }))].join(""));
    },
    async theirs(database, folder) {
      const file = join(folder, "out.csv");
      await database.run(
        `COPY (SELECT 'dataflow', 'DC:DF_OBS(1.0.0)', 'I', variable, source, destination, ${facetCells}
             FROM flows WHERE variable = 'Flow' AND source IN (${listed})
             ORDER BY source, destination, date) TO '${file}' (HEADER)`,
      );
      return rowCount(readFileSync(file, "utf8"));
    },
  },
  {
    name: `availability: destinations of ${count(places * destinations)} series`,
    ours: async (commons) =>
      (await commons.sdmx.availability({ component: "to", filters: { variableMeasured: "Flow" } }))
        .length,
    theirs: async (database) =>
      (
        await database.rows(
          "SELECT DISTINCT destination FROM flows WHERE variable = 'Flow' ORDER BY destination",
        )
      ).length,
  },
  {
    name: `latest of ${count(destinations)} destinations of a place`,
    async ours(commons) {
      const filters = { variableMeasured: "Flow", from: "geo/3", TIME_PERIOD: "latest" } as const;
      const { series } = await commons.sdmx.data({ filters });
      let sum = 0;
      for (const { points } of series) sum += Number(points[0]!.observationValue);
      return sum;
    },
    async theirs(database) {
      const rows = await database.rows(
        `SELECT destination, max(date), arg_max(value, date) FROM flows
           WHERE variable = 'Flow' AND source = 'geo/3' GROUP BY destination ORDER BY destination`,
      );
      return rows.reduce((sum, [, , value]) => sum + Number(value), 0);
    },
  },
];

function rowCount(csv: string): number {
  let rows = -1;
  for (let at = csv.indexOf("\n"); at >= 0; at = csv.indexOf("\n", at + 1)) rows++;
  return rows;
}

async function timed(ask: () => Promise<number>): Promise<{ cpu: number; answer: number }> {
  const before = process.cpuUsage();
  const answer = await ask();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, answer };
}

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-flows-"));
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
  const rows: string[][] = [];
  for (const { name, ours, theirs } of questions) {
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const answer = await timed(() => ours(commons));
      own.push(answer.cpu);
      if (database === undefined) continue;
      const second = await timed(() => theirs(database, folder));
      other.push(second.cpu);
      if (answer.answer !== second.answer) {
        throw new Error(`${name}: ${answer.answer} here, ${second.answer} of DuckDB`);
      }
    }
    const [mine, its] = [median(own), median(other.length === 0 ? [Number.NaN] : other)];
    const ratio = database === undefined ? "–" : times(its / mine);
    const duck = database === undefined ? "–" : duration(its);
    rows.push([name, duration(mine), duck, ratio, `≥ ${times(wanted)}`]);
  }
  console.log(table(["question", "ours", "DuckDB", "times", "wanted"], rows, 1));
  database?.close();
} finally {
  rmSync(folder, { recursive: true });
}
