import { describe, expect, test } from "vitest";
import {
  asPrinted,
  DecimalReader,
  decimalText,
  literalMax,
  numberOf,
  withDecimals,
  writtenLike,
  writtenNumber,
} from "../../../src/stats/decimals.ts";

const encoder = new TextEncoder();
const reader = new DecimalReader();

/** Mantissa and decimals of a text, which stands between other digits. */
function read(text: string): [mantissa: number, decimals: number] | undefined {
  const bytes = encoder.encode(`12${text}34`);
  return reader.read(bytes, 2, bytes.length - 2) ? [reader.mantissa, reader.decimals] : undefined;
}

describe("a plain decimal", () => {
  test.each([
    ["0", 0, 0],
    ["7", 7, 0],
    ["-7", -7, 0],
    ["10", 10, 0],
    ["0.5", 5, 1],
    ["-0.5", -5, 1],
    ["12.25", 1225, 2],
    ["12.0", 120, 1],
    ["0.00", 0, 2],
    ["45.10", 4510, 2],
    ["0.0000001", 1, 7],
    ["999999999999999", 999_999_999_999_999, 0],
    ["-99999999999999.9", -999_999_999_999_999, 1],
    ["0.00000000000001", 1, 14],
  ])("%s is its digits and their point", (text, mantissa, decimals) => {
    expect(read(text)).toEqual([mantissa, decimals]);
    expect(decimalText(mantissa, decimals)).toBe(text);
    expect(mantissa / 10 ** decimals).toBe(Number(text));
  });

  test.each([
    [""],
    ["-"],
    ["."],
    ["-."],
    ["-0"],
    ["-0.0"],
    ["00"],
    ["007"],
    ["-07"],
    ["00.5"],
    [".5"],
    ["-.5"],
    ["5."],
    ["-5."],
    ["1.2.3"],
    ["1..2"],
    ["--1"],
    ["+1"],
    ["1-"],
    ["1e5"],
    ["1E5"],
    ["0x10"],
    ["1,234"],
    ["1_000"],
    [" 1"],
    ["1 "],
    ["1\n"],
    ["NaN"],
    ["Infinity"],
    ["٣"],
    ["1/2"],
    ["1:2"],
    ["1000000000000000"],
    ["-1000000000000000"],
    ["0.000000000000001"],
    ["9007199254740993"],
    ["0.1234567890123456"],
  ])("%j is none", (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe("an odd number", () => {
  test.each([
    ["0.1234567890123456", asPrinted],
    ["1e+21", asPrinted],
    ["1e-7", asPrinted],
    ["12345678901234567000", asPrinted],
    ["1234567890123456.50", withDecimals(2)],
    ["4503599627370497.0", withDecimals(1)],
  ])("%s is written like its number", (text, written) => {
    expect(writtenLike(text, Number(text))).toBe(written);
    expect(writtenNumber(Number(text), written)).toBe(text);
  });

  test.each([["1e5"], ["1E+21"], ["007"], ["-0"], ["-0.0"], ["+1"], ["9007199254740993.0"]])(
    "%s is not",
    (text) => {
      expect(writtenLike(text, Number(text))).toBeUndefined();
    },
  );

  test("with up to fifteen decimals, and no more, is written like its number", () => {
    const half = (decimals: number) => writtenLike("0.5".padEnd(2 + decimals, "0"), 0.5);
    expect([half(14), half(15), half(16)]).toEqual([withDecimals(14), withDecimals(15), undefined]);
    expect(writtenLike("2e2", 200)).toBeUndefined();
  });

  test("is not written with decimals where it is a negative zero: engines differ", () => {
    expect(["-0.0", "-0.00", "0.00"].map((text) => writtenLike(text, -0))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is told from a literal by the largest number of one", () => {
    expect(literalMax).toBe(withDecimals(15) - 1);
    expect(asPrinted).toBeGreaterThan(literalMax);
  });

  test("that is none is written like nothing", () => {
    expect(writtenLike("NaN", Number.NaN)).toBeUndefined();
  });
});

describe("numberOf", () => {
  test.each([
    ["007", 7],
    ["1e5", 1e5],
    ["1E+5", 1e5],
    ["-0", -0],
    ["12.0", 12],
    ["+5", 5],
    [".5", 0.5],
    ["5.", 5],
    ["5.e1", 50],
    ["1e-7", 1e-7],
    ["100000000000000000000", 1e20],
    ["1e-400", 0],
  ])("%s is a number", (text, value) => {
    expect(numberOf(text)).toBe(value);
  });

  test.each([
    ["1,234"],
    ["NaN"],
    ["Infinity"],
    ["1e400"],
    [""],
    ["."],
    ["e5"],
    ["1e"],
    ["0x10"],
    ["1_000"],
    [" 5"],
    ["5\n"],
    ["٣"],
    ["--5"],
    ["1.2.3"],
  ])("%j is none", (text) => {
    expect(numberOf(text)).toBeNaN();
  });

  // A pattern that may share digits between two of its parts tries every way to do so.
  test("refuses a long text at once", { timeout: 2000 }, () => {
    expect(numberOf(`${"1".repeat(100_000)}x`)).toBeNaN();
    expect(numberOf(`1.${"1".repeat(100_000)}e`)).toBeNaN();
  });
});
