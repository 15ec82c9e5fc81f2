import { describe, expect, test } from "vitest";
import { LimitError } from "../../../src/errors.ts";
import { FrozenColumns } from "../../../src/store/index.ts";
import { TextColumnsWriter } from "../../../src/store/text-columns.ts";

/** Words of ASCII text, their first byte highest. */
function wordsOf(text: string): Uint32Array {
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4, "\0"));
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4));
}

describe("TextColumnsWriter", () => {
  test("cuts off the room that was left over", () => {
    const columns = new FrozenColumns();
    const writer = new TextColumnsWriter(columns, "texts", 100, 1000);
    for (const text of ["a", "abcd", "b"]) writer.add(wordsOf(text), 0, text.length);
    const table = writer.finish();
    expect(table.count).toBe(3);
    expect([0, 1, 2].map((id) => table.textOf(id))).toEqual(["a", "abcd", "b"]);
    // 6 bytes, 3 lengths and where the one block begins.
    expect(table.byteLength).toBe(6 + 3 + 4);
  });

  test("writes the last text to the last byte and not further", () => {
    for (const text of ["a", "ab", "abc", "abcd", "abcde"]) {
      const writer = new TextColumnsWriter(new FrozenColumns(), "texts", 1, text.length);
      writer.add(wordsOf(text), 0, text.length);
      expect(writer.finish().textOf(0)).toBe(text);
    }
  });

  // The room is address space alone: nothing is written there.
  test("refuses more bytes than offsets reach", () => {
    const writer = new TextColumnsWriter(new FrozenColumns(), "texts", 2, 2 ** 33);
    writer.add(wordsOf("abcd"), 0, 4);
    expect(() => writer.add(wordsOf("abcd"), 0, 2 ** 32 - 4)).toThrow(LimitError);
  });
});
