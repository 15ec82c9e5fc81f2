import { isUtf8 } from "node:buffer";
import { expect, test } from "vitest";
import { Utf8Check } from "../../../../src/store/stored/walk-texts.ts";

/** Bytes at which the rules change. */
const bytes = [
  ...[0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec],
  ...[0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff],
];
const next = [0x7f, 0x80, 0xbf, 0xc0];

function* sequences(): Iterable<readonly number[]> {
  for (const a of bytes) {
    yield [a];
    for (const b of bytes) {
      yield [a, b];
      for (const c of a < 0xf0 ? bytes : next) {
        yield [a, b, c];
        if (a >= 0xf0) for (const d of next) yield [a, b, c, d];
      }
    }
  }
}

const isWellFormed = (texts: readonly Uint8Array[]) => {
  const check = new Utf8Check();
  return texts.every((text) => check.run(text, 0, text.length) < 0) && check.isWhole;
};

test("what is UTF-8 and what is not, at once and byte by byte", () => {
  const wrong: string[] = [];
  for (const sequence of sequences()) {
    const text = Uint8Array.from(sequence);
    const expected = isUtf8(text);
    const parts = sequence.map((byte) => Uint8Array.of(byte));
    if (isWellFormed([text]) !== expected || isWellFormed(parts) !== expected) {
      wrong.push(Buffer.from(text).toString("hex"));
    }
  }
  expect(wrong).toEqual([]);
});

test("the first byte that cannot be is reported, within the range alone", () => {
  const placeOf = (hex: string, start: number, end: number) =>
    new Utf8Check().run(Buffer.from(hex, "hex"), start, end);
  expect(placeOf("ff61c3a9ff", 1, 4)).toBe(-1);
  expect(placeOf("6161ff61", 0, 4)).toBe(2);
  expect(placeOf("61eda080", 0, 4)).toBe(2);
  expect(placeOf("61f4908080", 1, 5)).toBe(2);
  expect(placeOf("61c3", 0, 2)).toBe(-1);
});
