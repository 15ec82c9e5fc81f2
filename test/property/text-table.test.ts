import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareUtf8, Dictionary, FrozenColumns, TextTableBuilder } from "../../src/store/index.ts";
import { sortTexts } from "../../src/store/text-sort.ts";
import { HashedTextTable } from "../../src/store/text-table.ts";
import { compareBytes, hashBytes, Utf8Scratch, utf8Reader } from "../../src/store/utf8.ts";
import { compareTexts, distinct } from "../oracle/naive-graph.ts";
import { hostileTexts, runs } from "./hostile-texts.ts";

/** Texts of all kinds, lone surrogates among them. */
const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc
    .array(fc.constantFrom("a", "\0", "\ud800", "\udc00", "\u{1f600}"), { maxLength: 6 })
    .map((parts) => parts.join("")),
);

/** Distinct byte strings of 0 – 40 bytes of a small alphabet, many of them behind one prefix. */
const manyBytes = (count: number): fc.Arbitrary<Buffer[]> =>
  fc
    .record({
      seed: fc.integer(),
      prefix: fc.uint8Array({ maxLength: 12 }),
      alphabet: fc.uint8Array({ minLength: 2, maxLength: 6 }).map((bytes) => [0, 255, ...bytes]),
    })
    .map(({ seed, prefix, alphabet }) => {
      let state = seed >>> 0;
      const next = (below: number) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      return Array.from({ length: count }, () => {
        const random = Array.from({ length: next(41) }, () => alphabet[next(alphabet.length)]!);
        return Buffer.from(next(2) === 0 ? random : [...prefix, ...random].slice(0, 40));
      });
    });

/** What `sortTexts` takes: one arena and offsets into it. */
function arenaOf(texts: readonly Buffer[]): { bytes: Uint8Array; offsets: Uint32Array } {
  const offsets = new Uint32Array(texts.length + 1);
  for (const [at, { length }] of texts.entries()) offsets[at + 1] = offsets[at]! + length;
  return { bytes: Buffer.concat(texts), offsets };
}

describe("text tables", () => {
  test("sortTexts is Buffer.compare, by radix and by insertion", () => {
    const sizes = fc.constantFrom(0, 1, 2, 24, 25, 600);
    fc.assert(
      fc.property(sizes.chain(manyBytes), (texts) => {
        const { bytes, offsets } = arenaOf(texts);
        const sorted = [...sortTexts(bytes, offsets, texts.length)].map((id) => texts[id]!);
        expect(sorted).toEqual([...texts].sort(Buffer.compare));
      }),
      runs(60),
    );
  });

  test("sortTexts of more than 5,000 texts is a permutation in Buffer.compare order", () => {
    fc.assert(
      fc.property(manyBytes(6000), (texts) => {
        const { bytes, offsets } = arenaOf(texts);
        const order = sortTexts(bytes, offsets, texts.length);
        const outOfOrder = order.findIndex(
          (id, at) => at > 0 && Buffer.compare(texts[order[at - 1]!]!, texts[id]!) > 0,
        );
        expect(outOfOrder).toBe(-1);
        expect(new Set(order).size).toBe(texts.length);
      }),
      // Each is large: more runs would take minutes.
      { numRuns: 10 },
    );
  });

  test("a builder numbers texts by first appearance and its table by byte order", () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 60 }),
        fc.infiniteStream(fc.boolean()),
        (texts, coin) => {
          const builder = new TextTableBuilder();
          const stored = texts.map((one) => one.toWellFormed());
          const first = [...new Set(stored)];
          for (const [at, one] of texts.entries()) {
            const bytes = Buffer.from(`[${one}]`);
            const id = coin.next().value
              ? builder.add(one)
              : builder.addBytes(bytes, 1, bytes.length - 1);
            expect(id).toBe(first.indexOf(stored[at]!));
            expect(builder.textOf(id)).toBe(stored[at]);
          }
          expect(builder.count).toBe(first.length);

          const columns = new FrozenColumns();
          const { table, ranks } = builder.freeze(columns, "texts");
          const sorted = distinct(stored, compareTexts);
          expect(Array.from({ length: table.count }, (_, id) => table.textOf(id))).toEqual(sorted);
          expect([...ranks].map((rank) => sorted[rank])).toEqual(first);
          const hashed = HashedTextTable.index(columns, "texts", table);
          for (const one of [...texts, ...hostileTexts]) {
            const id = one.isWellFormed() ? sorted.indexOf(one) : -1;
            expect(table.idOf(one)).toBe(id < 0 ? undefined : id);
            expect(hashed.idOf(one)).toBe(id < 0 ? undefined : id);
          }
        },
      ),
      runs(150),
    );
  });

  test("a dictionary puts nodes before literals, each in byte order", () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (nodes, literals) => {
        const builderOf = (texts: readonly string[]) => {
          const builder = new TextTableBuilder();
          for (const one of texts) builder.add(one);
          return builder;
        };
        const { dictionary } = Dictionary.freeze(
          builderOf(nodes),
          builderOf(literals),
          new FrozenColumns(),
        );
        const sortedNodes = distinct(
          nodes.map((one) => one.toWellFormed()),
          compareTexts,
        );
        const sortedLiterals = distinct(
          literals.map((one) => one.toWellFormed()),
          compareTexts,
        );
        const terms = [...sortedNodes, ...sortedLiterals];
        expect(dictionary.termCount).toBe(terms.length);
        expect(dictionary.nodeCount).toBe(sortedNodes.length);
        for (const [id, one] of terms.entries()) {
          expect(dictionary.textOf(id)).toBe(one);
          expect(dictionary.isNode(id)).toBe(id < sortedNodes.length);
          const found = dictionary.isNode(id) ? dictionary.nodeOf(one) : dictionary.literalOf(one);
          expect(found).toBe(id);
          expect(dictionary.nodeOf(one) === undefined).toBe(!sortedNodes.includes(one));
          expect(dictionary.literalOf(one) === undefined).toBe(!sortedLiterals.includes(one));
        }
      }),
      runs(100),
    );
  });
});

describe("UTF-8", () => {
  const wellFormed = text.map((one) => one.toWellFormed());

  test("compareUtf8 and compareBytes are Buffer.compare", () => {
    fc.assert(
      fc.property(wellFormed, wellFormed, (a, b) => {
        const [left, right] = [Buffer.from(a), Buffer.from(b)];
        const order = Buffer.compare(left, right);
        expect(Math.sign(compareUtf8(a, b))).toBe(order);
        const bytes = compareBytes(left, 0, left.length, right, 0, right.length);
        expect(Math.sign(bytes)).toBe(order);
      }),
      runs(500),
    );
  });

  test("what is written is read back, and hashes alike wherever it lies", () => {
    const scratch = new Utf8Scratch();
    fc.assert(
      fc.property(text, fc.nat(5), (one, padding) => {
        const length = scratch.write(one);
        expect(length).toBe(one.isWellFormed() ? Buffer.byteLength(one) : -1);
        if (length < 0) return;
        const moved = Buffer.concat([Buffer.alloc(padding), scratch.bytes.subarray(0, length)]);
        expect(utf8Reader(moved)(padding, padding + length)).toBe(one);
        expect(hashBytes(moved, padding, padding + length)).toBe(
          hashBytes(scratch.bytes, 0, length),
        );
      }),
      runs(300),
    );
  });
});
