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
  /**
   * Per row a place in `texts`; -1 for null, but 0 if all are null. Not to be written to: pages share it with each
   * other, and with the table.
   */
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
  /** Codes of pages that have one text in all rows, or none. */
  #zeros: Int32Array | undefined;

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
      codes: this.#renumbered(used.rows, placeOf),
      nullCount,
    };
  }

  #renumbered(rows: Int32Array, numbers: readonly number[]): Int32Array {
    if (numbers.every((number, at) => number === at)) return rows;
    if (numbers.every((number) => number === numbers[0])) {
      // New memory has zeros, and takes no time until it is written to.
      this.#zeros ??= new Int32Array(rows.length);
      return this.#zeros;
    }
    return mapped(rows, Int32Array.from(numbers));
  }
}

function usedCodes(codes: Uint32Array, count: number, start: number, end: number): UsedCodes {
  const counts = new Uint32Array(count);
  const met: number[] = [];
  let row = start;
  // Rows of one code often follow each other.
  while (row < end) {
    const first = row;
    const code = codes[row]!;
    if (counts[code] === 0) met.push(code);
    while (row < end && codes[row] === code) row++;
    counts[code]! += row - first;
  }
  const lying = new Int32Array(codes.buffer, codes.byteOffset + 4 * start, end - start);
  return {
    codes: met,
    rows: renumbered(lying, met, count),
    counts: met.map((code) => counts[code]!),
  };
}

/** Codes by their places in a list. Where these are the same, as in a new table, nothing is copied. */
function renumbered(codes: Int32Array, places: readonly number[], count: number): Int32Array {
  if (places.every((code, place) => code === place)) return codes;
  const numbers = new Int32Array(count);
  for (const [place, code] of places.entries()) numbers[code] = place;
  return mapped(codes, numbers);
}

function mapped(codes: Int32Array, numbers: Int32Array): Int32Array {
  const changed = new Int32Array(codes.length);
  for (let row = 0; row < codes.length; row++) changed[row] = numbers[codes[row]!]!;
  return changed;
}

/** The error when the package for a form of file is not installed. */
export function optionalPackage(name: string, form: string, cause: unknown): TypeError {
  const message = `${form} needs the package ${name}, which could not be loaded: npm install ${name}`;
  return new TypeError(message, { cause });
}
