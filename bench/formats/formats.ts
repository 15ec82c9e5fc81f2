/**
 * `npm run bench formats`: the same observations in every format, each loaded in a process of its
 * own. Prints how fast that is, and how many times slower than the first format.
 *
 *     --rows N       observations; default 300,000
 *     --only a,b     formats whose names begin so
 *     --threads 1,2  numbers of threads; default both
 *     --rounds N     loads of each, in turns; the fastest counts, as others disturb it least; default 1
 *
 * Times are processor time of all threads, of which a busy machine takes nothing away; the clock
 * stands beside them, and how many times faster by the clock several threads are than the first
 * number of them. A run that loads another number of observations fails.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type LoadMeasurement, measureLoad } from "../loads/loads.ts";
import { count, megabytes, table } from "../report/table.ts";
import { Cube } from "./cube.ts";
import { type Form, forms, type Lines } from "./forms.ts";
import { hasSqlite, writeDatabase } from "./sqlite.ts";
import { writeLines } from "./write-lines.ts";

const { values: given } = parseArgs({
  options: {
    rows: { type: "string", default: "300000" },
    only: { type: "string", default: "" },
    threads: { type: "string", default: "1,2" },
    rounds: { type: "string", default: "1" },
  },
});
const cube = new Cube(Number(given.rows));
const chosen = forms.filter(({ name }) =>
  given.only.split(",").some((start) => name.startsWith(start)),
);

const folder = mkdtempSync(join(tmpdir(), "pocket-commons-formats-"));
try {
  const rows: string[][] = [];
  const fastest = new Map<number, number>();
  for (const form of chosen) rows.push(...(await rowsOf(form, fastest)));
  const heads = ["format", "MB", "threads", "rows/s", "MB/s", "statements/s", "processor", "clock"];
  console.log(`${count(cube.size)} observations; rates are by processor time`);
  console.log(table([...heads, "peak", "times slower", "times faster"], rows, 1));
} finally {
  rmSync(folder, { recursive: true });
}

/** @param fastest milliseconds of the first format, by threads */
async function rowsOf(form: Form, fastest: Map<number, number>): Promise<string[][]> {
  const home = mkdtempSync(join(folder, "form-"));
  const own = join(home, "data");
  for (const [path, lines] of Object.entries(form.files(cube))) await write(join(own, path), lines);
  const rows: string[][] = [];
  if (form.name === "SQLite" && !hasSqlite()) {
    return [[form.name, ...new Array<string>(10).fill("no SQLite")]];
  }
  const found = await loadsOf(form, home);
  const firstMs = [...found.values()][0]!.loadMs;
  for (const [threads, measured] of found) {
    const { bytes, loadMs, cpuMs, triples, observations, peakRss } = measured;
    if (!fastest.has(threads)) fastest.set(threads, cpuMs);
    const perSecond = (amount: number) => count(Math.round((amount / cpuMs) * 1000));
    rows.push([
      form.name,
      (bytes / 1e6).toFixed(1),
      String(threads),
      perSecond(measured.rows),
      (bytes / cpuMs / 1000).toFixed(1),
      perSecond(triples + observations),
      `${(cpuMs / 1000).toFixed(2)} s`,
      `${(loadMs / 1000).toFixed(2)} s`,
      megabytes(peakRss),
      (cpuMs / fastest.get(threads)!).toFixed(1),
      (firstMs / loadMs).toFixed(2),
    ]);
  }
  rmSync(home, { recursive: true });
  return rows;
}

/** The fastest load of all rounds for each number of threads. */
async function loadsOf({ name }: Form, home: string): Promise<Map<number, LoadMeasurement>> {
  const all = new Map<number, LoadMeasurement[]>();
  for (let round = 0; round < Number(given.rounds); round++) {
    for (const threads of given.threads.split(",").map(Number)) {
      const measured = await measureLoad([home], false, threads);
      const { observations } = measured;
      if (observations !== cube.size) {
        throw new Error(`${name}: ${observations} of ${cube.size} observations arrived`);
      }
      all.set(threads, [...(all.get(threads) ?? []), measured]);
    }
  }
  const fastest = (loads: readonly LoadMeasurement[]) =>
    loads.toSorted((a, b) => a.loadMs - b.loadMs)[0]!;
  return new Map(Array.from(all, ([threads, loads]) => [threads, fastest(loads)] as const));
}

async function write(path: string, lines: Lines): Promise<void> {
  if (!path.endsWith(".db")) {
    await writeLines(path, lines);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  if (hasSqlite()) writeDatabase(path, lines);
}
