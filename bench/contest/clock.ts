/** Times single calls. */

import type { Figures } from "./figures.ts";

/** How long calls are timed. */
export interface Effort {
  readonly milliseconds: number;
  readonly callsMax: number;
  /** So many calls are made, however long they take. */
  readonly callsMin: number;
}

export const contestEffort: Effort = { milliseconds: 800, callsMax: 50_000, callsMin: 3 };
export const smokeEffort: Effort = { milliseconds: 0, callsMax: 3, callsMin: 1 };

/** Before the timed calls, as many as fit into this share of their time. */
const warmUpShare = 0.25;
const warmUpCallsMax = 3000;

/** Calls with each argument in turn. @returns `p50` and `p99` of a call in milliseconds */
export async function timeCalls<Argument>(
  call: (argument: Argument) => unknown,
  given: readonly Argument[],
  { milliseconds, callsMax, callsMin }: Effort,
): Promise<Figures> {
  let next = 0;
  const warmUpEnd = performance.now() + milliseconds * warmUpShare;
  while (performance.now() < warmUpEnd && next < warmUpCallsMax) {
    const answer = call(given[next++ % given.length]!);
    if (isPromise(answer)) await answer;
  }
  globalThis.gc?.();
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (times.length < callsMin || (times.length < callsMax && performance.now() < end)) {
    const argument = given[next++ % given.length]!;
    const before = process.hrtime.bigint();
    const answer = call(argument);
    if (isPromise(answer)) await answer;
    times.push(Number(process.hrtime.bigint() - before) / 1e6);
  }
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1]!, p99: times[Math.floor(times.length * 0.99)]! };
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as Partial<PromiseLike<unknown>> | undefined)?.then === "function";
}
