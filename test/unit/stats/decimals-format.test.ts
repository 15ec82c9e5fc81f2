import { describe, expect, test } from "vitest";
import {
  asPrinted,
  commonFormat,
  decimalNumber,
  decodeText,
  doubleFormat,
  exceptionMarkOf,
  isDoubleText,
  isException,
  isOddDoubleText,
  ownFormat,
  packedFormats,
  unpackFormat,
  widthFor,
  withDecimals,
  withWidth,
} from "../../../src/stats/decimals.ts";

describe("a width", () => {
  test("is chosen by the largest integer, the lowest one of it being a mark", () => {
    const reaches = [0, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000];
    expect(reaches.map(widthFor)).toEqual([0, 0, 1, 1, 2, 2, undefined]);
    expect([exceptionMarkOf(0), exceptionMarkOf(1), exceptionMarkOf(2)]).toEqual([
      -0x80, -0x8000, -0x8000_0000,
    ]);
  });

  test("tells exceptions: by the mark among integers, by NaN among doubles", () => {
    const [byte, double] = [unpackFormat(commonFormat(0, 0, 0)), unpackFormat(doubleFormat(0))];
    expect([-128, -127, 127].map((one) => isException(byte, one))).toEqual([true, false, false]);
    expect([Number.NaN, 0, -128].map((one) => isException(double, one))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("can be changed, and all else stays", () => {
    const packed = commonFormat(2, 15, 14);
    expect(unpackFormat(withWidth(packed, 1))).toEqual({ ...unpackFormat(packed), width: 1 });
    expect(packed).toBeLessThan(packedFormats);
  });
});

describe("the text of an entry", () => {
  test.each([
    [2, 2, 450, "4.50"],
    [2, 0, 450, "4.5"],
    [2, 0, 400, "4"],
    [2, 1, 400, "4.0"],
    [2, 1, 450, "4.5"],
    [2, 0, 455, "4.55"],
    [2, 0, 0, "0"],
    [0, 0, -100, "-100"],
    [1, 0, -100, "-10"],
  ])("of scale %i and least %i, %i, is %s", (scale, least, stored, text) => {
    expect(decodeText(unpackFormat(commonFormat(2, scale, least)), stored)).toBe(text);
  });

  test.each([
    [1, 4 << 1, "4"],
    [1, (40 << 1) | 1, "4.0"],
    [2, (450 << 2) | 2, "4.50"],
    [2, (-455 << 2) | 3, "-0.455"],
  ])("of its own decimals in %i bits, %i, is %s", (bits, stored, text) => {
    expect(decodeText(unpackFormat(ownFormat(2, bits)), stored)).toBe(text);
  });

  test.each([
    [0, 3, "3"],
    [1, 3, "3.0"],
    [0, 3.5, "3.5"],
    [1, 3.5, "3.5"],
  ])("of doubles with least %i, %d, is %s", (least, stored, text) => {
    expect(decodeText(unpackFormat(doubleFormat(least)), stored)).toBe(text);
  });
});

describe("a plain decimal among doubles", () => {
  test.each([
    // With least 0 a whole number prints without a point, with least 1 with one.
    [12, 0, true, false],
    [120, 1, false, true],
    [1200, 2, false, false],
    [125, 1, true, true],
    [1250, 2, false, false],
    // Below a millionth JavaScript prints an exponent.
    [1, 6, true, true],
    [-1, 6, true, true],
    [9, 7, false, false],
    [11, 7, true, true],
  ])("%i with %i decimals prints so: %s, %s", (mantissa, decimals, plainly, withPoint) => {
    expect([0, 1].map((least) => isDoubleText(least, mantissa, decimals))).toEqual([
      plainly,
      withPoint,
    ]);
  });

  test("is the number of its digits over a power of ten, exactly", () => {
    expect(decimalNumber(-1250, 2)).toBe(-12.5);
    expect(decimalNumber(7, 0)).toBe(7);
    expect(decimalNumber(1, 15)).toBe(1e-15);
  });
});

describe("an odd value among doubles", () => {
  test.each([
    [1e21, asPrinted, true, false],
    [1.5e-7, asPrinted, true, true],
    [1e20, withDecimals(1), false, true],
    [1e20, withDecimals(2), false, false],
    [0.5, withDecimals(1), false, false],
  ])("%d, written %i, prints so: %s, %s", (value, written, plainly, withPoint) => {
    expect([0, 1].map((least) => isOddDoubleText(least, value, written))).toEqual([
      plainly,
      withPoint,
    ]);
  });
});
