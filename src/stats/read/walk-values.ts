/** Values of all series, point by point. */

import type { WalkedRows } from "../../store/columns/walked-columns.ts";
import type { TextReader } from "../../store/stored/walked-texts.ts";
import {
  doubleWidth,
  exceptionMarkOf,
  isException,
  literalMax,
  numberOf,
  packedFormats,
  powersOfTen,
  type SeriesFormat,
  unpackFormat,
  type Written,
  writtenNumber,
} from "../decimals.ts";
import type { WalkedObservations } from "../series-columns.ts";
import { valueColumns } from "./series-lookup.ts";

/** Where the values of a series lie, how many they are, and their format. */
interface ValueRun {
  readonly format: number;
  readonly firstPoint: number;
  /** Where they begin in their column; undefined where the points do. */
  readonly firstValue: number | undefined;
  readonly count: number;
}

export class Values {
  readonly #formatRows: WalkedRows;
  readonly #formats: SeriesFormat[] = [];
  readonly #columns: readonly WalkedRows[];
  /** Values of each width so far. */
  readonly #filled = [0, 0, 0, 0];
  readonly #exceptions: Exceptions;

  constructor(columns: WalkedObservations, exceptions: Exceptions) {
    this.#formatRows = columns.rows("observations.formats");
    this.#columns = valueColumns.map(({ name }) => columns.rows(name));
    this.#exceptions = exceptions;
  }

  get formatCount(): number {
    return this.#formatRows.length;
  }

  /** The series' values all lie in one column. */
  get hasOneWidth(): boolean {
    return this.#columns.filter(({ length }) => length > 0).length < 2;
  }

  /** Formats ascend, and each is one that there is. */
  walkFormats(): void {
    const rows = this.#formatRows;
    for (let at = 0, before = -1; at < rows.length; at++) {
      const packed = rows.at(at);
      const format = unpackFormat(packed);
      if (packed <= before || packed >= packedFormats || !isFormat(format)) {
        throw rows.wrong(at, "there is no such format");
      }
      this.#formats.push(format);
      before = packed;
    }
  }

  /** The values of the next series. @returns false when they lie elsewhere */
  walk({ format: number, firstPoint, firstValue, count }: ValueRun): boolean {
    const format = this.#formats[number]!;
    const column = this.#columns[format.width]!;
    const first = this.#filled[format.width]!;
    const end = first + count;
    if (first !== (firstValue ?? firstPoint) || end > column.length) return false;
    this.#filled[format.width] = end;
    for (let at = first; at < end; ) {
      column.goTo(at);
      const last = Math.min(end, column.end);
      at = firstSpecial(column, at, last, format);
      if (at === last) continue;
      if (!isException(format, column.at(at))) throw column.wrong(at, "there is no such value");
      if (!this.#exceptions.take(firstPoint + at - first)) {
        throw column.wrong(at, "it is no value, and no exception stands for it");
      }
      at++;
    }
    return true;
  }

  /** To be called after the last series. */
  finish(): void {
    for (const [width, column] of this.#columns.entries()) {
      const filled = this.#filled[width]!;
      if (filled < column.length) throw column.wrong(filled, "no series has this value");
    }
    this.#exceptions.finish();
  }
}

/** Formats that a freeze may choose. */
function isFormat({ width, scale, least, ownBits }: SeriesFormat): boolean {
  if (width === doubleWidth) return ownBits === 0 && scale === 0 && least <= 1;
  return ownBits === 0 ? least <= scale : scale === 0 && least === 0;
}

/** The first of rows start … end - 1 of the page at hand that is no usual value, or `end`. */
function firstSpecial(
  column: WalkedRows,
  start: number,
  end: number,
  format: SeriesFormat,
): number {
  const { rows, start: pageStart } = column;
  const { width, ownBits } = format;
  const isDouble = width === doubleWidth;
  const mark = exceptionMarkOf(width);
  const ownMask = (1 << ownBits) - 1;
  for (let at = start; at < end; at++) {
    const value = rows[at - pageStart]!;
    const isUsual = isDouble
      ? Number.isFinite(value) && !Object.is(value, -0)
      : value !== mark && (value & ownMask) < powersOfTen.length;
    if (!isUsual) return at;
  }
  return end;
}

// Values that their series' format cannot hold: each has its point, its number and its text.

/** Texts that take longer to read are remembered, so many of them: many values may have one text. */
const longText = 64;
const longTextsMax = 1 << 16;

export class Exceptions {
  readonly #points: WalkedRows;
  readonly #numbers: WalkedRows;
  readonly #texts: WalkedRows;
  readonly #literals: TextReader;
  /** Ids of literals: first … end - 1. */
  readonly #firstLiteral: number;
  readonly #literalEnd: number;
  readonly #longNumbers = new Map<number, number>();
  #next = 0;

  constructor(columns: WalkedObservations, literals: TextReader) {
    this.#points = columns.rows("observations.exceptionPoints");
    this.#numbers = columns.rows("observations.exceptionNumbers");
    this.#texts = columns.rows("observations.exceptionTexts");
    this.#literals = literals;
    this.#firstLiteral = columns.counts.nodes;
    this.#literalEnd = columns.counts.nodes + columns.counts.literals;
  }

  /** Goes to the next exception. Is it that of this point? */
  take(point: number): boolean {
    const at = this.#next++;
    if (at >= this.#points.length || this.#points.at(at) !== point) return false;
    const number = this.#numbers.at(at);
    const written = this.#texts.at(at);
    if (written > literalMax) this.#checkPrinted(at, number, written);
    else this.#checkLiteral(at, number, written);
    return true;
  }

  /** To be called after the last point. */
  finish(): void {
    if (this.#next < this.#points.length) {
      throw this.#points.wrong(this.#next, "the value of this point is no exception");
    }
  }

  #checkPrinted(at: number, number: number, written: Written): void {
    const isPrinted =
      Number.isFinite(number) && numberOf(writtenNumber(number, written)) === number;
    if (isPrinted && !Object.is(number, -0)) return;
    throw this.#numbers.wrong(at, "the number is not printed as it should be");
  }

  #checkLiteral(at: number, number: number, literal: Written): void {
    const first = this.#firstLiteral;
    if (literal < first || literal >= this.#literalEnd) {
      throw this.#texts.wrong(at, "there is no such text");
    }
    if (Object.is(this.#numberOf(literal - first), number)) return;
    throw this.#numbers.wrong(at, "its text is another number");
  }

  #numberOf(literal: number): number {
    const reader = this.#literals;
    const isLong = reader.lengthOf(literal) > longText;
    const known = isLong ? this.#longNumbers.get(literal) : undefined;
    if (known !== undefined) return known;
    const number = numberOf(reader.textOf(literal));
    if (isLong && this.#longNumbers.size < longTextsMax) this.#longNumbers.set(literal, number);
    return number;
  }
}
