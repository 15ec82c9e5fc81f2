import { describe, expect, test } from "vitest";
import { TextTableBuilder } from "../../../../src/store/index.ts";

function sorted(texts: readonly string[]): string[] {
  const builder = new TextTableBuilder();
  for (const text of texts) builder.add(text);
  const { table } = builder.freeze();
  return Array.from({ length: table.count }, (_, id) => table.textOf(id));
}

/** Texts in order, taken apart in a way that no sort is lucky with. */
const scrambled = (texts: readonly string[]) =>
  texts.map((_, at) => texts[(at * 7919) % texts.length]!);

describe("sortTexts", () => {
  test("of no text and of one", () => {
    expect(sorted([])).toEqual([]);
    expect(sorted(["a"])).toEqual(["a"]);
    expect(sorted([""])).toEqual([""]);
    expect(sorted(["\0"])).toEqual(["\0"]);
    expect(sorted(["\0".repeat(13)])).toEqual(["\0".repeat(13)]);
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
  test("tells many texts of NUL bytes apart by length, at once", {
    timeout: 30_000,
  }, () => {
    const texts = Array.from({ length: 1500 }, (_, length) => "\0".repeat(length));
    expect(sorted(scrambled(texts)).map(({ length }) => length)).toEqual([...texts.keys()]);
  });
});
