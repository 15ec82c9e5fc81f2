/** Texts of a snapshot that lies far away: which rows a lookup reads, and which it wishes for. */

import { describe, expect, test, vi } from "vitest";
import {
  type Column,
  type ColumnSource,
  FrozenColumns,
} from "../../../../src/store/columns/column-source.ts";
import { graphColumns } from "../../../../src/store/graph-columns.ts";
import { Dictionary } from "../../../../src/store/texts/dictionary.ts";
import { fenceBetween, packedTexts, samplesOf } from "../../../../src/store/texts/far-texts.ts";
import { HashedTextTable, TextTable } from "../../../../src/store/texts/text-table.ts";
import { TextTableBuilder } from "../../../../src/store/texts/text-table-builder.ts";
import { frozenDictionary } from "./frozen-dictionary.ts";

type Rows = readonly [name: string, start: number, end: number];

/** Columns of which rows are there once they were asked for. */
class FarColumns implements ColumnSource {
  readonly isFar = true;
  readonly needed: Rows[] = [];
  readonly wished: Rows[] = [];
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #takesWishes: boolean;

  constructor(columns: ReadonlyMap<string, Column>, takesWishes = false) {
    this.#columns = columns;
    this.#takesWishes = takesWishes;
  }

  has(name: string): boolean {
    return this.#columns.has(name);
  }

  column(name: string): Column {
    return this.#columns.get(name)!;
  }

  lazyRows(name: string) {
    const all = this.column(name);
    const rows = all.slice().fill(0);
    return {
      rows,
      isWhole: false,
      takesWishes: this.#takesWishes,
      need: (start: number, end: number) => {
        this.needed.push([name, start, end]);
        rows.set(all.subarray(start, end), start);
      },
      wish: (start: number, end: number) => void this.wished.push([name, start, end]),
    };
  }

  /** Names of the columns of which rows were read. */
  get read(): readonly string[] {
    return [...new Set(this.needed.map(([name]) => name))];
  }
}

const builderOf = (texts: readonly string[]) => {
  const builder = new TextTableBuilder();
  for (const text of texts) builder.add(text);
  return builder;
};

/** Columns of ASCII texts, which are in order. */
function columnsOf(texts: readonly string[]): Map<string, Column> {
  const frozen = new FrozenColumns();
  HashedTextTable.index(frozen, "t", builderOf(texts).freeze(frozen, "t").table);
  const names = ["bytes", "lengths", "blocks", "longIds", "longLengths", "slots"];
  return new Map(names.map((name) => [`t.${name}`, frozen.column(`t.${name}`)]));
}

/** Where every 128th begins, and what stands before it. */
function fencesOf(texts: readonly string[]): Map<string, Column> {
  const starts: number[] = [];
  let size = 0;
  for (const { length } of texts) {
    starts.push(size);
    size += length;
  }
  const bytes = texts.map((text) => Buffer.from(text));
  const fences = bytes.flatMap((text, at) =>
    at % 128 === 0 ? [fenceBetween(bytes[at - 1], text)] : [],
  );
  const samples = samplesOf(Uint32Array.from(starts), texts.length, size);
  return new Map<string, Column>([["t.starts", samples], ...packedTexts("t.fences", fences)]);
}

/** Three groups: 128 texts, 128 more, and 44. */
const texts = Array.from({ length: 300 }, (_, at) => `t${1000 + at}`);
const columns = columnsOf(texts);
const fences = fencesOf(texts);
const all = new Map([...columns, ...fences]);

describe("a table with fences", () => {
  test("finds each of its texts, and no other", () => {
    const table = TextTable.readFrom(new FarColumns(all), "t", 300);
    expect(texts.map((text) => table.idOf(text))).toEqual([...texts.keys()]);
    const others = ["", "s", "t1127x", "t1128 ", "t1255!", "t13", "u", "\ud800"];
    expect(others.map((text) => table.idOf(text))).toEqual(others.map(() => undefined));
  });

  test("reads one group for a text, and the blocks of that group", () => {
    for (const [text, first, end] of [
      ["t1000", 0, 128],
      ["t1127", 0, 128],
      ["t1128", 128, 256],
      ["t1299", 256, 300],
    ] as const) {
      const source = new FarColumns(all);
      expect(TextTable.readFrom(source, "t", 300).idOf(text)).toBe(texts.indexOf(text));
      expect(source.wished).toEqual([
        ["t.lengths", first, end],
        ["t.blocks", first / 16, Math.ceil(end / 16)],
        ["t.bytes", first * 5, end * 5],
      ]);
      const lengths = source.needed.filter(([name]) => name === "t.lengths");
      expect(lengths.every(([, start, last]) => first <= start && last <= end)).toBe(true);
      const bytes = source.needed.filter(([name]) => name === "t.bytes");
      expect(bytes.every(([, start, last]) => last - start === 5 && start >= first * 5)).toBe(true);
      expect(bytes.every(([, , last]) => last <= end * 5)).toBe(true);
    }
  });

  test.each([
    [0, true],
    [1, false],
  ])("wishes for the bytes of a group of 128 KiB and %i", (more, isWished) => {
    const long = texts.slice(0, 128);
    long[127] = "u".repeat(2 ** 17 - 127 * 5 + more);
    const source = new FarColumns(new Map([...columnsOf(long), ...fencesOf(long)]));
    expect(TextTable.readFrom(source, "t", 128).idOf("t1005")).toBe(5);
    expect(source.wished.some(([name]) => name === "t.bytes")).toBe(isWished);
  });

  test("reads nothing where it has no texts", () => {
    const source = new FarColumns(new Map([...columnsOf([]), ...fencesOf([])]));
    expect(TextTable.readFrom(source, "t", 0).idOf("a")).toBeUndefined();
    expect([...source.needed, ...source.wished]).toEqual([]);
  });

  test("needs both fences and where groups begin, and a reader far away", () => {
    const isFenced = (source: ColumnSource) => TextTable.readFrom(source, "t", 300).isFenced;
    expect(isFenced(new FarColumns(all))).toBe(true);
    const near = Object.assign(new FarColumns(all), { isFar: false });
    expect(isFenced(near)).toBe(false);
    for (const name of ["t.starts", "t.fences.ends"]) {
      const source = new FarColumns(new Map([...all].filter(([other]) => other !== name)));
      expect(isFenced(source)).toBe(false);
      expect(TextTable.readFrom(source, "t", 300).idOf("t1200")).toBe(200);
      // The search looks at the middle of all.
      expect(source.needed).toContainEqual(["t.bytes", 750, 755]);
    }
  });

  test("has its columns under a name of their own", () => {
    const named = [...fences].map(
      ([name, column]) => [name.replace("t.", "far."), column] as const,
    );
    const source = new FarColumns(new Map([...columns, ...named]));
    expect(TextTable.readFrom(source, "t", 300).isFenced).toBe(false);
    expect(TextTable.readFrom(source, "t", 300, "far").isFenced).toBe(true);
    expect(HashedTextTable.readFrom(source, "t", 300, "far").texts.isFenced).toBe(true);
  });
});

describe("a text that lies far away", () => {
  test("is read with the lengths of its block before it, and no more", () => {
    const source = new FarColumns(columns);
    expect(TextTable.readFrom(source, "t", 300).textOf(37)).toBe("t1037");
    expect(source.needed).toEqual([
      ["t.lengths", 32, 38],
      ["t.blocks", 2, 3],
      ["t.lengths", 37, 38],
      ["t.bytes", 185, 190],
    ]);
  });

  test("is wished for from where it probably lies, if wishes are fetched", () => {
    const source = new FarColumns(all, true);
    const table = TextTable.readFrom(source, "t", 300);
    expect(table.textOf(130)).toBe("t1130");
    expect(source.wished).toEqual([["t.bytes", 640, 1280]]);
    const deaf = new FarColumns(all, false);
    expect(TextTable.readFrom(deaf, "t", 300).textOf(130)).toBe("t1130");
    expect(deaf.wished).toEqual([]);
  });

  test("is found by its hash where there are no fences, one slot after the other", () => {
    const source = new FarColumns(columns);
    const table = HashedTextTable.readFrom(source, "t", 300);
    expect(texts.map((text) => table.idOf(text))).toEqual([...texts.keys()]);
    const slots = source.needed.filter(([name]) => name === "t.slots");
    expect(slots.length).toBeGreaterThanOrEqual(300);
    expect(slots.filter(([, start, end]) => end !== start + 1)).toEqual([]);
  });

  test("is found without slots where there are fences", () => {
    const source = new FarColumns(all);
    expect(HashedTextTable.readFrom(source, "t", 300).idOf("t1200")).toBe(200);
    expect(source.read).not.toContain("t.slots");
  });
});

describe("a dictionary that lies far away", () => {
  const frozen = new FrozenColumns();
  const near = frozenDictionary(
    builderOf(["", "City", "Town", "name", "x"]),
    builderOf(["b", "a"]),
    frozen,
  );
  const written = new Map<string, Column>();
  for (const { name } of graphColumns) {
    if (name.startsWith("dictionary.")) written.set(name, frozen.column(name));
  }

  /** Nodes 0, 1 and 3 are those that most questions name. */
  function opened(): { far: Dictionary; source: FarColumns } {
    const known = packedTexts(
      "far.known",
      ["", "City", "name"].map((text) => Buffer.from(text)),
    );
    const nodes = Uint32Array.of(0, 1, 3);
    const source = new FarColumns(new Map([...written, ["far.known.nodes", nodes], ...known]));
    return { far: Dictionary.readFrom(source, near.meta), source };
  }

  test("has columns of these names", () => {
    const parts = ["bytes", "lengths", "blocks", "longIds", "longLengths"];
    expect([...written.keys()]).toEqual([
      ...parts.map((part) => `dictionary.nodes.${part}`),
      "dictionary.nodes.slots",
      ...parts.map((part) => `dictionary.literals.${part}`),
    ]);
  });

  test("reads nothing of the nodes that it knows", () => {
    const { far, source } = opened();
    expect(["", "City", "name"].map((text) => far.nodeOf(text))).toEqual([0, 1, 3]);
    expect([0, 1, 3].map((node) => far.textOf(node))).toEqual(["", "City", "name"]);
    expect(source.read).toEqual([]);
  });

  test("reads what it does not know", () => {
    const { far, source } = opened();
    expect([2, 4, 5, 6].map((term) => far.textOf(term))).toEqual(["Town", "x", "a", "b"]);
    const others = ["Town", "x", "Cit", "City2", "zz", "a", "\ud800"];
    expect(others.map((text) => far.nodeOf(text))).toEqual([2, 4, ...Array(5).fill(undefined)]);
    expect(source.read).toContain("dictionary.nodes.slots");
  });
});

test("a term whose text was read is not read again", () => {
  const dictionary = frozenDictionary(builderOf(["a", "b"]), builderOf(["c"]));
  const textOf = vi.spyOn(TextTable.prototype, "textOf");
  try {
    for (const _ of "...")
      expect([0, 1, 2].map((term) => dictionary.textOf(term)).join("")).toBe("abc");
    expect(textOf).toHaveBeenCalledTimes(3);
  } finally {
    textOf.mockRestore();
  }
});
