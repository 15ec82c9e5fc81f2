/** How texts are found: among known ones while they come in, and in a frozen table. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import type { ColumnSource } from "../../../../src/store/columns/column-source.ts";
import { SortSpace } from "../../../../src/store/texts/text-buckets.ts";
import { splitShares } from "../../../../src/store/texts/text-freeze.ts";
import type { TextTable } from "../../../../src/store/texts/text-table.ts";
import {
  HashedTextTable,
  slotLayout,
  TextTable as Table,
} from "../../../../src/store/texts/text-table.ts";
import {
  LooseTextBuilder,
  TextTableBuilder,
} from "../../../../src/store/texts/text-table-builder.ts";
import { hashBytes } from "../../../../src/store/texts/utf8.ts";
import { textColumnsOf } from "../../../oracle/store/text-columns.ts";
import { frozenDictionary } from "./frozen-dictionary.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("texts keep their numbers when the index of known ones grows", () => {
  // It is full with six tenths of 1024, and then of 65,536.
  const builder = new TextTableBuilder();
  const texts = Array.from({ length: 700 }, (_, at) => `t${at * 7919}`);
  expect(texts.map((text) => builder.add(text))).toEqual([...texts.keys()]);
  expect(texts.map((text) => builder.add(text))).toEqual([...texts.keys()]);
  expect(builder.count).toBe(700);
});

test.each([TextTableBuilder, LooseTextBuilder])(
  "a text is known again wherever it lies in a buffer",
  (Builder) => {
    const builder = new Builder();
    const bytes = Buffer.from("abcde.abcdeabcde");
    const ids = [0, 6, 11].map((start) => builder.addBytes(bytes, start, start + 5));
    expect(ids).toEqual([0, 0, 0]);
    const other = Buffer.from("..abcde");
    expect(builder.addBytes(other, 2, 7)).toBe(0);
    expect(builder.addBytes(other, 2, 6)).toBe(1);
  },
);

test.each([TextTableBuilder, LooseTextBuilder])(
  "a builder numbers at most 2^29 texts",
  (Builder) => {
    const [one, other] = ["a", "b"].map((text) => Buffer.from(text));
    const tooMany = new LimitError("a dictionary holds at most 536870912 texts");
    const builder = new Builder();
    // Nobody has the memory to add so many.
    Reflect.set(builder, "texts", 2 ** 29 - 1);
    expect(builder.addBytes(one!, 0, 1)).toBe(2 ** 29 - 1);
    expect(builder.count).toBe(2 ** 29);
    expect(() => builder.addBytes(other!, 0, 1)).toThrow(tooMany);
  },
);

test("a loose builder numbers as many from one buffer, and tells texts of one hash apart", () => {
  const builder = new LooseTextBuilder();
  const colliding = ["dc/8pcpdu", "dc/bly79l"];
  expect([...colliding, ...colliding].map((text) => builder.add(text))).toEqual([0, 1, 2, 3]);
  Reflect.set(builder, "texts", 2 ** 29);
  expect(() => builder.add("a")).toThrow(LimitError);
});

test("every text of a table of any size is found, and no other", () => {
  for (let count = 0; count < 70; count++) {
    const builder = new TextTableBuilder();
    const texts = Array.from({ length: count }, (_, at) => `x${at + 10}`);
    for (const text of texts) builder.add(text);
    const { table } = builder.freeze();
    const hashed = HashedTextTable.index(textColumnsOf(table), "texts", table);
    expect(texts.map((text) => hashed.idOf(text))).toEqual([...texts.keys()]);
    const absent = ["", "x", "x9", `x${count + 10}`, "y10"];
    expect(absent.map((text) => hashed.idOf(text))).toEqual(absent.map(() => undefined));
  }
});

test("texts that all belong to the last slot are found behind it, from the first one on", () => {
  for (const count of [2, 3, 8]) {
    const { size, slotOf } = slotLayout(count);
    const isLast = (text: string) =>
      slotOf(hashBytes(Buffer.from(text), 0, text.length)) === size - 1;
    const texts = Array.from({ length: 500 }, (_, at) => `k${at + 100}`).filter(isLast);
    const builder = new TextTableBuilder();
    for (const text of texts.slice(0, count)) builder.add(text);
    const { table } = builder.freeze();
    expect(table.count).toBe(count);
    const hashed = HashedTextTable.index(textColumnsOf(table), "texts", table);
    const found = texts.slice(0, count + 3).map((text) => hashed.idOf(text));
    expect(found).toEqual([...Array(count).keys(), undefined, undefined, undefined]);
  }
});

test("texts after long ones are read from where they begin", () => {
  const builder = new LooseTextBuilder();
  const texts = [255, 256, 300, 70_000].map((length) => "a".repeat(length));
  for (let at = 100; at < 150; at++) texts.push(`b${at}`);
  for (const text of texts) builder.add(text);
  const { table } = builder.freeze();
  expect(Array.from({ length: table.count }, (_, id) => table.textOf(id))).toEqual(texts);
});

test("a node that was asked for twice is not looked up again", () => {
  const builder = new TextTableBuilder();
  for (const text of ["a", "b"]) builder.add(text);
  const dictionary = frozenDictionary(builder, new TextTableBuilder());
  const compareTo = vi.spyOn(Table.prototype, "compareTo");
  expect(["a", "a", "a", "a"].map((text) => dictionary.nodeOf(text))).toEqual([0, 0, 0, 0]);
  expect(compareTo).toHaveBeenCalledTimes(2);
  const textOf = vi.spyOn(Table.prototype, "textOf");
  expect(["c", "c", "c"].map((text) => dictionary.nodeOf(text))).toEqual(Array(3).fill(undefined));
  expect(textOf).not.toHaveBeenCalled();
});

test("room for sorting grows with what is sorted, and is used again", () => {
  const space = new SortSpace();
  const lengths = (length: number) => space.arrays(length).map((array) => array.length);
  expect(lengths(1)).toEqual([1, 1, 1, 1]);
  expect(lengths(1000)).toEqual([1000, 1000, 1000, 1000]);
  const { buffer } = space.arrays(1000)[0];
  expect(space.arrays(10)[3].buffer === buffer).toBe(true);
  expect(lengths(10)).toEqual([10, 10, 10, 10]);
  expect(space.entries(1000).length).toBeGreaterThanOrEqual(4000);
  expect(space.entries(10) === space.entries(1000)).toBe(true);
});

test("texts are divided at one bucket fewer than there are ranges", () => {
  const builder = new TextTableBuilder();
  for (const text of ["a", "b", "c", "d"]) builder.add(text);
  const parts = [{ texts: builder.take(), firstId: 0 }];
  for (const sizes of [[1], [1, 1], [1, 2, 3]]) {
    expect(splitShares(parts, sizes)[0]!.pivots).toHaveLength(sizes.length - 1);
  }
  // A range begins after the bucket with which the range before has enough.
  const behind = (letter: string) => letter.charCodeAt(0) * 256 + 1;
  const pivotsOf = (sizes: readonly number[]) => splitShares(parts, sizes)[0]!.pivots;
  expect(pivotsOf([1, 1])).toEqual([behind("b")]);
  expect(pivotsOf([1, 2, 3])).toEqual([behind("a"), behind("b")]);
  expect(pivotsOf([0, 1])).toEqual([0]);
  expect(pivotsOf([1, 0])).toEqual([behind("d")]);
});

describe("a table whose bytes are elsewhere", () => {
  const builder = new TextTableBuilder();
  for (const text of ["bb", "a", "ccc"]) builder.add(text);
  const columns = textColumnsOf(builder.freeze().table);

  /** Its bytes come when they are needed. */
  function late() {
    const needed: [number, number][] = [];
    let isWhole = false;
    const all = columns.column("texts.bytes") as Uint8Array;
    const bytes = new Uint8Array(all.length);
    const source: ColumnSource = {
      column(name) {
        if (name === "texts.bytes") needed.push([0, all.length]);
        return columns.column(name);
      },
      lazyRows(name) {
        if (name !== "texts.bytes") return columns.lazyRows(name);
        return {
          rows: bytes,
          get isWhole() {
            return isWhole;
          },
          need(start, end) {
            needed.push([start, end]);
            bytes.set(all.subarray(start, end), start);
          },
        };
      },
    };
    const whole = () => {
      bytes.set(all);
      isWhole = true;
    };
    return { table: Table.readFrom(source, "texts", 3), needed, whole };
  }

  test("asks for those of a text, and for none when all are there", () => {
    const read: ((table: TextTable) => unknown)[] = [
      (table) => table.textOf(1),
      (table) => table.compareTo(1, Buffer.from("bb"), 2),
      (table) => {
        let text = "";
        table.bytesOf(1, (bytes, start, end) => {
          text = Buffer.from(bytes.slice(start, end)).toString();
        });
        return text;
      },
    ];
    const answers = ["bb", 0, "bb"];
    for (const [at, ask] of read.entries()) {
      const { table, needed, whole } = late();
      expect(ask(table)).toBe(answers[at]);
      expect(needed).toEqual([[1, 3]]);
      whole();
      expect(ask(table)).toBe(answers[at]);
      expect(needed).toHaveLength(1);
    }
  });

  test.each([
    ["read as a whole", (table: TextTable) => table.rows.bytes],
    ["hashed", (table: TextTable) => table.hashes()],
  ])("asks for all to be %s, once", (_, read) => {
    const { table, needed } = late();
    read(table);
    read(table);
    expect(needed).toEqual([[0, 6]]);
    expect(table.textOf(1)).toBe("bb");
    expect(needed).toHaveLength(1);
  });
});
