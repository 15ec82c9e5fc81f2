import { describe, expect, test } from "vitest";
import {
  ColumnArena,
  type ColumnType,
  FrozenColumns,
} from "../../../../src/store/columns/column-source.ts";

describe("ColumnArena", () => {
  test("hands out zeroed, aligned columns that do not touch each other", () => {
    const arena = new ColumnArena();
    const lengths = [3, 0, 100, 5000, 70_000, 1, 3_000_000, 7];
    const columns = lengths.flatMap((length) =>
      [arena.column(Uint8Array, length), arena.column(Float64Array, length)].map((column) => {
        expect(column.byteOffset % 64).toBe(0);
        return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
      }),
    );
    expect(columns.map(({ length }) => length)).toEqual(lengths.flatMap((n) => [n, 8 * n]));
    for (const [at, column] of columns.entries()) {
      expect(column.equals(Buffer.alloc(column.length))).toBe(true);
      column.fill(at + 1);
    }
    for (const [at, column] of columns.entries()) {
      expect(column.equals(Buffer.alloc(column.length, at + 1))).toBe(true);
    }
  });

  test("takes little for little, few buffers for much, and one for what is very large", () => {
    const arena = new ColumnArena();
    expect(arena.column(Uint32Array, 10).buffer.byteLength).toBeLessThan(1 << 16);
    const many = Array.from({ length: 1000 }, () => arena.column(Uint32Array, 10_000));
    expect(new Set(many.map(({ buffer }) => buffer)).size).toBeLessThan(5);
    const large = arena.column(Uint8Array, 100_000_000);
    expect(large.buffer.byteLength).toBe(100_000_000);
    expect(large.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("fills a buffer to its last byte, and takes sixteen times as much for the next one", () => {
    const arena = new ColumnArena();
    const [first, second] = [arena.column(Uint8Array, 1 << 13), arena.column(Uint8Array, 1 << 13)];
    expect([first.buffer.byteLength, second.byteOffset]).toEqual([1 << 14, 1 << 13]);
    expect(second.buffer).toBe(first.buffer);
    expect(arena.column(Uint8Array, 1).buffer.byteLength).toBe(1 << 18);
    expect(new ColumnArena().column(Uint8Array, 1 << 14).buffer.byteLength).toBe(1 << 14);
    expect(new ColumnArena().column(Uint8Array, (1 << 14) + 1).buffer.byteLength).toBe(1 << 18);
  });

  test("goes on in the same buffer after what is very large", () => {
    const arena = new ColumnArena();
    const before = arena.column(Uint8Array, 1);
    const large = arena.column(Uint8Array, 1 << 26);
    expect(large.buffer.byteLength).toBe(1 << 26);
    expect(arena.column(Uint8Array, 1).buffer).toBe(before.buffer);
  });

  test.each([
    [0, Uint8Array],
    [0xff, Uint8Array],
    [0x100, Uint16Array],
    [0xffff, Uint16Array],
    [0x1_0000, Uint32Array],
    [0xffff_ffff, Uint32Array],
  ])("is as narrow as a largest value of %i allows", (valueMax, Type) => {
    const column = new ColumnArena().narrow(2, valueMax);
    expect(column).toBeInstanceOf(Type);
    column[1] = valueMax;
    expect([...column]).toEqual([0, valueMax]);
  });

  test("works where there are no shared buffers", () => {
    const shared = globalThis.SharedArrayBuffer;
    Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
    try {
      expect(new ColumnArena().column(Uint16Array, 5).buffer).toBeInstanceOf(ArrayBuffer);
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  });
});

describe("FrozenColumns", () => {
  test("gives columns back under their names and counts their bytes by prefix", () => {
    const columns = new FrozenColumns();
    const made = columns.make("a.one", Uint32Array, 3);
    const narrow = columns.makeNarrow("a.two", 5, 300);
    const kept = columns.keep("b", Uint8Array.of(1, 2));
    expect(columns.column("a.one")).toBe(made);
    expect(columns.column("a.two")).toBe(narrow);
    expect(columns.column("b")).toBe(kept);
    expect(columns.byteLength("a.")).toBe(12 + 10);
    expect(columns.byteLength("")).toBe(24);
    expect(columns.lazyRows("b")).toMatchObject({ rows: kept, isWhole: true });
    expect(() => columns.column("c")).toThrow("there is no column c");
  });

  test("copies a column beside the others", () => {
    const columns = new FrozenColumns();
    const types: readonly ColumnType<Uint8Array | Float64Array>[] = [Uint8Array, Float64Array];
    for (const Type of types) {
      const column = columns.make("column", Type, 4).fill(9);
      const copy = columns.copy(column.subarray(1));
      expect(copy).toEqual(column.slice(1));
      expect(copy).toBeInstanceOf(Type);
      column.fill(0);
      expect([...copy]).toEqual([9, 9, 9]);
    }
  });
});
