/** Options of the verbs of tables, as rows. */

import { type OptionRow, type OptionRows, requireOptions } from "../../options/required-options.ts";
import type { CompareOptions, SumOptions } from "./compare.ts";
import type { MixOptions } from "./frame.ts";
import type {
  FillOptions,
  LeastOptions,
  SeriesBy,
  SeriesOptions,
  StepOptions,
} from "./per-series.ts";
import type { JoinOptions, PivotOptions, UnpivotOptions } from "./reshape.ts";
import type { WithinOptions } from "./within.ts";

const mixRows = {
  mix: { is: ["texts"], choices: ["variable", "unit", "observationPeriod", "facetId", "date"] },
} satisfies OptionRows<MixOptions>;
const withinRows = {
  ...mixRows,
  within: { is: ["text", "texts"] },
  as: { is: ["text"] },
} satisfies OptionRows<WithinOptions>;
const seriesRows = {
  column: { is: ["text"] },
  as: { is: ["text"] },
} satisfies OptionRows<SeriesOptions>;
const stepRows = { ...seriesRows, over: { is: ["text"] } } satisfies OptionRows<StepOptions>;
const leastRows = {
  ...seriesRows,
  minCount: { is: ["whole"], min: 1 },
} satisfies OptionRows<LeastOptions>;
const fillRows = {
  ...seriesRows,
  limit: { is: ["whole"], min: 1 },
} satisfies OptionRows<FillOptions>;

/** By verb. */
export const verbRows = {
  agg: mixRows,
  derive: mixRows,
  correlations: mixRows,
  compareFacets: {
    tolerance: { is: ["number"] },
    mix: { is: ["texts"], choices: ["observationPeriod"] },
  } satisfies OptionRows<CompareOptions>,
  sumUp: {
    ...mixRows,
    to: { is: ["text"] },
    reported: { is: ["object"] },
    column: { is: ["text"] },
  } satisfies OptionRows<SumOptions>,
  perSeries: { ...mixRows, by: { is: ["texts"] } } satisfies OptionRows<SeriesBy>,
  rank: { ...withinRows, order: { is: ["text"], choices: ["ascending", "descending"] } },
  share: withinRows,
  zScore: withinRows,
  histogram: { ...mixRows, bins: { is: ["whole"], min: 1 } },
  join: {
    on: { is: ["text", "texts", "object"] },
    how: { is: ["text"], choices: ["left", "inner"] },
  } satisfies OptionRows<JoinOptions>,
  pivot: {
    ...mixRows,
    on: { is: ["text"] },
    index: { is: ["text", "texts"] },
    values: { is: ["text"] },
  } satisfies OptionRows<PivotOptions>,
  unpivot: {
    on: { is: ["texts"] },
    variableName: { is: ["text"] },
    valueName: { is: ["text"] },
  } satisfies OptionRows<UnpivotOptions>,
  diff: stepRows,
  percentChange: stepRows,
  lag: stepRows,
  cagr: seriesRows,
  rollingMean: leastRows,
  rollingSum: leastRows,
  cumulativeSum: seriesRows,
  indexTo: seriesRows,
  fillForward: fillRows,
  interpolate: fillRows,
  nearest: fillRows,
  resample: leastRows,
} satisfies Readonly<Record<string, Readonly<Record<string, OptionRow>>>>;

/** @throws TypeError for a name, a type or a choice that the verb does not have */
export function requireVerb(verb: keyof typeof verbRows, options: object): void {
  requireOptions(verb, options, verbRows[verb] as OptionRows<object>);
}
