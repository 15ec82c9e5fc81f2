/**
 * How the values of one series lie in their column. A series has one format; a value that it does
 * not hold stands in the table of exceptions and a mark in its place.
 *
 *   common   the value × 10^scale as an integer. The text has `scale` decimals, less the zeros at
 *            the end that stand after the first `least`: 4.50 with (2, 2), 4.5 with (2, 0) and 4.5
 *            but 4.0 with (2, 1).
 *   own      its digits as an integer, and its number of decimals in the `ownBits` lowest bits:
 *            4, 4.50 and 4.5 in one series.
 *   double   a double; the text is what JavaScript prints, with ".0" where least is 1.
 */

import {
  asPrinted,
  decimalText,
  powersOfTen,
  type Written,
  withDecimals,
} from "./written-values.ts";

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
