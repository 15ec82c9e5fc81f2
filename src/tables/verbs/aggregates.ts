/** Aggregates: one number, or text, of each group of rows. */

import { describeArgument } from "../../errors/excerpts.ts";
import { didYouMean, meant } from "../../errors/nearest.ts";
import {
  type NumberColumn,
  numberColumn,
  type TableColumn,
  type TextColumn,
  takeRows,
  withOrigins,
} from "../column-data.ts";
import type { Aggregate, AggregateName } from "./aggregate.ts";
import {
  columnNamed,
  type Frame,
  type Grouping,
  numbersNamed,
  requireAlike,
  requireOneDate,
} from "./frame.ts";
import { type Mixable, originsAt, originsIn } from "./number-origins.ts";

/** The numbers of groups; NaN where a group has none. */
type Calculation = (
  groups: Grouping,
  values: Float64Array,
  others: Float64Array,
  share: number,
) => Float64Array;

const none = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);

/** Sums and counts of the numbers of groups, added up beside the columns while the group stays the same. */
function totals({ ids, count }: Grouping, values: Float64Array) {
  const [sums, counts] = [new Float64Array(count), new Float64Array(count)];
  let [group, sum, met] = [ids[0] ?? 0, 0, 0];
  for (let row = 0; row < ids.length; row++) {
    const own = ids[row]!;
    if (own !== group) {
      sums[group] = sum;
      counts[group] = met;
      group = own;
      sum = sums[own]!;
      met = counts[own]!;
    }
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    sum += value;
    met++;
  }
  if (count > 0) {
    sums[group] = sum;
    counts[group] = met;
  }
  return { sums, counts };
}

const sumsOf: Calculation = (groups, values) => {
  const { sums, counts } = totals(groups, values);
  for (let group = 0; group < sums.length; group++) {
    if (counts[group] === 0) sums[group] = Number.NaN;
  }
  return sums;
};

const means: Calculation = (groups, values) => {
  const { sums, counts } = totals(groups, values);
  for (let group = 0; group < sums.length; group++) sums[group]! /= counts[group]!;
  return sums;
};

/** Of a sample: divided by one less than the count. */
const variances: Calculation = (groups, values) => {
  const { sums: mean, counts } = totals(groups, values);
  for (let group = 0; group < mean.length; group++) mean[group]! /= counts[group]!;
  const squares = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    const group = groups.ids[row]!;
    const off = values[row]! - mean[group]!;
    if (!Number.isNaN(off)) squares[group]! += off * off;
  }
  for (let group = 0; group < counts.length; group++) {
    if (counts[group]! < 2) squares[group] = Number.NaN;
    else squares[group]! /= counts[group]! - 1;
  }
  return squares;
};

const extremes =
  (sign: 1 | -1): Calculation =>
  ({ ids, count }, values) => {
    const found = none(count);
    for (let row = 0; row < ids.length; row++) {
      const group = ids[row]!;
      const value = values[row]!;
      // NaN is not less than a number; any number takes its place.
      if (sign * value < sign * found[group]! || Number.isNaN(found[group])) found[group] = value;
    }
    return found;
  };

/** Numbers by group, without null; in any order in a group. */
interface Gathered {
  readonly of: Float64Array;
  readonly offsets: Uint32Array;
  readonly numbers: Float64Array;
}

/** What was gathered last: several quantiles are often asked of one column. */
const lastGathered = new WeakMap<Grouping, Gathered>();

/** The same again if they were gathered last. */
export function gathered(groups: Grouping, values: Float64Array): Gathered {
  const known = lastGathered.get(groups);
  if (known?.of === values) return known;
  const { ids, count } = groups;
  const offsets = new Uint32Array(count + 1);
  for (let row = 0; row < ids.length; row++) {
    if (!Number.isNaN(values[row])) offsets[ids[row]! + 1]!++;
  }
  for (let group = 0; group < count; group++) offsets[group + 1]! += offsets[group]!;
  const next = offsets.slice();
  const numbers = new Float64Array(offsets[count]!);
  for (let row = 0; row < ids.length; row++) {
    if (!Number.isNaN(values[row])) numbers[next[ids[row]!]!++] = values[row]!;
  }
  const made = { of: values, offsets, numbers };
  lastGathered.set(groups, made);
  return made;
}

/** Between the two nearest numbers by the share, as DuckDB's `quantile_cont` and polars' `linear`. */
const quantiles: Calculation = (groups, values, _, share) => {
  const { offsets, numbers } = gathered(groups, values);
  const found = none(groups.count);
  for (let group = 0; group < groups.count; group++) {
    const [start, end] = [offsets[group]!, offsets[group + 1]!];
    if (start === end) continue;
    const place = (end - start - 1) * share;
    const below = Math.floor(place);
    const at = start + below;
    const low = selected(numbers, start, end - 1, at);
    let high = low;
    if (below < place) {
      // The next one is the least of those above.
      high = Number.POSITIVE_INFINITY;
      for (let above = at + 1; above < end; above++) high = Math.min(high, numbers[above]!);
    }
    found[group] = low === high ? low : low + (high - low) * (place - below);
  }
  return found;
};

/** The number that is at a place among the sorted ones: Hoare's selection. Those above it are not less. */
function selected(numbers: Float64Array, first: number, last: number, place: number): number {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = parted(numbers, low, high);
    if (place <= middle) high = middle;
    else low = middle + 1;
  }
  return numbers[place]!;
}

/** Puts numbers up to a place that are not greater than those after it. @returns the place, before `high` */
function parted(numbers: Float64Array, low: number, high: number): number {
  const pivot = numbers[low + ((high - low) >>> 1)]!;
  for (let up = low, down = high; ; up++, down--) {
    while (numbers[up]! < pivot) up++;
    while (numbers[down]! > pivot) down--;
    if (up >= down) return down;
    const number = numbers[up]!;
    numbers[up] = numbers[down]!;
    numbers[down] = number;
  }
}

const weightedMeans: Calculation = (groups, values, weights) => {
  const total = new Float64Array(groups.count);
  const weighed = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    const weight = weights[row]!;
    const product = values[row]! * weight;
    if (Number.isNaN(product)) continue;
    weighed[groups.ids[row]!]! += product;
    total[groups.ids[row]!]! += weight;
  }
  return weighed.map((sum, group) => (total[group] === 0 ? Number.NaN : sum / total[group]!));
};

/** Pearson's, of rows with both numbers. */
const correlations: Calculation = ({ ids, count }, values, others) => {
  const columns = Array.from({ length: 6 }, () => new Float64Array(count));
  const [counts, meanX, meanY, xx, yy, xy] = columns as [
    Float64Array,
    ...[Float64Array, Float64Array, Float64Array, Float64Array, Float64Array],
  ];
  for (let row = 0; row < ids.length; row++) {
    const group = ids[row]!;
    if (Number.isNaN(values[row]! + others[row]!)) continue;
    counts[group]!++;
    meanX[group]! += values[row]!;
    meanY[group]! += others[row]!;
  }
  for (let group = 0; group < count; group++) {
    meanX[group]! /= counts[group]!;
    meanY[group]! /= counts[group]!;
  }
  for (let row = 0; row < ids.length; row++) {
    const group = ids[row]!;
    const [x, y] = [values[row]! - meanX[group]!, others[row]! - meanY[group]!];
    if (Number.isNaN(x + y)) continue;
    xx[group]! += x * x;
    yy[group]! += y * y;
    xy[group]! += x * y;
  }
  return xy.map((sum, group) => sum / Math.sqrt(xx[group]! * yy[group]!));
};

/** What names mean. `count`, `first` and `last` are not here: they take texts, too. */
const calculations: Readonly<
  Record<Exclude<AggregateName, "count" | "first" | "last">, Calculation>
> = {
  sum: sumsOf,
  mean: means,
  weightedMean: weightedMeans,
  median: (groups, values, others) => quantiles(groups, values, others, 0.5),
  quantile: quantiles,
  min: extremes(1),
  max: extremes(-1),
  variance: variances,
  std: (groups, values, others, share) => variances(groups, values, others, share).map(Math.sqrt),
  corr: correlations,
};

/** Names of aggregates that need one column and nothing else. */
export const plainAggregates = [
  "count",
  "sum",
  "mean",
  "median",
  "min",
  "max",
  "variance",
  "std",
  "first",
  "last",
] as const;

/**
 * The column of an aggregate.
 *
 * @throws TypeError for an unknown aggregate or column, for texts, and for what may not be mixed
 */
export function aggregated(
  frame: Frame,
  groups: Grouping,
  name: string,
  aggregate: Aggregate,
  mix: readonly Mixable[] = [],
): TableColumn {
  const { op, column = "", other, share = 0.5 } = Object(aggregate) as Aggregate;
  if (op === "count") return numberColumn(name, counted(frame, groups, aggregate.column));
  if (op === "first" || op === "last") return picked(frame, groups, name, aggregate, mix);
  const calculate = Object.hasOwn(calculations, op ?? "") ? calculations[op] : undefined;
  if (calculate === undefined) {
    const known = [...Object.keys(calculations), "count", "first", "last"];
    const near = typeof op === "string" ? didYouMean(meant(op, known)) : "";
    const given = describeArgument(op ?? aggregate);
    throw new TypeError(`'${name}' is an aggregate such as mean("value"), not ${given}${near}`);
  }
  if (!(share >= 0 && share <= 1)) {
    throw new TypeError(`quantile takes a share from 0 to 1, not ${describeArgument(share)}`);
  }
  const values = numbersNamed(frame, column, op);
  requireAlike(frame, groups, values, op, mix);
  const others = other === undefined ? values : numbersNamed(frame, other, op);
  if (others !== values) requireAlike(frame, groups, others, op, mix);
  requireOneDate([values, others], op, mix);
  const made = numberColumn(name, calculate(groups, values.values, others.values, share));
  if (op === "corr") return made;
  const origins = originsIn(frame, values, ["date", ...mix]);
  return withOrigins(made, originsAt(origins, firstNumbers(groups, values, origins)));
}

/** The numbers of an aggregate that makes no texts. */
export function aggregatedNumbers(
  frame: Frame,
  groups: Grouping,
  aggregate: Aggregate,
  mix: readonly Mixable[] = [],
): Float64Array {
  return (aggregated(frame, groups, aggregate.op, aggregate, mix) as NumberColumn).values;
}

/** Of each group its first row with a number; no rows that matter where all rows have one origin. */
function firstNumbers(
  { ids, count }: Grouping,
  { values }: NumberColumn,
  origins: readonly TextColumn[],
): Uint32Array {
  const rows = new Uint32Array(count);
  if (origins.every(({ texts }) => texts.length < 2)) return rows;
  for (let row = ids.length - 1; row >= 0; row--) {
    if (!Number.isNaN(values[row])) rows[ids[row]!] = row;
  }
  return rows;
}

/** Rows, or rows that have something in a column. */
function counted(frame: Frame, { ids, count }: Grouping, name: string | undefined): Float64Array {
  const column = name === undefined ? undefined : columnNamed(frame, name);
  if (column?.kind === "number") return totals({ ids, count }, column.values).counts;
  const counts = new Float64Array(count);
  for (let row = 0; row < ids.length; row++) {
    if (column === undefined || hasCell(column, row)) counts[ids[row]!]!++;
  }
  return counts;
}

function hasCell(column: TableColumn, row: number): boolean {
  if (column.kind === "number") return !Number.isNaN(column.values[row]);
  return column.texts[column.codes[row]!] !== null;
}

/** The first or the last cell that is not null; null if all are. */
function picked(
  frame: Frame,
  groups: Grouping,
  name: string,
  { op, column: of = "" }: Aggregate,
  mix: readonly Mixable[] | undefined,
): TableColumn {
  const column = columnNamed(frame, of);
  if (column.kind === "number") requireAlike(frame, groups, column, op, mix);
  const { ids, count } = groups;
  const rows = new Uint32Array(count);
  const has = new Uint8Array(count);
  for (let row = 0; row < ids.length; row++) {
    const group = ids[row]!;
    if (has[group] === 1 && op === "first") continue;
    if (hasCell(column, row)) has[group] = 1;
    else if (has[group] === 1) continue;
    rows[group] = row;
  }
  const own = column.kind === "number" ? withOrigins(column, originsIn(frame, column)) : column;
  return takeRows([{ ...own, name }], rows)[0]!;
}
