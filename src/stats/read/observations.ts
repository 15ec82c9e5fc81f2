/**
 * The frozen observations. `ObservationMeta` says how their columns lie.
 */

import {
  type ColumnSource,
  type IdColumn,
  LateColumn,
  type Range,
  type RowNumbers,
} from "../../store/columns/column-source.ts";
import { groupOf } from "../../store/columns/kernels.ts";
import type { Dictionary, TermId } from "../../store/texts/dictionary.ts";
import type { FacetEntry } from "../facets.ts";
import { FacetOrders, type RankedSeries, type RankOrder } from "../ranking.ts";
import type { EntityRows, FurtherReading } from "./further-entities.ts";
import { FurtherEntities, OffsetRows } from "./further-entities.ts";
import type { ObservationMeta } from "./observation-meta.ts";
import type { DateCode, PointId, PointReading, SeriesId } from "./point-reader.ts";
import { DateTexts, PointReader, type PointVisitor } from "./point-reader.ts";
import { EntityCursor, firstFrom, NodePositions } from "./series-lookup.ts";

/** Where the series of a variable lie, of a world in parts. */
export interface VariableHome {
  readonly table: ObservationTable;
  readonly variable: TermId;
  /** What is added to numbers of series and points there. */
  readonly series: number;
  readonly points: number;
  /** By number there: codes of dates, ascending, and numbers of facets. */
  readonly dates: Uint32Array;
  readonly facets: Uint32Array;
}

/**
 * Observations by number. A **point** is one observation. A **series** is the points of one
 * variable, entity and facet, ascending by date. Numbers are dense and begin with 0; series stand
 * by variable, entity and rank, points by series.
 */
export class ObservationTable {
  /** @internal */
  readonly meta: ObservationMeta;
  /** @internal Where its columns come from. */
  readonly source: ColumnSource;
  /** All facets; a facet's number is its place here. */
  readonly facets: readonly FacetEntry[];
  /** The same, not frozen: frozen lists take longer to read. */
  readonly #facets: readonly FacetEntry[];
  readonly #points: PointReading;
  readonly #dates: DateTexts;
  readonly #orders: FacetOrders;
  readonly #variables: LateColumn<Uint32Array>;
  readonly #variableOffsets: LateColumn<RowNumbers>;
  readonly #variablePositions: NodePositions;
  readonly #seriesEntities: LateColumn<Uint32Array>;
  readonly #entityPositions: NodePositions;
  readonly #entityRows: EntityRows;
  readonly #entityVariables: LateColumn<IdColumn>;
  /** @internal Second and third entities of series. */
  readonly further: FurtherReading;

  /** @internal */
  protected constructor(
    source: ColumnSource,
    meta: ObservationMeta,
    dictionary: Dictionary,
    elsewhere?: { points: PointReading; further: FurtherReading; entityRows: EntityRows },
  ) {
    this.source = source;
    this.meta = Object.freeze({ ...meta });
    this.facets = meta.facets;
    this.#facets = [...meta.facets];
    this.#points = elsewhere?.points ?? new PointReader(source, meta, dictionary);
    this.#dates = new DateTexts(source, meta.dateCount);
    this.#orders = new FacetOrders(meta.facets);
    this.#variables = new LateColumn(source, "observations.variables");
    this.#variableOffsets = new LateColumn(source, "observations.variableOffsets");
    this.#variablePositions = NodePositions.readFrom(
      source,
      "observations.variablePositions",
      dictionary.nodeCount,
    );
    this.#seriesEntities = new LateColumn(source, "observations.seriesEntities");
    this.#entityPositions = NodePositions.readFrom(
      source,
      "observations.entityPositions",
      dictionary.nodeCount,
    );
    this.#entityRows = elsewhere?.entityRows ?? new OffsetRows(source);
    this.#entityVariables = new LateColumn(source, "observations.entityVariables");
    this.further = elsewhere?.further ?? new FurtherEntities(source, this.#variableOffsets);
  }

  /**
   * The table over the columns of a source; a column is read when it is first needed.
   *
   * @internal
   */
  static readFrom(
    source: ColumnSource,
    meta: ObservationMeta,
    dictionary: Dictionary,
  ): ObservationTable {
    return new ObservationTable(source, meta, dictionary);
  }

  /** Number of observations. */
  get pointCount(): number {
    return this.meta.pointCount;
  }

  /** Number of series. */
  get seriesCount(): number {
    return this.meta.seriesCount;
  }

  /** Variables with at least one observation. */
  get variableCount(): number {
    return this.meta.variableCount;
  }

  /** Entities with at least one observation. */
  get entityCount(): number {
    return this.meta.entityCount;
  }

  /** Bytes of all columns. */
  get byteLength(): number {
    return this.meta.byteLength;
  }

  /** Series of one variable about one entity, best ranked first. */
  seriesOf(variable: TermId, entity: TermId): Range {
    const { start: first, end: last } = this.seriesOfVariable(variable);
    const entities = this.#seriesEntities.rowsIn(first, last);
    const start = firstFrom(entities, entity, first, last);
    let end = start;
    while (end < last && entities[end] === entity) end++;
    return { start, end };
  }

  /** Series of one variable, ascending by entity. */
  seriesOfVariable(variable: TermId): Range {
    return this.#variablePositions.rangeIn(this.#variableOffsets, variable);
  }

  /** Number of series of one variable; 0 for one without observations. */
  seriesCountOf(variable: TermId): number {
    const { start, end } = this.seriesOfVariable(variable);
    return end - start;
  }

  /** `seriesOf` for many entities of one variable: faster when their ids ascend. */
  cursorOf(variable: TermId): EntityCursor {
    const series = this.seriesOfVariable(variable);
    return new EntityCursor(this.entitiesOf(series), series.start);
  }

  /** @internal The entity of each series in a range of one variable's; the first one's is in row 0. */
  entitiesOf({ start, end }: Range): Uint32Array {
    return this.#seriesEntities.rowsIn(start, end).subarray(start, end);
  }

  /** @internal What reads points. */
  get reader(): PointReading {
    return this.#points;
  }

  /** @internal Can its numbers of series and points be longer than 32 bits? */
  get isInParts(): boolean {
    return false;
  }

  /** @internal The table that holds a variable's series; undefined where it is this one. */
  homeOf(_variable: TermId): VariableHome | undefined {
    return undefined;
  }

  /** Variables with at least one observation, ascending. */
  get variables(): Uint32Array {
    return this.#variables.rows;
  }

  /** @internal A bit for each node: 1 for an entity of an observation, alone or among several. */
  observedNodes(): Uint32Array {
    return this.#entityPositions.bitsWith(this.further.nodes());
  }

  /** Number of variables that have at least one observation about an entity, alone or among several. */
  variableCountOf(entity: TermId): number {
    const further = this.further.seriesWith(entity).map((series) => this.variableOf(series));
    if (further.length > 0) return new Set([...this.variablesOf(entity), ...further]).size;
    const { start, end } = this.#placesOf(entity);
    return end - start;
  }

  /** Variables with at least one observation whose first entity this is, ascending. */
  variablesOf(entity: TermId): TermId[] {
    const { start, end } = this.#placesOf(entity);
    if (start === end) return [];
    const places = this.#entityVariables.rowsIn(start, end);
    // Places ascend.
    const variables = this.#variables.rowsIn(places[start]!, places[end - 1]! + 1);
    const found = new Array<TermId>(end - start);
    for (let row = start; row < end; row++) found[row - start] = variables[places[row]!]!;
    return found;
  }

  #placesOf(entity: TermId): Range {
    return this.#entityRows.of(this.#entityPositions.positionOf(entity));
  }

  /** Points of a range of series, which lie side by side. */
  pointsOfSeries({ start, end }: Range): Range {
    return { start: this.#points.firstPointOf(start), end: this.#points.firstPointOf(end) };
  }

  /** Variable of a series. */
  variableOf(series: SeriesId): TermId {
    return this.#variables.rows[groupOf(this.#variableOffsets.rows, series)]!;
  }

  /** Series of a point. */
  seriesOfPoint(point: PointId): SeriesId {
    return this.#points.seriesOfPoint(point);
  }

  /** Entity of a series. */
  entityOf(series: SeriesId): TermId {
    return this.#seriesEntities.rowsIn(series, series + 1)[series]!;
  }

  /** All entities of a series, in the order of its variable's properties: one to three. */
  allEntitiesOf(series: SeriesId): readonly TermId[] {
    return [this.entityOf(series), ...this.further.of(series)];
  }

  /** Place in `facets` of a series' facet. */
  facetNumberOf(series: SeriesId): number {
    return this.#points.facetOf(series);
  }

  /** The facet at a place in `facets`. */
  facetAt(place: number): FacetEntry {
    return this.#facets[place]!;
  }

  /** Facet of a series. */
  facetOf(series: SeriesId): FacetEntry {
    return this.facetAt(this.#points.facetOf(series));
  }

  /** Points of a series, ascending by date; never empty. */
  pointsOf(series: SeriesId): Range {
    const points = this.#points;
    points.open(series);
    return { start: points.start, end: points.end };
  }

  /** Number of points of a series. */
  pointCountOf(series: SeriesId): number {
    return this.#points.firstPointOf(series + 1) - this.#points.firstPointOf(series);
  }

  /** Code of a series' first date. No values are fetched. */
  firstDateOf(series: SeriesId): DateCode {
    return this.#points.firstDateOf(series);
  }

  /** Code of a series' last date. No values are fetched. */
  lastDateOf(series: SeriesId): DateCode {
    return this.#points.lastDateOf(series);
  }

  /** The last point of a series. */
  latestOf(series: SeriesId): PointId {
    this.#points.open(series);
    return this.#points.end - 1;
  }

  /** The point of a series at a date code; -1 when it has none. */
  pointAt(series: SeriesId, date: DateCode): PointId {
    this.#points.open(series);
    return this.#points.pointAt(date);
  }

  /**
   * Copies points of one series to a place in columns: codes of their dates, and their numbers, NaN
   * where a value is a text.
   */
  copyPoints({ start, end }: Range, dates: Uint32Array, numbers: Float64Array, to: number): void {
    if (start === end) return;
    this.#points.find(start);
    this.#points.copy(start, end, dates, numbers, to);
  }

  /** All of a series: pairs of a date and its value, ascending by date. */
  historyOf(series: SeriesId): [date: string, value: number | string][] {
    this.#points.open(series);
    return this.#points.history(this.#dates);
  }

  /**
   * Shows the points of a series, ascending by date: all, or those of a range.
   *
   * @internal
   */
  eachPoint(series: SeriesId, visitor: PointVisitor, points?: Range): void {
    this.#points.open(series);
    this.#points.each(visitor, points);
  }

  /** Code of a date text, or undefined when nothing was observed then. */
  dateCodeOf(text: string): DateCode | undefined {
    return this.#dates.codeOf(text);
  }

  /** All dates of observations, ascending. */
  *dates(): Generator<string> {
    for (let code = 0; code < this.#dates.count; code++) yield this.#dates.textOf(code);
  }

  /** Date of a point, as it was loaded. */
  dateOf(point: PointId): string {
    return this.dateOfCode(this.dateCodeAt(point));
  }

  /** Code of a point's date; codes compare as dates do. */
  dateCodeAt(point: PointId): DateCode {
    this.#points.find(point);
    return this.#points.dateCodeAt(point);
  }

  /** Text of a date code. */
  dateOfCode(code: DateCode): string {
    return this.#dates.textOf(code);
  }

  /** The value as a number; NaN when it is a text. */
  numberAt(point: PointId): number {
    this.#points.find(point);
    return this.#points.numberAt(point);
  }

  /** The value: a number, or the text when it is not a number. */
  valueOf(point: PointId): number | string {
    this.#points.find(point);
    return this.#points.valueAt(point);
  }

  /** Points whose values are no numbers, ascending: found anew at each call. */
  textPoints(): RowNumbers {
    return this.#points.textPoints();
  }

  /** The value exactly as it was written. */
  textOf(point: PointId): string {
    this.#points.find(point);
    return this.#points.textAt(point);
  }

  /** Series of one variable about one entity in one of the real service's orders. */
  rankedSeriesOf(variable: TermId, entity: TermId, order: RankOrder): readonly SeriesId[] {
    return this.rankedSeries(this.seriesOf(variable, entity), order);
  }

  /** The same for series that are found already. */
  rankedSeries({ start, end }: Range, order: RankOrder): readonly SeriesId[] {
    const ranked: number[] = [];
    for (let series = start; series < end; series++) ranked.push(series);
    if (ranked.length < 2 || order === "series" || this.meta.hasOneOrder) return ranked;
    const ranks = this.#orders.ranks(order);
    const compare = (a: number, b: number): number =>
      order === "cohort"
        ? ranks[this.facetNumberOf(a)]! - ranks[this.facetNumberOf(b)]!
        : this.#compareAlone(a, b, ranks);
    let at = 1;
    while (at < ranked.length && compare(ranked[at - 1]!, ranked[at]!) <= 0) at++;
    return at === ranked.length ? ranked : ranked.sort(compare);
  }

  /** The order "facet": score, last date, number of points, and then the facets' `ranks`. */
  #compareAlone(a: number, b: number, ranks: Uint32Array): number {
    const byScore = this.facetOf(a).score - this.facetOf(b).score;
    if (byScore) return byScore;
    const points = this.#points;
    return (
      points.lastDateOf(b) - points.lastDateOf(a) ||
      this.pointCountOf(b) - this.pointCountOf(a) ||
      ranks[this.facetNumberOf(a)]! - ranks[this.facetNumberOf(b)]!
    );
  }

  /** What ranking looks at. */
  ranked(series: SeriesId): RankedSeries {
    const facet = this.facetOf(series);
    const latestDate = this.dateOfCode(this.#points.lastDateOf(series));
    return { facet, score: facet.score, latestDate, count: this.pointCountOf(series) };
  }
}
