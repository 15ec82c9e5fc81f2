/**
 * Cells of table rows, compared with those of the row before, and where they differ found four
 * bytes at a time: tables repeat themselves, and what is looked up once need not be looked up
 * again.
 *
 *     row before   V , c / U S A , 2 0 1 0 , 8 6 , A C S , P 1 Y LF
 *     row          V , c / U S A , 2 0 1 1 , 7 7 , A C S , P 1 Y LF
 *     repeated     yes yes         no        no    yes   yes
 *
 * A row with a quote at the start of a cell is left to the plain scanner.
 */
import { cellEnd, repeats } from "../bytes/index.ts";
import { CsvScanner, unfinished } from "../csv/index.ts";

const quoteByte = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The row cannot go the fast way. */
const oddRow = -2;

export class TableScanner {
  /**
   * Bounds of the cells of the last row, half-open. Those of a repeated cell may lie in an earlier
   * row, where the same bytes are.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Bit c says that the cell in column c is the same as in the row before. */
  repeated = 0;
  /** Line feeds within the cells of the last row. */
  innerLines = 0;
  /** The last row has as many cells as the table has columns, and no text behind a quote. */
  isSound = false;
  readonly #rows: CsvScanner;
  readonly #tail: number;
  readonly #tailBits: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  /** Behind the last line feed. */
  #feedEnd = 0;
  /** The bounds are of a row of this block. */
  #hasRow = false;
  /** That row has no quotes, so that bytes tell whether the next one repeats it. */
  #isPlain = false;
  /** Behind the line feed of the row in which the cells of the tail lie. */
  #tailEnd = 0;
  /** Columns before this one were compared before the row turned out to be odd. */
  #oddColumn = 0;

  /**
   * @param columns of the table, at most 31.
   * @param tail the first of the columns up to the end that are likely to repeat all together; not
   * the first of all. If there are none, the last column takes their place.
   */
  constructor(columns: number, tail: number) {
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
    this.#rows = new CsvScanner(columns);
    this.#tail = Math.min(tail, columns - 1);
    this.#tailBits = (1 << columns) - (1 << this.#tail);
  }

  get columns(): number {
    return this.starts.length;
  }

  /** Cells of the last row, if it is not sound; an empty line is one empty cell. */
  get count(): number {
    return this.#rows.count;
  }

  /** Text follows a closing quote in the last row, if it is not sound. */
  get isMalformed(): boolean {
    return this.#rows.isMalformed;
  }

  get isEmptyLine(): boolean {
    return this.count === 1 && this.#rows.starts[0] === this.#rows.ends[0];
  }

  /**
   * Rows are in `bytes` from now on, behind which there are 7 more to read.
   * @param feedEnd behind the last line feed of the text.
   */
  open(bytes: Uint8Array, feedEnd: number): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#feedEnd = feedEnd;
    this.forget();
  }

  /** Nothing repeats the row before. */
  forget(): void {
    this.#hasRow = false;
    this.#isPlain = false;
  }

  /**
   * Finds the cells of the row at `start`; doubled quotes are made single in place.
   * @param isLast nothing follows `end`, so that a row may end there.
   * @returns where the next row starts, or UNFINISHED.
   */
  row(start: number, end: number, isLast: boolean): number {
    this.#oddColumn = 0;
    this.repeated = 0;
    if (this.#isPlain && start < this.#feedEnd) {
      const next = this.#plainRow(start);
      if (next !== oddRow) return next;
    }
    return this.#anyRow(start, end, isLast);
  }

  #plainRow(start: number): number {
    const tail = this.#tail;
    const head = this.#plainCells(start, 0, tail);
    if (head === oddRow) return oddRow;
    const tailStart = this.starts[tail]!;
    if (repeats(this.#view, tailStart, this.#tailEnd, head)) {
      this.repeated |= this.#tailBits;
      return head + this.#tailEnd - tailStart;
    }
    this.#tailEnd = this.#plainCells(head, tail, this.starts.length);
    return this.#tailEnd;
  }

  /** Finds the cells of some columns. @returns where the next one starts, or ODD. */
  #plainCells(start: number, first: number, end: number): number {
    const { starts, ends } = this;
    const bytes = this.#bytes;
    const view = this.#view;
    const last = starts.length - 1;
    let at = start;
    for (let column = first; column < end; column++) {
      const before = starts[column]!;
      // With its delimiter: a cell that goes on is another one.
      const beforeEnd = column === last ? this.#tailEnd : ends[column]! + 1;
      let next = at + beforeEnd - before;
      if (repeats(view, before, beforeEnd, at)) this.repeated |= 1 << column;
      else {
        this.#oddColumn = column;
        if (bytes[at] === quoteByte) return oddRow;
        next = cellEnd(bytes, view, at) + 1;
        if ((bytes[next - 1] === lineFeed) !== (column === last)) return oddRow;
      }
      const isReturn = column === last && bytes[next - 2] === carriageReturn && next - at > 1;
      starts[column] = at;
      ends[column] = isReturn ? next - 2 : next - 1;
      at = next;
    }
    return at;
  }

  #anyRow(start: number, end: number, isLast: boolean): number {
    const rows = this.#rows;
    const bytes = this.#bytes;
    const next = rows.row(bytes, start, end, isLast);
    // An unfinished row may have overwritten bounds of the one before.
    if (next === unfinished) {
      this.forget();
      return unfinished;
    }
    this.innerLines = rows.innerLines;
    this.isSound = rows.count === this.starts.length && !rows.isMalformed;
    if (this.isSound) {
      this.#take(rows);
      this.#isPlain = !rows.hasQuotes && bytes[next - 1] === lineFeed;
      this.#tailEnd = next;
    } else this.forget();
    return next;
  }

  #take(rows: CsvScanner): void {
    const odd = this.#oddColumn;
    this.repeated &= (1 << odd) - 1;
    for (let column = 0; column < this.starts.length; column++) {
      const start = rows.starts[column]!;
      const end = rows.ends[column]!;
      const before = this.starts[column]!;
      const isAsLong = this.#hasRow && this.ends[column]! - before === end - start;
      if (isAsLong && column >= odd && repeats(this.#view, start, end, before)) {
        this.repeated |= 1 << column;
      }
      this.starts[column] = start;
      this.ends[column] = end;
    }
    this.#hasRow = true;
  }
}
