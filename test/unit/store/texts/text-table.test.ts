import { describe, expect, test } from "vitest";
import type { TextTable } from "../../../../src/store/texts/text-table.ts";
import { HashedTextTable } from "../../../../src/store/texts/text-table.ts";
import {
  LooseTextBuilder,
  TextTableBuilder,
} from "../../../../src/store/texts/text-table-builder.ts";
import { hashBytes, utf8Reader } from "../../../../src/store/texts/utf8.ts";
import { compareTexts } from "../../../oracle/store/naive-graph.ts";
import { textColumnsOf } from "../../../oracle/store/text-columns.ts";
import { sized } from "../../../property/runs.ts";

/** The index of a table that is alone in its columns. */
const hashedOf = (table: TextTable): HashedTextTable =>
  HashedTextTable.index(textColumnsOf(table), "texts", table);

describe("TextTableBuilder", () => {
  test("grows past its first sizes in texts and in bytes", () => {
    const builder = new TextTableBuilder();
    const texts = Array.from(
      { length: sized(9000, 20_000) },
      (_, at) => `dc/g/group ${at * 7919} of ${at}`,
    );
    for (const _time of ["added", "found"]) {
      expect(texts.findIndex((text, id) => builder.add(text) !== id)).toBe(-1);
    }
    const { table, ranks } = builder.freeze();
    expect(table.count).toBe(texts.length);
    const sorted = [...texts].sort(compareTexts);
    expect(sorted.findIndex((text, id) => table.textOf(id) !== text)).toBe(-1);
    expect(texts.findIndex((text, id) => sorted[ranks[id]!] !== text)).toBe(-1);
    const hashed = hashedOf(table);
    expect(sorted.findIndex((text, id) => table.idOf(text) !== id)).toBe(-1);
    expect(sorted.findIndex((text, id) => hashed.idOf(text) !== id)).toBe(-1);
  });

  test("holds one text larger than all that it has room for", () => {
    const builder = new TextTableBuilder();
    const text = "ö".repeat(300_000);
    builder.add("before");
    expect(builder.add(text)).toBe(1);
    expect(builder.add("after")).toBe(2);
    const { table } = builder.freeze();
    expect(table.textOf(2)).toBe(text);
    expect(table.idOf(text)).toBe(2);
  });

  test("tells texts of one hash apart", () => {
    const [one, other] = ["dc/8pcpdu", "dc/bly79l"];
    const hashOf = (text: string) => hashBytes(Buffer.from(text), 0, text.length);
    expect(hashOf(one)).toBe(hashOf(other));
    const builder = new TextTableBuilder();
    expect([one, other, one, other].map((text) => builder.add(text))).toEqual([0, 1, 0, 1]);
    const hashed = hashedOf(builder.freeze().table);
    expect([one, other].map((text) => hashed.idOf(text))).toEqual([0, 1]);
  });

  test("freezes empty", () => {
    const { table, ranks } = new TextTableBuilder().freeze();
    expect(table.count).toBe(0);
    expect(ranks.length).toBe(0);
    expect(table.idOf("")).toBeUndefined();
    expect(hashedOf(table).idOf("")).toBeUndefined();
  });

  test("freezes a single empty text", () => {
    const builder = new TextTableBuilder();
    expect(builder.add("")).toBe(0);
    expect(builder.add("")).toBe(0);
    const { table } = builder.freeze();
    expect(table.idOf("")).toBe(0);
    expect(table.textOf(0)).toBe("");
    expect(table.idOf("a")).toBeUndefined();
  });

  test("stores a lone surrogate as U+FFFD, and looks up only what is stored", () => {
    const builder = new TextTableBuilder();
    expect(builder.add("a\ud800")).toBe(builder.add("a\ufffd"));
    const { table } = builder.freeze();
    expect(table.idOf("a\ufffd")).toBe(0);
    expect(table.idOf("a\ud800")).toBeUndefined();
    expect(hashedOf(table).idOf("a\ud800")).toBeUndefined();
  });

  test("keeps a byte order mark as a part of the text", () => {
    const builder = new TextTableBuilder();
    builder.add("\ufeffa");
    expect(builder.freeze().table.textOf(0)).toBe("\ufeffa");
  });

  test("refuses to go on once it is frozen", () => {
    const builder = new TextTableBuilder();
    builder.add("a");
    builder.freeze();
    expect(() => builder.add("b")).toThrow("frozen");
    expect(() => builder.freeze()).toThrow("frozen");
  });
});

describe("LooseTextBuilder", () => {
  test("knows texts again that came recently, and refuses to go on once it is frozen", () => {
    const builder = new LooseTextBuilder();
    expect(["one", "other", "one", "", ""].map((text) => builder.add(text))).toEqual([
      0, 1, 0, 2, 2,
    ]);
    const { table, ranks } = builder.freeze();
    expect([...ranks]).toEqual([1, 2, 0]);
    expect(table.count).toBe(3);
    expect(() => builder.add("a")).toThrow("frozen");
    expect(() => builder.freeze()).toThrow("frozen");
  });

  test("stores once what it forgot and numbered again, short and long", () => {
    const builder = new LooseTextBuilder();
    const texts = Array.from({ length: 3000 }, (_, at) =>
      `${at}`.padEnd(at % 2 === 0 ? 0 : 40, "-"),
    );
    const ids = [...texts, ...texts].map((text) => builder.add(text));
    expect(builder.count).toBeGreaterThan(4000);
    const { table, ranks } = builder.freeze();
    expect(table.count).toBe(3000);
    expect(ids.map((id) => table.textOf(ranks[id]!))).toEqual([...texts, ...texts]);
  });

  test("stores once what it gave several numbers", () => {
    const builder = new LooseTextBuilder();
    const texts = Array.from({ length: 90_000 }, (_, at) => `text ${at % 30_000}`);
    const ids = texts.map((text) => builder.add(text));
    expect(builder.count).toBeGreaterThan(30_000);
    const { table, ranks } = builder.freeze();
    expect(table.count).toBe(30_000);
    expect(table.byteLength).toBeLessThan(30_000 * 12);
    const wrong = texts.findIndex((text, at) => table.textOf(ranks[ids[at]!]!) !== text);
    expect(wrong).toBe(-1);
  });
});

describe("utf8Reader", () => {
  // The array is never touched but for its last page, so that it costs address space alone.
  test("reads what lies past 2 GiB", () => {
    const start = 2 ** 31 + 10;
    const bytes = new Uint8Array(start + 5);
    bytes.set(Buffer.from("héll"), start);
    expect(utf8Reader(bytes)(start, start + 5)).toBe("héll");
  });

  test("reads from the middle of a larger buffer, with and without Node's Buffer", () => {
    const bytes = new Uint8Array(Buffer.from("..héllo")).subarray(2);
    const nodeBuffer = globalThis.Buffer;
    expect(utf8Reader(bytes)(1, 4)).toBe("él");
    Reflect.deleteProperty(globalThis, "Buffer");
    try {
      expect(utf8Reader(bytes)(1, 4)).toBe("él");
    } finally {
      globalThis.Buffer = nodeBuffer;
    }
  });
});
