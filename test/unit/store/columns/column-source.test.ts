import { describe, expect, test } from "vitest";
import {
  type Column,
  type ColumnSource,
  LateColumn,
  wholeRows,
} from "../../../../src/store/columns/column-source.ts";

/** A column of which only what was needed is there. */
class SlowSource implements ColumnSource {
  readonly asked: string[] = [];
  readonly #stored = Uint32Array.of(7, 8, 9);
  readonly #rows = new Uint32Array(3);

  column(name: string): Column {
    this.asked.push(name);
    return this.#stored;
  }

  lazyRows(name: string) {
    const need = (start: number, end: number) => {
      this.asked.push(`${name} ${start}-${end}`);
      this.#rows.set(this.#stored.subarray(start, end), start);
    };
    return { rows: this.#rows, isWhole: false, need };
  }
}

describe("a late column", () => {
  test("asks for nothing before it is read, and for all of it once", () => {
    const source = new SlowSource();
    const column = new LateColumn<Uint32Array>(source, "ids");
    expect(source.asked).toEqual([]);
    expect([...column.rows, ...column.rows]).toEqual([7, 8, 9, 7, 8, 9]);
    expect(column.rowsIn(0, 1)[2]).toBe(9);
    expect(source.asked).toEqual(["ids"]);
  });

  test("asks for the rows that are read", () => {
    const source = new SlowSource();
    const column = new LateColumn<Uint32Array>(source, "ids");
    expect(column.rowsIn(1, 2)[1]).toBe(8);
    expect([...column.rowsIn(2, 3)]).toEqual([0, 8, 9]);
    expect([...column.rows]).toEqual([7, 8, 9]);
    expect(source.asked).toEqual(["ids 1-2", "ids 2-3", "ids"]);
  });

  test("in memory is whole from the start", () => {
    const ids = Uint32Array.of(1, 2);
    const asked: string[] = [];
    const source: ColumnSource = {
      column: () => expect.unreachable(),
      lazyRows(name) {
        asked.push(name);
        return wholeRows(ids);
      },
    };
    const column = new LateColumn<Uint32Array>(source, "ids");
    expect(column.rowsIn(0, 1)).toBe(ids);
    expect(column.rows).toBe(ids);
    expect(asked).toEqual(["ids"]);
  });
});
