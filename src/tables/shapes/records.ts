/** The shape `records`: a row per observation. */

import type { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import type { ChosenSeries, ReadQuestion, ValueReader } from "../choice/index.ts";
import {
  type NumberColumn,
  Numbering,
  numberColumn,
  type TableColumn,
  type TextColumn,
  textColumn,
} from "../columns/index.ts";
import { SeriesColumns } from "./series-columns.ts";

/** Four columns of codes, and one of numbers. */
const bytesPerRow = 24;
/** The same two for denominators. */
const bytesPerDenominator = 12;

export function recordColumns(
  world: World,
  { names, denominator }: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const length = chosen.reduce((sum, { start, end }) => sum + end - start, 0);
  governor.bytes(length * (bytesPerRow + (denominator === undefined ? 0 : bytesPerDenominator)));
  const about = new SeriesColumns(world, length);
  const dates = new Uint32Array(length);
  const values = new Float64Array(length);
  const divisors = denominator === undefined ? undefined : new DivisorColumns(length);
  let row = 0;
  for (const one of chosen) {
    const { start, end } = one;
    governor.work(2 * (end - start));
    reader.open(one);
    about.fill(one, row, row + end - start);
    observations.copyPoints(one, dates, values, row);
    for (let point = start; point < end; point++, row++) {
      values[row] = reader.divided(values[row]!, point);
      divisors?.set(row, reader);
    }
  }
  const met = renumber(dates, observations.meta.dateCount);
  const textOfDate = (date: number) => observations.dateOfCode(date);
  return [
    textColumn("date", dates, met.map(textOfDate)),
    ...about.columns(names),
    numberColumn("value", values),
    ...(divisors?.columns(textOfDate) ?? []),
  ];
}

/** Numbers codes in the order in which they are met. @returns the codes, by number */
function renumber(codes: Uint32Array, count: number): number[] {
  const met: number[] = [];
  // The number of a code and 1: 0 is not met yet.
  const numbers = new Uint32Array(codes.length === 0 ? 0 : count);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (numbers[code] === 0) numbers[code] = met.push(code);
    codes[row] = numbers[code]! - 1;
  }
  return met;
}

/** Which number divided each value. */
class DivisorColumns {
  readonly #values: Float64Array;
  readonly #dates: Uint32Array;
  /** -1 stands for no date. */
  readonly #numbers = new Numbering();

  constructor(length: number) {
    this.#values = new Float64Array(length);
    this.#dates = new Uint32Array(length);
  }

  set(row: number, { denominators }: ValueReader): void {
    const { value, date } = denominators!;
    this.#values[row] = value;
    this.#dates[row] = this.#numbers.codeOf(date);
  }

  columns(textOfDate: (date: number) => string): [NumberColumn, TextColumn] {
    const texts = this.#numbers.met.map((date) => (date < 0 ? null : textOfDate(date)));
    return [
      numberColumn("denominator", this.#values),
      textColumn("denominatorDate", this.#dates, texts),
    ];
  }
}
