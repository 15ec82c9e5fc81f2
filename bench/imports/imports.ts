/**
 * `npm run bench imports`: tables shaped like real imports, loaded with their templates or imported without one, against DuckDB's
 * `read_csv` of the same table alone. Prints processor times, and how many times DuckDB's ours is.
 *
 *     --rounds N     processes of each, in turns; medians count; default 5
 *     --only a,b     imports whose names begin so
 *     --keep FOLDER  writes the files there and leaves them
 *
 * One thread and one process each. Ours is `open`, from the call to the frozen world, or the command `import` from
 * its start to the last file that it wrote. DuckDB's is a table
 * made from the file, in a connection that is open already. A load that misses an observation fails.
 */

import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "../contest/figures.ts";
import { writeLines } from "../formats/write-lines.ts";
import { measureLoad } from "../loads/loads.ts";
import { runChild } from "../machine/child.ts";
import { duckDbPackage } from "../peers/duckdb/connection.ts";
import { isInstalled } from "../peers/installed.ts";
import { count, duration, table, times } from "../report/table.ts";
import type { ReadCsvResult, ReadCsvTask } from "./read-csv-process.ts";
import { type Shape, shapes } from "./shapes.ts";

interface Import {
  readonly name: string;
  readonly shape: Shape;
  /** How many times as many places as the import has. */
  readonly copies: number;
}

const imports: readonly Import[] = [
  ...Object.values(shapes).map((shape) => {
    return { name: shape.name, shape, copies: shape === shapes.unknown ? 1.4 : 1 };
  }),
  { name: "80 MB like climate_trace", shape: shapes.emissions, copies: 20 },
];
const wanted = 3;
const importModule = new URL("./import-process.js", import.meta.url);
const readCsvModule = new URL("./read-csv-process.js", import.meta.url);

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    keep: { type: "string" },
  },
});
const hasDuckDb = isInstalled(duckDbPackage);
if (!hasDuckDb) console.error("DuckDB is not installed: npm run bench -- --peers installs it");
const chosen = imports.filter(({ name }) =>
  given.only.split(",").some((start) => name.startsWith(start)),
);
const folder = given.keep ?? mkdtempSync(join(tmpdir(), "pocket-commons-imports-"));
try {
  const heads = ["import", "MB", "rows", "observations", "ours", "clock", "read_csv", "clock"];
  const rows: string[][] = [];
  for (const each of chosen) rows.push(await rowOf(each));
  console.log(table([...heads, "times", "wanted"], rows, 1));
} finally {
  if (given.keep === undefined) rmSync(folder, { recursive: true });
}

async function rowOf({ name, shape, copies }: Import): Promise<string[]> {
  const home = join(folder, name.replaceAll(" ", "-"));
  const path = join(home, `${shape.table}.csv`);
  const observations = await write(home, path, shape, copies);
  const ours: { cpu: number; clock: number }[] = [];
  const theirs: ReadCsvResult[] = [];
  let rows = 0;
  for (let round = 0; round < Number(given.rounds); round++) {
    const loaded = shape.template === undefined ? await imported(path) : await opened(home);
    if (loaded.observations !== observations) {
      throw new Error(`${name}: ${loaded.observations} of ${observations} observations arrived`);
    }
    rows = loaded.rows;
    ours.push(loaded);
    if (!hasDuckDb) continue;
    const task: ReadCsvTask = { path };
    theirs.push(await runChild<ReadCsvResult>(readCsvModule, task));
  }
  const cpu = median(ours.map((each) => each.cpu));
  const theirCpu = theirs.length === 0 ? Number.NaN : median(theirs.map((each) => each.cpu));
  const orNone = (value: number, print: (value: number) => string) =>
    Number.isNaN(value) ? "–" : print(value);
  return [
    name,
    (statSync(path).size / 1e6).toFixed(1),
    count(theirs[0]?.rows ?? rows),
    count(observations),
    duration(cpu),
    duration(median(ours.map((each) => each.clock))),
    orNone(theirCpu, duration),
    theirs.length === 0 ? "–" : duration(median(theirs.map((each) => each.clock))),
    orNone(cpu / theirCpu, times),
    `≤ ${times(wanted)}`,
  ];
}

/** What `open` takes for a folder. */
async function opened(home: string) {
  const { observations, rows, cpuMs: cpu, loadMs: clock } = await measureLoad([home], false);
  return { observations, rows, cpu, clock };
}

/** What the command `import` takes for a table. */
async function imported(path: string) {
  const { rows, cpu, clock } = await runChild<ReadCsvResult>(importModule, { path });
  return { observations: rows, rows, cpu, clock };
}

/** @returns how many observations the table has */
async function write(home: string, path: string, shape: Shape, copies: number): Promise<number> {
  mkdirSync(home, { recursive: true });
  let observations = 0;
  const counted = (more: number) => {
    observations += more;
  };
  await writeLines(path, shape.lines(copies, counted));
  if (shape.template !== undefined) {
    await writeLines(join(home, `${shape.table}.tmcf`), [shape.template()]);
  }
  if (shape.places !== undefined) await writeLines(join(home, "places.mcf"), shape.places(copies));
  return observations;
}
