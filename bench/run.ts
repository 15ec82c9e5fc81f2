/**
 * `npm run bench`: makes a world, loads it, asks it, prints what that took.
 *
 *     --smoke        a tiny world, every case once, all answers checked; in seconds
 *     --case NAME    only this case, and those whose names continue it with `_`; may be repeated
 *     --size ROWS    so many triples and as many observations; default 1,000,000
 *     --check        check answers by a naive evaluation (implied by --smoke; slow when large)
 *     --data FOLDER  write the world's files there and leave them
 *     --json FILE    write everything measured there
 *     --write        write RESULTS.md; for full runs only
 *
 * Exits with 1 when an answer is wrong, whatever the times are.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { open } from "../src/index.ts";
import { dictionaryCases } from "./cases/dictionary.ts";
import { expressionCases } from "./cases/expression.ts";
import { loadCases } from "./cases/load.ts";
import { nodeCases } from "./cases/node.ts";
import { observationCases } from "./cases/observation.ts";
import { provenances } from "./data/sources.ts";
import type { Statements } from "./data/statements.ts";
import { generateWorld, type WorldSize } from "./data/world.ts";
import { WorldFileWriter, worldFiles } from "./data/world-files.ts";
import { StatementDigest } from "./digest.ts";
import { fullEffort, type Result, runCase, smokeEffort } from "./harness.ts";
import { type LoadResult, runLoad } from "./loads.ts";
import { NaiveWorld } from "./naive.ts";
import { busyNow, printReport, type Report, thisMachine } from "./report.ts";

const smokeSize: WorldSize = { triples: 20_000, observations: 50_000 };
const fullSize: WorldSize = { triples: 1_000_000, observations: 1_000_000 };
const fullRounds = 5;
const resultsPath = fileURLToPath(new URL("../../bench/RESULTS.md", import.meta.url));

const { values: options } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    case: { type: "string", multiple: true },
    size: { type: "string" },
    check: { type: "boolean", default: false },
    data: { type: "string" },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

if (options.write && (options.smoke || options.size !== undefined || options.case !== undefined)) {
  throw new Error("--write goes with no option that makes a run smaller");
}
const cases = [...dictionaryCases, ...expressionCases, ...nodeCases, ...observationCases];
const chosenLoads = loadCases.filter(isChosen);
const chosenCases = cases.filter(isChosen);
if (chosenLoads.length + chosenCases.length === 0) {
  const names = [...loadCases, ...cases].map(({ name }) => name);
  throw new Error(`there is no case of that name; there are ${names.join(", ")}`);
}

const folder = options.data ?? mkdtempSync(join(tmpdir(), "pocket-commons-bench-"));
mkdirSync(folder, { recursive: true });
try {
  const report = await measureAll();
  const text = printReport(report);
  console.log(text);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(report, null, 2));
  if (options.write) writeFileSync(resultsPath, `# Last full run\n\n${text}`);
  const wrong = [...report.loads, ...report.results].filter(({ fault }) => fault !== undefined);
  for (const { fault, ...each } of wrong) {
    const contestant = "contestant" in each ? ` by ${each.contestant}` : "";
    console.error(`WRONG ${each.case}, ${each.title}${contestant}: ${fault}`);
  }
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  if (options.data === undefined) rmSync(folder, { recursive: true });
}

async function measureAll(): Promise<Report> {
  const busyBefore = busyNow();
  const size = sizeOf(options);
  const files = worldFiles(folder);
  const digest = new StatementDigest();
  const sourcesDigest = new StatementDigest();
  const writer = new WorldFileWriter(files);
  const naive = options.smoke || options.check ? new NaiveWorld() : undefined;
  const takers = [writer, digest, onlySources(sourcesDigest), ...(naive ? [naive] : [])];
  const plan = generateWorld(size, takers);
  writer.close();

  const loads: LoadResult[] = [];
  for (const each of chosenLoads) {
    const expected = {
      triples: (each.hasGraph ? digest : sourcesDigest).triples,
      observations: (each.hasObservations ? digest : new StatementDigest()).observations,
    };
    progress(each);
    loads.push(await runLoad(each, files, options.smoke ? 1 : fullRounds, expected));
  }

  const results: Result[] = [];
  const commons = await open([files.triples, files.observations]);
  for (const each of chosenCases) {
    progress(each);
    const effort = options.smoke ? smokeEffort : fullEffort;
    results.push(...(await runCase(each, commons, plan, effort, naive)));
  }
  return { machine: thisMachine(busyBefore), size, loads, results };
}

function sizeOf({ size, smoke }: { readonly size?: string; readonly smoke: boolean }): WorldSize {
  if (size !== undefined) return { triples: Number(size), observations: Number(size) };
  return smoke ? smokeSize : fullSize;
}

function isChosen({ name }: { readonly name: string }): boolean {
  const names = options.case ?? [];
  return names.length === 0 || names.some((each) => name === each || name.startsWith(`${each}_`));
}

/** The files of observations are loaded with the provenance nodes alone. */
function onlySources(digest: StatementDigest): Statements {
  return {
    link: (subject, predicate, object, provenance) => {
      if (provenance === provenances.sources) digest.link(subject, predicate, object, provenance);
    },
    attribute: (subject, predicate, value, provenance) => {
      if (provenance === provenances.sources) {
        digest.attribute(subject, predicate, value, provenance);
      }
    },
    observation: () => undefined,
  };
}

function progress({ name, title }: { readonly name: string; readonly title: string }): void {
  console.error(`${name} ${title} …`);
}
