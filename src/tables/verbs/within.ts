/** What a row is among others: rank, share, standard score, bin of a histogram. */

import { lowerBound } from "../../store/columns/kernels.ts";
import { numberColumn } from "../column-data.ts";
import { aggregatedNumbers, gathered } from "./aggregates.ts";
import {
  type Frame,
  type Groups,
  groupsOf,
  type MixOptions,
  numbersNamed,
  requireAlike,
} from "./frame.ts";
import { mixables } from "./number-origins.ts";

/** Among which rows, and the name of the new column. */
export interface WithinOptions extends MixOptions {
  /** Rows with equal cells in these columns are compared. Default: all rows. */
  readonly within?: string | readonly string[] | undefined;
  /** The name of the new column. */
  readonly as?: string | undefined;
}

const listOf = (names: string | readonly string[] | undefined): readonly string[] =>
  typeof names === "string" ? [names] : (names ?? []);

interface Among {
  readonly groups: Groups;
  readonly values: Float64Array;
}

function among(frame: Frame, name: string, verb: string, options: WithinOptions): Among {
  const column = numbersNamed(frame, name, verb);
  const groups = groupsOf(frame, listOf(options.within));
  requireAlike(frame, groups, column, verb, options.mix);
  return { groups, values: column.values };
}

const withNumbers = (frame: Frame, name: string, values: Float64Array): Frame => ({
  columns: [...frame.columns, numberColumn(name, values)],
  length: frame.length,
});

/** 1 is the first; equal numbers have the same rank, and the next one counts them all. */
export function ranked(
  frame: Frame,
  name: string,
  order: "ascending" | "descending",
  options: WithinOptions,
): Frame {
  const { groups, values } = among(frame, name, "rank", options);
  const sign = order === "ascending" ? 1 : -1;
  const signed = values.map((value) => value * sign);
  const { offsets, numbers } = gathered(groups, signed);
  for (let group = 0; group < groups.count; group++) {
    numbers.subarray(offsets[group]!, offsets[group + 1]!).sort();
  }
  const ranks = new Float64Array(frame.length).fill(Number.NaN);
  for (let row = 0; row < ranks.length; row++) {
    if (Number.isNaN(signed[row])) continue;
    const [start, end] = [offsets[groups.ids[row]!]!, offsets[groups.ids[row]! + 1]!];
    ranks[row] = lowerBound(numbers, signed[row]!, start, end) - start + 1;
  }
  return withNumbers(frame, options.as ?? `${name}_rank`, ranks);
}

/** Of the sum of all. */
export function shared(frame: Frame, name: string, options: WithinOptions): Frame {
  const { groups, values } = among(frame, name, "share", options);
  const sums = numbersOf(frame, groups, name, "sum");
  const shares = values.map((value, row) => value / (sums[groups.ids[row]!]! || Number.NaN));
  return withNumbers(frame, options.as ?? `${name}_share`, shares);
}

/** Distance from the mean in standard deviations. */
export function scored(frame: Frame, name: string, options: WithinOptions): Frame {
  const { groups, values } = among(frame, name, "zScore", options);
  const means = numbersOf(frame, groups, name, "mean");
  const deviations = numbersOf(frame, groups, name, "std");
  const scores = values.map((value, row) => {
    const group = groups.ids[row]!;
    return (value - means[group]!) / (deviations[group]! || Number.NaN);
  });
  return withNumbers(frame, options.as ?? `${name}_z`, scores);
}

function numbersOf(
  frame: Frame,
  groups: Groups,
  column: string,
  op: "sum" | "mean" | "std",
): Float64Array {
  return aggregatedNumbers(frame, groups, { op, column }, mixables);
}

/** A row per bin of equal width from the least to the greatest number: `from`, `to`, `count`. */
export function binned(frame: Frame, name: string, bins: number, options: MixOptions): Frame {
  const { values } = among(frame, name, "histogram", options);
  let [least, most, isAny] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    isAny = true;
  }
  const length = isAny ? bins : 0;
  const counts = new Float64Array(length);
  const width = (most - least) / bins;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    // The greatest number is in the last bin.
    counts[width > 0 ? Math.min(Math.floor((value - least) / width), bins - 1) : 0]!++;
  }
  const edges = (step: number) =>
    Float64Array.from({ length }, (_, bin) =>
      bin + step === bins ? most : least + (bin + step) * width,
    );
  return {
    columns: [
      numberColumn("from", edges(0)),
      numberColumn("to", edges(1)),
      numberColumn("count", counts),
    ],
    length,
  };
}
