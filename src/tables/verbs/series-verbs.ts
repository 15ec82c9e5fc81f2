/** The series of a table. */

import type { AggregateName } from "./aggregate.ts";
import { plainAggregates } from "./aggregates.ts";
import type { Frame } from "./frame.ts";
import {
  carry,
  eachWithEarlier,
  type FillOptions,
  type LeastOptions,
  requireCount,
  requireWord,
  rolling,
  type SeriesBy,
  SeriesFrame,
  type SeriesOptions,
  type StepOptions,
} from "./per-series.ts";
import { requireVerb } from "./verb-options.ts";

/**
 * Calculations along each series of a table. Rows of the results are in the order of series, then of dates. Dates are
 * years, quarters (`2020-Q1`), months or days, of one kind in each series; they may have gaps. A step counts
 * time, not rows: the year before 2020 is 2019, also where the row before is 2015. Then the number is null.
 *
 * All methods throw a TypeError for a column that is not there or holds texts, for dates of another form, and for
 * two rows of a series with one date.
 */
export class PerSeries<Made> {
  readonly #series: SeriesFrame;
  readonly #make: (frame: Frame) => Made;

  /** @internal */
  constructor(frame: Frame, by: SeriesBy, make: (frame: Frame) => Made) {
    this.#series = new SeriesFrame(frame, by);
    this.#make = make;
  }

  /** The difference from the number a step before; null where one of both is missing. */
  diff(options: StepOptions = {}): Made {
    requireVerb("diff", options);
    return this.#stepped("diff", options, (value, before) => value - before);
  }

  /**
   * The change from the number a step before as a share of it: 0.1 is 10 percent more. Null where one of both is
   * missing, or where that number is 0.
   */
  percentChange(options: StepOptions = {}): Made {
    requireVerb("percentChange", options);
    return this.#stepped("change", options, (value, before) =>
      before === 0 ? Number.NaN : (value - before) / Math.abs(before),
    );
  }

  /** The number a step before; null where it is missing. */
  lag(options: StepOptions = {}): Made {
    requireVerb("lag", options);
    return this.#stepped("lag", options, (_, before) => before);
  }

  #stepped(
    verb: string,
    options: StepOptions,
    calculate: (value: number, before: number) => number,
  ): Made {
    const frame = this.#series.along(verb, options, (part, into) => {
      eachWithEarlier(part, options.over, (row, earlier) => {
        if (earlier >= 0) into[row] = calculate(part.values[row]!, part.values[earlier]!);
      });
    });
    return this.#make(frame);
  }

  /**
   * Growth per year (CAGR) from the first to the last number: a row per series, with the dates of both in `from`
   * and `to`. Null for less than two numbers, and where the first is not above 0. Days count in years of 365.2425.
   */
  cagr(options: SeriesOptions = {}): Made {
    requireVerb("cagr", options);
    return this.#make(this.#series.growth(options));
  }

  /**
   * The mean of the numbers in the `periods` periods up to each date: quarters where the source says that values are about
   * quarters (`P3M`). Null where less than `minCount` are there
   * (default: all of them).
   */
  rollingMean(periods: number, options: LeastOptions = {}): Made {
    requireVerb("rollingMean", options);
    return this.#rolled("rolling_mean", periods, options, (sum, count) => sum / count);
  }

  /** The sum of the numbers in the `periods` periods up to each date; null as for `rollingMean`. */
  rollingSum(periods: number, options: LeastOptions = {}): Made {
    requireVerb("rollingSum", options);
    return this.#rolled("rolling_sum", periods, options, (sum) => sum);
  }

  #rolled(
    verb: string,
    periods: number,
    options: LeastOptions,
    calculate: (sum: number, count: number) => number,
  ): Made {
    requireCount("the number of periods", periods);
    const { minCount: least = periods } = options;
    const frame = this.#series.along(verb, options, (part, into) => {
      rolling(part, periods, (row, sum, count) => {
        if (count >= least) into[row] = calculate(sum, count);
      });
    });
    return this.#make(frame);
  }

  /** The sum of all numbers up to each date. Null stays null and adds nothing; so does a gap. */
  cumulativeSum(options: SeriesOptions = {}): Made {
    requireVerb("cumulativeSum", options);
    const frame = this.#series.along("cumulative", options, ({ values }, into) => {
      let sum = 0;
      for (let row = 0; row < values.length; row++) {
        if (Number.isNaN(values[row])) continue;
        sum += values[row]!;
        into[row] = sum;
      }
    });
    return this.#make(frame);
  }

  /**
   * Each number as a percentage of the one at a date: 100 at this date. Null for a series that has no number then,
   * or 0, or dates of another kind.
   */
  indexTo(date: string, options: SeriesOptions = {}): Made {
    requireVerb("indexTo", options);
    const baseOf = this.#series.atDate(date);
    const frame = this.#series.along("index", options, (part, into) => {
      const base = baseOf(part);
      if (base === 0) return;
      for (let row = 0; row < into.length; row++) into[row] = (part.values[row]! / base) * 100;
    });
    return this.#make(frame);
  }

  /**
   * Rows for all periods from the first to the last of each series; null becomes the last number before it. What comes
   * before the first number stays null. Other columns of numbers are null in new rows.
   */
  fillForward(options: FillOptions = {}): Made {
    requireVerb("fillForward", options);
    const { limit = Number.POSITIVE_INFINITY } = options;
    const frame = this.#series.filled("fillForward", options, (values) => {
      let last = Number.NaN;
      let age = 0;
      for (let at = 0; at < values.length; at++) {
        age = Number.isNaN(values[at]) ? age + 1 : 0;
        if (age === 0) last = values[at]!;
        else if (age <= limit) values[at] = last;
      }
    });
    return this.#make(frame);
  }

  /**
   * Rows for all periods from the first to the last of each series; null becomes what lies on the line between the
   * numbers before and after. Before the first and after the last number it stays null. With a limit, longer gaps stay
   * null altogether. Other columns of numbers are null in new rows.
   */
  interpolate(options: FillOptions = {}): Made {
    requireVerb("interpolate", options);
    const { limit = Number.POSITIVE_INFINITY } = options;
    const frame = this.#series.filled("interpolate", options, (values) => {
      let last = -1;
      for (let at = 0; at < values.length; at++) {
        if (Number.isNaN(values[at])) continue;
        for (let gap = last + 1; gap < at && last >= 0 && at - last - 1 <= limit; gap++) {
          const share = (gap - last) / (at - last);
          values[gap] = values[last]! + (values[at]! - values[last]!) * share;
        }
        last = at;
      }
    });
    return this.#make(frame);
  }

  /**
   * Each number, and for null the one with the nearest date: of two as near the earlier. No rows are added. With a limit, null
   * stays where no number is so near. So columns that have numbers at different dates go into one formula.
   */
  nearest(options: FillOptions = {}): Made {
    requireVerb("nearest", options);
    const { limit = Number.POSITIVE_INFINITY } = options;
    const frame = this.#series.along("nearest", options, (part, into) => {
      // Periods are whole numbers.
      const gaps = new Float64Array(into.length).fill(limit + 0.5);
      carry(part, into, gaps, 1);
      carry(part, into, gaps, -1);
    });
    return this.#make(frame);
  }

  /**
   * A row per series and coarser period: what `how` makes of its numbers. Null is left out. A year that lacks one of
   * its months or quarters is null, unless `minCount` is smaller; of days one is enough. Other columns of numbers go.
   *
   * @param to `year`, `quarter` or `month`
   * @param how such as `mean`, `sum` or `last`
   */
  resample(
    to: "year" | "quarter" | "month",
    how: (typeof plainAggregates)[number],
    options: LeastOptions = {},
  ): Made {
    requireWord("the period", to, ["year", "quarter", "month"]);
    requireWord("what is made of numbers", how, plainAggregates);
    requireVerb("resample", options);
    return this.#make(this.#series.resampled(to, how as AggregateName, options));
  }
}
