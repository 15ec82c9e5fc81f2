/** Which requests go wrong, and how: decided by seed, request and occurrence alone. */

import type { RpcCode } from "../../adapters/index.ts";
import { chanceOf, normalOf } from "./chance.ts";

/** What may go wrong with a request. */
export type Fault =
  /** An error of the service, with its status and body; `retryAfter` in seconds. */
  | {
      readonly kind: "error";
      readonly code: RpcCode;
      readonly message?: string;
      readonly retryAfter?: number;
    }
  /** Any status and body, such as those of a proxy. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly body?: string;
      readonly retryAfter?: number;
    }
  /** No answer: `fetch` rejects as it does when the connection is reset. */
  | { readonly kind: "reset" }
  /** The answer ends in its middle: reading its body rejects. */
  | { readonly kind: "truncated" }
  /** The answer is whole, and is no JSON. */
  | { readonly kind: "malformed" }
  /** No answer until the request is aborted. */
  | { readonly kind: "hang" };

/** A fault and how often it happens. */
export type FaultRule = Fault & {
  /** Part of the requests, from 0 to 1. Default: 1. */
  readonly rate?: number;
  /** Names of endpoints, such as `v2.node`. Default: all. */
  readonly endpoints?: readonly string[];
  /** Which times of one request, counted from 1, such as `[1, 2]`. Default: all. */
  readonly occurrences?: readonly number[];
};

/** Milliseconds before an answer: always the same, or log-normal. */
export type Delay = number | { readonly median: number; readonly sigma: number };

export interface FaultPlan {
  /** Another seed, other faults. Default: 0. */
  readonly seed?: string | number;
  readonly delay?: Delay;
  /** The first rule that meets a request counts. */
  readonly rules?: readonly FaultRule[];
}

/** A request as faults know it. */
export interface FaultKey {
  readonly endpoint: string;
  /** Method, path with query, and body: requests that say the same have the same text. */
  readonly request: string;
  /** How many times the same was asked, this time included. */
  readonly occurrence: number;
}

/** The same answer for the same key, whatever was asked in between. */
export function faultOf(
  { seed = 0, rules = [] }: FaultPlan,
  { endpoint, request, occurrence }: FaultKey,
): Fault | undefined {
  for (const [index, rule] of rules.entries()) {
    if (rule.endpoints !== undefined && !rule.endpoints.includes(endpoint)) continue;
    if (rule.occurrences !== undefined && !rule.occurrences.includes(occurrence)) continue;
    const chance = chanceOf("fault", seed, index, request, occurrence);
    if (chance < (rule.rate ?? 1)) return rule;
  }
  return undefined;
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
