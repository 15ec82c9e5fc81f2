/** What cells mean is found out once, and never for another cell. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { KnownCells } from "../../../src/load/records/known-cells.ts";
import { runs } from "../runs.ts";

const long = "l".repeat(256);
// They differ in length, at their begins, in the middle and at their ends.
const usual = [
  "",
  "a",
  "b",
  "ab",
  "ba",
  "abcd",
  "abce",
  "bbcd",
  "abcdabcd",
  "abceabcd",
  "größe",
  long,
];
const cell = fc.oneof(fc.constantFrom(...usual), fc.string({ unit: "grapheme", maxLength: 9 }));

test("each cell means what its text says, read once, in any order and anywhere in the bytes", () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 200 }), (cells) => {
      const read: string[] = [];
      const known = new KnownCells((text) => {
        read.push(text);
        return { text };
      });
      const meanings = new Map<string, object>();
      for (const [at, text] of cells.entries()) {
        const before = "x".repeat(at % 5);
        const bytes = new TextEncoder().encode(`${before}${text}y`);
        const meaning = known.of(bytes, before.length, bytes.length - 1);
        expect(meaning.text).toBe(text);
        expect(meanings.get(text) ?? meaning).toBe(meaning);
        meanings.set(text, meaning);
      }
      expect(read).toEqual([...new Set(cells)]);
    }),
    runs(200),
  );
});

test("a longer cell is read each time, and so are all after there were too many", () => {
  let reads = 0;
  const known = new KnownCells(() => ++reads);
  const of = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    return known.of(bytes, 0, bytes.length);
  };
  expect([of(`${long}.`), of(`${long}.`)]).toEqual([1, 2]);
  const count = 2 ** 16;
  for (let at = 0; at < count; at++) of(`${at}`);
  expect(of("7")).toBe(2 + 8);
  expect(reads).toBe(2 + count);
  // One more and all are forgotten.
  expect(of("more")).toBe(2 + count + 1);
  expect(of("7")).toBe(2 + count + 2);
  expect(of("7")).toBe(2 + count + 2);
});
