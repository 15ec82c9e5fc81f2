/** How much memory this process takes. */

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

export interface Memory {
  readonly rss: number;
  /** V8's heap and what it counts outside of it. */
  readonly heap: number;
  /** Both parts of `heap`. */
  readonly heapUsed: number;
  readonly external: number;
}

/** Memory without garbage. */
export async function settledMemory(): Promise<Memory> {
  await settle();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external, heapUsed, external };
}

/** Collects garbage; array buffers and files are given back a moment after the collection. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
}

/**
 * The most that this process ever had. Linux counts what a process inherits from the one that began
 * it into `maxRSS`, but not into its status file.
 */
export function peakRss(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))!;
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
