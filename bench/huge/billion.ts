/**
 * `npm run bench huge -- billion`: 10⁹ observations in 10⁸ series and 10⁸ triples, written, loaded,
 * saved, opened and asked, each in a process of its own; then a thousandth of that, to compare medians.
 * The tables take 34 GB on the disk while they are loaded, and are gone before the snapshot is opened.
 *
 *     --part N        an n-th of everything
 *     --folder PATH   where there is room. Default: the folder for temporary files
 *     --check         exit with 1 when something takes more than wanted
 */

import { mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runChild } from "../machine/child.ts";
import { duration, megabytes, table, times } from "../report/table.ts";
import type { BillionTask, Loaded, Medians, Opened } from "./billion-process.ts";
import { countsOf, filesOf } from "./billion-world.ts";

/** As many as there are cores on the machine that the limits are for. */
const writers = 2;
const smallPart = 1000;
/** Of a row in the tables, and of a triple: bytes. */
const [rowBytes, tripleBytes] = [31, 48];
/** Of a whole world. */
const wanted = { load: 720, peak: 16 * 2 ** 30, file: 7e9, first: 1000, growth: 2 };
/** The heap holds what is read at once, not the world. */
const heap = 4096;

interface Measured {
  readonly written: number;
  readonly loaded: Loaded;
  readonly opened: Opened;
}

/** @param folder for a world, unless the arguments name another one */
export async function billion(folder: string, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: "string", default: "1" },
      folder: { type: "string" },
      check: { type: "boolean", default: false },
    },
  });
  const part = Number(values.part);
  if (!(part >= 1)) throw new Error(`--part is a number from 1 on, not ${values.part}`);
  const place = values.folder ?? folder;
  requireRoom(place, part);
  const { observations, series, triples } = countsOf({ part });
  console.log(`${observations} observations in ${series} series, and ${triples} triples`);
  const large = await measure(place, part);
  const small = await measure(place, part * smallPart);
  const missed = print(large, small, part);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** @throws Error when the tables and the snapshot have no room */
function requireRoom(folder: string, part: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const { observations, triples } = countsOf({ part });
  const needed = observations * rowBytes + triples * tripleBytes + wanted.file / part;
  if (bavail * bsize > needed) return;
  throw new Error(`${folder} has no room for ${megabytes(needed)}: name another one by --folder`);
}

async function measure(parent: string, part: number): Promise<Measured> {
  const folder = mkdtempSync(join(parent, "pocket-commons-billion-"));
  const snapshot = join(folder, "world.pocket");
  const path = new URL("./billion-process.js", import.meta.url);
  const run = async <Result>(task: Partial<BillionTask>): Promise<Result> =>
    await runChild<Result>(path, { part, folder, snapshot, ...task }, { heap });
  try {
    const start = performance.now();
    const writing = Array.from({ length: writers }, (_, writer) =>
      run({ kind: "write", writer, writers }),
    );
    await Promise.all(writing);
    const bytes = filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0);
    const written = (performance.now() - start) / 1000;
    console.log(`1/${part}: ${megabytes(bytes)} of tables written in ${written.toFixed(0)} s`);
    const loaded = await run<Loaded>({ kind: "load" });
    for (const file of filesOf(folder)) rmSync(file);
    const opened = await run<Opened>({ kind: "open" });
    return { written, loaded, opened };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns what took more than wanted */
function print(large: Measured, small: Measured, part: number): string[] {
  const { loaded, opened } = large;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const share = (value: number) => value / part;
  const rows: (readonly [what: string, found: string, most: string, isReached: boolean])[] = [
    limited("load", loaded.loadSeconds, share(wanted.load), seconds),
    limited("peak while loading", loaded.peak, wanted.peak, megabytes),
    ["columns", megabytes(loaded.columns), "", true],
    ["saving", seconds(loaded.saveSeconds), "", true],
    limited("snapshot", loaded.file, share(wanted.file), megabytes),
    limited("first answer after opening", opened.firstAnswer, wanted.first, duration),
    ...growth("loaded", loaded.medians, small.loaded.medians),
    ...growth("opened", opened.medians, small.opened.medians),
    ...unlimited("opened, blocks read for the first time", opened.untouched),
  ];
  const cells = rows.map((row) => row.slice(0, 3) as string[]);
  console.log(table(["", "found", "at most"], cells, 1));
  const missed = rows.filter(([, , , isReached]) => !isReached).map(([what]) => what);
  for (const what of missed) console.error(`MISSED ${what}`);
  return missed;
}

function limited(
  what: string,
  found: number,
  most: number,
  print: (value: number) => string,
): [string, string, string, boolean] {
  return [what, print(found), print(most), found <= most];
}

/** A question that reads blocks takes what the file takes: nothing is wanted of it. */
function unlimited(when: string, medians: Medians) {
  return (Object.keys(medians) as (keyof Medians)[]).map(
    (question): [string, string, string, boolean] => [
      `${when}: ${question}`,
      duration(medians[question]),
      "",
      true,
    ],
  );
}

function growth(when: string, large: Medians, small: Medians) {
  return (Object.keys(large) as (keyof Medians)[]).map(
    (question): [string, string, string, boolean] => {
      const ratio = large[question] / small[question];
      const found = `${duration(large[question])}, ${times(ratio)} of 1/${smallPart}`;
      return [`${when}: ${question}`, found, times(wanted.growth), ratio <= wanted.growth];
    },
  );
}
