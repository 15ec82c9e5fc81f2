/**
 * What the writers of Parquet and Arrow share: dictionaries of distinct texts, and the error for a
 * missing package.
 */

import type { TextColumn } from "./column-data.ts";

export interface DictionaryPage {
  /**
   * Each once, in the order of rows. One empty text when all rows are null: some readers expect a
   * text in each dictionary.
   */
  readonly texts: readonly string[];
  /** Per row a place in `texts`; -1 for null. Pages without null may share the array. */
  readonly codes: Int32Array;
  readonly nullCount: number;
}

/** The codes of some rows, numbered in the order of rows. */
interface UsedCodes {
  readonly codes: readonly number[];
  readonly rows: Int32Array;
  /** Rows of each. */
  readonly counts: readonly number[];
}

/** Pages of the rows [start, end). Columns that share codes are numbered once. */
export class DictionaryPages {
  readonly #start: number;
  readonly #end: number;
  readonly #used = new Map<Uint32Array, UsedCodes>();

  constructor(start: number, end: number) {
    this.#start = start;
    this.#end = end;
  }

  pageOf({ codes, texts }: TextColumn): DictionaryPage {
    const used = this.#used.get(codes) ?? usedCodes(codes, texts.length, this.#start, this.#end);
    this.#used.set(codes, used);
    const places = new Map<string, number>();
    const placeOf = used.codes.map((code) => {
      const text = texts[code]!;
      if (text === null) return -1;
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    });
    let nullCount = 0;
    for (const [at, place] of placeOf.entries()) if (place < 0) nullCount += used.counts[at]!;
    return {
      texts: places.size > 0 ? [...places.keys()] : [""],
      codes: renumbered(used.rows, placeOf),
      nullCount,
    };
  }
}

function usedCodes(codes: Uint32Array, count: number, start: number, end: number): UsedCodes {
  // By code: its number plus 1. 0 is for a code that no row had so far.
  const numbers = new Int32Array(count);
  const counts: number[] = [];
  const met: number[] = [];
  const rows = new Int32Array(end - start);
  // Rows of one code often follow each other.
  for (let row = start; row < end; ) {
    const first = row;
    const code = codes[row]!;
    let number = numbers[code]! - 1;
    if (number < 0) {
      number = met.push(code) - 1;
      numbers[code] = number + 1;
      counts.push(0);
    }
    do {
      rows[row - start] = number;
      row++;
    } while (row < end && codes[row] === code);
    counts[number]! += row - first;
  }
  return { codes: met, rows, counts };
}

function renumbered(rows: Int32Array, numbers: readonly number[]): Int32Array {
  if (numbers.every((number, at) => number === at)) return rows;
  const changed = new Int32Array(rows.length);
  const [only = 0] = numbers;
  if (numbers.every((number) => number === only)) return changed.fill(only);
  const numberOf = Int32Array.from(numbers);
  for (let row = 0; row < rows.length; row++) changed[row] = numberOf[rows[row]!]!;
  return changed;
}

/** The error when the package for a form of file is not installed. */
export function optionalPackage(name: string, form: string, cause: unknown): TypeError {
  const message = `${form} needs the package ${name}, which could not be loaded: npm install ${name}`;
  return new TypeError(message, { cause });
}
