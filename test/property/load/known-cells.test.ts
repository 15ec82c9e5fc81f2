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
  const of = (bytes: Uint8Array) => known.of(bytes, 0, bytes.length);
  const longer = new Uint8Array(257);
  expect([of(longer), of(longer)]).toEqual([1, 2]);
  const count = 2 ** 16;
  const cells = new Uint8Array(new Uint16Array(count).map((_, at) => at).buffer);
  for (let at = 0; at < count; at++) known.of(cells, 2 * at, 2 * at + 2);
  const seventh = cells.subarray(14, 16);
  expect(of(seventh)).toBe(2 + 8);
  expect(reads).toBe(2 + count);
  // One more and all are forgotten.
  expect(of(Buffer.from("more"))).toBe(2 + count + 1);
  expect(of(seventh)).toBe(2 + count + 2);
  expect(of(seventh)).toBe(2 + count + 2);
});
