/** Comunica over one source in a process of its own: memory of the source, and times of questions. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RdfQuad } from "../../src/quads/terms.ts";
import type * as Rdf from "../../src/rdf.ts";
import { open } from "../library.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { settledMemory } from "../machine/memory.ts";

export interface ComunicaTask {
  readonly source: "pocket-commons" | "N3.Store";
  readonly files: readonly string[];
  /** The folder whose `node_modules` has Comunica. */
  readonly comunica: string;
  readonly queries: readonly string[];
  readonly rounds: number;
}

export interface ComunicaResult {
  /** Of the source and of the world or the store that it reads, in bytes. */
  readonly memory: number;
  readonly quads: number;
  /** Per query: milliseconds of processor time in each round, and how many rows it has. */
  readonly times: readonly (readonly number[])[];
  readonly rows: readonly number[];
}

interface Engine {
  query(text: string, context: object): Promise<{ execute(): Promise<AsyncIterable<unknown>> }>;
}

interface Store {
  addQuad(quad: object): void;
  readonly size: number;
}

const { source, files, comunica, queries, rounds } = childTask<ComunicaTask>();
const { rdfSource } = (await import(
  new URL("../../../dist/rdf.js", import.meta.url).href
)) as typeof Rdf;
const require = createRequire(import.meta.url);
const { Store: N3Store, DataFactory } = require("n3");
const { memory, quads, read } = await made();
const path = join(comunica, "node_modules/@comunica/query-sparql-rdfjs/lib/index.js");
const { QueryEngine } = await import(pathToFileURL(path).href);
const engine = new QueryEngine() as Engine;
const times: number[][] = queries.map(() => []);
const rows: number[] = [];
for (let round = 0; round < rounds; round++) {
  for (const [at, query] of queries.entries()) {
    const start = process.cpuUsage();
    const answer = await (await engine.query(query, { sources: [read] })).execute();
    let found = 0;
    for await (const _ of answer) found++;
    const { user, system } = process.cpuUsage(start);
    times[at]!.push((user + system) / 1000);
    rows[at] = found;
  }
}
answerParent({ memory, quads, times, rows } satisfies ComunicaResult);

async function made() {
  const before = await settledMemory();
  if (source === "pocket-commons") {
    const world = await open(files);
    const own = rdfSource(world, { observations: true });
    const after = await settledMemory();
    return { memory: after.heap - before.heap, quads: Number(await own.countQuads()), read: own };
  }
  const store = new N3Store() as Store;
  await fill(store);
  const after = await settledMemory();
  return { memory: after.heap - before.heap, quads: store.size, read: store };
}

/** All in the default graph, where a source of ours shows the union of its graphs. */
async function fill(store: Store): Promise<void> {
  const world = await open(files);
  const all = rdfSource(world, { observations: true }).match();
  for await (const { subject, predicate, object } of all) {
    store.addQuad(DataFactory.quad(term(subject), term(predicate), term(object)));
  }
}

function term({ termType, value }: RdfQuad["subject"] | RdfQuad["object"]): object {
  if (termType === "BlankNode") return DataFactory.blankNode(value);
  return termType === "Literal" ? DataFactory.literal(value) : DataFactory.namedNode(value);
}
