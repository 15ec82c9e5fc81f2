/**
 * The frozen observations.
 *
 *   variables         v0          v1             nodes, ascending
 *   variableOffsets   0           4              series of variable i: [i] … [i + 1]
 *   seriesEntities    e1 e1 e3 e7 e1 …           ascending within a variable
 *   seriesFacets      f2 f0 f2 f1 f5 …           best ranked first within (variable, entity)
 *   seriesOffsets     0  5  9 …                  points of series s: [s] … [s + 1]
 *   dates             d1 d2 d3 …                 codes into dateTable, ascending within a series
 *   values            8.0 9.5 …                  NaN where the value is no number
 *
 *   entities, entityOffsets, entityVariables     which variables (by position) an entity has
 *   textPoints, texts                            points whose written text is not what their
 *                                                number prints, ascending, with the literal
 */

import type { Dictionary, IdColumn, Range, TermId, TextTable } from "../store/index.ts";
import { groupOf, lowerBound } from "../store/index.ts";
import type { FacetEntry } from "./facets.ts";
import type { RankedSeries, Ranking, RankOrder } from "./ranking.ts";

/** Distinct dates up to this many are kept as ready strings. */
const readyDatesMax = 0x1_0000;

export interface ObservationColumns {
  readonly variables: Uint32Array;
  readonly variableOffsets: Uint32Array;
  readonly seriesEntities: Uint32Array;
  readonly seriesFacets: IdColumn;
  readonly seriesOffsets: Uint32Array;
  readonly dates: IdColumn;
  readonly values: Float64Array;
  readonly textPoints: Uint32Array;
  readonly texts: Uint32Array;
  readonly entities: Uint32Array;
  readonly entityOffsets: Uint32Array;
  readonly entityVariables: IdColumn;
}

export class ObservationTable {
  readonly facets: readonly FacetEntry[];
  readonly ranking: Ranking;
  readonly #columns: ObservationColumns;
  readonly #dateTable: TextTable;
  readonly #readyDates: readonly string[];
  readonly #dictionary: Dictionary;

  constructor(
    columns: ObservationColumns,
    facets: readonly FacetEntry[],
    ranking: Ranking,
    dateTable: TextTable,
    dictionary: Dictionary,
  ) {
    this.#columns = columns;
    this.facets = facets;
    this.ranking = ranking;
    this.#dateTable = dateTable;
    this.#dictionary = dictionary;
    const ready = dateTable.count <= readyDatesMax ? dateTable.count : 0;
    this.#readyDates = Array.from({ length: ready }, (_, code) => dateTable.textOf(code));
  }

  get pointCount(): number {
    return this.#columns.values.length;
  }

  get seriesCount(): number {
    return this.#columns.seriesEntities.length;
  }

  get variableCount(): number {
    return this.#columns.variables.length;
  }

  get entityCount(): number {
    return this.#columns.entities.length;
  }

  get byteLength(): number {
    let bytes = this.#dateTable.byteLength;
    for (const column of Object.values(this.#columns)) bytes += column.byteLength;
    return bytes;
  }

  /** Series of one variable about one entity, best ranked first. */
  seriesOf(variable: TermId, entity: TermId): Range {
    const { seriesEntities } = this.#columns;
    const { start: first, end: last } = this.seriesOfVariable(variable);
    const start = lowerBound(seriesEntities, entity, first, last);
    let end = start;
    while (end < last && seriesEntities[end] === entity) end++;
    return { start, end };
  }

  /** Series of one variable, ascending by entity. */
  seriesOfVariable(variable: TermId): Range {
    const { variables, variableOffsets } = this.#columns;
    const at = lowerBound(variables, variable, 0, variables.length);
    if (variables[at] !== variable) return { start: 0, end: 0 };
    return { start: variableOffsets[at]!, end: variableOffsets[at + 1]! };
  }

  /** Variables that have at least one observation about an entity, ascending. */
  variablesOf(entity: TermId): TermId[] {
    const { entities, entityOffsets, entityVariables, variables } = this.#columns;
    const at = lowerBound(entities, entity, 0, entities.length);
    if (entities[at] !== entity) return [];
    const found: TermId[] = [];
    for (let row = entityOffsets[at]!; row < entityOffsets[at + 1]!; row++) {
      found.push(variables[entityVariables[row]!]!);
    }
    return found;
  }

  /** Points of a range of series, which lie side by side. */
  pointsOfSeries({ start, end }: Range): Range {
    const { seriesOffsets } = this.#columns;
    return { start: seriesOffsets[start]!, end: seriesOffsets[end]! };
  }

  variableOf(series: number): TermId {
    return this.#columns.variables[groupOf(this.#columns.variableOffsets, series)]!;
  }

  /** Series of a point. */
  seriesOfPoint(point: number): number {
    return groupOf(this.#columns.seriesOffsets, point);
  }

  entityOf(series: number): TermId {
    return this.#columns.seriesEntities[series]!;
  }

  /** Place in `facets` of a series' facet. */
  facetNumberOf(series: number): number {
    return this.#columns.seriesFacets[series]!;
  }

  facetOf(series: number): FacetEntry {
    return this.facets[this.#columns.seriesFacets[series]!]!;
  }

  /** Points of a series, ascending by date; never empty. */
  pointsOf(series: number): Range {
    const { seriesOffsets } = this.#columns;
    return { start: seriesOffsets[series]!, end: seriesOffsets[series + 1]! };
  }

  /** The point of a series at a date code; -1 when it has none. */
  pointAt(series: number, date: number): number {
    const { start, end } = this.pointsOf(series);
    const point = lowerBound(this.#columns.dates, date, start, end);
    return point < end && this.#columns.dates[point] === date ? point : -1;
  }

  /** Code of a date text, or undefined when nothing was observed then. */
  dateCodeOf(text: string): number | undefined {
    return this.#dateTable.idOf(text);
  }

  dateOf(point: number): string {
    return this.dateOfCode(this.#columns.dates[point]!);
  }

  /** Code of a point's date; codes compare as dates do. */
  dateCodeAt(point: number): number {
    return this.#columns.dates[point]!;
  }

  dateOfCode(code: number): string {
    return this.#readyDates[code] ?? this.#dateTable.textOf(code);
  }

  /** The value as a number, NaN where it is none. */
  numberAt(point: number): number {
    return this.#columns.values[point]!;
  }

  /** The value: a number, or the text where it is no number. */
  valueOf(point: number): number | string {
    const value = this.#columns.values[point]!;
    return Number.isNaN(value) ? this.textOf(point) : value;
  }

  /** The value exactly as it was written. */
  textOf(point: number): string {
    const { textPoints, texts, values } = this.#columns;
    const at = lowerBound(textPoints, point, 0, textPoints.length);
    return textPoints[at] === point ? this.#dictionary.textOf(texts[at]!) : String(values[point]!);
  }

  /** Series of one variable about one entity in one of the real service's orders. */
  rankedSeriesOf(variable: TermId, entity: TermId, order: RankOrder): readonly number[] {
    const { start, end } = this.seriesOf(variable, entity);
    const rows: number[] = [];
    for (let series = start; series < end; series++) rows.push(series);
    if (order === "series" || this.ranking.hasOneOrder) return rows;
    // Every order begins with the score: where scores ascend, all orders are the stored one.
    let at = start + 1;
    while (at < end && this.#scoreOf(at - 1) < this.#scoreOf(at)) at++;
    if (at >= end) return rows;
    const compare = this.ranking.comparator(order);
    return rows
      .map((series) => ({ series, ranked: this.ranked(series) }))
      .sort((a, b) => compare(a.ranked, b.ranked))
      .map(({ series }) => series);
  }

  #scoreOf(series: number): number {
    return this.facetOf(series).score;
  }

  /** What ranking looks at. */
  ranked(series: number): RankedSeries {
    const facet = this.facetOf(series);
    const { start, end } = this.pointsOf(series);
    return { facet, score: facet.score, latestDate: this.dateOf(end - 1), count: end - start };
  }
}
