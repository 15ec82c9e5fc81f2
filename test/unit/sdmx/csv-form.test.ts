import fc from "fast-check";
import { expect, test } from "vitest";
import { TextBytes } from "../../../src/sdmx/csv-form.ts";
import { decimalText } from "../../../src/stats/decimals.ts";

const noCommas = new Uint8Array(128);
noCommas[",".charCodeAt(0)] = 1;

test("any pieces make the text that they are, however long it becomes", () => {
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[ -~]{0,99}$/));
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (first, second) => {
      const text = new TextBytes(1);
      for (const pieces of [first, second]) {
        for (const one of pieces) text.add(one);
        expect(text.length).toBe(Buffer.byteLength(pieces.join("")));
        expect(text.taken()).toBe(pieces.join(""));
      }
    }),
  );
});

test("decimals are written as everywhere", () => {
  const mantissa = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.integer({ min: -99, max: 99 }));
  fc.assert(
    fc.property(mantissa, fc.nat(15), (value, decimals) => {
      const text = new TextBytes(1);
      text.decimal(value, decimals);
      expect(text.taken()).toBe(decimalText(value, decimals));
    }),
    {
      examples: [
        [-(2 ** 31), 0],
        [2 ** 31 - 1, 9],
        [0, 3],
        [-5, 2],
      ],
    },
  );
});

test("a text with an unwanted character is not written at all", () => {
  const text = new TextBytes(1);
  expect(text.addWithout(noCommas, "ä")).toBe(true);
  expect(text.addWithout(noCommas, "ab,c")).toBe(false);
  expect(text.addWithout(noCommas, "ü,")).toBe(false);
  expect(text.taken()).toBe("ä");
});

test("what is written is repeated", () => {
  const text = new TextBytes(1);
  text.copy(new TextEncoder().encode("abc"));
  text.byte(0x2c);
  text.repeat(1, 4);
  expect(text.taken()).toBe("abc,bc,");
});
