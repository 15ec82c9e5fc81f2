/**
 * One load in a process of its own, so that its memory is its own: loads the files named after the
 * first argument and prints a `LoadMeasurement` as JSON. The first argument is `digest` or `plain`.
 */

import { setTimeout } from "node:timers/promises";
import type { Commons } from "../src/index.ts";
import type { LoadMeasurement } from "./loads.ts";

const [mode, ...files] = process.argv.slice(2);

const beforeImport = performance.now();
const { open } = await import("../src/index.ts");
const importMs = performance.now() - beforeImport;

const before = await settledMemory();
const cpuBefore = process.cpuUsage();
const start = performance.now();
let readEnd = start;
const commons = await open(files, { onProgress: () => (readEnd = performance.now()) });
const end = performance.now();
const cpu = process.cpuUsage(cpuBefore);
const peak = process.resourceUsage().maxRSS * 1024;
const after = await settledMemory();

const firstStart = performance.now();
commons.node({ nodes: ["country/USA"], property: "->name" });
const firstAnswerMs = performance.now() - firstStart;

const measurement: LoadMeasurement = {
  importMs,
  firstAnswerMs,
  loadMs: end - start,
  readMs: readEnd - start,
  cpuMs: (cpu.user + cpu.system) / 1000,
  triples: commons.info.triples,
  observations: commons.info.observations,
  columns: columnsOf(commons),
  heapGrowth: after.heap - before.heap,
  rssGrowth: after.rss - before.rss,
  peakRss: peak,
  skipped: commons.info.diagnostics.counters.map(({ counter }) => counter),
  digest: mode === "digest" ? await digestOf(commons) : undefined,
};
process.stdout.write(JSON.stringify(measurement));

function columnsOf({ graph, observations, info }: Commons): LoadMeasurement["columns"] {
  const dictionary = graph.dictionary.byteLength;
  const arcsOut = graph.out.byteLength;
  const arcsIn = graph.in.byteLength;
  return {
    dictionary,
    arcsOut,
    arcsIn,
    byPredicateAndNames: graph.byteLength - dictionary - arcsOut - arcsIn,
    observations: observations.byteLength,
    all: info.bytes,
  };
}

/** Memory without garbage: array buffers are given back a moment after the collection. */
async function settledMemory(): Promise<{ readonly rss: number; readonly heap: number }> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await setTimeout(30);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

async function digestOf(loaded: Commons): Promise<LoadMeasurement["digest"]> {
  const { loadedDigest } = await import("./loaded-digest.ts");
  const { triples, observations } = loadedDigest(loaded);
  return { triples, observations };
}
