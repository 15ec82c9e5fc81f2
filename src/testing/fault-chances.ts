/** What a seed makes of requests: faults and delays. */

import { fingerprint64 } from "../ids/fingerprint.ts";
import type { Fault, FaultKey, FaultPlan } from "./fault-plan.ts";

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
