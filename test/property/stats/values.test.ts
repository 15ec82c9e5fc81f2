import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DecimalReader,
  decimalText,
  numberOf,
  writtenLike,
  writtenNumber,
} from "../../../src/stats/decimals.ts";
import { naiveValue } from "../../oracle/stats/naive-observations.ts";
import { runs } from "../runs.ts";

/** Texts that are numbers, and texts that nearly are. */
const texts = fc.oneof(
  fc.double().map(String),
  fc.integer().map(String),
  fc.tuple(fc.integer(), fc.nat(18)).map(([digits, places]) => (digits / 10 ** places).toString()),
  fc.tuple(fc.double({ noNaN: true }), fc.nat(20)).map(([value, places]) => value.toFixed(places)),
  fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }).map(String),
  fc.string({ unit: fc.constantFrom(..."0019.-+eE, x_"), maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(..."0000005.-"), maxLength: 18 }),
);

describe("values", () => {
  test("a plain decimal is its digits and their point, exactly", () => {
    const reader = new DecimalReader();
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = Buffer.from(text);
        fc.pre(reader.read(bytes, 0, bytes.length));
        const { mantissa, decimals } = reader;
        expect(decimalText(mantissa, decimals)).toBe(text);
        expect(mantissa / 10 ** decimals).toBe(Number(text));
      }),
      runs(1000),
    );
  });

  test("numbers of up to fifteen digits as they usually are written are plain decimals", () => {
    const usual = fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.nat(6))
      .map(([digits, places]) => (digits / 10 ** places).toFixed(places))
      .filter((text) => !/^-0(\.0*)?$/.test(text));
    const reader = new DecimalReader();
    fc.assert(
      fc.property(usual, (text) => {
        const bytes = Buffer.from(text);
        expect(reader.read(bytes, 0, bytes.length)).toBe(true);
      }),
      runs(1000),
    );
  });

  test("what is written like its number prints so", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const value = numberOf(text);
        const written = writtenLike(text, value);
        fc.pre(written !== undefined);
        expect(writtenNumber(value, written!)).toBe(text);
      }),
      runs(1000),
    );
  });

  test("a finite decimal number is a number, and nothing else is", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const naive = naiveValue(text);
        expect(numberOf(text)).toBe(typeof naive === "number" ? naive : Number.NaN);
      }),
      runs(2000),
    );
  });
});
