/**
 * `npm run bench`: makes a world, has all contestants load it and answer, measures what only Pocket
 * Commons has, prints what all that took.
 *
 *     --scale S|M|L       size of the world; default S: 1 million triples and as many observations
 *     --only q1,load      these parts: rows (q1 … s3) and cases, load, start, mcf, requests
 *     --contestants a,b   these contestants; default: all that are installed, at L ours alone
 *     --peers             install the other engines first (into bench/peers/node_modules)
 *     --rounds N          rounds of the comparison; default 3, at L 1
 *     --against REVISION  another revision instead of other contestants; --rounds are pairs of
 *                         turns, default 40. With --smoke: ten rows in a tiny world, in less
 *                         than a minute
 *     --smoke             a tiny world, everything once, all answers checked; in seconds. With
 *                         --peers the other engines answer, too
 *     --naive             check answers by a naive evaluation (implied by --smoke; slow when large)
 *     --data FOLDER       write the world's files there and leave them for the next run
 *     --mcf FOLDER        MCF files to load instead of generated ones (or POCKET_COMMONS_MCF)
 *     --json FILE         write everything measured there
 *     --write             write RESULTS.md and results.json; other scales in them are kept
 *     --busy              write even when the machine was busy; the results say so
 *     --check             exit with 1 when a row misses its reach
 *
 * Exits with 1 when an answer is wrong, whatever the times are.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareAgainst, printComparisons } from "./against/against.ts";
import { loadAverage, quietMax } from "./machine/busy.ts";
import { isChosen, optionsOf } from "./options.ts";
import { peersFolder } from "./peers/installed.ts";
import { prepareWorld } from "./prepared-world.ts";
import { picturesOf } from "./report/pictures.ts";
import { judge } from "./report/reach.ts";
import { printAll, printScale } from "./report/report.ts";
import { readResults, type ScaleResults } from "./report/results.ts";
import { measureAll } from "./stages.ts";

const benchFolder = fileURLToPath(new URL("../../bench/", import.meta.url));
const resultsPath = join(benchFolder, "results.json");

if (process.argv.includes("--peers")) {
  // Not `ci`: the lock names what there is of one platform, and not every registry has the others.
  const quietly = ["--no-save", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--prefix", peersFolder, ...quietly], { stdio: "inherit" });
}
const options = optionsOf(process.argv.slice(2));
if (options.write && loadAverage() > quietMax * 4 && !options.busy) {
  throw new Error(`the machine is busy (load average ${loadAverage()}): wait, or say --busy`);
}
const folder = options.data ?? mkdtempSync(join(tmpdir(), "pocket-commons-bench-"));
try {
  if (options.against === undefined) await compareContestants();
  else await compareRevisions(options.against);
} finally {
  if (options.data === undefined) rmSync(folder, { recursive: true });
}

async function compareContestants(): Promise<void> {
  const { results, faults } = await measureAll(options, folder);
  report(results);
  for (const fault of faults) console.error(`WRONG ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else if (options.write) write(results);
}

async function compareRevisions(revision: string): Promise<void> {
  const settings = {
    revision,
    pairs: options.rounds,
    seconds: options.seconds,
    isChosen: (name: string) => isChosen(options, name),
  };
  const found = await compareAgainst(settings, prepareWorld(folder, options.scale, []));
  console.log(printComparisons(found, revision));
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(found, null, 1));
}

function report(results: ScaleResults): void {
  const small = readResults(resultsPath).S;
  console.log(printScale(results, small));
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, null, 2));
  const missed = judge(results, small).filter(({ verdict }) => verdict === "missed");
  for (const { row, title, ratio, ours, wanted } of missed) {
    console.error(`MISSED ${row}, ${title}: ${ratio || ours}, wanted ${wanted}`);
  }
  if (options.check && missed.length > 0) process.exitCode = 1;
}

function write(results: ScaleResults): void {
  const { others = 0 } = results.machine;
  if ((others > quietMax || results.disturbances.length > 0) && !options.busy) {
    console.error(
      "NOT WRITTEN: the machine was busy with other things (--busy writes all the same)",
    );
    process.exitCode = 1;
    return;
  }
  const all = { ...readResults(resultsPath), [results.scale]: results };
  writeFileSync(resultsPath, `${JSON.stringify(all, null, 1)}\n`);
  writeFileSync(join(benchFolder, "RESULTS.md"), printAll(all));
  for (const [name, picture] of Object.values(all).flatMap((one) => [...picturesOf(one)]))
    writeFileSync(join(benchFolder, "pictures", name), picture);
}
