/** Collects observations under provisional ids, then groups, ranks and freezes them. */

import {
  Bitmap,
  type Dictionary,
  Float64Builder,
  lowerBound,
  narrowColumn,
  offsetsOf,
  type Ranks,
  radixSort,
  scatter,
  TextTableBuilder,
  Uint32Builder,
} from "../store/index.ts";
import { entityIndex } from "./entity-index.ts";
import type { FacetEntry } from "./facets.ts";
import { ObservationTable } from "./observations.ts";
import type { Ranking } from "./ranking.ts";
import { SeriesTableBuilder } from "./series-builder.ts";
import { rankSeries, runsOf, type SeriesGroups, seriesGroups } from "./series-groups.ts";
import { isPlainNumber, numberOf } from "./values.ts";

/** Runs up to this length are sorted by insertion. */
const insertionMax = 24;

/** What the freeze needs from the rest of the world. */
export interface FrozenContext {
  readonly dictionary: Dictionary;
  readonly ranks: Ranks;
  /** The facet table in the order of `compareFacets`, and the number of each provisional facet. */
  readonly facets: readonly FacetEntry[];
  readonly facetNumbers: Uint32Array;
  readonly ranking: Ranking;
}

export interface FrozenObservations {
  readonly table: ObservationTable;
  /** Points dropped because a later row has the same series and date. */
  readonly repeatedPoints: number;
  /** Those of them where the later row is written differently. */
  readonly conflictingPoints: number;
  /** The first few of those. */
  readonly conflicts: readonly Conflict[];
}

/** One observation that was loaded with two values. */
export interface Conflict {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
}

const conflictsShown = 5;

export class ObservationBuilder {
  readonly dates: TextTableBuilder = new TextTableBuilder();
  readonly #series = new SeriesTableBuilder();
  readonly #seriesOfRow = new Uint32Builder();
  readonly #dateOfRow = new Uint32Builder();
  readonly #valueOfRow = new Float64Builder();
  /** Rows, ascending, whose text their number does not print, and the literal of each. */
  readonly #textRows = new Uint32Builder();
  readonly #textOfRow = new Uint32Builder();

  /** `literalOf` stores the text of a value that its number does not print. */
  add(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    value: string,
    literalOf: (text: string) => number,
  ): void {
    if (isPlainNumber(value)) {
      this.#valueOfRow.push(Number(value));
    } else {
      this.#textRows.push(this.#valueOfRow.length);
      this.#textOfRow.push(literalOf(value));
      this.#valueOfRow.push(numberOf(value));
    }
    this.#seriesOfRow.push(this.#series.seriesOf(variable, entity, facet));
    this.#dateOfRow.push(date);
  }

  freeze(context: FrozenContext): FrozenObservations {
    const { dictionary, ranks, facets, ranking } = context;
    const { table: dateTable, ranks: dateRanks } = this.dates.freeze();
    const dates = this.#dateOfRow.values;
    for (let row = 0; row < this.#dateOfRow.length; row++) dates[row] = dateRanks[dates[row]!]!;

    const groups = seriesGroups(this.#series, ranks.nodes, context.facetNumbers);
    const rows = this.#rowsByDate(groups);
    const rankOrder = rankSeries(
      groups,
      (group) => ({
        facet: facets[groups.facets[group]!]!,
        latestDate: dateTable.textOf(dates[rows.order[rows.ends[group]! - 1]!]!),
        count: rows.ends[group]! - rows.starts[group]!,
      }),
      ranking,
    );
    const variables = runsOf(groups.variables);
    const columns = {
      ...this.#points(rows, rankOrder, dateTable.count, dictionary, ranks),
      ...entityIndex(groups),
      variables: variables.keys,
      variableOffsets: variables.offsets,
      seriesEntities: Uint32Array.from(rankOrder, (group) => groups.entities[group]!),
      seriesFacets: narrowColumn(groups.count, facets.length - 1),
    };
    for (let series = 0; series < groups.count; series++) {
      columns.seriesFacets[series] = groups.facets[rankOrder[series]!]!;
    }
    return {
      table: new ObservationTable(columns, facets, ranking, dateTable, dictionary),
      repeatedPoints: rows.repeated,
      conflictingPoints: rows.conflicting,
      conflicts: rows.conflicts.map(({ group, date }) => ({
        variable: dictionary.textOf(groups.variables[group]!),
        entity: dictionary.textOf(groups.entities[group]!),
        date: dateTable.textOf(date),
      })),
    };
  }

  /** Row numbers by series and, within it, by date; of rows with one date the last is kept. */
  #rowsByDate(groups: SeriesGroups): RowsByDate {
    const count = this.#seriesOfRow.length;
    const groupOfRow = this.#seriesOfRow.values;
    for (let row = 0; row < count; row++) groupOfRow[row] = groups.groupOfSeries[groupOfRow[row]!]!;
    const offsets = offsetsOf(groupOfRow, count, groups.count);
    const order = scatter(groupOfRow, offsets);
    this.#seriesOfRow.values = new Uint32Array(0);
    const rows: RowsByDate = {
      order,
      starts: offsets.slice(0, -1),
      ends: offsets.slice(1),
      repeated: 0,
      conflicting: 0,
      conflicts: [],
    };
    const spare = new Uint32Array(count);
    for (let group = 0; group < groups.count; group++) {
      sortByDate(order, rows.starts[group]!, rows.ends[group]!, this.#dateOfRow.values, spare);
      this.#dropRepeated(rows, group);
    }
    return rows;
  }

  #dropRepeated(rows: RowsByDate, group: number): void {
    const { order } = rows;
    const dates = this.#dateOfRow.values;
    const start = rows.starts[group]!;
    let kept = start;
    for (let at = start + 1; at < rows.ends[group]!; at++) {
      const date = dates[order[at]!]!;
      if (date !== dates[order[kept]!]) kept++;
      else {
        rows.repeated++;
        if (!this.#isSameValue(order[at]!, order[kept]!)) {
          rows.conflicting++;
          if (rows.conflicts.length < conflictsShown) rows.conflicts.push({ group, date });
        }
      }
      order[kept] = order[at]!;
    }
    rows.ends[group] = kept + 1;
  }

  #isSameValue(a: number, b: number): boolean {
    const values = this.#valueOfRow.values;
    return Object.is(values[a], values[b]) && this.#literalOf(a) === this.#literalOf(b);
  }

  /** Provisional literal of a row's text, or -1 when its number prints it. */
  #literalOf(row: number): number {
    const { values, length } = this.#textRows;
    const at = lowerBound(values, row, 0, length);
    return at < length && values[at] === row ? this.#textOfRow.values[at]! : -1;
  }

  #points(
    rows: RowsByDate,
    rankOrder: Uint32Array,
    dateCount: number,
    dictionary: Dictionary,
    ranks: Ranks,
  ) {
    const count = this.#valueOfRow.length - rows.repeated;
    const seriesOffsets = new Uint32Array(rankOrder.length + 1);
    const dates = narrowColumn(count, dateCount - 1);
    const values = new Float64Array(count);
    const textPoints = new Uint32Builder();
    const texts = new Uint32Builder();
    const hasText = new Bitmap(this.#valueOfRow.length);
    for (let at = 0; at < this.#textRows.length; at++) hasText.add(this.#textRows.values[at]!);
    let point = 0;
    for (let series = 0; series < rankOrder.length; series++) {
      const group = rankOrder[series]!;
      for (let at = rows.starts[group]!; at < rows.ends[group]!; at++, point++) {
        const row = rows.order[at]!;
        dates[point] = this.#dateOfRow.values[row]!;
        values[point] = this.#valueOfRow.values[row]!;
        if (!hasText.has(row)) continue;
        textPoints.push(point);
        texts.push(dictionary.nodeCount + ranks.literals[this.#literalOf(row)]!);
      }
      seriesOffsets[series + 1] = point;
    }
    return {
      seriesOffsets,
      dates,
      values,
      textPoints: textPoints.values.slice(0, textPoints.length),
      texts: texts.values.slice(0, texts.length),
    };
  }
}

/** Rows of series g: order[starts[g]] … order[ends[g] - 1], ascending by date. */
interface RowsByDate {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  repeated: number;
  conflicting: number;
  readonly conflicts: { readonly group: number; readonly date: number }[];
}

/** Stable, and free when the rows already are in order, as they usually are. */
function sortByDate(
  order: Uint32Array,
  start: number,
  end: number,
  dates: Uint32Array,
  spare: Uint32Array,
): void {
  let at = start + 1;
  while (at < end && dates[order[at - 1]!]! <= dates[order[at]!]!) at++;
  if (at >= end) return;
  if (end - start > insertionMax) {
    radixSort(order, start, end, dates, spare);
    return;
  }
  for (; at < end; at++) {
    const row = order[at]!;
    let hole = at;
    for (; hole > start && dates[order[hole - 1]!]! > dates[row]!; hole--) {
      order[hole] = order[hole - 1]!;
    }
    order[hole] = row;
  }
}
