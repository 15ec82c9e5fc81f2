/**
 * Values as they are written. A plain decimal ("-12.50") is an integer and its number of decimals
 * (-1250, 2): both together are the text, and integer / 10^decimals, which rounds correctly, is the
 * number. What is no plain decimal, or has too many digits, is "odd": a number and how it is
 * written.
 */

import { noTerm } from "../store/texts/dictionary.ts";

/** 10^n for every number of decimals that is kept; a double holds each of them exactly. */
export const powersOfTen: readonly number[] = Array.from({ length: 16 }, (_, n) => 10 ** n);

/** Any number of so many digits survives being read and printed. */
const digitsMax = 15;

const [minus, point, zero] = [0x2d, 0x2e, 0x30];

/** Reads plain decimals from bytes, with no text in between. */
export class DecimalReader {
  /** The digits without their point, signed. */
  mantissa = 0;
  /** How many of them stand after the point. */
  decimals = 0;

  /**
   * True for `-?(0|[1-9]\d*)(\.\d+)?` of at most 15 digits, but no negative zero: mantissa and
   * decimals then print exactly these bytes.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const isNegative = bytes[start] === minus;
    const first = isNegative ? start + 1 : start;
    if (end - first > digitsMax + 1) return false;
    this.mantissa = 0;
    const wholeEnd = this.#readDigits(bytes, first, end);
    const isPadded = bytes[first] === zero && wholeEnd - first > 1;
    if (wholeEnd === first || isPadded) return false;
    if (wholeEnd === end) {
      if (end - first > digitsMax) return false;
      this.decimals = 0;
    } else {
      const fraction = wholeEnd + 1;
      if (bytes[wholeEnd] !== point || fraction === end) return false;
      if (this.#readDigits(bytes, fraction, end) !== end) return false;
      this.decimals = end - fraction;
    }
    if (!isNegative) return true;
    this.mantissa = -this.mantissa;
    return this.mantissa !== 0;
  }

  /**
   * Reads the digits after the mantissa. Returns the place of the first other character, or the
   * end.
   */
  #readDigits(bytes: Uint8Array, start: number, end: number): number {
    let { mantissa } = this;
    let at = start;
    for (; at < end; at++) {
      const digit = bytes[at]! - zero;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    this.mantissa = mantissa;
    return at;
  }
}

/** The number that a plain decimal of so many decimals means. */
export function decimalNumber(mantissa: number, decimals: number): number {
  // Whole numbers stay small integers: the result of a division would be a double in the heap.
  return decimals === 0 ? mantissa : mantissa / powersOfTen[decimals]!;
}

/** The plain decimal of so many digits without their point: (-1250, 2) is "-12.50". */
export function decimalText(mantissa: number, decimals: number): string {
  if (decimals === 0) return String(mantissa);
  const digits = String(Math.abs(mantissa)).padStart(decimals + 1, "0");
  const whole = digits.length - decimals;
  return `${mantissa < 0 ? "-" : ""}${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

/** How an odd value is written: a literal, or without one as its number prints. */
export type Written = number;

/** As JavaScript prints the number. */
export const asPrinted: Written = noTerm;

/** With so many decimals, as `toFixed` prints them. */
export const withDecimals = (decimals: number): Written => noTerm - 1 - decimals;

/** Anything above is no literal but one of the above; builders never give out so many. */
export const literalMax: Written = withDecimals(digitsMax) - 1;

/** The text of an odd value that is no literal. */
export function writtenNumber(value: number, written: Written): string {
  return written === asPrinted ? String(value) : value.toFixed(noTerm - 1 - written);
}

/** How a number prints as this text; undefined when it does not. */
export function writtenLike(text: string, value: number): Written | undefined {
  // Engines differ in how they print a negative zero with decimals.
  if (Number.isNaN(value) || Object.is(value, -0)) return undefined;
  if (String(value) === text) return asPrinted;
  // Without a point that is the length of the text, and no number prints so.
  const decimals = text.length - 1 - text.indexOf(".");
  if (decimals > digitsMax) return undefined;
  return value.toFixed(decimals) === text ? withDecimals(decimals) : undefined;
}

/** No two parts can match the same digits: a long text that fails does so in one pass. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text means, NaN when it is not a finite decimal number. */
export function numberOf(text: string): number {
  if (!decimal.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

// How the values of one series lie in their column. A series has one format; a value that it does
// not hold stands in the table of exceptions and a mark in its place.
//
//   common   the value × 10^scale as an integer. The text has `scale` decimals, less the zeros at
//            the end that stand after the first `least`: 4.50 with (2, 2), 4.5 with (2, 0) and 4.5
//            but 4.0 with (2, 1).
//   own      its digits as an integer, and its number of decimals in the `ownBits` lowest bits:
//            4, 4.50 and 4.5 in one series.
//   double   a double; the text is what JavaScript prints, with ".0" where least is 1.

/** Columns of values, by what one takes: 2^width bytes, of which the last are doubles. */
export type Width = 0 | 1 | 2 | 3;

export const doubleWidth: Width = 3;

export interface SeriesFormat {
  readonly width: Width;
  readonly scale: number;
  readonly least: number;
  /** 0 when the scale is common. */
  readonly ownBits: number;
}

/** In a column of integers: the value is an exception. In one of doubles NaN is. */
export function exceptionMarkOf(width: Width): number {
  return -1 << ((8 << width) - 1);
}

/** Does the entry of the column only hold the place of an exception? */
export function isException({ width }: SeriesFormat, stored: number): boolean {
  return width === doubleWidth ? Number.isNaN(stored) : stored === exceptionMarkOf(width);
}

/** Formats as small numbers, as they are stored. */
export type PackedFormat = number;

/** All packed formats are below. */
export const packedFormats: number = 1 << 13;

/** Integers × 10^scale, of which the text has at least `least` decimals. */
export function commonFormat(width: Width, scale: number, least: number): PackedFormat {
  return width | (scale << 5) | (least << 9);
}

/** Integers with their number of decimals in the lowest bits. */
export function ownFormat(width: Width, ownBits: number): PackedFormat {
  return width | (ownBits << 2);
}

/** Doubles as JavaScript prints them, or with at least one decimal. */
export function doubleFormat(least: number): PackedFormat {
  return doubleWidth | (least << 9);
}

export function widthOf(packed: PackedFormat): Width {
  return (packed & 3) as Width;
}

export function withWidth(packed: PackedFormat, width: Width): PackedFormat {
  return (packed & ~3) | width;
}

export function unpackFormat(packed: PackedFormat): SeriesFormat {
  return {
    width: widthOf(packed),
    ownBits: (packed >>> 2) & 7,
    scale: (packed >>> 5) & 15,
    least: (packed >>> 9) & 15,
  };
}

/** The narrowest width for integers up to `reach`, either side of zero. */
export function widthFor(reach: number): Width | undefined {
  if (reach < 0x80) return 0;
  if (reach < 0x8000) return 1;
  return reach < 0x8000_0000 ? 2 : undefined;
}

/** The text that an entry of the column means. */
export function decodeText(format: SeriesFormat, stored: number): string {
  const { width, ownBits, least } = format;
  if (width === doubleWidth) {
    return least === 1 && Number.isInteger(stored) ? stored.toFixed(1) : String(stored);
  }
  if (ownBits > 0) return decimalText(stored >> ownBits, stored & ((1 << ownBits) - 1));
  let mantissa = stored;
  let decimals = format.scale;
  for (; decimals > least && mantissa % 10 === 0; decimals--) mantissa /= 10;
  return decimalText(mantissa, decimals);
}

/** Below this JavaScript prints an exponent. */
const printedMin = 1e-6;

/** Is the plain decimal what `decodeText` prints for its double? */
export function isDoubleText(least: number, mantissa: number, decimals: number): boolean {
  if (decimals === 0) return least === 0;
  if (mantissa % 10 === 0) return least === 1 && decimals === 1;
  return Math.abs(mantissa / powersOfTen[decimals]!) >= printedMin;
}

/** The same for an odd value. */
export function isOddDoubleText(least: number, value: number, written: Written): boolean {
  if (written === asPrinted) return least === 0 || !Number.isInteger(value);
  return least === 1 && written === withDecimals(1) && Number.isInteger(value);
}
