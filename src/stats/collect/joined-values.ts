/** The values of several builders as those of one. */

import { Float64Chunks, releaseScratch, sharedRows, Uint32Chunks } from "../../store/index.ts";
import {
  beside,
  besideMax,
  type CollectedValues,
  decimalBits,
  decimalMask,
  longDecimal,
  tooManyBeside,
} from "./row-values.ts";

/** What one builder collected. */
export interface ValuesOfBuilder {
  readonly values: CollectedValues;
  /** What its first literal is among those of all. */
  readonly firstLiteral: number;
}

export interface JoinedValues {
  /** Rows of one builder behind those of another, with numbers in between that no row has. */
  readonly values: CollectedValues;
  /** The first row of each builder. */
  readonly firstRows: readonly number[];
  /** How many rows there are. */
  readonly count: number;
}

/**
 * Brings values together without a copy of the words; literals get their ranks. The given ones are
 * gone afterwards.
 * @param isShared whether other threads are to read the rows: then they are copied once.
 */
export function joinValues(
  builders: readonly ValuesOfBuilder[],
  literalRanks: Uint32Array,
  isShared: boolean,
): JoinedValues {
  const words = new Uint32Chunks();
  const numbers = new Float64Chunks();
  const written = new Uint32Chunks();
  let count = 0;
  const firstRows = builders.map(({ values, firstLiteral }) => {
    const firstPlace = numbers.length;
    appendBeside(values, firstLiteral, literalRanks, numbers, written);
    if (numbers.length > firstPlace && firstPlace > 0) movePlaces(values, firstPlace);
    count += values.words.length;
    return words.append(isShared ? sharedRows(values.words) : values.words);
  });
  const rows = { numbers: numbers.take(), written: written.take() };
  const values = isShared
    ? { words: words.take(), numbers: sharedRows(rows.numbers), written: sharedRows(rows.written) }
    : { words: words.take(), ...rows };
  return { values, firstRows, count };
}

/** Lets go of the rows. */
export function releaseValues({ words, numbers, written }: CollectedValues): void {
  for (const { chunks } of [words, numbers, written]) releaseScratch(...chunks);
}

function appendBeside(
  values: CollectedValues,
  firstLiteral: number,
  literalRanks: Uint32Array,
  numbers: Float64Chunks,
  written: Uint32Chunks,
): void {
  const { length } = values.numbers;
  const first = numbers.length;
  if (first + length > besideMax) throw tooManyBeside();
  if (first === 0) {
    numbers.adopt(values.numbers);
    written.adopt(values.written);
  } else {
    const [ownNumbers, ownWritten] = [new Float64Chunks(), new Uint32Chunks()];
    ownNumbers.adopt(values.numbers);
    ownWritten.adopt(values.written);
    for (let place = 0; place < length; place++) {
      numbers.push(ownNumbers.at(place));
      written.push(ownWritten.at(place));
    }
    ownNumbers.release();
    ownWritten.release();
  }
  for (let place = first; place < written.length; place++) {
    const how = written.at(place);
    if (how < longDecimal) written.set(place, literalRanks[how + firstLiteral]!);
  }
}

/** Where each word that names a place beside has it among those of all. */
function movePlaces({ words: { chunks, length } }: CollectedValues, by: number): void {
  let left = length;
  for (const chunk of chunks) {
    const count = Math.min(left, chunk.length);
    for (let at = 0; at < count; at++) {
      const word = chunk[at]!;
      if ((word & decimalMask) === beside) chunk[at] = word + by * (1 << decimalBits);
    }
    left -= count;
  }
}
