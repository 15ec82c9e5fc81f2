/**
 * `npm run bench comunica`: questions of SPARQL 1.1 by Comunica over `pocket-commons/rdf` and over N3.Store, which
 * holds the same quads. Prints medians of processor time, and the memory of each source.
 *
 *     --rounds N   answers of each question; default 5
 *     --scale S    a world of another size; default T
 *
 * Comunica is the one that `npm run suite clients` installed. Each source has its own process, in turns; the answers
 * must have as many rows. Nothing is measured where Comunica is not installed.
 */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "../contest/figures.ts";
import { isScale } from "../data/scales.ts";
import { runChild } from "../machine/child.ts";
import { prepareWorld } from "../prepared-world.ts";
import { count, duration, megabytes, table, times } from "../report/table.ts";
import type { ComunicaResult, ComunicaTask } from "./comunica-process.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    scale: { type: "string", default: "T" },
  },
});
const wanted = { time: 2, memory: 1 / 5 };
const clients = process.env["POCKET_COMMONS_CLIENTS"] ?? join(tmpdir(), "pocket-commons-clients");
const comunica = join(clients, "comunica");
const prologue =
  "PREFIX d: <https://datacommons.org/browser/> BASE <https://datacommons.org/browser/> ";
const questions = {
  "one node": "SELECT ?p ?o { <country/USA> ?p ?o }",
  "all of a type": "SELECT ?s { ?s d:typeOf d:State }",
  "names of a type": "SELECT ?n { ?s d:typeOf d:State . ?s d:name ?n }",
  "join of three":
    "SELECT ?n { ?s d:typeOf d:County . ?s d:containedInPlace <geoId/06> . ?s d:name ?n }",
  optional: "SELECT ?s ?o { ?s d:typeOf d:State OPTIONAL { ?s d:wikidataId ?o } }",
  path: "SELECT ?s { ?s d:containedInPlace+ <geoId/06> }",
  filter: "SELECT ?s { ?s d:name ?n FILTER(STRSTARTS(?n, 'A')) }",
  "types counted": "SELECT ?t (COUNT(*) AS ?n) { ?s d:typeOf ?t } GROUP BY ?t",
  "values of a place":
    "SELECT ?v ?x { ?o d:observationAbout <geoId/06> . ?o d:variableMeasured ?v . ?o d:value ?x }",
  "with names of places":
    "SELECT ?n ?x { ?a d:typeOf d:State . ?a d:name ?n . ?o d:observationAbout ?a . ?o d:value ?x }",
  "without values":
    "SELECT ?s { ?s d:typeOf d:State FILTER NOT EXISTS { ?o d:observationAbout ?s } }",
};

if (!isScale(given.scale)) throw new Error(`--scale is T, S, M or L, not ${given.scale}`);
if (existsSync(comunica)) await measure(given.scale);
else console.log(`SKIPPED Comunica is not in ${comunica}: npm run suite clients installs it`);

async function measure(scale: "T" | "S" | "M" | "L"): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-comunica-"));
  try {
    const { files } = prepareWorld(folder, scale, []);
    const task = {
      files: [files.triples, files.observations],
      comunica,
      queries: Object.values(questions).map((text) => prologue + text),
      rounds: Number(given.rounds),
    };
    const ours = await measured({ ...task, source: "pocket-commons" });
    const theirs = await measured({ ...task, source: "N3.Store" });
    print(ours, theirs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measured(task: ComunicaTask): Promise<ComunicaResult> {
  const module = new URL("./comunica-process.js", import.meta.url);
  return await runChild<ComunicaResult>(module, task, { heap: 8_000 });
}

function print(ours: ComunicaResult, theirs: ComunicaResult): void {
  if (ours.quads !== theirs.quads) console.log(`about ${ours.quads} quads, ${theirs.quads} there`);
  const medians = Object.keys(questions).map((_, at) => {
    if (ours.rows[at] !== theirs.rows[at]) {
      throw new Error(
        `${Object.keys(questions)[at]}: ${ours.rows[at]} rows, expected ${theirs.rows[at]}`,
      );
    }
    return [median(ours.times[at]!), median(theirs.times[at]!)] as const;
  });
  const rows = Object.keys(questions).map((name, at) => {
    const [own, other] = medians[at]!;
    return [
      name,
      count(ours.rows[at]!),
      duration(own),
      duration(other),
      times(own / other),
      `≤ ${times(wanted.time)}`,
    ];
  });
  const sum = (part: 0 | 1) => medians.reduce((all, each) => all + each[part], 0);
  rows.push([
    "all",
    "",
    duration(sum(0)),
    duration(sum(1)),
    times(sum(0) / sum(1)),
    `≤ ${times(wanted.time)}`,
  ]);
  const share = ours.memory / theirs.memory;
  const limit = `≤ ${times(wanted.memory)}`;
  rows.push(["memory", "", megabytes(ours.memory), megabytes(theirs.memory), times(share), limit]);
  console.log(
    table(["question", "rows", "Pocket Commons", "N3.Store", "times", "wanted"], rows, 1),
  );
}
