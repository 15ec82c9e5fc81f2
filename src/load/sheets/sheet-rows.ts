/** Rows of a sheet as lines: empty ones stay, merged cells count for all that they cover. */
import { type Cell, isMoment, StoredNumber } from "../held/cells.ts";
import { multiplied } from "../values/multiplied.ts";

/** Cells that are shown as one, from 0 on; the ends are part of it. */
export interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const rowsMax = 1_048_576;

/** Headings stand in these rows at most. */
const headingRows = 40;

type Row = readonly Cell[];

const isEmpty = (cell: Cell): boolean => cell === undefined || cell === "";

/**
 * Takes rows with their numbers, and gives each a line of its own number. What stands in a column of
 * merged cells is repeated below. Headings over several columns are joined with those below them:
 * `Population` over `2019` and `2020` becomes `Population 2019`.
 */
export class SheetRows {
  readonly #lines: Row[] = [];
  #next = 0;
  /** Of the widest line: sheets do not have empty cells at the ends of rows, and layouts need all cells. */
  #width = 0;
  #above: { row: number; cells: Cell[]; merges: readonly Merge[] } | undefined;
  /** Merged cells that reach below, with what stands in them. */
  #reaching: { readonly merge: Merge; readonly cell: Cell }[] = [];

  /** @param merges that begin in this row. */
  add(row: number, cells: Cell[], merges: readonly Merge[]): void {
    this.#fill(row, cells);
    for (const merge of merges) this.#reaching.push({ merge, cell: cells[merge.left] });
    if (cells.every(isEmpty)) return;
    const wide = merges.filter(({ left, right }) => right > left);
    const above = this.#above;
    const joined =
      above?.row === row - 1 ? joinedHeading(above.cells, above.merges, cells, wide) : undefined;
    this.#above = undefined;
    if (above !== undefined) this.#put(above.row, joined === undefined ? above.cells : []);
    const own = joined ?? cells;
    if (row < headingRows && isHeading(own, wide)) this.#above = { row, cells: own, merges: wide };
    else this.#put(row, own);
  }

  /** The lines since the last call. */
  take(): Row[] {
    return this.#lines.splice(0);
  }

  end(): Row[] {
    if (this.#above !== undefined) this.#put(this.#above.row, this.#above.cells);
    this.#above = undefined;
    return this.take();
  }

  #put(row: number, cells: Row): void {
    for (; this.#next < row; this.#next++) this.#lines.push([]);
    this.#width = Math.max(this.#width, cells.length);
    const missing = cells.length === 0 ? 0 : this.#width - cells.length;
    this.#lines.push(missing === 0 ? cells : [...cells, ...Array<Cell>(missing)]);
    this.#next += 1;
  }

  /** Texts and days: a number in merged cells is that of all together. */
  #fill(row: number, cells: Cell[]): void {
    this.#reaching = this.#reaching.filter(({ merge }) => merge.bottom >= row);
    for (const { merge, cell } of this.#reaching) {
      const isKey = !isEmpty(cell) && mayHead(cell);
      if (isKey && isEmpty(cells[merge.left])) put(cells, merge.left, cell);
    }
  }
}

/** A hole in a row would end a loop over its cells. */
export function put(cells: Cell[], at: number, cell: Cell): void {
  while (cells.length < at) cells.push(undefined);
  cells[at] = cell;
}

/** Not numbers, but years. */
function mayHead(cell: Cell): boolean {
  const text = textOf(cell);
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
  return !isNumber || /^(?:1[5-9]|20|21)\d\d$/.test(text);
}

/** A row of headings with some over several columns; one text alone is a title. */
function isHeading(cells: Row, wide: readonly Merge[]): boolean {
  const texts = cells.filter((cell) => !isEmpty(cell));
  return wide.length > 0 && texts.length > 1;
}

/** @returns undefined if the lower row is no row of headings. */
function joinedHeading(
  upper: Row,
  merges: readonly Merge[],
  lower: Cell[],
  wide: readonly Merge[],
): Cell[] | undefined {
  const over = spread(upper, merges);
  const under = spread(lower, wide);
  const joined: Cell[] = [];
  for (let at = 0; at < Math.max(over.length, under.length); at++) {
    const [one, other] = [over[at], under[at]];
    const isUnder = merges.some(({ left, right }) => left <= at && at <= right);
    if (!mayHead(other)) return undefined;
    if (!isUnder && !isEmpty(one) && !isEmpty(other) && textOf(one) !== textOf(other))
      return undefined;
    const texts = [one, other].filter((cell) => !isEmpty(cell)).map(textOf);
    joined.push([...new Set(texts)].join(" "));
  }
  for (const { left, right } of wide.length > 0 ? [] : merges) {
    const below = under.slice(left, right + 1).map(textOf);
    if (new Set(below).size < below.length) return undefined;
  }
  return joined;
}

/** What is merged stands in each of its columns. */
function spread(cells: Row, wide: readonly Merge[]): Cell[] {
  const all = [...cells];
  for (const { left, right } of wide) {
    for (let at = left; at <= right; at++) put(all, at, cells[left]);
  }
  return all;
}

function textOf(cell: Cell): string {
  return isMoment(cell) ? cell.date : String(cell ?? "");
}

/** `7%` of 0.07, as a workbook shows it: below a heading such as `Rate (%)`, 0.07 would be another number. */
export function percentOf(value: string): Cell {
  const number = Number(value);
  // Excel writes 0.07 as 7.0000000000000007E-2.
  if (value === "" || !Number.isFinite(number)) return value;
  return StoredNumber.of(`${multiplied(String(number), 100)}%`);
}
