/** Columns of tables, as plain data. */

import { compareUtf8 } from "../store/texts/utf8.ts";

/** A list of texts, and for each row a place in it. */
export interface TextColumn {
  readonly kind: "text";
  readonly name: string;
  /** Per row a place in `texts`. Columns of one table may share the array. */
  readonly codes: Uint32Array;
  /** A text may stand here several times; null where there is none. */
  readonly texts: readonly (string | null)[];
}

/** A number per row, and which rows have none. */
export interface NumberColumn {
  readonly kind: "number";
  readonly name: string;
  /** NaN where there is no number. */
  readonly values: Float64Array;
  /** A bit per row, the lowest of a byte first: 1 where there is a number. */
  readonly validity: Uint8Array;
  /** Rows without a number. */
  readonly nullCount: number;
  /**
   * Of each number what it is of and where it comes from, whatever columns stand beside it: `variable`, `unit`,
   * `observationPeriod` and `facetId`; `date`, where a row has numbers of several dates; and `relative`, the
   * variable if it is no amount.
   */
  readonly origins?: readonly TextColumn[];
}

/** A column of a table; `kind` shows which. */
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
  let nullCount = 0;
  for (let row = 0; row < length; row++) {
    if (Number.isNaN(values[row])) nullCount++;
    else validity[row >>> 3]! |= 1 << (row & 7);
  }
  return { kind: "number", name, values, validity, nullCount };
}

/** The column with other numbers of the same kind: where they come from stays. */
export function withValues(column: NumberColumn, values: Float64Array): NumberColumn {
  return { ...column, ...numberColumn(column.name, values) };
}

export function withOrigins(column: NumberColumn, origins: NumberColumn["origins"]): NumberColumn {
  return origins === undefined ? column : { ...column, origins };
}

/** Lists of which it is known that no text is there twice. */
const differentTexts = new WeakSet<TextColumn["texts"]>();

/** Notes that no text of a column is in its list twice. */
export function different(column: TextColumn): TextColumn {
  differentTexts.add(column.texts);
  return column;
}

/** By codes of a column as it was read: rows [offsets[i], offsets[i + 1]) have the same code. */
const knownRuns = new WeakMap<Uint32Array, Uint32Array>();

export const runsOf = (codes: Uint32Array): Uint32Array | undefined => knownRuns.get(codes);

export function inRuns(codes: Uint32Array, offsets: Uint32Array): void {
  knownRuns.set(codes, offsets);
}

export const isDifferent = ({ texts }: TextColumn): boolean => differentTexts.has(texts);

/** A column of the texts of things; null stands for none. */
export function textColumn(
  name: string,
  { codes, things }: Coded,
  textOf: (thing: number) => string | null,
): TextColumn {
  return { kind: "text", name, codes, texts: things.map(textOf) };
}

/** A column of the texts of rows. */
export function textsOf(name: string, cells: readonly (string | null)[]): TextColumn {
  const { texts, codeOf } = textCodes([]);
  const codes = new Uint32Array(cells.length);
  for (const [row, cell] of cells.entries()) codes[row] = codeOf(cell);
  return { kind: "text", name, codes, texts };
}

/** Codes of texts, of which some are there already; new ones come after them. */
export function textCodes(there: readonly (string | null)[]) {
  const texts = [...there];
  const known = new Map(texts.map((text, code) => [text, code]));
  const codeOf = (text: string | null): number => {
    const code = known.get(text) ?? texts.push(text) - 1;
    known.set(text, code);
    return code;
  };
  return { texts, codeOf };
}

/** Codes of rows, and the things that they stand for, in the order in which they came. */
export interface Coded {
  readonly codes: Uint32Array;
  readonly things: readonly number[];
}

/** Gives things to rows, and numbers them from 0. */
export class Coding implements Coded {
  readonly codes: Uint32Array;
  readonly things: number[] = [];
  readonly #numbers = new Map<number, number>();

  constructor(rows: number) {
    this.codes = new Uint32Array(rows);
  }

  set(row: number, thing: number): void {
    const code = this.#numbers.get(thing) ?? this.things.push(thing) - 1;
    this.#numbers.set(thing, code);
    this.codes[row] = code;
  }
}

/** Numbers codes anew, in place, in the order of rows. @param count codes are below it */
export function renumbered(codes: Uint32Array, count: number): Coded {
  const things: number[] = [];
  // By code: its number plus 1. 0 is for a code that no row had so far.
  const numbers = new Uint32Array(count);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    let number = numbers[code]!;
    if (number === 0) {
      number = things.push(code);
      numbers[code] = number;
    }
    codes[row] = number - 1;
  }
  return { codes, things };
}

/** The numbers of all rows, sorted by a column. */
export function sortedRows(
  column: TableColumn,
  length: number,
  order: "ascending" | "descending",
): Uint32Array {
  const ranks = column.kind === "text" ? textRanks(column.texts) : undefined;
  const keys = Float64Array.from({ length }, (_, row) =>
    column.kind === "text" ? ranks![column.codes[row]!]! : column.values[row]!,
  );
  const sign = order === "ascending" ? 1 : -1;
  return Uint32Array.from({ length }, (_, row) => row).sort((a, b) => {
    const [one, other] = [keys[a]!, keys[b]!];
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    }
    return (one - other) * sign;
  });
}

/** Rank of each text: equal texts have equal ranks; NaN for null. */
function textRanks(texts: readonly (string | null)[]): Float64Array {
  const ranks = new Float64Array(texts.length).fill(Number.NaN);
  const codes = [...texts.keys()].filter((code) => texts[code] !== null);
  codes.sort((a, b) => compareUtf8(texts[a]!, texts[b]!));
  let [rank, last]: [number, string | null] = [0, null];
  for (const code of codes) {
    if (texts[code] !== last) rank++;
    last = texts[code]!;
    ranks[code] = rank;
  }
  return ranks;
}

/** Columns with the rows of these numbers. Columns that shared codes share them still. */
export function takeRows(columns: readonly TableColumn[], rows: Uint32Array): TableColumn[] {
  const taken = new Map<Uint32Array, Uint32Array>();
  const codesOf = (codes: Uint32Array) => {
    const known = taken.get(codes);
    if (known !== undefined) return known;
    const own = new Uint32Array(rows.length);
    for (let row = 0; row < own.length; row++) own[row] = codes[rows[row]!]!;
    taken.set(codes, own);
    return own;
  };
  const textsAt = (column: TextColumn): TextColumn => ({
    ...column,
    codes: codesOf(column.codes),
  });
  return columns.map((column) => {
    if (column.kind === "text") return textsAt(column);
    const values = new Float64Array(rows.length);
    for (let row = 0; row < values.length; row++) values[row] = column.values[rows[row]!]!;
    return withOrigins(numberColumn(column.name, values), column.origins?.map(textsAt));
  });
}

/** Of columns with the same name the later ones have `_2`, `_3` and so on after it. */
export function withOwnNames(columns: readonly TableColumn[]): readonly TableColumn[] {
  const taken = new Set(columns.map(({ name }) => name));
  if (taken.size === columns.length) return columns;
  const used = new Set<string>();
  return columns.map((column) => {
    let { name } = column;
    for (let count = 2; used.has(name); count++) {
      const other = `${column.name}_${count}`;
      name = taken.has(other) ? name : other;
    }
    used.add(name);
    return name === column.name ? column : { ...column, name };
  });
}
