/** Values of all series, point by point. */

import type { Walk, WalkedRows } from "../../store/index.ts";
import type { WalkedObservations } from "../observation-columns.ts";
import { valueColumns } from "../read/index.ts";
import {
  doubleWidth,
  exceptionMarkOf,
  isException,
  packedFormats,
  powersOfTen,
  type SeriesFormat,
  unpackFormat,
} from "../values/index.ts";
import type { Exceptions } from "./walk-exceptions.ts";

/** What a series says of its values. */
export interface ValueRun {
  readonly format: number;
  readonly firstPoint: number;
  /** Where they begin in their column; undefined where the points do. */
  readonly firstValue: number | undefined;
  readonly count: number;
}

export class Values {
  readonly #formatRows: WalkedRows;
  readonly #formats: SeriesFormat[] = [];
  readonly #columns: readonly WalkedRows[];
  /** Values of each width so far. */
  readonly #filled = [0, 0, 0, 0];
  readonly #exceptions: Exceptions;

  constructor(columns: WalkedObservations, exceptions: Exceptions) {
    this.#formatRows = columns.rows("observations.formats");
    this.#columns = valueColumns.map(({ name }) => columns.rows(name));
    this.#exceptions = exceptions;
  }

  get formatCount(): number {
    return this.#formatRows.length;
  }

  /** The series' values all lie in one column. */
  get hasOneWidth(): boolean {
    return this.#columns.filter(({ length }) => length > 0).length < 2;
  }

  /** Formats ascend, and each is one that there is. */
  *walkFormats(): Walk {
    const rows = this.#formatRows;
    for (let at = 0, before = -1; at < rows.length; at++) {
      if (!rows.has(at)) yield rows.need(at);
      const packed = rows.at(at);
      const format = unpackFormat(packed);
      if (packed <= before || packed >= packedFormats || !isFormat(format)) {
        throw rows.wrong(at, "there is no such format");
      }
      this.#formats.push(format);
      before = packed;
    }
  }

  /** The values of the next series. @returns false when they lie elsewhere */
  *walk({ format: number, firstPoint, firstValue, count }: ValueRun): Walk<boolean> {
    const format = this.#formats[number]!;
    const column = this.#columns[format.width]!;
    const first = this.#filled[format.width]!;
    const end = first + count;
    if (first !== (firstValue ?? firstPoint) || end > column.length) return false;
    this.#filled[format.width] = end;
    for (let at = first; at < end; ) {
      if (!column.has(at)) yield column.need(at);
      const last = Math.min(end, column.end);
      at = firstSpecial(column, at, last, format);
      if (at === last) continue;
      if (!isException(format, column.at(at))) throw column.wrong(at, "there is no such value");
      if (!(yield* this.#exceptions.take(firstPoint + at - first))) {
        throw column.wrong(at, "it is no value, and no exception stands for it");
      }
      at++;
    }
    return true;
  }

  /** To be called after the last series. */
  finish(): void {
    for (const [width, column] of this.#columns.entries()) {
      const filled = this.#filled[width]!;
      if (filled < column.length) throw column.wrong(filled, "no series has this value");
    }
    this.#exceptions.finish();
  }
}

/** Formats that a freeze may choose. */
function isFormat({ width, scale, least, ownBits }: SeriesFormat): boolean {
  if (width === doubleWidth) return ownBits === 0 && scale === 0 && least <= 1;
  return ownBits === 0 ? least <= scale : scale === 0 && least === 0;
}

/** The first of rows start … end - 1 of the page at hand that is no usual value, or `end`. */
function firstSpecial(
  column: WalkedRows,
  start: number,
  end: number,
  format: SeriesFormat,
): number {
  const { rows, start: pageStart } = column;
  const { width, ownBits } = format;
  const isDouble = width === doubleWidth;
  const mark = exceptionMarkOf(width);
  const ownMask = (1 << ownBits) - 1;
  for (let at = start; at < end; at++) {
    const value = rows[at - pageStart]!;
    const isUsual = isDouble
      ? Number.isFinite(value) && !Object.is(value, -0)
      : value !== mark && (value & ownMask) < powersOfTen.length;
    if (!isUsual) return at;
  }
  return end;
}
