/** Everything that runs found out, by scale: `results.json`, of which `RESULTS.md` is made. */

import { existsSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import type { Result } from "../cases/harness.ts";
import type { Entry } from "../contest/contest.ts";
import type { Figures } from "../contest/figures.ts";
import type { Scale } from "../data/scales.ts";
import type { LoadResult } from "../loads/loads.ts";

/** One run. */
export interface ScaleResults {
  readonly scale: Scale;
  readonly machine: Machine;
  readonly triples: number;
  readonly observations: number;
  readonly entries: readonly Entry[];
  /** Figures of Pocket Commons that no other contestant has. */
  readonly own: Figures;
  readonly loads: readonly LoadResult[];
  readonly cases: readonly Result[];
  /** When other programs kept the machine busy. */
  readonly disturbances: readonly string[];
}

export type AllResults = { readonly [Key in Scale]?: ScaleResults };

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly date: string;
  /** Processes that wanted a core over a minute: before the run and at its end. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  /** Cores that other programs kept busy during the run, where the system has that figure. */
  readonly others?: number;
}

export function thisMachine(busy: Pick<Machine, "loadBefore" | "loadAfter" | "others">): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    ...busy,
  };
}

export function readResults(path: string): AllResults {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as AllResults) : {};
}
