/**
 * `npm run bench huge -- strings` and others: worlds beyond what JavaScript's own containers
 * hold, loaded, saved and opened again. Nothing is timed against anything; answers are checked, and
 * what it took is printed.
 *
 *     strings   18 million distinct texts; a Map ends at 16.7 million (needs 5 GB of memory)
 *     columns   more than 4 GiB of columns, which is more than one typed array (needs 18 GB,
 *                and 12 GB on the disk)
 *     billion   as `billion.ts` says
 *     parts     as `parts.ts` says
 */

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Commons } from "../../src/index.ts";
import { open } from "../library.ts";
import { billion } from "./billion.ts";
import { partsBeyondOneFile } from "./parts.ts";

interface Shape {
  readonly rows: number;
  readonly textOf: (row: number) => string;
  /** What the world must be larger than. */
  readonly limit: readonly [what: "texts" | "bytes", least: number];
}

const shapes: Readonly<Record<string, Shape>> = {
  strings: {
    rows: 9_000_000,
    textOf: (row) => `value ${row}`,
    limit: ["texts", 2 ** 24],
  },
  columns: {
    rows: 60_000_000,
    textOf: (row) => `${"a rather long text of which there are many, each another: "}${row}`,
    limit: ["bytes", 2 ** 32],
  },
};

const [kind = "", ...rest] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "pocket-commons-huge-"));
try {
  if (kind === "billion") await billion(folder, rest);
  else if (kind === "parts") await partsBeyondOneFile(folder, rest);
  else await run(shapeOf(kind), folder);
} finally {
  rmSync(folder, { recursive: true });
}

function shapeOf(name: string): Shape {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  if (shape !== undefined) return shape;
  throw new Error(`say one of ${[...Object.keys(shapes), "billion", "parts"].join(", ")}`);
}

async function run(shape: Shape, folder: string): Promise<void> {
  const snapshot = join(folder, "world.pocket");
  await loadAndSave(shape, folder, snapshot);
  for (const read of ["needed", "all"] as const) {
    const started = performance.now();
    requireAnswers(await open(snapshot, { read }), shape);
    const way = read === "all" ? "as a whole" : "and read as needed";
    console.log(`opened ${way}: all answers right, ${secondsSince(started)} s`);
  }
}

/** Its world can be collected before the snapshot is opened. */
async function loadAndSave(shape: Shape, folder: string, snapshot: string): Promise<void> {
  const { rows, textOf, limit } = shape;
  const path = join(folder, "triples.csv");
  await pipeline(Readable.from(tableOf(rows, textOf)), createWriteStream(path));
  const started = performance.now();
  const commons = await open(path, { provenance: "dc/base/Huge" });
  const seconds = secondsSince(started);
  const { dictionary } = commons.engine.graph;
  const sizes = { texts: dictionary.termCount, bytes: commons.info.bytes };
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(
    `${kind}: ${rows} triples, ${sizes.texts} texts, ${(sizes.bytes / 1e9).toFixed(2)} GB of columns, ` +
      `loaded in ${seconds} s, peak ${(peak / 1e9).toFixed(2)} GB`,
  );
  if (sizes[limit[0]] <= limit[1]) throw new Error(`${limit[0]} are not beyond ${limit[1]}`);
  requireAnswers(commons, shape);
  console.log("all answers right");
  rmSync(path);
  await commons.save(snapshot);
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

function* tableOf(rows: number, textOf: (row: number) => string): Generator<string> {
  let chunk = "subject_id,predicate,object_id,object_value\n";
  for (let row = 0; row < rows; row++) {
    chunk += `node/${row},note,,"${textOf(row)}"\n`;
    if (chunk.length < 1 << 20) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** Every n-th row, both ways, and what is not there. */
function requireAnswers({ engine: { graph } }: Commons, { rows, textOf }: Shape): void {
  const { dictionary } = graph;
  const note = graph.predicateOf("note");
  if (note === undefined) throw new Error("there is no predicate");
  for (let row = 0; row < rows; row += 9973) {
    const node = dictionary.nodeOf(`node/${row}`);
    if (node === undefined) throw new Error(`node/${row} is lost`);
    const { start, end } = graph.out.rowsOf(node, note);
    const value = graph.out.terms[start];
    const text = value === undefined ? "nothing" : dictionary.textOf(value);
    if (end - start !== 1 || text !== textOf(row)) throw new Error(`node/${row} says ${text}`);
    const back = graph.in.rowsOf(value as number, note);
    if (graph.in.terms[back.start] !== node) throw new Error(`${text} does not lead back`);
  }
  for (const absent of [`node/${rows}`, "node/", ""]) {
    if (dictionary.nodeOf(absent) !== undefined) throw new Error(`"${absent}" is there`);
  }
}
