/**
 * `npm run bench tables`: a table of 10 million values, and its files. Prints what each step took, by
 * the clock and of processor time, of which a busy machine takes nothing away.
 *
 *     --values N    another number of values, in millions; default 10
 *     --check       exit with 1 when a table and its Parquet file make less than 2 million values
 *                   per second by the clock; on a busy machine that says nothing
 *
 * The world has a thousand entities, ten dates, and as many variables as that takes, of three
 * facets. Every step runs once, in the state in which a program has it: nothing is warm.
 */

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { parquetMetadata } from "hyparquet";
import { Random } from "./data/random.ts";
import { open } from "./library.ts";

const perSecondMin = 2_000_000;
const [entities, dates] = [1_000, 10];

const { values: given } = parseArgs({
  options: { values: { type: "string", default: "10" }, check: { type: "boolean" } },
});
const variables = (Number(given.values) * 1_000_000) / entities / dates;
if (!(variables >= 1)) throw new Error(`--values is a number of millions, not ${given.values}`);

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-tables-"));
try {
  const file = join(folder, "observations.csv");
  await pipeline(Readable.from(lines()), createWriteStream(file));
  await measure(file);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(file: string): Promise<void> {
  const [loading, commons] = await timed(async () => await open(file));
  const limits = {
    timeout: Number.POSITIVE_INFINITY,
    maxRows: Number.POSITIVE_INFINITY,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
  };
  const question = {
    entities: commons.catalog.entities().map(({ dcid }) => dcid),
    variables: commons.catalog.variables().map(({ dcid }) => dcid),
    date: "all",
  };
  const [making, table] = await timed(async () => await commons.table(question, limits));
  const [writing, parquet] = await timed(async () => await table.parquet());
  const { num_rows: rows } = parquetMetadata(parquet.buffer as ArrayBuffer);
  const wanted = Math.round(variables) * entities * dates;
  if (table.length !== wanted || Number(rows) !== wanted) throw new Error("rows are missing");
  const [arrowTaking] = await timed(async () => await table.arrowTable());
  const [arrowWriting, arrow] = await timed(async () => await table.arrow());
  const [copying] = await timed(async () => new Uint8Array(arrow.length).set(arrow));
  const rateBy = (of: keyof Took) => table.length / (making[of] + writing[of]);
  console.log(`${millions(table.length)} values, ${table.columns.length} columns`);
  console.log(`load      ${seconds(loading)}`);
  console.log(`table     ${seconds(making)}`);
  console.log(`parquet   ${seconds(writing)}, ${millions(parquet.length)} bytes`);
  console.log(`arrowTable ${seconds(arrowTaking)}`);
  console.log(`arrow     ${seconds(arrowWriting)}, ${millions(arrow.length)} bytes`);
  console.log(`its copy  ${seconds(copying)}: what the machine needs for so many bytes`);
  console.log(`table and parquet: ${millions(rateBy("clock"))} values per second by the clock,`);
  console.log(`             ${millions(rateBy("processor"))} per second of processor time`);
  // As many rows as 12 variables about 3,000 places have.
  const oneDate = { ...question, variables: question.variables.slice(0, 36), date: "2015" };
  const took: Took[] = [];
  for (let round = 0; round < 31; round++) {
    took.push((await timed(async () => await commons.table(oneDate, limits)))[0]);
  }
  const [clock, processor] = (["clock", "processor"] as const).map((of) => {
    const sorted = took.map((one) => one[of] * 1000).sort((a, b) => a - b);
    return sorted[15]?.toFixed(1);
  });
  console.log(
    `36 variables, 1,000 entities, one date: ${clock} ms, ${processor} ms of processor time`,
  );
  if (given.check === true && rateBy("clock") < perSecondMin) process.exitCode = 1;
}

function* lines(): Generator<string> {
  const random = new Random(7);
  yield "variable,entity,date,value,import_name\n";
  for (let variable = 0; variable < variables; variable++) {
    const [decimals, source] = [variable % 3, `Source_${variable % 3}`];
    let part = "";
    for (let row = 0; row < entities * dates; row++) {
      const entity = `geoId/${String(Math.floor(row / dates)).padStart(5, "0")}`;
      const value = (random.fraction() * 100_000).toFixed(decimals);
      part += `Variable_${variable},${entity},${2010 + (row % dates)},${value},${source}\n`;
    }
    yield part;
  }
}

/** Seconds, and seconds of processor time of all threads. */
interface Took {
  readonly clock: number;
  readonly processor: number;
}

async function timed<Result>(step: () => Promise<Result>): Promise<[Took, Result]> {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await step();
  const { user, system } = process.cpuUsage(before);
  const clock = (performance.now() - start) / 1000;
  return [{ clock, processor: (user + system) / 1_000_000 }, result];
}

function seconds({ clock, processor }: Took): string {
  return `${clock.toFixed(2)} s, ${processor.toFixed(2)} s of processor time`;
}

function millions(count: number): string {
  return `${(count / 1_000_000).toFixed(2)} million`;
}
