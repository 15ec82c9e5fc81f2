/** Columns of texts as files of columns have them: a dictionary of distinct texts, and nulls. */

import type { TextColumn } from "../columns/index.ts";

export interface DictionaryPage {
  /**
   * Each once, in the order in which rows have them. An empty text where no row has any: readers do
   * not expect a dictionary of nothing.
   */
  readonly texts: readonly string[];
  /** Per row a place in `texts`; -1 for null. Pages without null may share the array. */
  readonly codes: Int32Array;
  readonly nullCount: number;
}

/** The codes that some rows have, numbered as they are met. */
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
  // The number of a code and 1: 0 is not met yet.
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
