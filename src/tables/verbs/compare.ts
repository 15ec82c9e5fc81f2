/** What numbers have to do with each other: correlations of columns, facets that disagree, dates that differ. */

import { excerpt } from "../../errors/excerpts.ts";
import { numberColumn, type TableColumn, takeRows, textsOf } from "../column-data.ts";
import { corr, count, max, min, sum } from "./aggregate.ts";
import { aggregated, aggregatedNumbers } from "./aggregates.ts";
import {
  columnNamed,
  datesOf,
  type Frame,
  groupsOf,
  type MixOptions,
  numbersNamed,
  valueName,
} from "./frame.ts";
import { type Mixable, mixables, originOf } from "./number-origins.ts";
import { joinedFrames } from "./reshape.ts";

/** A row and a column per column of numbers. */
export function correlated(
  frame: Frame,
  wanted: readonly string[] | undefined,
  mix: readonly Mixable[] | undefined,
): Frame {
  const numbers = frame.columns.filter(({ kind }) => kind === "number").map(({ name }) => name);
  const names = [...new Set(wanted ?? numbers)];
  const all = { ids: new Uint32Array(frame.length), count: 1 };
  const found = names.map(() => new Float64Array(names.length));
  for (const [row, one] of names.entries()) {
    for (const [at, other] of names.slice(0, row + 1).entries()) {
      const [r = Number.NaN] = aggregatedNumbers(frame, all, corr(one, other), mix);
      found[row]![at] = r;
      found[at]![row] = r;
    }
  }
  const columns = names.map((name, at) => numberColumn(name, found[at]!));
  return { columns: [textsOf("column", names), ...columns], length: names.length };
}

/** Which facets are compared, and what is reported. */
export interface CompareOptions {
  /** Only spreads above it: a share from 0. Default: 0. */
  readonly tolerance?: number | undefined;
  /** Compares numbers of different periods, too. Default: nothing. */
  readonly mix?: readonly "observationPeriod"[] | undefined;
}

/** What may differ among facets that are compared. Numbers with different units or periods are not compared. */
const differing = ["value", "facetId", "importName", "measurementMethod", "provenanceUrl"];

/**
 * A row per set of facets whose numbers differ by more than a share.
 *
 * @param scales by id of a facet: its scaling factor
 */
export function facetsApart(
  frame: Frame,
  scales: ReadonlyMap<string, string>,
  {
    tolerance,
    mix,
  }: { readonly [Name in keyof CompareOptions]-?: NonNullable<CompareOptions[Name]> },
): Frame {
  const ids = columnNamed(frame, "facetId");
  const value = numbersNamed(frame, "value", "compareFacets");
  const keys: TableColumn[] = frame.columns.filter(
    ({ name }) => ![...differing, ...mix].includes(name),
  );
  if (new Set(scales.values()).size > 1 && ids.kind === "text") {
    const texts = ids.texts.map((id) => scales.get(id ?? "") || null);
    keys.push({ ...ids, name: "scalingFactor", texts });
  }
  // What is not shown parts rows, too.
  const hidden = (["variable", "unit", "observationPeriod"] as const).flatMap((name) => {
    const isShown =
      keys.some((key) => key.name === name) || (mix as readonly string[]).includes(name);
    return isShown ? [] : (originOf(frame, value, name) ?? []);
  });
  const groups = groupsOf(
    { columns: [...keys, ...hidden], length: frame.length },
    [...keys, ...hidden].map(({ name }) => name),
  );
  const [facets, least, most] = [count, min, max].map((aggregate) =>
    aggregatedNumbers(frame, groups, aggregate("value"), mixables),
  ) as [Float64Array, Float64Array, Float64Array];
  const spread = least.map((low, group) => {
    const high = most[group]!;
    return low === high ? 0 : (high - low) / Math.max(Math.abs(low), Math.abs(high));
  });
  const columns = [
    ...takeRows(keys, groups.firsts),
    numberColumn("facets", facets),
    numberColumn("min", least),
    numberColumn("max", most),
    numberColumn("spread", spread),
  ];
  const rows = Uint32Array.from(spread.keys()).filter(
    (group) => facets[group]! > 1 && spread[group]! > tolerance,
  );
  return { columns: takeRows(columns, rows), length: rows.length };
}

/** Of what rows are parts, and what stands beside their sums. */
export interface SumOptions extends MixOptions {
  /** The column of wholes, as `join` of a question makes it. */
  readonly to: string;
  /** A table of what is reported of the wholes themselves. Default: none. */
  readonly reported?: Frame | undefined;
  /** The column of numbers. Default: `value`, or the only one of numbers. */
  readonly column?: string | undefined;
}

/** A row for each whole, variable and date. */
export function summedUp(frame: Frame, { to, reported, column, mix }: SumOptions): Frame {
  const value = column ?? valueName(frame, "sumUp");
  requireAmounts(frame, value, to);
  const beside = ["variable", "date"].filter((key) =>
    frame.columns.some(({ name }) => name === key),
  );
  const groups = groupsOf(frame, [to, ...beside]);
  const columns = [
    ...takeRows(
      [to, ...beside].map((name) => columnNamed(frame, name)),
      groups.firsts,
    ),
    aggregated(frame, groups, "sum", sum(value), mix),
    aggregated(frame, groups, "parts", count(value), mix),
  ];
  const sums = { columns, length: groups.count };
  if (reported === undefined) return sums;
  const own = { ...numbersNamed(reported, value, "sumUp"), name: "reported" };
  const keys = ["entity", ...beside];
  const wholes = keys.map((name) => columnNamed(reported, name));
  const on = Object.fromEntries(keys.map((key) => [key === "entity" ? to : key, key]));
  return joinedFrames(sums, { columns: [...wholes, own], length: reported.length }, { on });
}

/** @throws TypeError for numbers of a variable that is no amount */
function requireAmounts(frame: Frame, name: string, to: string): void {
  const column = numbersNamed(frame, name, "sumUp");
  const relative = originOf(frame, column, "relative");
  if (relative === undefined) return;
  const found = column.values.findIndex(
    (value, row) => !Number.isNaN(value) && relative.texts[relative.codes[row]!] !== null,
  );
  if (found < 0) return;
  const variable = excerpt(String(relative.texts[relative.codes[found]!]));
  throw new TypeError(
    `sumUp adds amounts, and '${variable}' is a rate, a ratio, a median or an average: keep other variables by a filter, or say what is made of it with group("${excerpt(to)}", …).agg({ … }), such as a weightedMean`,
  );
}

/** With a column of dates after each column of numbers that has them, unless all are equal. */
export function datedFrame({ columns, length }: Frame): Frame {
  const met = new Set<string | null>();
  const dated = columns.flatMap((column): TableColumn[] => {
    const dates = column.kind === "number" ? datesOf(column) : undefined;
    if (column.kind === "text" || dates === undefined) return [column];
    const { codes, texts } = dates;
    const shown = Array.from(codes, (code, row) =>
      Number.isNaN(column.values[row]) ? null : texts[code]!,
    );
    for (const date of shown) if (date !== null) met.add(date);
    return [column, textsOf(`${column.name} date`, shown)];
  });
  return { columns: met.size < 2 ? columns : dated, length };
}
