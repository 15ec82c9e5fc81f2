import { describe, expect, test } from "vitest";
import { LimitError } from "../../../../src/errors/errors.ts";
import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import {
  finishTextColumns,
  makeTextColumns,
  TextColumnsWriter,
} from "../../../../src/store/texts/text-columns.ts";

/** Words of ASCII text, their first byte highest. */
function wordsOf(text: string): Uint32Array {
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4, "\0"));
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4));
}

/** Room for so many texts of so many bytes. */
function roomFor(count: number, byteCount: number) {
  const columns = new FrozenColumns();
  const made = makeTextColumns(columns, "texts", count, byteCount);
  const room = { columns: made, firstRank: 0, firstByte: 0, endByte: byteCount };
  const writer = new TextColumnsWriter(room);
  return { writer, finish: () => finishTextColumns(columns, "texts", [room], [writer.written()]) };
}

describe("TextColumnsWriter", () => {
  test("cuts off the room that was left over", () => {
    const { writer, finish } = roomFor(100, 1000);
    for (const text of ["a", "abcd", "b"]) writer.add(wordsOf(text), 0, text.length);
    const table = finish();
    expect(table.count).toBe(3);
    expect([0, 1, 2].map((id) => table.textOf(id))).toEqual(["a", "abcd", "b"]);
    // 6 bytes, 3 lengths and where the one block begins.
    expect(table.byteLength).toBe(6 + 3 + 4);
  });

  test("writes the last text to the last byte and not further", () => {
    for (const text of ["a", "ab", "abc", "abcd", "abcde"]) {
      const { writer, finish } = roomFor(1, text.length);
      writer.add(wordsOf(text), 0, text.length);
      expect(finish().textOf(0)).toBe(text);
    }
  });

  // The room is address space alone: nothing is written there.
  test("refuses more bytes than offsets reach", () => {
    const { writer } = roomFor(2, 2 ** 33);
    writer.add(wordsOf("abcd"), 0, 4);
    expect(() => writer.add(wordsOf("abcd"), 0, 2 ** 32 - 4)).toThrow(
      new LimitError("a dictionary holds at most 4294967295 bytes of text"),
    );
  });
});
