/**
 * `npm run bench remote`: questions to a world behind nginx and a delay. Prints rounds, reads,
 * megabytes and milliseconds of each question beside what is wanted; then the same world with all blocks
 * at hand against one in memory, memory over many questions, and twelve questions against SQL written by
 * hand on PostgreSQL with the same delay.
 *
 *     --scale S       S, M, L
 *     --data FOLDER   keep the world there for the next run
 *     --delay N       milliseconds of each request; default 20
 *     --link N        megabits a second of all answers together; default as fast as the machine
 *     --questions N   for the row of memory; default 10,000
 *     --no-sql        without PostgreSQL
 *     --explorer      only the screens of the explorer, in Chromium over a link of 50 ms and 20 Mbit/s
 *     --parquet       only what hyparquet takes over Parquet files for such questions
 *     --sections      also which sections each cold question reads, in kB
 *     --check         exit with 1 when a row costs more rounds or bytes than wanted
 */

import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { median } from "../contest/figures.ts";
import type { Questions } from "../contest/questions.ts";
import { isScale } from "../data/scales.ts";
import { open } from "../library.ts";
import { runChild } from "../machine/child.ts";
import { type PreparedWorld, prepareWorld } from "../prepared-world.ts";
import { duration, megabytes, table, times } from "../report/table.ts";
import { explorerScreens } from "./explorer.ts";
import type { MemoryAnswer, MemoryTask } from "./memory-process.ts";
import { parquetRows } from "./parquet.ts";
import { type Asked, type Cost, type NamedPlace, type Row, rowsOf } from "./rows.ts";
import { SectionReads, sectionsIn } from "./sections.ts";
import { startNginx, startPostgres, startWire } from "./servers.ts";
import { loadTables, type TwinQuestion, twinsOf } from "./sql.ts";

const { httpBlocks, openRemote } = (await import(
  new URL("../../../dist/remote.js", import.meta.url).href
)) as typeof import("../../src/remote.ts");

const { values: given } = parseArgs({
  options: {
    scale: { type: "string", default: "S" },
    data: { type: "string" },
    delay: { type: "string", default: "20" },
    link: { type: "string", default: "Infinity" },
    questions: { type: "string", default: "10000" },
    "no-sql": { type: "boolean", default: false },
    explorer: { type: "boolean", default: false },
    parquet: { type: "boolean", default: false },
    sections: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const { scale } = given;
if (!isScale(scale)) throw new Error(`there is no scale ${scale}`);
const delay = Number(given.delay);
const bytesPerSecond = (Number(given.link) * 1e6) / 8;
/** A question is warm when so many of its kind were asked before. */
const before = 3;
const cacheBytes = 64 << 20;
/** Names that are asked for: as many as a process takes as its argument. */
const namedMax = 200;
const openWanted: Cost = [2, 0.3];

const runs = 5;
const repeats = 30;
/** Of what takes longer in memory, two are enough. */
const shortMilliseconds = 20;

let isMissed = false;
const folder = resolve(given.data ?? mkdtempSync(join(tmpdir(), "pocket-commons-remote-")));
try {
  const prepared = prepareWorld(folder, scale, []);
  const path = join(folder, "world.pocket");
  if (!existsSync(path)) {
    const { triples, observations } = prepared.files;
    await (await open([triples, observations])).save(path);
  }
  if (given.parquet) await parquetRows(prepared, folder, delay, bytesPerSecond);
  else if (given.explorer) isMissed = await explorerScreens(prepared, path);
  else await measure(prepared, path);
} finally {
  if (given.data === undefined) rmSync(folder, { recursive: true });
}
if (given.check && isMissed) process.exitCode = 1;

async function measure({ questions, files }: PreparedWorld, path: string): Promise<void> {
  const size = megabytes(statSync(path).size);
  console.log(
    `World ${scale}, ${size}, nginx, ${delay} ms per request, ${given.link} Mbit/s, Node ${process.version}\n`,
  );
  const nginx = await startNginx(dirname(path));
  const wire = await startWire(nginx.port, delay, bytesPerSecond);
  try {
    const from = (port: number) => () => httpBlocks(`http://127.0.0.1:${port}/world.pocket`);
    const named = namedPlaces(await open(path), questions.q1.slice(0, namedMax));
    const rows = rowsOf(questions, named);
    await costs(rows, from(wire.port), path);
    await atHand(rows, from(nginx.port), path);
    await memory(nginx.port, folder, named);
    if (given["no-sql"]) return;
    const postgres = await startPostgres();
    const sqlWire = await startWire(postgres.port, delay, bytesPerSecond);
    try {
      loadTables(postgres.port, files);
      await againstSql(questions, from(wire.port), sqlWire.port);
    } finally {
      await sqlWire.stop();
      await postgres.stop();
    }
  } finally {
    await wire.stop();
    await nginx.stop();
  }
}

/** Names of some nodes that lie in a place with a name. */
function namedPlaces(
  commons: Awaited<ReturnType<typeof open>>,
  dcids: readonly string[],
): NamedPlace[] {
  const {
    engine: { graph },
  } = commons;
  const containedIn = graph.predicateOf("containedInPlace");
  return dcids.flatMap((dcid) => {
    const node = graph.dictionary.nodeOf(dcid);
    const name = node === undefined ? undefined : graph.nameTextOf(node);
    const [outer] =
      node === undefined || containedIn === undefined ? [] : graph.valuesOf(node, containedIn);
    const around = outer === undefined ? undefined : graph.nameTextOf(outer);
    if (name === undefined || around === undefined) return [];
    const asked = commons.v2.resolve({ nodes: [name], property: "<-description->dcid" });
    return [{ name, around, bearers: asked.entities?.[0]?.candidates?.length ?? 0 }];
  });
}

type Blocks = () => ReturnType<typeof httpBlocks>;

interface Figures {
  readonly rounds: number;
  readonly reads: number;
  readonly bytes: number;
  readonly time: number;
}

async function asked(on: Asked, ask: () => unknown): Promise<Figures> {
  const old = on.traffic;
  const start = performance.now();
  await ask();
  const time = performance.now() - start;
  const { rounds, reads, bytes } = on.traffic;
  return {
    rounds: rounds - old.rounds,
    reads: reads - old.reads,
    bytes: bytes - old.bytes,
    time,
  };
}

/** Rounds, reads, bytes and time of each row, cold and warm. */
async function costs(rows: readonly Row[], blocks: Blocks, path: string): Promise<void> {
  const lines: string[][] = [];
  const start = performance.now();
  const opened = await openRemote(blocks());
  const { rounds, reads, bytes } = opened.traffic;
  const time = performance.now() - start;
  opened.close();
  lines.push(lineOf("opening", { rounds, reads, bytes, time }, openWanted));
  const sections = given.sections ? sectionsIn(path) : [];
  const told: string[] = [];
  for (const { name, cold, warm, ask } of rows) {
    const reads = new SectionReads(blocks(), sections);
    const on = await openRemote(reads.store);
    reads.taken();
    try {
      lines.push(lineOf(`${name}, cold`, await asked(on, () => ask(on, 0)), cold));
      told.push(`${name}: ${reads.taken()}`);
      for (let at = 1; at < before; at++) await ask(on, at);
      if (warm !== undefined) {
        lines.push(lineOf(`${name}, warm`, await asked(on, () => ask(on, before)), warm));
      }
    } catch (error) {
      isMissed = true;
      lines.push([name, "–", "–", (error as Error).message.slice(0, 40), "–", "–", "no"]);
    } finally {
      on.close();
    }
  }
  const heads = ["question", "rounds", "reads", "MB", "ms", "wanted", "reached"];
  console.log(`${table(heads, lines, 1)}\n`);
  if (given.sections) console.log(`${told.join("\n")}\n`);
}

function lineOf(name: string, { rounds, reads, bytes, time }: Figures, wanted?: Cost): string[] {
  const isReached = wanted === undefined || (rounds <= wanted[0] && bytes <= wanted[1] * 1e6);
  if (!isReached) isMissed = true;
  return [
    name,
    `${rounds}`,
    `${reads}`,
    (bytes / 1e6).toFixed(2),
    time.toFixed(0),
    wanted === undefined ? "–" : `${wanted[0]}, ${wanted[1]} MB`,
    wanted === undefined ? "–" : isReached ? "yes" : "no",
  ];
}

/** Processor time of questions whose blocks are all here, against the same world in memory. */
async function atHand(rows: readonly Row[], blocks: Blocks, path: string): Promise<void> {
  const near = await open(path, { read: "all" });
  const far = await openRemote(blocks(), { maxCacheBytes: 1 << 30, maxReadBytes: 1 << 30 });
  const lines: string[][] = [];
  for (const { name, ask } of rows) {
    try {
      for (let at = 0; at < 3; at++) {
        await ask(far, 0);
        await ask(near as unknown as Asked, 0);
      }
      const times = { near: [] as number[], far: [] as number[] };
      const alone = await processorTime(1, () => ask(near as unknown as Asked, 0));
      const count = alone > shortMilliseconds ? 2 : repeats;
      for (let run = 0; run < runs; run++) {
        times.near.push(await processorTime(count, () => ask(near as unknown as Asked, 0)));
        times.far.push(await processorTime(count, () => ask(far, 0)));
      }
      const [here, there] = [median(times.near), median(times.far)];
      lines.push([
        name,
        duration(here),
        duration(there),
        `${((there - here) * 1000).toFixed(0)} µs`,
      ]);
    } catch (error) {
      lines.push([name, "–", "–", (error as Error).message.slice(0, 40)]);
    }
  }
  far.close();
  const heads = ["all blocks at hand, processor time", "in memory", "from afar", "more (10 µs)"];
  console.log(`${table(heads, lines, 1)}\n`);
}

/** Milliseconds of one of so many. */
async function processorTime(count: number, action: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let at = 0; at < count; at++) await action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / count;
}

async function memory(port: number, data: string, named: readonly NamedPlace[]): Promise<void> {
  const task: MemoryTask = { port, data, questions: Number(given.questions), cacheBytes, named };
  const module = new URL("./memory-process.js", import.meta.url);
  const { start, peak, failed, reason } = await runChild<MemoryAnswer>(module, task);
  const most = start + 2 * cacheBytes + (64 << 20);
  if (peak > most) isMissed = true;
  const lines = [
    [given.questions, megabytes(start), megabytes(peak), megabytes(most), `${failed}`],
  ];
  if (reason !== "") console.log(`${failed} questions failed: ${reason}\n`);
  const heads = ["random questions, 64 MiB of cache", "RSS before", "at most", "allowed", "failed"];
  console.log(`${table(heads, lines, 0)}\n`);
}

async function againstSql(questions: Questions, blocks: Blocks, port: number): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "bench", database: "postgres" });
  await client.connect();
  const lines: string[][] = [];
  let good = 0;
  try {
    for (const twin of twinsOf(questions)) {
      const sql = await sqlTime(client, twin);
      const on = await openRemote(blocks());
      const cold = await asked(on, () => twin.ask(on, 0));
      for (let at = 1; at < before; at++) await twin.ask(on, at);
      const warm = await asked(on, () => twin.ask(on, before));
      const again = await asked(on, () => twin.ask(on, before));
      on.close();
      if (warm.time <= 1.5 * sql) good++;
      if (cold.time > 10 * sql) isMissed = true;
      lines.push([
        twin.name,
        duration(sql),
        `${duration(cold.time)} (${cold.rounds})`,
        `${duration(warm.time)} (${warm.rounds})`,
        duration(again.time),
        times(cold.time / sql),
        times(warm.time / sql),
      ]);
    }
  } finally {
    await client.end();
  }
  if (good < 8) isMissed = true;
  const heads = [
    "twelve questions",
    "SQL",
    "cold (rounds)",
    "warm (rounds)",
    "again",
    "cold / SQL",
    "warm / SQL",
  ];
  console.log(`${table(heads, lines, 1)}\n`);
  console.log(`warm within 1.5 times of SQL: ${good} of 12 (8 are wanted)`);
}

/** With pages in memory and the plan known: the median of questions with other arguments. */
async function sqlTime(
  client: pg.Client,
  { name, sql, parameters }: TwinQuestion,
): Promise<number> {
  const found: number[] = [];
  for (let at = 0; at <= before + 2; at++) {
    const start = performance.now();
    await client.query({ name, text: sql, values: parameters(at) });
    if (at > 0) found.push(performance.now() - start);
  }
  return median(found);
}
