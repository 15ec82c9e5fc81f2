/** Options of public functions as rows, and the one reader that holds callers to them. */

import { distance } from "fastest-levenshtein";
import { describeArgument } from "../errors/excerpts.ts";

/** An option. Documents, the reader, and the command's options say what stands here. */
export interface OptionRow {
  /** What it may be: one of these. */
  readonly is: readonly OptionKind[];
  /** The words that a text may be. Default: any. */
  readonly choices?: readonly string[];
  /** The least number. Default: 0. */
  readonly min?: number;
  /** The greatest number. Default: no limit. */
  readonly max?: number;
  /** As documents write it. Default: none. */
  readonly byDefault?: string;
  /** One sentence. */
  readonly about: string;
}

/** A row for each option of a type: the compiler reports one that is missing, and one too many. */
export type OptionRows<Options> = { readonly [Name in keyof Options]-?: OptionRow };

type OptionKind =
  | "text"
  | "texts"
  | "keys"
  | "list"
  | "flag"
  | "number"
  | "whole"
  | "function"
  | "signal"
  | "object";

/** An option that a function does not have, or with a value that it does not take. */
class OptionError extends TypeError {
  override readonly name = "TypeError";
  readonly code = "OPTION";
  /** The public function. */
  readonly function: string;
  readonly option: string;

  constructor(where: { readonly function: string; readonly option: string }, problem: string) {
    super(`${where.function}: ${problem}`);
    this.function = where.function;
    this.option = where.option;
  }
}

/**
 * Holds options to their rows. A value that is undefined is one that was left out.
 *
 * @param what the public function, as its callers write it
 * @throws OptionError, a TypeError, for another name, type or choice, with the nearest known one
 */
export function requireOptions<Options extends object>(
  what: string,
  given: Options,
  rows: OptionRows<Options>,
): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    const where = { function: what, option: "" };
    throw new OptionError(where, `options are an object, not ${describeArgument(given)}`);
  }
  for (const [name, value] of Object.entries(given)) {
    const where = { function: what, option: name };
    const row = Object.hasOwn(rows, name) ? rows[name as keyof Options] : undefined;
    if (row === undefined) {
      const near = nearest(name, Object.keys(rows));
      throw new OptionError(where, `there is no option ${describeArgument(name)}${near}`);
    }
    if (value === undefined) continue;
    const kind = row.is.find((one) => kinds[one].holds(value));
    const isWithin = kind !== undefined && isInRange(value, row) && isChoice(value, row);
    if (isWithin) continue;
    const near = typeof value === "string" ? nearest(value, row.choices ?? []) : "";
    const not = `not ${describeGiven(value, row)}${near}`;
    throw new OptionError(where, `'${name}' is ${wantedOf(row)}, ${not}`);
  }
}

/** Of a list of texts, what is no text. */
function describeGiven(value: unknown, { is }: OptionRow): string {
  if (!(Array.isArray(value) && is.includes("texts"))) return describeArgument(value);
  return `a list with ${describeArgument(value.find((one) => !isText(one)))}`;
}

interface Kind {
  readonly about: string;
  readonly holds: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number =>
  typeof value === "number" && !Number.isNaN(value);

const kinds: Readonly<Record<OptionKind, Kind>> = {
  text: { about: "a text", holds: isText },
  texts: {
    about: "a list of texts",
    holds: (value) => Array.isArray(value) && value.every(isText),
  },
  keys: {
    about: "a list of texts",
    holds: (value) => isObject(value) && Symbol.iterator in value,
  },
  list: { about: "a list", holds: Array.isArray },
  flag: { about: "true or false", holds: (value) => typeof value === "boolean" },
  number: { about: "a number", holds: isNumber },
  whole: {
    about: "a whole number",
    holds: (value) => Number.isInteger(value) || value === Number.POSITIVE_INFINITY,
  },
  function: { about: "a function", holds: (value) => typeof value === "function" },
  // Of any realm.
  signal: {
    about: "an AbortSignal",
    holds: (value) => isObject(value) && "aborted" in value && "throwIfAborted" in value,
  },
  object: { about: "an object", holds: (value) => isObject(value) && !Array.isArray(value) },
};

function isInRange(
  value: unknown,
  { min = 0, max = Number.POSITIVE_INFINITY }: OptionRow,
): boolean {
  return typeof value !== "number" || (value >= min && value <= max);
}

function isChoice(value: unknown, { choices }: OptionRow): boolean {
  return choices === undefined || typeof value !== "string" || choices.includes(value);
}

function wantedOf({ is, choices, min = 0, max }: OptionRow): string {
  const range = max === undefined ? ` from ${min} on` : ` from ${min} to ${max}`;
  const words = is.map((kind) => {
    if (kind === "text" && choices !== undefined) return `one of ${choices.join(", ")}`;
    return kind === "number" || kind === "whole"
      ? `${kinds[kind].about}${range}`
      : kinds[kind].about;
  });
  return words.join(", or ");
}

/** Words that are more different than this are no slips. */
const slipsMax = 0.5;

function nearest(word: string, known: readonly string[]): string {
  const [best] = known
    .map((name) => ({ name, far: distance(word.slice(0, 100).toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  if (best === undefined || best.far > slipsMax * Math.max(best.name.length, 2)) return "";
  return `; did you mean '${best.name}'?`;
}
