/** What texts mean, against plain sums over the pieces of their words. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { SentenceVectors } from "../../../src/search/sentence-vectors.ts";
import { TokenTable } from "../../../src/search/token-table.ts";
import { type TokenRow, tokenBytes } from "../../oracle/search/token-bytes.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(2000);
const dimensions = 8;

const tableOf = (tokens: readonly TokenRow[]) => TokenTable.of(tokenBytes(tokens)) as TokenTable;

/** The pieces of a text: of each word the longest ones, from its beginning. */
function naivePieces(tokens: ReadonlyMap<string, number>, text: string): number[] {
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  return (plain.match(/[\p{P}\p{S}]|[^\s\p{P}\p{S}]+/gu) ?? []).flatMap((word) => {
    const rows: number[] = [];
    for (let rest = word; rest !== ""; ) {
      const known = Array.from(rest, (_, at) => rest.slice(0, rest.length - at)).find((piece) =>
        tokens.has(`${rows.length > 0 ? "##" : ""}${piece}`),
      );
      if (known === undefined || word.length > 100) return [];
      rows.push(tokens.get(`${rows.length > 0 ? "##" : ""}${known}`)!);
      rest = rest.slice(known.length);
    }
    return rows;
  });
}

const letters = (least: number) =>
  fc
    .array(fc.constantFrom("a", "b", "c"), { minLength: least, maxLength: 4 })
    .map((all) => all.join(""));
const piece = fc.oneof(
  { weight: 4, arbitrary: letters(1) },
  {
    weight: 4,
    arbitrary: letters(1).map((rest) => `##${rest}`),
  },
  fc.constantFrom(",", "#", "7"),
);
const vector = fc.array(fc.integer({ min: -127, max: 127 }), {
  minLength: dimensions,
  maxLength: dimensions,
});
const tokens = fc.uniqueArray(fc.tuple(piece, vector, fc.constantFrom(0.25, 0.5, 1, 2)), {
  minLength: 1,
  maxLength: 40,
  selector: ([one]) => one,
});
const text = fc
  .array(fc.oneof({ weight: 6, arbitrary: letters(0) }, fc.constantFrom(",", " ", "Á", "#", "x")), {
    maxLength: 6,
  })
  .map((parts) => parts.join(" ").replaceAll(" ,", ","));

test("a text has the longest pieces of its words, and is as near to a question as their sums are", () => {
  fc.assert(
    fc.property(tokens, fc.array(text, { maxLength: 5 }), text, (given, texts, question) => {
      const rows = new Map(given.map(([one], at) => [one, at]));
      const table = tableOf(given);
      const sumOf = (pieces: readonly number[]) =>
        Array.from({ length: dimensions }, (_, at) =>
          pieces.reduce((sum, row) => sum + given[row]![1][at]! * given[row]![2], 0),
        );
      const vectors = new SentenceVectors(table, texts.length);
      for (const one of texts) {
        const pieces = table.piecesOf(one);
        expect(pieces).toEqual(naivePieces(rows, one));
        // Pieces may come one after the other.
        vectors.push(pieces.slice(0, 2));
        vectors.push(pieces.slice(2));
        vectors.end();
      }
      const asked = naivePieces(rows, question);
      const found = vectors.cosines(question);
      expect(found?.length).toBe(asked.length === 0 ? undefined : texts.length);
      if (found === undefined) return;
      const sum = sumOf(asked);
      for (const [at, one] of texts.entries()) {
        const other = sumOf(naivePieces(rows, one));
        const product = sum.reduce((all, value, of) => all + value * other[of]!, 0);
        expect(found[at]).toBeCloseTo(product / (Math.hypot(...sum) * Math.hypot(...other) || 1));
      }
    }),
    { numRuns },
  );
});

test("a large table knows its own words alone, at their beginning and inside", () => {
  const abc = Array.from("abcdefghijklmnopqrst");
  const words = abc.flatMap((a) => abc.flatMap((b) => abc.map((c) => a + b + c)));
  const isPiece = (at: number) => (at * 7919) % 3 === 0;
  const whole = words.filter((_, at) => isPiece(at));
  const inside = words.filter((_, at) => isPiece(at + 1));
  const all = ["zzz", ...whole, ...inside.map((one) => `##${one}`)];
  const table = tableOf(all.map((one) => [one, [1, 0, 0, 0], 1]));
  expect(words.filter((one) => table.has(one))).toEqual(whole);
  expect(words.filter((one) => table.piecesOf(`zzz${one}`).length === 2)).toEqual(inside);
});

test("words of up to a hundred letters have pieces", () => {
  const table = tableOf([
    ["a", [1, 0, 0, 0], 1],
    ["##a", [0, 1, 0, 0], 1],
  ]);
  const counts = [1, 99, 100, 101].map((length) => table.piecesOf("a".repeat(length)).length);
  expect(counts).toEqual([1, 99, 100, 0]);
});

test("texts of many thousand pieces are compared whole", () => {
  const table = tableOf([
    ["sun", [4, 0, 0, 0], 1],
    ["rain", [0, 3, 0, 0], 1],
  ]);
  const vectors = new SentenceVectors(table, 3);
  for (const count of [3000, 3000, 9000]) {
    vectors.push(table.piecesOf("sun ".repeat(count)));
    vectors.push(table.piecesOf("rain ".repeat(count)));
    vectors.end();
  }
  expect([...vectors.cosines("sun")!].map((one) => one.toFixed(4))).toEqual(
    Array(3).fill("0.8000"),
  );
});
