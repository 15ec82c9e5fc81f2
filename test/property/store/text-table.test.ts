import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrozenColumns } from "../../../src/store/columns/column-source.ts";
import { SortSpace } from "../../../src/store/texts/text-buckets.ts";
import { sortShare, splitShare, TextFreeze } from "../../../src/store/texts/text-freeze.ts";
import { HashedTextTable, TextTable } from "../../../src/store/texts/text-table.ts";
import { LooseTextBuilder, TextTableBuilder } from "../../../src/store/texts/text-table-builder.ts";
import {
  compareBytes,
  compareUtf8,
  hashBytes,
  Utf8Scratch,
  utf8Reader,
} from "../../../src/store/texts/utf8.ts";
import { compareTexts, distinct } from "../../oracle/store/naive-graph.ts";
import { textColumnsOf } from "../../oracle/store/text-columns.ts";
import { frozenDictionary } from "../../unit/store/texts/frozen-dictionary.ts";
import { anyCharacter } from "../any-character.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

/** Texts of all kinds, lone surrogates among them. */
const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc
    .array(fc.constantFrom("a", "\0", "\ud800", "\udc00", "\u{1f600}"), { maxLength: 6 })
    .map((parts) => parts.join("")),
);

/** Distinct byte strings of 0 – 40 bytes of a small alphabet, many of them with one prefix. */
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

/** The distinct texts in the order of their table, whose ranks say where each went. */
function sorted(texts: readonly Buffer[]): Buffer[] {
  const builder = new LooseTextBuilder();
  const ids = texts.map((text) => builder.addBytes(text, 0, text.length));
  const { table, ranks } = builder.freeze();
  const stored = Array.from({ length: table.count }, (_, id) => {
    let text = Buffer.alloc(0);
    table.bytesOf(id, (bytes, start, end) => {
      text = Buffer.from(bytes.slice(start, end));
    });
    return text;
  });
  expect(texts.findIndex((text, at) => !stored[ranks[ids[at]!]!]!.equals(text))).toBe(-1);
  return stored;
}

/** One text for many: comparing lists of Buffers looks at every byte as an element. */
const hexOf = (texts: readonly Buffer[]): string =>
  texts.map((text) => text.toString("hex")).join();

describe("text tables", () => {
  test("sorting is Buffer.compare, by radix and by insertion", () => {
    const sizes = fc.constantFrom(0, 1, 2, 24, 25, 600);
    fc.assert(
      fc.property(sizes.chain(manyBytes), (texts) => {
        const distinctTexts = distinct(texts, Buffer.compare);
        expect(hexOf(sorted(texts))).toBe(hexOf(distinctTexts));
      }),
      runs(60),
    );
  });

  test("sorting more than 5,000 texts is, too", () => {
    fc.assert(
      fc.property(manyBytes(6000), (texts) => {
        const unlike = [...new Map(texts.map((text) => [text.toString("hex"), text])).values()];
        expect(hexOf(sorted(texts))).toBe(hexOf([...unlike].sort(Buffer.compare)));
      }),
      // Each is large: more runs would take minutes.
      runs(10),
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

  test("a loose builder gives equal texts one rank, known again or not", () => {
    // So many texts between two of a kind that most were forgotten in the meantime.
    const many = fc.record({
      few: fc.array(text, { maxLength: 40 }),
      between: fc.constantFrom(0, 3, 6000),
    });
    fc.assert(
      fc.property(many, ({ few, between }) => {
        const builder = new LooseTextBuilder();
        const others = Array.from({ length: between }, (_, at) => `other ${at % 5000}`);
        const given = [...few, ...others, ...few, ...few];
        const ids = given.map((one) => builder.add(one));
        const { table, ranks } = builder.freeze();
        const stored = given.map((one) => one.toWellFormed());
        const sorted = distinct(stored, compareTexts);
        expect(Array.from({ length: table.count }, (_, id) => table.textOf(id))).toEqual(sorted);
        expect(ids.map((id) => sorted[ranks[id]!])).toEqual(stored);
      }),
      runs(30),
    );
  });

  test("texts of any length are found in what is read back from their columns", () => {
    const lengths = fc.constantFrom(0, 1, 3, 4, 254, 255, 256, 257, 65_535, 65_536, 70_000);
    const texts = fc.array(
      fc
        .tuple(lengths, fc.constantFrom("a", "\0", "ö", "\u{1f600}"), fc.nat(9))
        .map(([length, unit, tail]) => `${unit.repeat(length / unit.length)}${tail}`),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(texts, (given) => {
        const builder = new TextTableBuilder();
        for (const one of given) builder.add(one);
        const columns = textColumnsOf(builder.freeze().table);
        const sorted = distinct(given, compareTexts);
        const table = TextTable.readFrom(columns, "texts", sorted.length);
        expect(table.byteLength).toBe(columns.byteLength("texts"));
        expect(sorted.map((_, id) => table.textOf(id))).toEqual(sorted);
        const hashed = HashedTextTable.index(columns, "texts", table);
        for (const [id, one] of sorted.entries()) {
          expect(table.idOf(one)).toBe(id);
          expect(hashed.idOf(one)).toBe(id);
          expect(table.idOf(`${one}!`)).toBeUndefined();
        }
      }),
      runs(30),
    );
  });

  test("texts of several builders, divided among threads, are one table", () => {
    const texts = fc.array(fc.oneof(text, fc.constantFrom("x".repeat(300), "same", "ab", "ac")));
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(9), { minLength: 2, maxLength: 4 }),
        (given, sizes) => {
          const collected = given.map((some) => {
            const builder = new LooseTextBuilder();
            const ids = some.map((one) => builder.add(one));
            return { ids, texts: builder.take() };
          });
          const freeze = new TextFreeze(
            new FrozenColumns(),
            "texts",
            collected.map((one) => one.texts),
          );
          freeze.divide(freeze.splits(sizes, 0).map(splitShare));
          const space = new SortSpace();
          const sorts = freeze.sorts();
          expect(sorts.length).toBe(sizes.length);
          const answers = sorts.toReversed().map((share) => sortShare(share, space));
          const { table, ranks } = freeze.finish(answers.toReversed());
          const expected = distinct(
            given.flat().map((one) => one.toWellFormed()),
            compareTexts,
          );
          const all = Array.from({ length: table.count }, (_, id) => table.textOf(id));
          expect(all).toEqual(expected);
          let first = 0;
          for (const [
            at,
            {
              ids,
              texts: { count },
            },
          ] of collected.entries()) {
            const found = ids.map((id) => all[ranks[first + id]!]);
            expect(found).toEqual(given[at]!.map((one) => one.toWellFormed()));
            first += count;
          }
        },
      ),
      runs(60),
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
        const dictionary = frozenDictionary(builderOf(nodes), builderOf(literals));
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
          // Once more, and once more: what is remembered is no other.
          expect([1, 2, 3].map(() => dictionary.nodeOf(one))).toEqual(
            Array(3).fill(sortedNodes.includes(one) ? sortedNodes.indexOf(one) : undefined),
          );
          expect(dictionary.textOf(id)).toBe(one);
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
