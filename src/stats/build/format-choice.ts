/** Chooses the format of a series from what its values have in common. */

import {
  commonFormat,
  doubleFormat,
  isDoubleText,
  isOddDoubleText,
  literalMax,
  ownFormat,
  type PackedFormat,
  powersOfTen,
  widthFor,
  widthOf,
} from "../decimals/index.ts";
import { beside, decimalBits, decimalMask, odd, type RowReader } from "./row-values.ts";
import type { RowList } from "./series-rows.ts";

/** Bytes of an entry in the table of exceptions. */
const exceptionBytes = 16;

/** No value has so many decimals. */
const noDecimals = powersOfTen.length;

/** Looks through the values of one series after the other. */
export class FormatChoice {
  readonly #values: RowReader;
  /** Largest mantissa, without its sign, by decimals. */
  readonly #largest: number[] = powersOfTen.map(() => 0);
  #least = 0;
  #most = 0;
  /** Most decimals of a value that ends in a zero. */
  #mostOfZero = 0;
  /** Odd values that are no literals. */
  #longs = 0;

  constructor(values: RowReader) {
    this.#values = values;
  }

  /** The format that takes the fewest bytes. */
  of(rows: RowList): PackedFormat {
    this.#look(rows);
    const integers = this.#integers();
    if (this.#longs === 0 && integers !== undefined) return integers;
    const [plainly, withPoint] = [this.#notPrinted(0, rows), this.#notPrinted(1, rows)];
    const doubles = doubleFormat(withPoint < plainly ? 1 : 0);
    if (integers === undefined) return doubles;
    const count = rows.end - rows.start;
    const integerBytes = count * 2 ** widthOf(integers) + this.#longs * exceptionBytes;
    const doubleBytes = count * 8 + Math.min(plainly, withPoint) * exceptionBytes;
    return integerBytes <= doubleBytes ? integers : doubles;
  }

  #look({ start, end, order }: RowList): void {
    const values = this.#values;
    for (let decimals = this.#least; decimals <= this.#most; decimals++) {
      this.#largest[decimals] = 0;
    }
    this.#least = noDecimals;
    this.#most = this.#mostOfZero = this.#longs = 0;
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const word = values.wordOf(row);
      const decimals = word & decimalMask;
      if (decimals === beside) this.#seeBeside(row);
      else this.#see(word >> decimalBits, decimals);
    }
  }

  #see(mantissa: number, decimals: number): void {
    const size = Math.abs(mantissa);
    if (size > this.#largest[decimals]!) this.#largest[decimals] = size;
    if (decimals < this.#least) this.#least = decimals;
    if (decimals > this.#most) this.#most = decimals;
    if (decimals > this.#mostOfZero && mantissa % 10 === 0) this.#mostOfZero = decimals;
  }

  #seeBeside(row: number): void {
    const decimals = this.#values.decimalsOf(row);
    if (decimals !== odd) this.#see(this.#values.mantissaOf(row), decimals);
    else if (this.#values.oddWrittenOf(row) > literalMax) this.#longs++;
  }

  #integers(): PackedFormat | undefined {
    const common = this.#common();
    const own = this.#own();
    if (common === undefined || own === undefined) return common ?? own;
    return widthOf(own) < widthOf(common) ? own : common;
  }

  #common(): PackedFormat | undefined {
    const least = this.#least;
    const scale = this.#most;
    if (least === noDecimals) return commonFormat(0, 0, 0);
    if (this.#mostOfZero > least) return undefined;
    let reach = 0;
    for (let decimals = least; decimals <= scale; decimals++) {
      reach = Math.max(reach, this.#largest[decimals]! * powersOfTen[scale - decimals]!);
    }
    const width = widthFor(reach);
    return width === undefined ? undefined : commonFormat(width, scale, least);
  }

  #own(): PackedFormat | undefined {
    if (this.#least >= this.#most) return undefined;
    const ownBits = 32 - Math.clz32(this.#most);
    let largest = 0;
    for (let decimals = this.#least; decimals <= this.#most; decimals++) {
      largest = Math.max(largest, this.#largest[decimals]!);
    }
    const width = widthFor((largest + 1) * 2 ** ownBits);
    return width === undefined ? undefined : ownFormat(width, ownBits);
  }

  /** Values besides literals that would be exceptions among doubles. */
  #notPrinted(least: number, { start, end, order }: RowList): number {
    const values = this.#values;
    let count = 0;
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const decimals = values.decimalsOf(row);
      if (decimals !== odd) {
        if (!isDoubleText(least, values.mantissaOf(row), decimals)) count++;
        continue;
      }
      const written = values.oddWrittenOf(row);
      const isLong = written > literalMax;
      if (isLong && !isOddDoubleText(least, values.oddNumberOf(row), written)) count++;
    }
    return count;
  }
}
