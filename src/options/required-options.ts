/** Options of public functions as rows, and the one reader that holds callers to them. */

import { describeArgument, isPlain } from "../errors/excerpts.ts";
import { didYouMean, meant, nearest } from "../errors/nearest.ts";

/** What an option may be, for the reader and for documents. What it does says its type. */
export interface OptionRow {
  /** What it may be: one of these. */
  readonly is: readonly OptionKind[];
  /** The words that a text, or each text of a list, may be. Default: any. */
  readonly choices?: readonly string[];
  /** The least number. Default: 0. */
  readonly min?: number;
  /** The greatest number. Default: no limit. */
  readonly max?: number;
  /** Nobody may leave it out. */
  readonly isRequired?: true;
  /** A list has an item: without one, the option could do nothing. */
  readonly isFilled?: true;
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
  | "finite"
  | "whole"
  | "wholes"
  | "function"
  | "signal"
  | "object"
  | "objects";

/** An option that a function does not have, or with a value that it does not take. */
export class OptionError extends TypeError {
  override readonly name = "TypeError";
  readonly code = "OPTION";
  /** The public function. */
  readonly function: string;
  /** With what it lies in: `faults.rules[0].kind`. */
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
 * @param path of an object of options inside others: `faults.rules[0]`
 * @throws OptionError, a TypeError, for another name, type or choice, with the nearest known one
 */
export function requireOptions<Options extends object>(
  what: string,
  given: Options,
  rows: OptionRows<Options>,
  path = "",
): void {
  if (!isPlain(given)) {
    const subject = path === "" ? "options are" : `'${path}' is`;
    const problem = `${subject} an object, not ${describeArgument(given)}${wordsHint(given, rows)}`;
    throw new OptionError({ function: what, option: path }, problem);
  }
  const fullName = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const [name, value] of Object.entries(given)) {
    const row = Object.hasOwn(rows, name) ? rows[name as keyof Options] : undefined;
    if (row === undefined) {
      const where = { function: what, option: fullName(name) };
      const near = nearOf(what, name, Object.keys(rows));
      throw new OptionError(where, `there is no option ${describeArgument(where.option)}${near}`);
    }
    if (value !== undefined) requireFit(what, fullName(name), value, row);
  }
  for (const [name, row] of Object.entries<OptionRow>(rows)) {
    const isMissing = row.isRequired && given[name as keyof Options] === undefined;
    if (isMissing) requireFit(what, fullName(name), undefined, row);
  }
}

/** A text stands for the option that takes words. */
function wordsHint(given: unknown, rows: object): string {
  const taken = ["search", "text"].find((name) => Object.hasOwn(rows, name));
  return typeof given === "string" && taken !== undefined
    ? `: { ${taken}: ${describeArgument(given)} }`
    : "";
}

/** Names that other libraries, the wire or other functions have, and those that options have here. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["keys"],
  dates: ["date"],
  deadline: ["timeout"],
  entity: ["entities", "entity"],
  limit: ["maxRows", "max"],
  place: ["entities", "entity"],
  places: ["entities", "entity"],
  q: ["text", "search"],
  query: ["text", "search"],
};

/** Of what answers: a world that is opened has none. */
const servedNames: ReadonlySet<string> = new Set([
  ...["keys", "requireKey", "apiKey", "envelopes", "dialect", "reasons"],
  ...["timeout", "maxRows", "maxMemoryBytes", "maxBodyBytes"],
]);

function nearOf(what: string, name: string, known: readonly string[]): string {
  // A limit of rows is an error beyond it, and not a length of the list.
  if (what === "search" && name === "limit") return "; 'catalog.search({ text, limit })' takes it";
  const [near] = [
    ...meant(name, known),
    ...(Object.hasOwn(usualNames, name) ? (usualNames[name] as readonly string[]) : []),
  ].filter((one) => known.includes(one));
  if (near !== undefined) return didYouMean([near]);
  if (servedNames.has(name)) return "; 'service' and 'serve' take it";
  const isLimit = /^(?:table$|v\d)/.test(what) && known.includes("maxRows");
  return isLimit ? "; what is asked for is the first argument" : "";
}

/** What was given, and defaults of what was left out: undefined counts as left out. */
export function withDefaults<Given extends object, Defaults extends object>(
  given: Given,
  defaults: Defaults,
): Given & Defaults {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(known) } as Given & Defaults;
}

function requireFit(what: string, option: string, value: unknown, row: OptionRow): void {
  if (row.is.some((kind) => fits(value, kind, row))) return;
  const problem = `'${option}' is ${wantedOf(row)}, not ${mistakeIn(value, row)}`;
  throw new OptionError({ function: what, option }, problem);
}

interface Kind {
  readonly about: string;
  /** Absent where each item is held to a kind. */
  readonly holds?: (value: unknown) => boolean;
  readonly items?: OptionKind;
  readonly hasRange?: true;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const kinds: Readonly<Record<OptionKind, Kind>> = {
  text: { about: "a text", holds: (value) => typeof value === "string" },
  texts: { about: "a list of texts", items: "text" },
  keys: {
    about: "a list of texts",
    holds: (value) => isObject(value) && Symbol.iterator in value,
  },
  list: { about: "a list", holds: Array.isArray },
  flag: { about: "true or false", holds: (value) => typeof value === "boolean" },
  number: {
    about: "a number",
    holds: (value) => typeof value === "number" && !Number.isNaN(value),
    hasRange: true,
  },
  finite: { about: "a finite number", holds: Number.isFinite, hasRange: true },
  whole: {
    about: "a whole number",
    holds: (value) => Number.isInteger(value) || value === Number.POSITIVE_INFINITY,
    hasRange: true,
  },
  wholes: { about: "a list of whole numbers", items: "whole", hasRange: true },
  function: { about: "a function", holds: (value) => typeof value === "function" },
  // Of any realm.
  signal: {
    about: "an AbortSignal",
    holds: (value) => isObject(value) && "aborted" in value && "throwIfAborted" in value,
  },
  object: { about: "an object", holds: isPlain },
  objects: { about: "a list of objects", items: "object" },
};

function fits(value: unknown, kind: OptionKind, row: OptionRow): boolean {
  const { holds, items } = kinds[kind];
  if (items !== undefined) {
    const isFilled = Array.isArray(value) && (value.length > 0 || row.isFilled !== true);
    return isFilled && value.every((one) => fits(one, items, row));
  }
  return holds?.(value) === true && isInRange(value, row) && isChoice(value, row);
}

function isInRange(
  value: unknown,
  { min = 0, max = Number.POSITIVE_INFINITY }: OptionRow,
): boolean {
  return typeof value !== "number" || (value >= min && value <= max);
}

function isChoice(value: unknown, { choices }: OptionRow): boolean {
  return choices === undefined || typeof value !== "string" || choices.includes(value);
}

/** Of a list, its first wrong item. */
function mistakeIn(value: unknown, row: OptionRow): string {
  const items = row.is.map((kind) => kinds[kind].items).find((kind) => kind !== undefined);
  const isList = Array.isArray(value) && items !== undefined;
  if (isList && value.length === 0) return "an empty list";
  const wrong: unknown = isList ? value.find((one) => !fits(one, items, row)) : value;
  const choices = typeof wrong === "string" ? (row.choices ?? []) : [];
  const [likely] = meant(String(wrong), choices);
  // The names of a list are too many to be listed all.
  const others = isList ? nearest(String(wrong), choices) : [];
  const near = likely === undefined ? others : [likely];
  // A name without its list.
  if (likely !== undefined && likely === value)
    return `${describeArgument(value)}; did you mean ['${likely}']?`;
  return `${isList ? "a list with " : ""}${describeArgument(wrong)}${didYouMean(near)}`;
}

/** What a value may be, in words. */
export function wantedOf({ is, choices, min = 0, max }: OptionRow): string {
  const from = min === Number.NEGATIVE_INFINITY ? "" : ` from ${min}`;
  const range = max === undefined ? from && `${from} on` : `${from} to ${max}`;
  const words = is.map((kind) => {
    if (choices !== undefined && kind === "text")
      return `one of ${choices.map((one) => one || '""').join(", ")}`;
    if (choices !== undefined && kind === "texts") return "a list of known names";
    return `${kinds[kind].about}${kinds[kind].hasRange ? range : ""}`;
  });
  return words.join(", or ");
}

/**
 * What opens the source of another function than `open`.
 *
 * @throws TypeError (rejects) that names that function, for what is no source; other errors as they are
 */
export async function openedFor<Opened>(what: string, opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    const about = error instanceof TypeError ? /^open (?=needs |reads )/.exec(error.message) : null;
    if (about === null) throw error;
    throw new TypeError((error as Error).message.replace("open", what));
  }
}

/** @throws TypeError that names the function, where nothing was given that `open` could take */
export function requireSource(what: string, given: unknown): void {
  if (given != null) return;
  const problem = "a path, a file URL, files in memory, a snapshot or a Commons, or a list of them";
  throw new TypeError(`${what} needs ${problem}, not ${describeArgument(given)}`);
}

/**
 * Holds an argument to be a Commons, by a method that the caller needs of it: a world elsewhere has some of them.
 *
 * @throws TypeError that names the function
 */
export function requireCommons(what: string, given: unknown, method: string): void {
  const member: unknown = Object(given)[method];
  if (typeof member === "function") return;
  throw new TypeError(`${what} needs a Commons, not ${describeArgument(given)}`);
}
