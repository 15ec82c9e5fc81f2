/**
 * Values of the rows as they come in, four bytes each.
 *
 *   words    8612·2  775485·0  2050·2  #0·15  …     28 bits of mantissa, 4 bits of decimals
 *   numbers                            1e10         what does not fit there, by its number #
 *   written                            no point     decimals of its mantissa, or how it is written
 */

import { LimitError } from "../../errors/errors.ts";
import {
  Float64Slabs,
  type SlabRows,
  sharedRows,
  Uint32Slabs,
} from "../../store/columns/growing-columns.ts";
import { releaseScratch } from "../../store/columns/scratch.ts";
import type { LooseTextBuilder } from "../../store/texts/text-table-builder.ts";
import { DecimalReader, literalMax, numberOf, type Written, writtenLike } from "../decimals.ts";

/** Stands in place of decimals for a value that is no plain decimal. */
export const odd = 0xff;

/** Decimals are the lowest bits of a word, the mantissa all others. */
export const decimalBits = 4;
export const decimalMask: number = (1 << decimalBits) - 1;
/** In place of the decimals: the value stands in further columns. */
export const beside: number = decimalMask;
/** The largest mantissa, on either side of zero, that fits into a word with its decimals. */
const shortMax = 0x7ff_ffff;
/** Places in `numbers` and `written`. */
const besideMax = 0x1000_0000;

/** In `written`: the number is the mantissa of a plain decimal, which has so many decimals. */
const longDecimal: number = literalMax - decimalMask;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Values as plain data. */
export interface CollectedValues {
  readonly words: SlabRows<Uint32Array>;
  readonly numbers: SlabRows<Float64Array>;
  readonly written: SlabRows<Uint32Array>;
}

/** Reads rows that were collected. */
export class RowReader {
  protected readonly words = new Uint32Slabs();
  protected readonly numbers = new Float64Slabs();
  protected readonly written = new Uint32Slabs();

  static of({ words, numbers, written }: CollectedValues): RowReader {
    const reader = new RowReader();
    reader.words.adopt(words);
    reader.numbers.adopt(numbers);
    reader.written.adopt(written);
    return reader;
  }

  /** A row as it is kept: mantissa and decimals, unless the decimals are `beside`. */
  wordOf(row: number): number {
    return this.words.at(row) | 0;
  }

  /** Decimals of a plain decimal; `odd` for any other value. */
  decimalsOf(row: number): number {
    const word = this.words.at(row);
    const decimals = word & decimalMask;
    if (decimals !== beside) return decimals;
    const written = this.written.at(word >>> decimalBits);
    return isLongDecimal(written) ? written - longDecimal : odd;
  }

  /** Mantissa of a plain decimal. */
  mantissaOf(row: number): number {
    const word = this.words.at(row) | 0;
    if ((word & decimalMask) !== beside) return word >> decimalBits;
    return this.numbers.at(word >>> decimalBits);
  }

  /** Number of an odd value; NaN when it is not a number. */
  oddNumberOf(row: number): number {
    return this.numbers.at(this.words.at(row) >>> decimalBits);
  }

  /** How an odd value is written; literals are provisional until they are ranked. */
  oddWrittenOf(row: number): Written {
    return this.written.at(this.words.at(row) >>> decimalBits);
  }

  /** Are two rows written alike? Equal texts are kept in the same way. */
  isSame(a: number, b: number): boolean {
    const [wordA, wordB] = [this.words.at(a), this.words.at(b)];
    if ((wordA & wordB & decimalMask) !== beside) return wordA === wordB;
    const [placeA, placeB] = [wordA >>> decimalBits, wordB >>> decimalBits];
    return (
      this.written.at(placeA) === this.written.at(placeB) &&
      Object.is(this.numbers.at(placeA), this.numbers.at(placeB))
    );
  }
}

/** Takes rows as they come in. */
export class RowValues extends RowReader {
  readonly #literals: LooseTextBuilder;
  readonly #reader = new DecimalReader();

  /** Texts that no number prints go to `literals`. */
  constructor(literals: LooseTextBuilder) {
    super();
    this.#literals = literals;
  }

  get length(): number {
    return this.words.length;
  }

  /**
   * Appends the value written in bytes [start, end), which are valid UTF-8.
   * @returns false, and appends nothing, for what is not a number where only numbers are wanted.
   */
  add(bytes: Uint8Array, start: number, end: number, isNumber: boolean): boolean {
    const reader = this.#reader;
    if (!reader.read(bytes, start, end)) return this.#addText(bytes, start, end, isNumber);
    this.addDecimal(reader.mantissa, reader.decimals);
    return true;
  }

  /** Appends a plain decimal, as `DecimalReader` reads it. */
  addDecimal(mantissa: number, decimals: number): void {
    if (mantissa <= shortMax && mantissa >= -shortMax) {
      this.words.push((mantissa << decimalBits) | decimals);
    } else this.#addBeside(mantissa, longDecimal + decimals);
  }

  /** Gives the rows away. */
  take(): CollectedValues {
    const [words, numbers] = [this.words.take(), this.numbers.take()];
    return { words, numbers, written: this.written.take() };
  }

  #addText(bytes: Uint8Array, start: number, end: number, isNumber: boolean): boolean {
    const text = decoder.decode(bytes.subarray(start, end));
    const value = numberOf(text);
    if (isNumber && Number.isNaN(value)) return false;
    this.#addBeside(value, writtenLike(text, value) ?? this.#literals.addBytes(bytes, start, end));
    return true;
  }

  #addBeside(value: number, written: number): void {
    const place = this.numbers.length;
    if (place === besideMax) throw tooManyBeside();
    this.words.push((place << decimalBits) | beside);
    this.numbers.push(value);
    this.written.push(written);
  }
}

function isLongDecimal(written: number): boolean {
  return written >= longDecimal && written <= literalMax;
}

function tooManyBeside(): LimitError {
  return new LimitError(`a world holds at most ${besideMax} values of more than eight digits`);
}

// The values of several builders as those of one.

/** What one builder collected. */
interface ValuesOfBuilder {
  readonly values: CollectedValues;
  /** What its first literal is among those of all. */
  readonly firstLiteral: number;
}

interface JoinedValues {
  /** Rows of one builder after those of another, with numbers in between that no row has. */
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
  const words = new Uint32Slabs();
  const numbers = new Float64Slabs();
  const written = new Uint32Slabs();
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
  for (const { slabs } of [words, numbers, written]) releaseScratch(...slabs);
}

function appendBeside(
  values: CollectedValues,
  firstLiteral: number,
  literalRanks: Uint32Array,
  numbers: Float64Slabs,
  written: Uint32Slabs,
): void {
  const { length } = values.numbers;
  const first = numbers.length;
  if (first + length > besideMax) throw tooManyBeside();
  if (first === 0) {
    numbers.adopt(values.numbers);
    written.adopt(values.written);
  } else {
    const [ownNumbers, ownWritten] = [new Float64Slabs(), new Uint32Slabs()];
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
function movePlaces({ words: { slabs, length } }: CollectedValues, by: number): void {
  let left = length;
  for (const slab of slabs) {
    const count = Math.min(left, slab.length);
    for (let at = 0; at < count; at++) {
      const word = slab[at]!;
      if ((word & decimalMask) === beside) slab[at] = word + by * (1 << decimalBits);
    }
    left -= count;
  }
}
