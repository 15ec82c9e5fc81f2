/** Columns of texts as files of columns have them: a dictionary of distinct texts, and nulls. */

import type { TextColumn } from "../columns/index.ts";

export interface DictionaryPage {
  /**
   * Each once, in the order in which rows have them. An empty text where no row has any: readers do
   * not expect a dictionary of nothing.
   */
  readonly texts: readonly string[];
  /** Per row a place in `texts`; -1 for null. */
  readonly codes: Int32Array;
  readonly nullCount: number;
}

/** The rows [start, end) of a column. */
export function dictionaryPage(column: TextColumn, start: number, end: number): DictionaryPage {
  const places = new Map<string, number>();
  /** By code of the column: its place and 2, so that 0 is not known yet and 1 is null. */
  const known = new Int32Array(column.texts.length);
  const codes = new Int32Array(end - start);
  let nullCount = 0;
  for (let row = start; row < end; row++) {
    const code = column.codes[row]!;
    if (known[code] === 0) known[code] = placeOf(column.texts[code]!, places) + 2;
    const place = known[code]! - 2;
    codes[row - start] = place;
    if (place < 0) nullCount++;
  }
  return { texts: places.size > 0 ? [...places.keys()] : [""], codes, nullCount };
}

function placeOf(text: string | null, places: Map<string, number>): number {
  if (text === null) return -1;
  const place = places.get(text) ?? places.size;
  places.set(text, place);
  return place;
}
