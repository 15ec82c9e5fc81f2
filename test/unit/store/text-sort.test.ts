import { describe, expect, test } from "vitest";
import { TextArena } from "../../../src/store/text-arena.ts";
import { sortTexts } from "../../../src/store/text-sort.ts";
import { addRecord, idAt } from "../../oracle/text-records.ts";

function sorted(texts: readonly string[]): string[] {
  const arena = new TextArena();
  for (const [id, text] of texts.entries()) addRecord(arena, id, Buffer.from(text));
  return Array.from(sortTexts(arena, texts.length), (position) => texts[idAt(arena, position)]!);
}

/** Texts in order, taken apart in a way that no sort is lucky with. */
const scrambled = (texts: readonly string[]) =>
  texts.map((_, at) => texts[(at * 7919) % texts.length]!);

describe("sortTexts", () => {
  test("of no text and of one", () => {
    expect(sorted([])).toEqual([]);
    expect(sorted(["a"])).toEqual(["a"]);
    expect(sorted([""])).toEqual([""]);
  });

  test("follows what texts differ in, however far they agree", () => {
    const texts = Array.from({ length: 200 }, (_, at) => `${"same ".repeat(50)}${1000 + at}`);
    expect(sorted(scrambled(texts))).toEqual(texts);
  });

  test("puts a text before those that it begins, whatever follows it", () => {
    const texts = Array.from({ length: 60 }, (_, length) => "abcd".repeat(15).slice(0, length));
    expect(sorted(scrambled(texts))).toEqual(texts);
  });

  test("follows code points beyond U+FFFF, not UTF-16 units", () => {
    const texts = ["z", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
    expect(sorted([...texts].reverse())).toEqual(texts);
  });

  // Sorting these by comparison would read billions of bytes.
  test("tells thousands of texts of NUL bytes apart by length, at once", { timeout: 5000 }, () => {
    const texts = Array.from({ length: 4000 }, (_, length) => "\0".repeat(length));
    expect(sorted(scrambled(texts)).map(({ length }) => length)).toEqual([...texts.keys()]);
  });
});
