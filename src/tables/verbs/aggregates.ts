/** Aggregates: one number, or text, of each group of rows. */

import { describeArgument } from "../../errors/excerpts.ts";
import { didYouMean, meant } from "../../errors/nearest.ts";
import { offsetsOf, scatter } from "../../store/columns/kernels.ts";
import { numberColumn, type TableColumn, takeRows } from "../column-data.ts";
import type { Aggregate, AggregateName } from "./aggregate.ts";
import {
  columnNamed,
  type Frame,
  type Groups,
  type Mixable,
  numbersNamed,
  requireAlike,
  requireOneDate,
} from "./frame.ts";

type Grouping = Pick<Groups, "ids" | "count">;

/** The numbers of groups; NaN where a group has none. */
type Calculation = (
  groups: Grouping,
  values: Float64Array,
  others: Float64Array,
  share: number,
) => Float64Array;

const none = (count: number): Float64Array => new Float64Array(count).fill(Number.NaN);

/** How many numbers groups have. */
function countsIn({ ids, count }: Grouping, values: Float64Array): Float64Array {
  const counts = new Float64Array(count);
  for (let row = 0; row < ids.length; row++) {
    if (!Number.isNaN(values[row])) counts[ids[row]!]!++;
  }
  return counts;
}

const sums: Calculation = ({ ids, count }, values) => {
  const found = none(count);
  for (let row = 0; row < ids.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const group = ids[row]!;
    const sum = found[group]!;
    found[group] = Number.isNaN(sum) ? value : sum + value;
  }
  return found;
};

const means: Calculation = (groups, values, others, share) => {
  const counts = countsIn(groups, values);
  return sums(groups, values, others, share).map((sum, group) => sum / counts[group]!);
};

/** Of a sample: divided by one less than the count. */
const variances: Calculation = (groups, values, others, share) => {
  const mean = means(groups, values, others, share);
  const counts = countsIn(groups, values);
  const squares = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    const group = groups.ids[row]!;
    const off = values[row]! - mean[group]!;
    if (!Number.isNaN(off)) squares[group]! += off * off;
  }
  return squares.map((sum, group) =>
    counts[group]! < 2 ? Number.NaN : sum / (counts[group]! - 1),
  );
};

function extremes(isBetter: (value: number, than: number) => boolean): Calculation {
  return ({ ids, count }, values) => {
    const found = none(count);
    for (let row = 0; row < ids.length; row++) {
      const value = values[row]!;
      const group = ids[row]!;
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(found[group]) || isBetter(value, found[group]!)) found[group] = value;
    }
    return found;
  };
}

/** Between the two nearest numbers by the share, as DuckDB's `quantile_cont` and polars' `linear`. */
const quantiles: Calculation = ({ ids, count }, values, _, share) => {
  const offsets = offsetsOf(ids, ids.length, count);
  const rows = scatter(ids, offsets);
  const found = none(count);
  const held = new Float64Array(ids.length);
  for (let group = 0; group < count; group++) {
    let length = 0;
    for (let at = offsets[group]!; at < offsets[group + 1]!; at++) {
      const value = values[rows[at]!]!;
      if (!Number.isNaN(value)) held[length++] = value;
    }
    if (length === 0) continue;
    const sorted = held.subarray(0, length).sort();
    const place = (length - 1) * share;
    const low = sorted[Math.floor(place)]!;
    const high = sorted[Math.ceil(place)]!;
    found[group] = low === high ? low : low + (high - low) * (place - Math.floor(place));
  }
  return found;
};

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
const correlations: Calculation = (groups, values, others) => {
  const isPair = (row: number) => !Number.isNaN(values[row]! + others[row]!);
  const xs = values.map((value, row) => (isPair(row) ? value : Number.NaN));
  const ys = others.map((value, row) => (isPair(row) ? value : Number.NaN));
  const [meanX, meanY] = [means(groups, xs, ys, 0), means(groups, ys, xs, 0)];
  const [xx, yy, xy] = [0, 1, 2].map(() => new Float64Array(groups.count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < xs.length; row++) {
    const group = groups.ids[row]!;
    const [x, y] = [xs[row]! - meanX[group]!, ys[row]! - meanY[group]!];
    if (Number.isNaN(x)) continue;
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
  sum: sums,
  mean: means,
  weightedMean: weightedMeans,
  median: (groups, values, others) => quantiles(groups, values, others, 0.5),
  quantile: quantiles,
  min: extremes((value, than) => value < than),
  max: extremes((value, than) => value > than),
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
  mix: readonly Mixable[] | undefined,
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
  requireOneDate([values, others], op, mix);
  return numberColumn(name, calculate(groups, values.values, others.values, share));
}

/** Rows, or rows that have something in a column. */
function counted(frame: Frame, { ids, count }: Grouping, name: string | undefined): Float64Array {
  const column = name === undefined ? undefined : columnNamed(frame, name);
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
  const [taken] = takeRows([{ ...column, name }], rows);
  return taken!;
}
