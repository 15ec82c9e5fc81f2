/** Rows of cells, as files of many kinds hold them, → CSV, which the loader reads like any other. */

import { LoadError } from "../../errors/errors.ts";
import { isBomb } from "../bytes/byte-blocks.ts";
import { bytesOfText } from "../bytes/native.ts";

/** A day and a time of it. */
export interface Moment {
  /** `2024-06-30` */
  readonly date: string;
  /** `09:30:00`, with decimals if there are some. */
  readonly time: string;
}

/** A number of a cell that holds one, as its file writes it: `77.149%` of a form of percent. */
export class StoredNumber {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** @returns the text itself if it is no such number. */
  static of(text: string): StoredNumber | string {
    return storedForm.test(text) ? new StoredNumber(text) : text;
  }

  toString(): string {
    return this.#text;
  }
}

const storedForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/i;

/** A cell of CSV as this file writes it for a stored number, with a decimal comma. */
export function withDecimalComma(bare: string): string {
  return storedForm.test(bare) ? bare.replace(".", ",") : bare;
}

export type Cell = string | number | bigint | boolean | null | undefined | Moment | StoredNumber;

/** Rows by their lines: an empty row is one that says nothing. */
export type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

/** As many as a sheet of a workbook has. */
export const columnsMax = 16_384;

/** A column of moments holds days if all moments of its first rows begin one. */
const rowsLookedAt = 1_000;
const midnight = /^00:00:00(?:\.0+)?$/;

const pieceLength = 1 << 16;

/**
 * @param size of the file, which rows may exceed by as much as a `.gz` may expand.
 * @throws LoadError for rows that are too wide or too many, and for texts that are none
 */
export async function* csvOf(
  rows: Rows,
  file: string,
  size = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  const writer = new RowWriter(file);
  let piece = "";
  let length = 0;
  for await (const row of withDays(rows, writer)) {
    piece += writer.text(row);
    if (piece.length < pieceLength) continue;
    length += piece.length;
    if (isBomb(length, size)) throw new LoadError("repeats its cells too often", { file });
    yield bytesOfText(piece);
    piece = "";
  }
  yield bytesOfText(piece);
}

/** The first rows wait until it shows which columns hold days. */
async function* withDays(rows: Rows, writer: RowWriter): AsyncGenerator<readonly Cell[]> {
  let waiting: (readonly Cell[])[] | undefined = [];
  for await (const row of rows) {
    if (waiting === undefined) {
      yield row;
      continue;
    }
    writer.look(row);
    waiting.push(row);
    if (waiting.length < rowsLookedAt) continue;
    yield* waiting;
    waiting = undefined;
  }
  yield* waiting ?? [];
}

class RowWriter {
  readonly #file: string;
  /** Columns in which some moment does not begin a day. */
  readonly #timed = new Set<number>();
  #line = 0;

  constructor(file: string) {
    this.#file = file;
  }

  look(row: readonly Cell[]): void {
    for (const [at, cell] of row.entries()) {
      if (isMoment(cell) && !midnight.test(cell.time)) this.#timed.add(at);
    }
  }

  text(row: readonly Cell[]): string {
    this.#line += 1;
    if (row.length > columnsMax) {
      const problem = `has more than ${columnsMax} columns`;
      throw new LoadError(problem, { file: this.#file, line: this.#line });
    }
    return `${row.map((cell, at) => this.#cell(cell, at)).join(",")}\n`;
  }

  #cell(cell: Cell, at: number): string {
    if (cell === null || cell === undefined) return "";
    if (typeof cell === "string") return this.#quoted(cell);
    if (!isMoment(cell)) return String(cell);
    const isDay = midnight.test(cell.time) && !this.#timed.has(at);
    return isDay ? cell.date : `${cell.date}T${cell.time}`;
  }

  /**
   * A line feed within a cell becomes a blank, so that lines are rows. A text that looks like a stored number has quotes,
   * and a stored number has none.
   */
  #quoted(text: string): string {
    if (!text.isWellFormed()) {
      const problem = "holds a character that is none: half of a pair";
      throw new LoadError(problem, { file: this.#file, line: this.#line });
    }
    const line = /[\r\n]/.test(text) ? text.replaceAll(/\r\n?|\n/g, " ") : text;
    const isPlain = /^[\w.:/-]*$/.test(line) && !(line.includes(".") && storedForm.test(line));
    return isPlain ? line : `"${line.replaceAll('"', '""')}"`;
  }
}

export function isMoment(cell: Cell): cell is Moment {
  return typeof cell === "object" && cell !== null && "date" in cell;
}

const dayLength = 86_400_000;
/** Years that dates of four digits have. */
const [yearsStart, yearsEnd] = [Date.parse("0001-01-01"), Date.parse("9999-12-31") + dayLength];

/** @param thousandths of seconds since 1970; undefined for a time beyond the years 1 to 9999. */
export function momentAt(thousandths: number, fraction = ""): Moment | undefined {
  if (!(thousandths >= yearsStart && thousandths < yearsEnd)) return undefined;
  const [date = "", time = ""] = new Date(thousandths).toISOString().split(/[TZ]/);
  const whole = time.slice(0, 8);
  const decimals = fraction === "" ? time.slice(9) : fraction;
  return { date, time: /^0*$/.test(decimals) ? whole : `${whole}.${decimals.replace(/0+$/, "")}` };
}
