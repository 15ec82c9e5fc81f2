/**
 * `npm run bench increments`: 10,000 new rows for a world in parts that is published and read from afar. Prints the bytes that move
 * to the store, and the bytes of a reader's cache on disk that are of no use any more.
 *
 *     --scale S       T, S, M; default S
 *     --data FOLDER   keep the world there for the next run
 *     --rows N        new rows; default 10,000
 *     --part N        observations of a part at most; default 100,000
 *     --check         exit with 1 when more than 3 MB move, or are read again
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isScale } from "../data/scales.ts";
import { prepareWorld } from "../prepared-world.ts";
import { megabytes } from "../report/table.ts";

const built = (name: string): string => new URL(`../../../dist/${name}.js`, import.meta.url).href;
const { open } = (await import(built("index"))) as typeof import("../../src/index.ts");
const door = (await import(built("parts"))) as typeof import("../../src/parts.ts");
const remote = (await import(built("remote"))) as typeof import("../../src/remote.ts");
const operate = (await import(built("operate"))) as typeof import("../../src/operate.ts");

const { values: given } = parseArgs({
  options: {
    scale: { type: "string", default: "S" },
    data: { type: "string" },
    rows: { type: "string", default: "10000" },
    part: { type: "string", default: "100000" },
    check: { type: "boolean", default: false },
  },
});
const { scale } = given;
if (!isScale(scale)) throw new Error(`there is no scale ${scale}`);
const [rows, maxRows] = [Number(given.rows), Number(given.part)];
const wanted = 3e6;
const latest = "LATEST";

const folder = resolve(given.data ?? mkdtempSync(join(tmpdir(), "pocket-commons-increments-")));
const at = (name: string): string => join(folder, name);
try {
  const isMissed = await measure();
  if (given.check && isMissed) process.exitCode = 1;
} finally {
  if (given.data === undefined) rmSync(folder, { recursive: true });
}

async function measure(): Promise<boolean> {
  const { files, questions } = prepareWorld(folder, scale as "S", []);
  if (!existsSync(at("world.pocket"))) {
    await (await open([files.triples, files.observations])).save(at("world.pocket"));
  }
  const whole = await open(at("world.pocket"));
  const counts = [...whole.catalog.variables()].map(
    ({ dcid, observationCount }): [string, number] => [dcid, observationCount],
  );
  const plan = door.planParts(counts, { maxRows });
  mkdirSync(at("parts"), { recursive: true });
  rmSync(at("store"), { recursive: true, force: true });
  rmSync(at("cache"), { recursive: true, force: true });
  if (!existsSync(at("parts/graph.pocket"))) await door.saveGraph(whole, at("parts/graph.pocket"));
  const graph = await open(at("parts/graph.pocket"));
  const paths = plan.map((_, part) => at(`parts/${maxRows}-${part}.part`));
  for (const [part, { variables }] of plan.entries()) {
    const path = paths[part]!;
    if (!existsSync(path)) await door.buildPart(graph, whole, path, { variables });
  }
  const first = await publish(paths, "one");
  console.log(
    `World ${scale} in ${plan.length} parts of ${maxRows.toLocaleString("en-US")} rows at most: ${megabytes(first.storedBytes)}`,
  );
  // As a night's delivery: a new date of variables that lie together.
  const part = plan.findIndex(({ variables }) => variables.includes(questions.o1[0]![0]));
  writeRows(whole, plan[part]!.variables);
  const changed = at("parts/changed.part");
  await door.buildPart(graph, [whole, at("new.csv")], changed, {
    provenance: provenanceIn(whole),
    variables: plan[part]!.variables,
  });
  const read = { first: await bytesRead(), between: await bytesRead(), after: 0 };
  const moved = await publish(
    paths.map((path, place) => (place === part ? changed : path)),
    "two",
  );
  read.after = await bytesRead();
  console.log(`moved by ${rows} rows: ${megabytes(moved.movedBytes)} (3 MB)`);
  console.log(
    `read again after them: ${megabytes(read.after)} (3 MB), of ${megabytes(read.first)} at first`,
  );
  if (read.between > 0) throw new Error(`${read.between} bytes were read twice`);
  return moved.movedBytes > wanted || read.after > wanted;
}

/** What a new reader reads of the store, past the cache on disk that all readers share. */
async function bytesRead(): Promise<number> {
  let bytes = 0;
  const counted = (store: ReturnType<typeof operate.fileBlocks>): typeof store => ({
    ...(store.name !== undefined && { name: store.name }),
    describe: async (...args) => await store.describe(...args),
    read: async (ranges, ...args) => {
      bytes += ranges.reduce((sum, { start, end }) => sum + end - start, 0);
      return await store.read(ranges, ...args);
    },
    beside: (address) => counted(store.beside!(address)),
  });
  const store = counted(operate.fileBlocks(at("store/world.json")));
  const cached = operate.diskCache(store, { folder: at("cache") });
  const reader = await remote.openRemote(cached, { maxReadBytes: 2 ** 30, timeout: 600_000 });
  await askAll(reader);
  reader.close();
  // Files of the cache are written beside the answers.
  await new Promise((done) => setTimeout(done, 1000));
  return bytes;
}

async function askAll(reader: Awaited<ReturnType<typeof remote.openRemote>>): Promise<void> {
  const { questions } = prepareWorld(folder, scale as "S", []);
  const select = ["variable", "entity", "date", "value"] as const;
  for (const [variable, entity] of questions.o1.slice(0, 200)) {
    await reader.v2.observation({
      select,
      date: latest,
      variable: { dcids: [variable] },
      entity: { dcids: [entity] },
    });
  }
  for (const node of questions.q1.slice(0, 200)) {
    await reader.v2.node({ nodes: [node], property: "->name" });
  }
  for (const [, entity] of questions.o1.slice(0, 50)) {
    await reader.v2.observation({ select: ["variable", "entity"], entity: { dcids: [entity] } });
  }
}

async function publish(parts: readonly string[], version: string) {
  await door.joinParts(at("parts/graph.pocket"), parts, at("parts/world.json"));
  const { snapshot, parts: others } = await operate.worldFiles(at("parts/world.json"));
  return await remote.publish(operate.folderTarget(at("store")), snapshot, {
    parts: others,
    version,
  });
}

type World = Awaited<ReturnType<typeof open>>;

/** Of entities that have the variables, at a date that no row has yet. */
function writeRows(world: World, variables: readonly string[]): void {
  const lines = ["variable,entity,date,value"];
  const places = [...world.catalog.entities({ limit: rows })].map(({ dcid }) => dcid);
  for (let row = 0; row < rows; row++) {
    const variable = variables[Math.floor(row / places.length) % variables.length]!;
    const date = `2031-${String(1 + (Math.floor(row / places.length / variables.length) % 12)).padStart(2, "0")}`;
    lines.push(`${variable},${places[row % places.length]!},${date},${row}`);
  }
  writeFileSync(at("new.csv"), `${lines.join("\n")}\n`);
}

function provenanceIn(world: World): string {
  const [facet] = world.engine.observations.facets;
  return facet?.provenanceId ?? "";
}
