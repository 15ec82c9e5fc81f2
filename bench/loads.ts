/** Loads files in processes of their own: time, memory, and whether all of it arrived. */

import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Bench } from "tinybench";
import type { LoadCase } from "./cases/load.ts";
import type { WorldFiles } from "./data/world-files.ts";
import { hashOf } from "./harness.ts";

/** What one process measured. Times are in milliseconds, sizes in bytes. */
export interface LoadMeasurement {
  /** Until the library is there. */
  readonly importMs: number;
  /** The first request of a process builds the grammar. */
  readonly firstAnswerMs: number;
  readonly loadMs: number;
  /** Of these, until the last byte was read; the rest is the freeze. */
  readonly readMs: number;
  /** Of all threads. */
  readonly cpuMs: number;
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
  /** V8's heap and what it knows to be outside of it, after garbage collection. */
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

const processPath = fileURLToPath(new URL("./load-process.js", import.meta.url));
const run = promisify(execFile);

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
    fileBytes: paths.reduce((sum, path) => sum + sizeOf(path), 0),
    median: sorted[(sorted.length - 1) >> 1]!,
    rme: "latency" in result ? result.latency.rme : Number.NaN,
    rounds,
    hash: hashOf([[first!.digest!.triples], [first!.digest!.observations]]),
    fault: faultOf(first!, expected),
  };
}

async function measureLoad(
  paths: readonly string[],
  withDigest: boolean,
): Promise<LoadMeasurement> {
  const options = ["--expose-gc", processPath, withDigest ? "digest" : "plain", ...paths];
  const { stdout } = await run(process.execPath, options);
  return JSON.parse(stdout) as LoadMeasurement;
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

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
