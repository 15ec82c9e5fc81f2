/** What is checked of a column alone, by its row in the table of columns. */

import { describe, expect, test } from "vitest";
import { type ColumnRow, type Counts, u32 } from "../../../../src/store/columns/column-row.ts";
import type { Column } from "../../../../src/store/columns/column-source.ts";
import { WalkedRows, walkColumn } from "../../../../src/store/columns/walked-columns.ts";

const counts: Counts = { nodes: 10, literals: 3, triples: 7, rowsOf: (name) => name.length };
const about = { name: "x", types: u32, holds: "", per: "" };

/** What a walk reports about a column, in pages of so many rows. */
function said(row: Partial<ColumnRow>, column: Column, pageRows = 1000): string {
  const wrong = (at: number, reason: string) => new Error(`${at}: ${reason}`);
  const read = (start: number, end: number) => column.slice(start, end);
  const rows = new WalkedRows({ length: column.length, pageRows, read, wrong }, 1);
  try {
    walkColumn(rows, { ...about, ...row }, counts);
    return "sound";
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each([1, 2, 3, 1000])("in pages of %i rows", (pageRows) => {
  const walked = (row: Partial<ColumnRow>, ...values: number[]) =>
    said(row, Uint32Array.from(values), pageRows);

  test("values are numbers of things that there are", () => {
    const row: Partial<ColumnRow> = { ids: { of: "node", end: ({ nodes }) => nodes } };
    expect(walked(row)).toBe("sound");
    expect(walked(row, 9, 0, 9, 3)).toBe("sound");
    expect(walked(row, 9, 0, 10, 3)).toBe("2: there is no such node");
    expect(walked(row, 0xffff_ffff)).toBe("0: there is no such node");
  });

  test("values ascend, each once", () => {
    const row: Partial<ColumnRow> = { ids: { of: "node", end: () => 10, ascend: true } };
    expect(walked(row, 0, 1, 2, 5, 9)).toBe("sound");
    expect(walked(row, 0, 1, 1, 5)).toBe("2: 1 is not between 1 and 10");
    expect(walked(row, 0, 4, 5, 3)).toBe("3: 3 is not between 5 and 10");
    expect(walked(row, 0, 4, 10)).toBe("2: there is no such node");
  });

  test("the first rows may be something else", () => {
    const ids = { of: "node", end: () => 10, ascend: true };
    expect(walked({ ids: { ...ids, first: 1 } }, 0xffff_ffff, 0, 4)).toBe("sound");
    expect(walked({ ids: { ...ids, first: 2 } }, 5, 99, 4, 4)).toBe("3: 4 is not between 4 and 10");
    expect(walked({ ids }, 0xffff_ffff, 0, 4)).toBe("0: there is no such node");
    expect(walked({ ids: { ...ids, first: 1 } })).toBe("sound");
  });

  test("offsets begin with none, never fall, and end with all rows", () => {
    const row: Partial<ColumnRow> = { offsets: { end: ({ triples }) => triples } };
    expect(walked(row, 0, 0, 3, 3, 7)).toBe("sound");
    expect(walked(row, 0, 7, 7)).toBe("sound");
    expect(walked(row, 1, 3, 7)).toBe("0: 1 after 0 is no offset of 7 rows");
    expect(walked(row, 0, 3, 2, 7)).toBe("2: 2 after 3 is no offset of 7 rows");
    expect(walked(row, 0, 8, 8)).toBe("1: 8 after 0 is no offset of 7 rows");
    expect(walked(row, 0, 3, 6)).toBe("2: 6 after 3 is no offset of 7 rows");
    expect(walked(row, 0)).toBe("0: 0 after 0 is no offset of 7 rows");
    expect(walked(row)).toBe("sound");
  });

  test("offsets may stand in every so many rows", () => {
    const row: Partial<ColumnRow> = { offsets: { end: () => 7, stride: () => 2 } };
    expect(walked(row, 0, 99, 3, 0, 7)).toBe("sound");
    expect(walked(row, 0, 99, 3, 0, 2, 0, 7)).toBe("4: 2 after 3 is no offset of 7 rows");
    expect(walked(row, 0, 99, 3, 0, 6)).toBe("4: 6 after 3 is no offset of 7 rows");
  });

  test("both hold where a row says both, and nothing where it says nothing", () => {
    const row: Partial<ColumnRow> = {
      ids: { of: "row", end: () => 8 },
      offsets: { end: () => 7 },
    };
    expect(walked(row, 0, 8, 7)).toBe("1: there is no such row");
    expect(walked(row, 0, 5, 4, 7)).toBe("2: 4 after 5 is no offset of 7 rows");
    expect(walked({}, 5, 0xffff_ffff, 1)).toBe("sound");
  });
});

test("values of all widths are walked", () => {
  const row: Partial<ColumnRow> = { ids: { of: "code", end: ({ rowsOf }) => rowsOf("seven") } };
  for (const Type of [Uint8Array, Uint16Array, Uint32Array]) {
    expect(said(row, Type.of(1, 4, 2))).toBe("sound");
    expect(said(row, Type.of(1, 4, 5))).toBe("2: there is no such code");
  }
});

describe("pages", () => {
  /** Ten rows, 0 to 9, in pages of three; and the first row of each page that is read. */
  function paged(pagesKept: number) {
    const column = Uint8Array.from({ length: 10 }, (_, at) => at);
    const firsts: number[] = [];
    const read = (start: number, end: number) => {
      firsts.push(start);
      expect(end).toBe(Math.min(start + 3, 10));
      return column.subarray(start, end);
    };
    const wrong = (at: number, reason: string) => new Error(`${at}: ${reason}`);
    return { rows: new WalkedRows({ length: 10, pageRows: 3, read, wrong }, pagesKept), firsts };
  }

  test("are read when a row of them is needed, once while they are at hand", () => {
    const { rows, firsts } = paged(1);
    expect([0, 2, 1, 3, 5, 9].map((row) => rows.at(row))).toEqual([0, 2, 1, 3, 5, 9]);
    expect(firsts).toEqual([0, 3, 9]);
    expect([rows.start, rows.end, [...rows.rows]]).toEqual([9, 10, [9]]);
    expect(rows.at(0)).toBe(0);
    expect(firsts).toEqual([0, 3, 9, 0]);
  });

  test("are kept, the latest ones", () => {
    const { rows, firsts } = paged(2);
    expect([0, 3, 1, 4, 6, 5, 0].map((row) => rows.at(row))).toEqual([0, 3, 1, 4, 6, 5, 0]);
    expect(firsts).toEqual([0, 3, 6, 0]);
    const all = paged(Number.POSITIVE_INFINITY);
    for (const row of [0, 9, 3, 6, 1, 8, 4, 9]) expect(all.rows.at(row)).toBe(row);
    expect(all.firsts).toEqual([0, 9, 3, 6]);
  });

  test("have the rows of the column and no others", () => {
    for (const row of [-1, 10, 2 ** 32, Number.NaN]) {
      const { rows, firsts } = paged(1);
      expect(() => rows.at(row)).toThrow(`${row}: there is no such row`);
      expect(() => rows.goTo(row)).toThrow(`${row}: there is no such row`);
      expect(firsts).toEqual([]);
    }
  });
});
