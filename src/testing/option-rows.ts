/** Options as rows: each says what its value may be. A mistake throws at once, with the nearest name. */

import { describeArgument } from "../errors/excerpts.ts";
import { nearest } from "../explain/nearest.ts";

/** Throws a TypeError that begins with the name of the option. */
type Check = (value: unknown, name: string) => void;

/** By the name of an option. An option that is undefined counts as absent. */
export type Rows = Readonly<Record<string, Check>>;

/** What a value must be, in words after "is". */
function refuse(name: string, wanted: string, value: unknown, hint = ""): never {
  throw new TypeError(`${name} is ${wanted}, not ${describeArgument(value)}${hint}`);
}

function meant(value: unknown, known: readonly string[]): string {
  if (typeof value !== "string") return "";
  const near = nearest(value, known).map((one) => `'${one}'`);
  return near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
}

function where(wanted: string, fits: (value: unknown) => boolean): Check {
  return (value, name) => {
    if (!fits(value)) refuse(name, wanted, value);
  };
}

export const text = where("a text", (value) => typeof value === "string");
export const callback = where("a function", (value) => typeof value === "function");

export const textOrNumber = where(
  "a text or a number",
  (value) => typeof value === "string" || Number.isFinite(value),
);

/** A number from `min` to `max`. */
export function number(min: number, max = Number.POSITIVE_INFINITY): Check {
  const range = max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`;
  const fits = (value: unknown) => Number.isFinite(value) && within(value as number, min, max);
  return where(`a number ${range}`, fits);
}

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Check {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const fits = (value: unknown) => Number.isInteger(value) && within(value as number, min, max);
  return where(`a whole number ${range}`, fits);
}

function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** @param words for many values, which no message lists */
export function oneOf(values: readonly string[], words = alternatives(values)): Check {
  return (value, name) => {
    const isKnown = values.some((one) => one === value);
    if (!isKnown) refuse(name, words, value, meant(value, values));
  };
}

function alternatives(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

export function listOf(check: Check, what: string): Check {
  return (value, name) => {
    if (!Array.isArray(value)) refuse(name, `a list of ${what}`, value);
    for (const [at, one] of value.entries()) check(one, `${name}[${at}]`);
  };
}

/** @param required must be there */
export function record(rows: Rows, what: string, required: readonly string[] = []): Check {
  return (value, name) => {
    if (!isRecord(value)) refuse(name, what, value);
    checkOptions(value, rows, name);
    const missing = required.find((key) => value[key] === undefined);
    if (missing !== undefined) throw new TypeError(`${name} needs '${missing}'`);
  };
}

/**
 * @param owner what errors name
 * @throws TypeError for a name that no row has, and for a value that its row refuses
 */
export function checkOptions(
  options: object,
  rows: Rows,
  owner: string,
  prefix = `${owner}.`,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rows, name)) {
      const hint = meant(name, Object.keys(rows)) || "; it has no options";
      throw new TypeError(`${owner} has no option '${name}'${hint}`);
    }
    if (value !== undefined) rows[name]?.(value, `${prefix}${name}`);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
