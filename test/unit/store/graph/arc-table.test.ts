import { describe, expect, test } from "vitest";
import {
  type Column,
  type ColumnSource,
  FrozenColumns,
} from "../../../../src/store/columns/column-source.ts";
import { ArcTable } from "../../../../src/store/graph/arc-table.ts";

/** Columns that hold nothing but the rows that were asked for. */
function inPieces(columns: ColumnSource): ColumnSource {
  return {
    column: () => expect.unreachable(),
    lazyRows(name) {
      const stored = columns.column(name);
      const rows: Column = stored.map(() => 77);
      const need = (start: number, end: number) => {
        expect([start >= 0, end <= stored.length]).toEqual([true, true]);
        rows.set(stored.subarray(start, end), start);
      };
      return { rows, isWhole: false, need };
    },
  };
}

/** Subjects with so many arcs: predicates 0, 2 and 4 in thirds, each term twice. */
function tableOf(counts: readonly number[]) {
  const columns = new FrozenColumns();
  const rows = counts.flatMap((count) =>
    Array.from({ length: count }, (_, at) => ({
      predicate: 2 * Math.floor((3 * at) / count),
      term: at >>> 1,
    })),
  );
  const offsets = columns.make("t.offsets", Uint32Array, counts.length + 1);
  for (const [at, count] of counts.entries()) offsets[at + 1] = offsets[at]! + count;
  columns.keep(
    "t.predicates",
    Uint8Array.from(rows, ({ predicate }) => predicate),
  );
  columns.keep(
    "t.terms",
    Uint32Array.from(rows, ({ term }) => term),
  );
  columns.make("t.provenances", Uint16Array, rows.length);
  return { table: ArcTable.readFrom(columns, "t", offsets.length - 1), columns, rows, offsets };
}

describe("arcs of a term", () => {
  const counts = [0, 1, 3, 15, 16, 17, 18, 60, 0];

  test("are found by predicate, whether few or many", () => {
    const { table, rows, offsets } = tableOf(counts);
    for (const [term, count] of counts.entries()) {
      const first = offsets[term]!;
      expect(table.rows(term)).toEqual({ start: first, end: first + count });
      const own = rows.slice(first, first + count);
      for (let predicate = 0; predicate <= 5; predicate++) {
        const wanted = own.filter((row) => row.predicate === predicate);
        const before = own.filter((row) => row.predicate < predicate).length;
        const start = first + before;
        expect(table.rowsOf(term, predicate)).toEqual({ start, end: start + wanted.length });
        expect(table.valuesOf(term, predicate)).toEqual([
          ...new Set(wanted.map((row) => row.term)),
        ]);
      }
      expect(table.predicatesOf(term)).toEqual([...new Set(own.map((row) => row.predicate))]);
    }
  });

  test("are read without the rows of others", () => {
    const { table, columns } = tableOf(counts);
    const pieces = () => ArcTable.readFrom(inPieces(columns), "t", 3);
    for (const term of counts.keys()) {
      const range = table.rows(term);
      expect(pieces().rows(term)).toEqual(range);
      expect(pieces().predicatesOf(term)).toEqual(table.predicatesOf(term));
      for (const predicate of [0, 1, 2, 4]) {
        expect(pieces().rowsOf(term, predicate)).toEqual(table.rowsOf(term, predicate));
        expect(pieces().valuesOf(term, predicate)).toEqual(table.valuesOf(term, predicate));
      }
      const { start, end } = range;
      expect(pieces().termsIn(range).subarray(start, end)).toEqual(
        table.terms.subarray(start, end),
      );
      expect(pieces().provenancesIn(range).subarray(start, end)).toEqual(
        table.provenances.subarray(start, end),
      );
    }
  });

  test("take the bytes of their columns, which are read under their names", () => {
    const { table, columns } = tableOf(counts);
    expect(table.byteLength).toBe(columns.byteLength("t."));
    for (const part of ["offsets", "predicates", "terms", "provenances"] as const) {
      expect(table[part]).toBe(columns.column(`t.${part}`));
    }
    const range = { start: 1, end: 3 };
    expect(table.termsIn(range)).toBe(columns.column("t.terms"));
    expect(table.provenancesIn(range)).toBe(columns.column("t.provenances"));
  });
});
