import { describe, expect, test } from "vitest";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { Dictionary } from "../../../../src/store/texts/dictionary.ts";
import { TextTableBuilder } from "../../../../src/store/texts/text-table-builder.ts";
import { frozenDictionary } from "./frozen-dictionary.ts";

function dictionaryOf(
  nodes: readonly string[],
  literals: readonly string[],
  columns?: FrozenColumns,
): Dictionary {
  const [nodeTexts, literalTexts] = [nodes, literals].map((texts) => {
    const builder = new TextTableBuilder();
    for (const text of texts) builder.add(text);
    return builder;
  });
  return frozenDictionary(nodeTexts!, literalTexts!, columns);
}

describe("Dictionary", () => {
  test("tells a node from a literal of the same text", () => {
    const dictionary = dictionaryOf(["b", "a"], ["a", ""]);
    expect(dictionary.nodeOf("a")).toBe(0);
    expect(dictionary.nodeOf("b")).toBe(1);
    expect(dictionary.literalOf("")).toBe(2);
    expect(dictionary.literalOf("a")).toBe(3);
    expect([0, 1, 2, 3].map((id) => dictionary.textOf(id))).toEqual(["a", "b", "", "a"]);
    expect([0, 1, 2, 3].map((id) => dictionary.isNode(id))).toEqual([true, true, false, false]);
  });

  test("finds nothing that is not in it", () => {
    const dictionary = dictionaryOf(["a"], ["b"]);
    for (const text of ["", "b", "A", "__proto__", "a\0", "\ud800"]) {
      expect(dictionary.nodeOf(text)).toBeUndefined();
    }
    expect(dictionary.literalOf("a")).toBeUndefined();
  });

  test("shows bytes of nodes and literals, and is the same when it is read back", () => {
    const columns = new FrozenColumns();
    const dictionary = dictionaryOf(["b", "ä"], ["c", "b"], columns);
    expect(dictionary.meta).toEqual({ nodeCount: 2, literalCount: 2 });
    expect(dictionary.byteLength).toBe(columns.byteLength(""));
    for (const one of [dictionary, Dictionary.readFrom(columns, dictionary.meta)]) {
      const shown = [0, 1, 2, 3].map((term) => {
        let text = "";
        one.bytesOf(term, (bytes, start, end) => {
          text = Buffer.from(bytes.slice(start, end)).toString();
        });
        return text;
      });
      expect(shown).toEqual(["b", "ä", "b", "c"]);
      expect([0, 1, 2, 3].map((term) => one.textOf(term))).toEqual(shown);
      // More than once: what was asked for twice is remembered.
      for (const _ of "...") {
        expect(["b", "ä", "c"].map((text) => one.nodeOf(text))).toEqual([0, 1, undefined]);
        expect(["b", "ä", "c"].map((text) => one.literalOf(text))).toEqual([2, undefined, 3]);
      }
    }
  });

  test("may be empty on either side", () => {
    expect(dictionaryOf([], []).termCount).toBe(0);
    expect(dictionaryOf([], []).nodeOf("")).toBeUndefined();
    expect(dictionaryOf([], ["a"]).literalOf("a")).toBe(0);
    expect(dictionaryOf(["a"], []).literalOf("a")).toBeUndefined();
  });

  test("orders code points beyond U+FFFF last", () => {
    const dictionary = dictionaryOf(["\u{10000}", "\uffff"], []);
    expect(dictionary.textOf(0)).toBe("\uffff");
  });

  test("takes next to no memory to remember terms where it is thrown away soon", () => {
    const names = Array.from({ length: 5000 }, (_, at) => `place/${10_000 + at}`);
    const columns = new FrozenColumns();
    const frozen = dictionaryOf(names, ["a"], columns);
    const brief = Dictionary.readFrom(Object.assign(columns, { isBrief: true }), frozen.meta);
    brief.literalOf("a");
    const before = process.memoryUsage().arrayBuffers;
    const found = [brief.textOf(7), brief.nodeOf("place/10007"), brief.nodeOf("place/10007")];
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 14);
    expect(found).toEqual(["place/10007", 7, 7]);
    for (const [node, name] of names.entries()) {
      expect(brief.textOf(node)).toBe(name);
      expect(brief.nodeOf(name)).toBe(node);
    }
  });
});
