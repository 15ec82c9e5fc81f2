/** Loads files in processes of their own: time, memory, and whether all of it arrived. */

import { Bench } from "tinybench";
import { hashOf } from "../cases/harness.ts";
import type { LoadCase } from "../cases/load.ts";
import { type Figures, median } from "../contest/figures.ts";
import type { WorldFiles } from "../data/world-files.ts";
import { runChild } from "../machine/child.ts";

export interface LoadTask {
  readonly files: readonly string[];
  readonly threads: number;
  readonly withDigest: boolean;
}

/** What one process measured. Times are in milliseconds, sizes in bytes. */
export interface LoadMeasurement {
  /** Of all files that were read. */
  readonly bytes: number;
  readonly loadMs: number;
  /** Of these, until the last byte was read; the rest is the freeze. */
  readonly readMs: number;
  /** Of all threads. */
  readonly cpuMs: number;
  /** Of tables, and nodes or statements of other files. */
  readonly rows: number;
  readonly triples: number;
  readonly observations: number;
  readonly columns: {
    readonly dictionary: number;
    readonly arcsOut: number;
    readonly arcsIn: number;
    readonly byPredicateAndNames: number;
    readonly observations: number;
    /** All of them together, as `info.bytes` says. */
    readonly all: number;
  };
  /** V8's heap and what it counts outside of it, after garbage collection. */
  readonly heapGrowth: number;
  readonly rssGrowth: number;
  readonly peakRss: number;
  /** Counters of diagnostics; a generated world gives no reason for any. */
  readonly skipped: readonly string[];
  /** Of the statements that arrived. */
  readonly digest: LoadDigest | undefined;
}

export interface LoadDigest {
  readonly triples: string;
  readonly observations: string;
}

export interface LoadResult {
  readonly case: string;
  readonly title: string;
  readonly fileBytes: number;
  /** Median of the rounds; the figures beside it are those of the round that has it. */
  readonly median: LoadMeasurement;
  readonly rme: number;
  readonly rounds: number;
  readonly hash: string;
  readonly fault: string | undefined;
}

/** @param expected digest of what the files hold. */
export async function runLoad(
  { name, title, sources }: LoadCase,
  files: WorldFiles,
  rounds: number,
  expected: LoadDigest,
): Promise<LoadResult> {
  const paths = sources(files);
  const measurements: LoadMeasurement[] = [];
  const bench = new Bench({ time: 0, iterations: rounds, warmup: false, throws: true });
  const load = async () => {
    const measurement = await measureLoad(paths, measurements.length === 0);
    measurements.push(measurement);
    return { overriddenDuration: measurement.loadMs };
  };
  bench.add(name, load, { async: true });
  const [task] = await bench.run();
  const result = task!.result;
  const [first] = measurements;
  const sorted = measurements.toSorted((a, b) => a.loadMs - b.loadMs);
  return {
    case: name,
    title,
    fileBytes: first!.bytes,
    median: sorted[(sorted.length - 1) >> 1]!,
    rme: "latency" in result ? result.latency.rme : Number.NaN,
    rounds,
    hash: hashOf([[first!.digest!.triples], [first!.digest!.observations]]),
    fault: faultOf(first!, expected),
  };
}

/** Loads a folder of MCF on one thread. @returns `mcf.rate` in bytes per second */
export async function measureMcf(folder: string, rounds: number): Promise<Figures> {
  const measurements: LoadMeasurement[] = [];
  for (let round = 0; round < rounds; round++) {
    measurements.push(await measureLoad([folder], false));
  }
  const [{ bytes, triples }] = measurements as [LoadMeasurement];
  const time = median(measurements.map(({ loadMs }) => loadMs));
  return {
    "mcf.time": time,
    "mcf.bytes": bytes,
    "mcf.triples": triples,
    "mcf.rate": (bytes / time) * 1000,
  };
}

/** Loads files in a process of its own. */
export async function measureLoad(
  files: readonly string[],
  withDigest: boolean,
  threads = 1,
): Promise<LoadMeasurement> {
  const task: LoadTask = { files, threads, withDigest };
  return await runChild<LoadMeasurement>(new URL("./load-process.js", import.meta.url), task);
}

function faultOf(measured: LoadMeasurement, expected: LoadDigest): string | undefined {
  const { digest, skipped } = measured;
  if (skipped.length > 0) return `diagnostics: ${skipped.join(", ")}`;
  if (digest?.triples !== expected.triples) {
    return `triples: expected ${expected.triples}, found ${digest?.triples}`;
  }
  if (digest.observations !== expected.observations) {
    return `observations: expected ${expected.observations}, found ${digest.observations}`;
  }
  return undefined;
}
