/** Columns of tables: plain data, as formats of files have them. */

/** Texts, each once or a few times, and which of them a row has. */
export interface TextColumn {
  readonly kind: "text";
  readonly name: string;
  /** Per row a place in `texts`. Columns of one table may share the array. */
  readonly codes: Uint32Array;
  /** A text may stand here several times; null where there is none. */
  readonly texts: readonly (string | null)[];
}

/** Numbers, and which rows have one. */
export interface NumberColumn {
  readonly kind: "number";
  readonly name: string;
  /** NaN where there is no number. */
  readonly values: Float64Array;
  /** A bit per row, the lowest of a byte first: 1 where there is a number. */
  readonly validity: Uint8Array;
  /** Rows without a number. */
  readonly nullCount: number;
}

/** A column of a table; `kind` tells which. */
export type TableColumn = TextColumn | NumberColumn;

/** What a row has in a column. */
export type Cell = string | number | null;

export function cellOf(column: TableColumn, row: number): Cell {
  if (column.kind === "text") return column.texts[column.codes[row]!]!;
  const value = column.values[row]!;
  return Number.isNaN(value) ? null : value;
}

/** A column of the numbers among values; NaN stands for none. */
export function numberColumn(name: string, values: Float64Array): NumberColumn {
  const { length } = values;
  const validity = new Uint8Array((length + 7) >>> 3);
  let count = 0;
  for (let row = 0; row < length; row++) {
    const isNumber = Number.isNaN(values[row]) ? 0 : 1;
    validity[row >>> 3]! |= isNumber << (row & 7);
    count += isNumber;
  }
  return { kind: "number", name, values, validity, nullCount: length - count };
}

export function textColumn(
  name: string,
  codes: Uint32Array,
  texts: readonly (string | null)[],
): TextColumn {
  return { kind: "text", name, codes, texts };
}

/** Numbers things from 0 on, in the order in which they are first met. */
export class Numbering {
  readonly #codes = new Map<number, number>();

  codeOf(thing: number): number {
    let code = this.#codes.get(thing);
    if (code === undefined) {
      code = this.#codes.size;
      this.#codes.set(thing, code);
    }
    return code;
  }

  /** All of them, by number. */
  get met(): number[] {
    return [...this.#codes.keys()];
  }
}
