/** Which requests of a mock go wrong, how, and after which delay; what waits for it. */

import type { EndpointName } from "../adapters/endpoint-methods.ts";
import type { RpcCode } from "../errors/rpc.ts";

/** One way in which a request goes wrong. */
export type Fault =
  /** An error of the service, with its status and body; `retryAfter` in seconds. */
  | {
      readonly kind: "error";
      readonly code: RpcCode;
      readonly message?: string | undefined;
      readonly retryAfter?: number | undefined;
    }
  /** Any status and body, such as those of a proxy. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string | undefined;
      readonly retryAfter?: number | undefined;
    }
  /** No answer: `fetch` rejects as it does when the connection is reset. */
  | { readonly kind: "reset" }
  /** The answer ends in its middle: reading its body rejects. */
  | { readonly kind: "truncated" }
  /** The answer is complete, but it is no JSON. */
  | { readonly kind: "malformed" }
  /** No answer until the request is aborted, or the mock is reset or disposed of. */
  | { readonly kind: "hang" };

/** A fault and how often it happens. */
export type FaultRule = Fault & {
  /** Part of the requests, from 0 to 1. Default: 1. */
  readonly rate?: number | undefined;
  /** Names of endpoints, such as `v2.node`. Default: all. */
  readonly endpoints?: readonly EndpointName[] | undefined;
  /** Which times of one request, counted from 1, such as `[1, 2]`. Default: all. */
  readonly occurrences?: readonly number[] | undefined;
};

/** Milliseconds before an answer: always the same, or log-normal. */
export type Delay = number | { readonly median: number; readonly sigma: number };

/** Which requests fail, and how slow answers are. A seed makes it the same in each run. */
export interface FaultPlan {
  /** Each seed gives other faults. Default: 0. */
  readonly seed?: string | number | undefined;
  readonly delay?: Delay | undefined;
  /** Of the rules that fit a request, the first counts. */
  readonly rules?: readonly FaultRule[] | undefined;
}

/** What decides about the fault of a request. */
export interface FaultKey {
  readonly endpoint: string;
  /** Equal requests have the same text. */
  readonly request: string;
  /** How often this request came, this time included. */
  readonly occurrence: number;
}

/** What waits for delays. A test may give its own, for example one over fake timers. */
export interface Clock {
  /** Resolves after so many milliseconds; rejects with the signal's reason when that aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// Taken before a test can replace them: fake timers would never let an answer come.
const {
  setTimeout: start,
  clearTimeout: stop,
  setInterval: hold,
  clearInterval: release,
} = globalThis;

export const realClock: Clock = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        stop(timer);
        reject(signal?.reason as Error);
      };
      const timer = start(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", abort);
      if (signal?.aborted) abort();
    }),
};

/** Longer than a test waits. */
const holdMs = 10_000;

/**
 * Waits until a signal aborts. Meanwhile the process goes on, as with an open socket: the timer of
 * `AbortSignal.timeout` alone would let it end.
 *
 * @param onHeld called once, after some seconds
 * @throws the reason of the signal (rejects)
 */
export async function untilAborted(signal: AbortSignal, onHeld: () => void): Promise<never> {
  return await new Promise((_, reject) => {
    let isNew = true;
    const timer = hold(() => {
      if (isNew) onHeld();
      isNew = false;
    }, holdMs);
    const abort = (): void => {
      release(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
}
