/** Door of values: decimals, and how the values of a series are packed. */

export {
  commonFormat,
  decodeText,
  doubleFormat,
  doubleWidth,
  exceptionMarkOf,
  isDoubleText,
  isException,
  isOddDoubleText,
  ownFormat,
  type PackedFormat,
  packedFormats,
  type SeriesFormat,
  unpackFormat,
  type Width,
  widthFor,
  widthOf,
  withWidth,
} from "./series-format.ts";
export {
  asPrinted,
  DecimalReader,
  decimalNumber,
  literalMax,
  numberOf,
  powersOfTen,
  type Written,
  withDecimals,
  writtenLike,
  writtenNumber,
} from "./written-values.ts";
