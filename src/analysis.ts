/** Aggregates for groups of a table's rows, and the types of a table's verbs. */

export type { JoinedRelation, WantedRelation } from "./tables/table-question.ts";
export {
  type Aggregate,
  type AggregateName,
  corr,
  count,
  first,
  last,
  max,
  mean,
  median,
  min,
  quantile,
  std,
  sum,
  variance,
  weightedMean,
} from "./tables/verbs/aggregate.ts";
export type { CompareOptions, SumOptions } from "./tables/verbs/compare.ts";
export type { Frame, MixOptions } from "./tables/verbs/frame.ts";
export type { Grouped } from "./tables/verbs/grouped.ts";
export type { Mixable } from "./tables/verbs/number-origins.ts";
export type {
  FillOptions,
  LeastOptions,
  SeriesBy,
  SeriesOptions,
  StepOptions,
} from "./tables/verbs/per-series.ts";
export type { TimeSpan } from "./tables/verbs/periods.ts";
export type { JoinOptions, PivotOptions, UnpivotOptions } from "./tables/verbs/reshape.ts";
export type { CellTest, Derivation } from "./tables/verbs/row-cells.ts";
export type { PerSeries } from "./tables/verbs/series-verbs.ts";
export type { WithinOptions } from "./tables/verbs/within.ts";
