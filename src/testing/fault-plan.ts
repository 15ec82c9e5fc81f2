/** Which requests of a mock go wrong, how, and after which delay: a seed and the request decide. */

import type { EndpointName } from "../adapters/endpoint-methods.ts";
import type { RpcCode } from "../errors/rpc.ts";
import { fingerprint64 } from "../ids/fingerprint.ts";
import { keyNames } from "../router/read-fields.ts";

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
interface FaultKey {
  readonly endpoint: string;
  /** Equal requests have the same text. */
  readonly request: string;
  /** How often this request came, this time included. */
  readonly occurrence: number;
}

/** The same fault for the same key, whatever other requests came between. */
export function faultOf(
  { seed = 0, rules = [] }: FaultPlan,
  { endpoint, request, occurrence }: FaultKey,
): Fault | undefined {
  for (const [index, rule] of rules.entries()) {
    const names: readonly string[] | undefined = rule.endpoints;
    if (names?.includes(endpoint) === false) continue;
    if (rule.occurrences !== undefined && !rule.occurrences.includes(occurrence)) continue;
    const chance = chanceOf("fault", seed, index, request, occurrence);
    if (chance < (rule.rate ?? 1)) return rule;
  }
  return undefined;
}

/** A request as the service reads it. */
interface CountedRequest extends Pick<FaultKey, "endpoint"> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly url: URL;
  readonly body: string;
}

/** Keys, the order of parameters, the method and what is before the path make no other request. */
function textOf({ endpoint, params: { key: _, ...params }, url, body }: CountedRequest): string {
  const said = Object.entries(params).sort(([left], [right]) => (left < right ? -1 : 1));
  if (said.length > 0) return JSON.stringify([endpoint, said]);
  // It cannot be read, or says nothing.
  const query = [...url.searchParams].filter(([name]) => !keyNames.includes(name));
  return JSON.stringify([endpoint || url.pathname, query, body]);
}

/** A plan, and how often each request came. */
export class FaultCounter {
  readonly #plan: FaultPlan;
  readonly #times = new Map<string, number>();
  #last = "";
  #inRow = 0;

  constructor(plan: FaultPlan = {}) {
    this.#plan = plan;
  }

  /**
   * @returns `occurrence` counts from 1; `inRow` since any other request, without those that a fault broke;
   * `delay` in milliseconds
   */
  next(counted: CountedRequest) {
    const request = textOf(counted);
    const occurrence = (this.#times.get(request) ?? 0) + 1;
    this.#times.set(request, occurrence);
    const key = { endpoint: counted.endpoint, request, occurrence };
    const fault = faultOf(this.#plan, key);
    if (request !== this.#last) this.#inRow = 0;
    this.#last = request;
    if (fault === undefined) this.#inRow++;
    return { occurrence, inRow: this.#inRow, fault, delay: delayOf(this.#plan, key) };
  }

  /** Occurrences count from 1 again. */
  reset(): void {
    this.#times.clear();
    this.#inRow = 0;
  }
}

/** Milliseconds. */
export function delayOf(
  { seed = 0, delay = 0 }: FaultPlan,
  { request, occurrence }: FaultKey,
): number {
  if (typeof delay === "number") return delay;
  const chance = (part: number) => chanceOf("delay", seed, part, request, occurrence);
  return delay.median * Math.exp(delay.sigma * normalOf(chance(0), chance(1)));
}

const encoder = new TextEncoder();

/** A number in [0, 1) that follows from the texts. */
export function chanceOf(...texts: readonly (string | number)[]): number {
  // Lengths separate the texts: "a" and "bc" differ from "ab" and "c".
  const whole = texts.map((text) => `${String(text).length}:${text}`).join("");
  const { high, low } = fingerprint64(encoder.encode(whole));
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}

/** A number from the normal distribution of mean 0 and deviation 1, from two of `chanceOf`. */
function normalOf(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
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
