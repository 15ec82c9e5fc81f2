/** What the cells of one column look like. */

import {
  dateIn,
  isNothing,
  needsDayFirst,
  plainNumber,
  withoutSigns,
} from "../load/columns/reading.ts";

export interface ColumnProfile {
  readonly heading: string;
  /** Cells that say something. */
  readonly cells: readonly string[];
  readonly distinct: number;
  /** Shares of these cells, from 0 to 1. */
  readonly numbers: number;
  readonly dates: number;
  /** Whole numbers that may be years. */
  readonly years: number;
  readonly dcids: number;
  readonly digits: number;
  /** Three capital letters. */
  readonly countryCodes: number;
  /** Whether slashes part day, month and year, and the day stands first. */
  readonly isDayFirst: boolean;
  /** `USDollar` where dollars are written, `Percent` for percents; "" where nothing says it. */
  readonly unit: string;
}

// As the loader knows dcids of places and other entities.
const dcid = /^[a-z][A-Za-z0-9_]*\/[^\s,]+$/;

const units: readonly (readonly [RegExp, string])[] = [
  [/%|\bpercent(?:age)?\b|\bpct\b/i, "Percent"],
  [/\$|\busd\b|\bdollars?\b/i, "USDollar"],
  [/\u20ac|\beur\b|\beuros?\b/i, "Euro"],
  [/\u00a3|\bgbp\b/i, "Pound"],
];

/** @param decimal the sign before decimals in the whole table. */
export function profileOf(
  heading: string,
  column: readonly string[],
  decimal: "." | ",",
): ColumnProfile {
  const cells = column.filter((cell) => !isNothing(cell));
  const isDayFirst = cells.some((cell) => needsDayFirst(cell) === true);
  const share = (test: (cell: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  const signs = cells.find((cell) => /[%\p{Sc}]/u.test(cell)) ?? "";
  return {
    heading,
    cells,
    distinct: new Set(cells).size,
    numbers: share((cell) => plainNumber(withoutSigns(cell), decimal) !== undefined),
    dates: share((cell) => dateIn(cell, isDayFirst) !== undefined),
    years: share((cell) => /^(?:1[5-9]|20|21)\d\d$/.test(cell)),
    dcids: share((cell) => dcid.test(cell)),
    digits: share((cell) => /^\d+$/.test(cell)),
    countryCodes: share((cell) => /^[A-Z]{3}$/.test(cell)),
    isDayFirst,
    unit: units.find(([sign]) => sign.test(heading) || sign.test(signs))?.[1] ?? "",
  };
}

/**
 * The sign before decimals, as the cells of a table tell: numbers that only one of both signs can
 * mean are counted. `1,234` and `1.234` may be either.
 */
export function decimalOf(rows: readonly (readonly string[])[]): "." | "," {
  let [points, commas] = [0, 0];
  for (const cell of rows.flat()) {
    if (dateIn(cell) !== undefined) continue;
    const text = withoutSigns(cell);
    const isPoint = plainNumber(text, ".") !== undefined;
    const isComma = plainNumber(text, ",") !== undefined;
    if (isPoint && !isComma) points += 1;
    if (isComma && !isPoint) commas += 1;
  }
  return commas > points ? "," : ".";
}
