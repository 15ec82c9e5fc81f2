/** What is calculated of each group: plain data, made by the functions of `pocket-commons/analysis`. */

/** Names of aggregates: polars' and arquero's. */
export type AggregateName =
  | "count"
  | "sum"
  | "mean"
  | "weightedMean"
  | "median"
  | "quantile"
  | "min"
  | "max"
  | "variance"
  | "std"
  | "first"
  | "last"
  | "corr";

/** An aggregate of a column. */
export interface Aggregate {
  readonly op: AggregateName;
  readonly column?: string | undefined;
  /** The column of weights, or the other one of a correlation. */
  readonly other?: string | undefined;
  /** Of a quantile: from 0 to 1. */
  readonly share?: number | undefined;
}

/** Rows of a group; with a column, rows that have something in it. */
export const count = (column?: string): Aggregate => ({ op: "count", column });

/** The sum of a column. Null is left out; a group without numbers has null. */
export const sum = (column: string): Aggregate => ({ op: "sum", column });

/** The mean. Null is left out; a group without numbers has null. */
export const mean = (column: string): Aggregate => ({ op: "mean", column });

/** The mean by weights. Rows that lack one of both are left out; weights that come to 0 give null. */
export const weightedMean = (column: string, weights: string): Aggregate => ({
  op: "weightedMean",
  column,
  other: weights,
});

/** The middle number, or the mean of the two in the middle. Null is left out. */
export const median = (column: string): Aggregate => ({ op: "median", column });

/**
 * The number below which a share of all lies, as `quantile_cont` of DuckDB: between two numbers it
 * is on the line. Null is left out.
 *
 * @param share from 0 to 1
 */
export const quantile = (column: string, share: number): Aggregate => ({
  op: "quantile",
  column,
  share,
});

/** The least number. Null is left out. */
export const min = (column: string): Aggregate => ({ op: "min", column });

/** The greatest number. Null is left out. */
export const max = (column: string): Aggregate => ({ op: "max", column });

/** The variance of a sample (divided by n - 1). Null is left out; of less than two numbers it is null. */
export const variance = (column: string): Aggregate => ({ op: "variance", column });

/** The standard deviation of a sample. Null is left out; of less than two numbers it is null. */
export const std = (column: string): Aggregate => ({ op: "std", column });

/** The first number or text in the order of rows. Null is left out. */
export const first = (column: string): Aggregate => ({ op: "first", column });

/** The last number or text in the order of rows. Null is left out. */
export const last = (column: string): Aggregate => ({ op: "last", column });

/**
 * Pearson's correlation of two columns. Rows that lack one of both are left out; it is null where a
 * column has one number only, or the same number in all rows.
 */
export const corr = (column: string, other: string): Aggregate => ({ op: "corr", column, other });
