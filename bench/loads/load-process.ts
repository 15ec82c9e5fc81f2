/** One load in a process of its own, so that its memory is its own. */

import type { Commons, OpenOptions } from "../../src/index.ts";
import { open } from "../library.ts";
import { answerParent, childTask } from "../machine/child.ts";
import { peakRss, settledMemory } from "../machine/memory.ts";
import type { LoadMeasurement, LoadTask } from "./loads.ts";

const { files, threads, withDigest } = childTask<LoadTask>();

const before = await settledMemory();
const cpuBefore = process.cpuUsage();
const start = performance.now();
let readEnd = start;
let bytes = 0;
let rows = 0;
const options: OpenOptions = {
  threads,
  onProgress: (progress) => {
    readEnd = performance.now();
    bytes = progress.bytesTotal;
    rows = progress.rowCount;
  },
};
const commons = await open(files, options);
const end = performance.now();
const cpu = process.cpuUsage(cpuBefore);
const peak = peakRss();
const after = await settledMemory();

const measurement: LoadMeasurement = {
  bytes,
  loadMs: end - start,
  readMs: readEnd - start,
  cpuMs: (cpu.user + cpu.system) / 1000,
  rows,
  triples: commons.info.tripleCount,
  observations: commons.info.observationCount,
  columns: columnsOf(commons),
  heapGrowth: after.heap - before.heap,
  rssGrowth: after.rss - before.rss,
  peakRss: peak,
  skipped: commons.info.diagnostics.counters.map(({ counter }) => counter),
  digest: withDigest ? await digestOf(commons) : undefined,
};
answerParent(measurement);

function columnsOf({ engine: { graph, observations }, info }: Commons): LoadMeasurement["columns"] {
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

async function digestOf(loaded: Commons): Promise<LoadMeasurement["digest"]> {
  const { loadedDigest } = await import("./loaded-digest.ts");
  const { triples, observations } = loadedDigest(loaded);
  return { triples, observations };
}
