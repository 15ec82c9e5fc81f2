/** Tables of columns, and what becomes of them. */

import { requireOptions } from "../options/required-options.ts";
import { type Cell, sortedRows, takeRows } from "./column-data.ts";
import { type TableCounts, TableForms } from "./table-forms.ts";
import { sameNames, sourcesBeside, type TableSource } from "./table-sources.ts";
import {
  type CompareOptions,
  correlated,
  datedFrame,
  facetsApart,
  type SumOptions,
  summedUp,
} from "./verbs/compare.ts";
import { columnNamed, type Frame, type MixOptions, valueName } from "./verbs/frame.ts";
import { Grouped } from "./verbs/grouped.ts";
import type { SeriesBy } from "./verbs/per-series.ts";
import {
  type JoinOptions,
  joinedFrames,
  type PivotOptions,
  pivoted,
  type UnpivotOptions,
  unpivoted,
} from "./verbs/reshape.ts";
import { type CellTest, type Derivation, derivedFrame, keptRows } from "./verbs/row-cells.ts";
import { PerSeries } from "./verbs/series-verbs.ts";
import { requireVerb } from "./verbs/verb-options.ts";
import { binned, ranked, scored, shared, type WithinOptions } from "./verbs/within.ts";

// Arguments of its methods.
const orderRows = { order: { is: ["text"], choices: ["ascending", "descending"] } } as const;
const columnsRows = { columns: { is: ["object"], isRequired: true } } as const;
const countRows = { count: { is: ["whole"], isRequired: true } } as const;

const orders = ["ascending", "descending"] as const;

/**
 * Columns of one length, each with a name of its own. Immutable: each verb makes a new table. To iterate
 * over it gives its rows as objects, as `objects` does. A number that is NaN is null, whoever made it.
 */
export class Table<Row extends object = Readonly<Record<string, Cell>>> extends TableForms<Row> {
  /**
   * Rows by a column: numbers by size, texts in byte order of UTF-8, null last in both directions.
   * Equal ones stay in their order.
   *
   * @throws TypeError when there is no such column, and no such order
   */
  sorted(name: keyof Row & string, order: "ascending" | "descending" = "ascending"): Table<Row> {
    requireOptions("sorted", { order }, orderRows);
    return this.take(sortedRows(columnNamed(this, name), this.length, order));
  }

  /**
   * Some columns in a new order, under new names:
   * `select({ place: "entity_name", value: "value" })`.
   *
   * @throws TypeError when there is no such column
   */
  select<const Columns extends Readonly<Record<string, keyof Row & string>>>(
    columns: Columns,
  ): Table<{ readonly [Name in keyof Columns]: Row[Columns[Name]] }> {
    requireOptions("select", { columns }, columnsRows);
    const selected = Object.entries(columns).map(([name, old]) => ({
      ...columnNamed(this, old),
      name,
    }));
    const names = new Map(Object.entries(columns).map(([name, old]) => [old, name]));
    const sources = sourcesBeside(this.sources, names);
    return new Table(selected, this.length, this.counts, sources);
  }

  /** The first rows. */
  head(count: number): Table<Row> {
    requireOptions("head", { count }, countRows);
    return this.take(Uint32Array.from({ length: Math.min(count, this.length) }, (_, row) => row));
  }

  /** The rows of these numbers, in their order; the first is 0. */
  take(rows: Uint32Array): Table<Row> {
    return new Table(takeRows(this.columns, rows), rows.length, this.counts, this.sources);
  }

  /**
   * Rows whose cells pass all tests: `{ state: ["geoId/06"], value: { min: 10 } }`; or for which a function is
   * true. A range has both of its ends, and no null. A function gets one object again and again: it must not keep it.
   *
   * @throws TypeError for a column that is not there, and for a test that its cells cannot pass
   */
  filter(test: Readonly<Record<string, CellTest>> | ((row: Row) => unknown)): Table<Row> {
    const rows = keptRows(this, test as Parameters<typeof keptRows>[1]);
    // Columns without a row less are shared: no cell is copied.
    const isAll = rows.length === this.length;
    return isAll
      ? new Table(this.columns, this.length, this.counts, this.sources)
      : this.take(rows);
  }

  /**
   * New columns: arithmetic over names of columns (`{ rate: "Deaths / Count_Person * 1000" }`), or a
   * function of a row. Null where a number is missing, or where a formula divides by 0. A function may give
   * null; it gets one object again and again.
   *
   * @throws TypeError for a column that is not there or holds texts, and where columns of different units
   * are added
   */
  derive(derivations: Readonly<Record<string, Derivation>>, options: MixOptions = {}): Table {
    requireVerb("derive", options);
    const frame = derivedFrame(this, derivations, options);
    const kept = this.columns
      .map(({ name }) => name)
      .filter((name) => !Object.hasOwn(derivations, name));
    return this.#made(frame, sourcesBeside(this.sources, sameNames(kept)));
  }

  /**
   * Rows with equal cells in these columns, for `agg`. Null is a cell like others. Without columns all rows are
   * one group. Groups stand in the order of their first rows.
   *
   * @throws TypeError for a column that is not there
   */
  group(...names: readonly string[]): Grouped<Table> {
    // Aggregates of facets and dates are not those of all numbers of a group.
    const sources = sourcesBeside(this.sources, sameNames(names));
    return new Grouped(this, names, (frame) => this.#made(frame, sources));
  }

  /**
   * How columns of numbers go together: a row and a column for each, with Pearson's correlation of the rows that
   * have both numbers. Null where a column has the same number in all of them, or there are less than two.
   *
   * @param names columns of numbers. Default: all
   * @param options `mix` names what may differ among the numbers of a column, and of a row (`date`)
   * @throws TypeError for a column that is not there or holds texts, and where numbers would be mixed
   */
  correlations(names?: readonly string[], options: MixOptions = {}): Table {
    requireVerb("correlations", options);
    const { mix } = options;
    return this.#made(correlated(this, names, mix));
  }

  /**
   * A column of dates after each column of numbers, such as `Count_Person date`: in the shape `variables` with the
   * date `latest`. Other tables, and those whose numbers all have one date, stay as they are.
   */
  withDates(): Table {
    return this.#made(datedFrame(this));
  }

  /**
   * Where facets disagree, in a table that has all of them. A row is a date of a variable and its entities about which
   * several facets have numbers; null is left out. Its columns are `facets`, `min`, `max` and `spread`: the difference of both as a
   * share of the greater size. Numbers of different units, periods or scaling factors are not compared, unless `mix`
   * allows other periods (`observationPeriod`).
   *
   * @param options `tolerance`: only spreads above it. Default: 0
   * @throws TypeError if there is no column `facetId` or `value`
   */
  compareFacets(options: CompareOptions = {}): Table {
    requireVerb("compareFacets", options);
    const { tolerance = 0, mix = [] } = options;
    const scales = new Map(this.sources.map(({ facet }) => [facet.facetId, facet.scalingFactor]));
    return this.#made(facetsApart(this, scales, { tolerance, mix }));
  }

  /**
   * Sums up a hierarchy: a row for each whole, variable and date, with the `sum` of its parts and how many `parts`
   * have a number. Of a table of the wholes, `reported` is what that table has for the same variable and date,
   * or null; with several facets it has a row for each. Null is left out; parts without a whole are one row, whose whole is null.
   *
   * @param options `to`: the column of wholes, as `join` of a question makes it
   * @throws TypeError for a column that is not there, and where units, periods or facets would be mixed
   */
  sumUp(options: SumOptions): Table {
    requireVerb("sumUp", options);
    const reported = sourcesBeside(sourcesOf(options.reported), new Map());
    const counts = countsWith(this.counts, options.reported);
    return this.#made(summedUp(this, options), [...this.sources, ...reported], counts);
  }

  /**
   * Calculations along each series, by date. A series is all rows with equal texts beside the date, or with equal
   * cells in the columns `by`: then numbers of several units, periods, variables or facets are refused in
   * one series, unless `mix` allows it.
   */
  perSeries(options: SeriesBy = {}): PerSeries<Table> {
    requireVerb("perSeries", options);
    return new PerSeries(this, options, (frame) => this.#mixed(frame, options));
  }

  /**
   * A column of ranks: 1 is the greatest number, or with `ascending` the least. Equal numbers have one rank, and the
   * next rank counts them all (1, 1, 3). Null has none.
   *
   * @param column default: `value`, or the only one of numbers
   * @throws TypeError where units, periods, variables or facets would be mixed
   */
  rank(
    column?: string,
    options: WithinOptions & { readonly order?: (typeof orders)[number] | undefined } = {},
  ): Table {
    requireVerb("rank", options);
    const { order = "descending" } = options;
    return this.#mixed(ranked(this, column ?? valueName(this, "rank"), order, options), options);
  }

  /**
   * A column of shares: each number, divided by the sum of all. Null is left out and has none; none has one where
   * the sum is 0.
   *
   * @param column default: `value`, or the only one of numbers
   * @throws TypeError where units, periods, variables or facets would be mixed
   */
  share(column?: string, options: WithinOptions = {}): Table {
    requireVerb("share", options);
    return this.#mixed(shared(this, column ?? valueName(this, "share"), options), options);
  }

  /**
   * A column of standard scores: distance from the mean in standard deviations of a sample. Null is left out and has
   * none; none has one where all numbers are equal.
   *
   * @param column default: `value`, or the only one of numbers
   * @throws TypeError where units, periods, variables or facets would be mixed
   */
  zScore(column?: string, options: WithinOptions = {}): Table {
    requireVerb("zScore", options);
    return this.#mixed(scored(this, column ?? valueName(this, "zScore"), options), options);
  }

  /**
   * A row for each of so many bins of one width: `from`, `to`, `count`. A number on an edge is in the upper bin, the
   * greatest in the last one. Null is left out.
   *
   * @param column default: `value`, or the only one of numbers
   * @throws TypeError where units, periods, variables or facets would be mixed
   */
  histogram(
    column?: string,
    options: MixOptions & { readonly bins?: number | undefined } = {},
  ): Table {
    requireVerb("histogram", options);
    const { bins = 10 } = options;
    return this.#made(binned(this, column ?? valueName(this, "histogram"), bins, options));
  }

  /**
   * The columns of another table beside these, where cells of `on` are equal: a row for each pair of rows that meet.
   * Null meets nothing. A name that both have gets `_2`.
   *
   * @throws TypeError for a column that is not there, and for columns of different kinds
   */
  join(other: Frame, options: JoinOptions): Table {
    requireVerb("join", options);
    const { names, ...frame } = joinedFrames(this, other, options);
    const sources = [...this.sources, ...sourcesBeside(sourcesOf(other), names)];
    return this.#made(frame, sources, countsWith(this.counts, other));
  }

  /**
   * A row for each combination of `index`, and a column for each cell of `on`. Cells that no row has are null.
   *
   * @throws TypeError for two rows in one place, and where a column would mix units, periods, variables or facets
   */
  pivot(options: PivotOptions): Table {
    requireVerb("pivot", options);
    return this.#made(pivoted(this, options));
  }

  /**
   * Columns of numbers as rows: a row for each row and column, null included.
   *
   * @throws TypeError for a column that is not there or holds texts
   */
  unpivot(options: UnpivotOptions): Table {
    requireVerb("unpivot", options);
    return this.#made(unpivoted(this, options));
  }

  #made({ columns, length }: Frame, sources = this.sources, counts = this.counts): Table {
    return new Table(columns, length, counts, sources);
  }

  /** Where a number may be of several facets, its row does not name them all. */
  #mixed(frame: Frame, { mix = [] }: MixOptions): Table {
    const isMixed = mix.includes("facetId");
    return this.#made(frame, isMixed ? sourcesBeside(this.sources, new Map()) : this.sources);
  }
}

/** Of a frame that is a table. */
const sourcesOf = (frame: Frame | undefined): readonly TableSource[] =>
  frame instanceof Table ? frame.sources : [];

/** Of both tables. */
function countsWith(own: TableCounts, other: Frame | undefined): TableCounts {
  if (!(other instanceof Table)) return own;
  const { notNumbers, undivided, unknown } = other.counts;
  return {
    notNumbers: own.notNumbers + notNumbers,
    undivided: own.undivided + undivided,
    unknown: [...new Set([...own.unknown, ...unknown])],
  };
}
