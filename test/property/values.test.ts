import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPlainNumber, numberOf } from "../../src/stats/values.ts";
import { naiveValue } from "../oracle/naive-observations.ts";
import { runs } from "./hostile-texts.ts";

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
  test("a plain number is printed exactly as it is written", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(isPlainNumber(text) ? String(Number(text)) : text).toBe(text);
      }),
      runs(5000),
    );
  });

  test("numbers as they usually are written are plain", () => {
    const usual = fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.nat(6))
      .map(([digits, places]) => String(digits / 10 ** places))
      .filter((text) => !text.includes("e"));
    fc.assert(
      fc.property(usual, (text) => {
        expect(isPlainNumber(text)).toBe(true);
      }),
      runs(2000),
    );
  });

  test("a finite decimal number is a number, and nothing else is", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const naive = naiveValue(text);
        expect(numberOf(text)).toBe(typeof naive === "number" ? naive : Number.NaN);
      }),
      runs(5000),
    );
  });
});
