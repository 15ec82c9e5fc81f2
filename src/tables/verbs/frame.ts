/** What verbs share: columns by name, keys and groups as codes, and what may not be mixed. */

import { excerpt } from "../../errors/excerpts.ts";
import { didYouMean, nearest } from "../../errors/nearest.ts";
import {
  type Cell,
  cellOf,
  different,
  isDifferent,
  type NumberColumn,
  type TableColumn,
} from "../column-data.ts";
import { type Mixable, mixables, originOf } from "./number-origins.ts";

/** Columns of one length. */
export interface Frame {
  readonly columns: readonly TableColumn[];
  readonly length: number;
}

/** @throws TypeError, with the nearest names, if there is no such column */
export function columnNamed({ columns }: Frame, name: string): TableColumn {
  const column = columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  const names = columns.map((one) => one.name);
  const near = didYouMean(nearest(String(name), names).slice(0, 1));
  const known = excerpt(names.join(", "));
  throw new TypeError(`the table has no column '${excerpt(String(name))}', but ${known}${near}`);
}

/** @throws TypeError if there is no such column, or if it holds texts */
export function numbersNamed(frame: Frame, name: string, verb: string): NumberColumn {
  const column = columnNamed(frame, name);
  if (column.kind === "number") return column;
  throw new TypeError(`${verb} needs numbers, and the column '${excerpt(name)}' holds texts`);
}

/** The column that a verb takes if none is named: `value`, or the only one of numbers. */
export function valueName({ columns }: Frame, verb: string): string {
  const names = columns.filter(({ kind }) => kind === "number").map(({ name }) => name);
  if (names.includes("value")) return "value";
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  const known = names.length === 0 ? "none of numbers" : excerpt(names.join(", "));
  throw new TypeError(`${verb}: name a column of numbers; the table has ${known}`);
}

/** Rows by what they have in a column: equal cells have equal codes. */
interface Keys {
  readonly codes: Uint32Array;
  /** By code. */
  readonly cells: readonly Cell[];
}

export function keysOf(column: TableColumn): Keys {
  const known = new Map<Cell, number>();
  const codeOf = (cell: Cell) => {
    const code = known.get(cell) ?? known.size;
    known.set(cell, code);
    return code;
  };
  if (column.kind === "number") {
    const codes = Uint32Array.from(column.values, (_, row) => codeOf(cellOf(column, row)));
    return { codes, cells: [...known.keys()] };
  }
  const { codes, texts } = column;
  if (isDifferent(column)) return { codes, cells: texts };
  const changed = Uint32Array.from(texts, codeOf);
  if (known.size === texts.length) {
    different(column);
    return { codes, cells: texts };
  }
  const rows = new Uint32Array(codes.length);
  for (let row = 0; row < rows.length; row++) rows[row] = changed[codes[row]!]!;
  return { codes: rows, cells: [...known.keys()] };
}

/** Rows in groups, numbered in the order of their first rows. */
export interface Groups {
  /** Of each row its group. */
  readonly ids: Uint32Array;
  readonly count: number;
  /** Of each group its first row. */
  readonly firsts: Uint32Array;
  /** Codes that all rows of a group have in common. */
  readonly alike: ReadonlySet<Uint32Array>;
}

/** What calculations need of groups. */
export type Grouping = Pick<Groups, "ids" | "count"> & Partial<Pick<Groups, "alike">>;

/** Pairs up to this many are numbered by a table, others by a map. */
const denseMax = 1 << 20;

/** Rows that have equal cells in some columns are a group; null is a cell like others. */
export function groupsOf(frame: Frame, names: readonly string[]): Groups {
  const { length } = frame;
  const alike = new Set<Uint32Array>();
  const ids = new Uint32Array(length);
  let firsts: Uint32Array = new Uint32Array(Math.min(length, 1));
  for (const name of names) {
    const column = columnNamed(frame, name);
    // It divides no group: all rows have one text, or rows with equal codes are together already.
    if (column.kind === "text" && (column.texts.length === 1 || alike.has(column.codes))) continue;
    const { codes, cells } = keysOf(column);
    const pairs = firsts.length * cells.length;
    const isDense = pairs <= Math.max(denseMax, length);
    firsts = isDense
      ? paired(ids, codes, cells.length, pairs)
      : pairedByMap(ids, codes, cells.length);
    alike.add(codes);
  }
  return { ids, count: firsts.length, firsts, alike };
}

/** Numbers pairs of an id and a code in place of ids. @returns the first row of each */
function paired(ids: Uint32Array, codes: Uint32Array, width: number, pairs: number): Uint32Array {
  const numbers = new Uint32Array(pairs);
  const firsts = new Uint32Array(Math.min(pairs, ids.length));
  let count = 0;
  for (let row = 0; row < ids.length; row++) {
    const pair = ids[row]! * width + codes[row]!;
    let number = numbers[pair]!;
    if (number === 0) {
      firsts[count] = row;
      number = ++count;
      numbers[pair] = number;
    }
    ids[row] = number - 1;
  }
  return firsts.subarray(0, count);
}

function pairedByMap(ids: Uint32Array, codes: Uint32Array, width: number): Uint32Array {
  const numbers = new Map<number, number>();
  const firsts: number[] = [];
  for (let row = 0; row < ids.length; row++) {
    const pair = ids[row]! * width + codes[row]!;
    let number = numbers.get(pair);
    if (number === undefined) {
      number = firsts.push(row) - 1;
      numbers.set(pair, number);
    }
    ids[row] = number;
  }
  return Uint32Array.from(firsts);
}

/** Option of verbs that calculate one number from several. */
export interface MixOptions {
  /**
   * What may differ among numbers that are calculated together: `variable`, `unit`, `observationPeriod`,
   * `facetId`, and `date` among the numbers of one row. Default: nothing.
   */
  readonly mix?: readonly Mixable[] | undefined;
}

/** What messages call those of numbers of several rows. */
const words = {
  variable: "variables",
  unit: "units",
  observationPeriod: "periods",
  facetId: "facets",
} as const;

/**
 * @throws TypeError if numbers of one group differ in what may not be mixed: it names two of them, and
 * says how to allow it
 */
export function requireAlike(
  frame: Frame,
  { ids, count, alike }: Grouping,
  column: NumberColumn,
  verb: string,
  mix: readonly Mixable[] = [],
): void {
  for (const name of mixables) {
    if (mix.includes(name)) continue;
    const other = originOf(frame, column, name);
    if (other === undefined || other.texts.length < 2 || alike?.has(other.codes)) continue;
    const cells = differing(keysOf(other), ids, count, column.values);
    const isShown = frame.columns.some((one) => one.name === name);
    if (cells !== undefined) throw mixed(verb, name, cells, isShown ? undefined : column.name);
  }
}

/** Two cells of one group that differ, beside numbers. */
function differing(
  { codes, cells }: Keys,
  ids: Uint32Array,
  count: number,
  values: Float64Array,
): readonly [Cell, Cell] | undefined {
  // By group: the first code plus 1.
  const seen = new Uint32Array(count);
  for (let row = 0; row < ids.length; row++) {
    const [group, code] = [ids[row]!, codes[row]! + 1];
    if (Number.isNaN(values[row])) continue;
    if (seen[group] === 0) seen[group] = code;
    else if (seen[group] !== code) return [cells[seen[group]! - 1]!, cells[code - 1]!];
  }
  return undefined;
}

function mixed(
  verb: string,
  name: keyof typeof words,
  cells: readonly Cell[],
  column?: string,
): TypeError {
  const [one, other] = cells.map((cell) => (cell ? `'${excerpt(String(cell))}'` : "none"));
  const where = column === undefined ? "" : ` in the column '${excerpt(column)}'`;
  const group = column === undefined ? `group by '${name}' too` : "ask for the shape 'records'";
  const facet =
    name === "facetId"
      ? ", ask for a table with facet: 'best-for-all'"
      : ", keep one of them by a filter";
  return new TypeError(
    `${verb} would mix ${words[name]}${where} (${one}, ${other}): ${group}${facet}, or allow it with mix: ["${name}"]`,
  );
}

/** @throws TypeError if numbers of one row are of different dates, beside each other in a calculation */
export function requireOneDate(
  columns: readonly NumberColumn[],
  verb: string,
  mix: readonly Mixable[] = [],
): void {
  if (mix.includes("date")) return;
  const [first, ...others] = columns.filter((column) => datesOf(column) !== undefined);
  for (const other of others) {
    const row = first!.values.findIndex((value, at) => {
      const isPair = !Number.isNaN(value) && !Number.isNaN(other.values[at]);
      return isPair && dateAt(first!, at) !== dateAt(other, at);
    });
    if (row < 0) continue;
    const pair = [first!, other].map((one) => `${excerpt(one.name)} ${dateAt(one, row)}`);
    throw new TypeError(
      `${verb} would mix dates in one row (${pair.join(", ")}): ask for a table with date: 'latest-common', or allow it with mix: ["date"]`,
    );
  }
}

/** The date of each number, where a row has numbers of several dates. */
export const datesOf = ({ origins }: NumberColumn) => origins?.find(({ name }) => name === "date");

function dateAt(column: NumberColumn, row: number): string | null | undefined {
  const dates = datesOf(column);
  return dates?.texts[dates.codes[row]!];
}
