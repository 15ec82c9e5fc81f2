/**
 * The observations of a world in parts. Each part is a table of some variables, in ids of the same graph. The
 * index of the parts has the columns of a table that are about variables, entities and dates, and:
 *
 *   parts.ofVariables   0 2 0 …     the part of each variable, by place
 *   parts.firstPoints   0 40 …      the first point of each variable; then the number of points
 *   parts.textPoints    17 …        points whose values are no numbers, ascending
 *   parts.entityCounts  3 1 …       how many variables each entity has
 *   parts.entityStarts  0 90 …      where those of each 64th entity begin; then the number of all
 * Series and points are numbered as if all lay in one table. So a number here is a number in the part of its
 * variable, plus one shift for all series of that variable and one for all points.
 */

import { SnapshotError } from "../../errors/errors.ts";
import {
  type ColumnSource,
  type IdColumn,
  LateColumn,
  type Range,
  type RowNumbers,
} from "../../store/columns/column-source.ts";
import { groupOf, lowerBound } from "../../store/columns/kernels.ts";
import type { Dictionary, TermId } from "../../store/texts/dictionary.ts";
import { facetKey } from "../facets.ts";
import { CountedRows, type FurtherReading } from "./further-entities.ts";
import type { ObservationMeta } from "./observation-meta.ts";
import { ObservationTable, type VariableHome } from "./observations.ts";
import type { DateTexts, PointReading, PointVisitor } from "./point-reader.ts";
import { type DateRuns, translateFacts } from "./series-facts.ts";

/** A part, and what messages call it. */
export interface ObservationPart {
  readonly name: string;
  readonly table: ObservationTable;
}

/**
 * @returns undefined for a part that is far and not here yet, if the question can go on without it
 * @throws CommonsError for a part that is not there, or is another one than the index is of
 */
type PartAt = (part: number, isNeeded: boolean) => ObservationPart | undefined;

/** Series [start, end) and points [firstPoint, endPoint) of a variable, as they are numbered here. */
interface Home extends VariableHome, Range {
  readonly firstPoint: number;
  readonly endPoint: number;
}

export class ObservationsInParts extends ObservationTable {
  readonly #homes: Homes;

  private constructor(
    source: ColumnSource,
    meta: ObservationMeta,
    dictionary: Dictionary,
    homes: Homes,
  ) {
    const points = new PointsInParts(source, homes);
    const further = new FurtherInParts(source, homes);
    super(source, meta, dictionary, { points, further, entityRows: new CountedRows(source) });
    this.#homes = homes;
    homes.index = this;
  }

  /** @param source the index of the parts */
  static over(
    source: ColumnSource,
    meta: ObservationMeta,
    dictionary: Dictionary,
    partAt: PartAt,
  ): ObservationsInParts {
    return new ObservationsInParts(source, meta, dictionary, new Homes(source, partAt));
  }

  override get isInParts(): boolean {
    return true;
  }

  override homeOf(variable: TermId): Home | undefined {
    const { start, end } = this.seriesOfVariable(variable);
    return start === end ? undefined : this.#homes.ofVariable(start);
  }

  override seriesOf(variable: TermId, entity: TermId): Range {
    const home = this.homeOf(variable);
    if (home === undefined) return { start: 0, end: 0 };
    const { start, end } = home.table.seriesOf(variable, entity);
    return { start: start + home.series, end: end + home.series };
  }

  override entitiesOf({ start, end }: Range): Uint32Array {
    const home = start === end ? undefined : this.#homes.ofVariable(start);
    if (home === undefined) return new Uint32Array(0);
    const { table, series } = home;
    return table.entitiesOf({ start: start - series, end: end - series });
  }

  override entityOf(series: number): TermId {
    const home = this.#homes.ofSeries(series);
    return home.table.entityOf(series - home.series);
  }

  override variableOf(series: number): TermId {
    return this.#homes.ofSeries(series).variable;
  }
}

/** Where the series of each variable lie. */
class Homes {
  /** The table of all parts, which has these. */
  index!: ObservationTable;
  readonly #isBrief: boolean;
  readonly #partAt: PartAt;
  readonly #parts: LateColumn<IdColumn>;
  readonly #variables: LateColumn<Uint32Array>;
  readonly #offsets: LateColumn<RowNumbers>;
  readonly #firstPoints: LateColumn<Float64Array>;
  readonly #opened = new Map<number, Omit<VariableHome, "series" | "points" | "variable">>();
  #last: Home | undefined;

  constructor(source: ColumnSource, partAt: PartAt) {
    this.#isBrief = source.isBrief === true;
    this.#partAt = partAt;
    this.#parts = new LateColumn(source, "parts.ofVariables");
    this.#variables = new LateColumn(source, "observations.variables");
    this.#offsets = new LateColumn(source, "observations.variableOffsets");
    this.#firstPoints = new LateColumn(source, "parts.firstPoints");
  }

  /** By the first series; undefined where the part is not here yet. */
  ofVariable(series: number): Home | undefined {
    const last = this.#last;
    if (last !== undefined && series >= last.start && series < last.end) return last;
    return this.#find(groupOf(this.#offsets.rows, series), false);
  }

  ofSeries(series: number): Home {
    const last = this.#last;
    if (last !== undefined && series >= last.start && series < last.end) return last;
    return this.of(groupOf(this.#offsets.rows, series));
  }

  ofPoint(point: number): Home {
    const last = this.#last;
    if (last !== undefined && point >= last.firstPoint && point < last.endPoint) return last;
    return this.of(groupOf(this.#firstPoints.rows, point));
  }

  /** First point of a series; for the number of series, the number of points. */
  firstPointOf(series: number): number {
    const last = this.#last;
    if (last === undefined || series < last.start || series > last.end) {
      const first = this.#firstPointAt(series);
      if (first !== undefined) return first;
    }
    const home = series === last?.end ? last : this.ofSeries(series);
    return home.table.reader.firstPointOf(series - home.series) + home.points;
  }

  /** The first point of a series that is the first one of its variable; undefined for any other. */
  #firstPointAt(series: number): number | undefined {
    const offsets = this.#offsets.rows;
    const place = groupOf(offsets, series);
    return offsets[place] === series ? this.#firstPoints.rows[place] : undefined;
  }

  /** Of the variable at a place. */
  of(place: number): Home {
    return this.#find(place, true) as Home;
  }

  #find(place: number, isNeeded: boolean): Home | undefined {
    const [part] = this.#parts.rowsIn(place, place + 1).subarray(place);
    const [variable] = this.#variables.rowsIn(place, place + 1).subarray(place);
    const [start, end] = this.#offsets.rowsIn(place, place + 2).subarray(place);
    const [firstPoint, endPoint] = this.#firstPoints.rowsIn(place, place + 2).subarray(place);
    const found = this.#partAt(part!, isNeeded);
    if (found === undefined) return undefined;
    const { name, table } = found;
    const known = this.#opened.get(part!) ?? this.#open(part!, { name, table });
    const there = table.seriesOfVariable(variable!);
    const points = table.pointsOfSeries(there);
    const isIt =
      there.end - there.start === end! - start! &&
      points.end - points.start === endPoint! - firstPoint!;
    // Zeros stand for what a brief question has not fetched yet.
    if (!(isIt || this.#isBrief)) throw notOfIndex(name);
    this.#last = {
      ...known,
      variable: variable! as TermId,
      ...{ start: start!, end: end!, series: start! - there.start },
      ...{ firstPoint: firstPoint!, endPoint: endPoint!, points: firstPoint! - points.start },
    };
    return this.#last;
  }

  #open(part: number, { name, table }: ObservationPart) {
    const numbers = new Map(this.index.facets.map((facet, at) => [facetKey(facet), at]));
    const facets = Uint32Array.from(table.facets, (facet) => {
      const number = numbers.get(facetKey(facet));
      if (number === undefined) throw notOfIndex(name);
      return number;
    });
    const dates = Uint32Array.from(table.dates(), (date) => {
      const code = this.index.dateCodeOf(date);
      if (code === undefined && !this.#isBrief) throw notOfIndex(name);
      return code ?? 0;
    });
    const opened = { table, facets, dates };
    this.#opened.set(part, opened);
    return opened;
  }
}

function notOfIndex(file: string): SnapshotError {
  const message =
    "is another part than the index of the world was made of: publish the world again";
  return new SnapshotError("foreign", message, { file });
}

/** Reads points out of the part that has them. */
class PointsInParts implements PointReading {
  series = -1;
  start = 0;
  end = 0;
  readonly #homes: Homes;
  readonly #textPoints: LateColumn<Float64Array>;
  #home!: Home;

  constructor(source: ColumnSource, homes: Homes) {
    this.#homes = homes;
    this.#textPoints = new LateColumn(source, "parts.textPoints");
  }

  firstPointOf(series: number): number {
    return this.#homes.firstPointOf(series);
  }

  facetOf(series: number): number {
    const home = this.#homes.ofSeries(series);
    return home.facets[home.table.facetNumberOf(series - home.series)]!;
  }

  firstDateOf(series: number): number {
    const home = this.#homes.ofSeries(series);
    return home.dates[home.table.firstDateOf(series - home.series)]!;
  }

  lastDateOf(series: number): number {
    const home = this.#homes.ofSeries(series);
    return home.dates[home.table.lastDateOf(series - home.series)]!;
  }

  readFacts({ start, end }: Range, facts: Uint32Array): void {
    if (start === end) return;
    const { table, series, facets, dates } = this.#homes.ofSeries(start);
    table.reader.readFacts({ start: start - series, end: end - series }, facts);
    translateFacts(facts, end - start, facets, dates);
  }

  dateRunsOf(series: number): DateRuns {
    const home = this.#homes.ofSeries(series);
    const { runs } = home.table.reader.dateRunsOf(series - home.series);
    return { runs, codes: home.dates };
  }

  seriesOfPoint(point: number): number {
    this.find(point);
    return this.series;
  }

  open(series: number): void {
    if (series !== this.series) this.#take(this.#homes.ofSeries(series), series);
  }

  find(point: number): void {
    if (point >= this.start && point < this.end) return;
    const home = this.#homes.ofPoint(point);
    this.#take(home, home.table.seriesOfPoint(point - home.points) + home.series);
  }

  #take(home: Home, series: number): void {
    const { reader } = home.table;
    reader.open(series - home.series);
    this.#home = home;
    this.series = series;
    this.start = reader.start + home.points;
    this.end = reader.end + home.points;
  }

  /** The reader of the part, at the series at hand: others use it, too. */
  get #reader(): PointReading {
    const { table, series } = this.#home;
    table.reader.open(this.series - series);
    return table.reader;
  }

  columns(): undefined {
    return undefined;
  }

  dateCodeAt(point: number): number {
    return this.#home.dates[this.#reader.dateCodeAt(point - this.#home.points)]!;
  }

  pointAt(date: number): number {
    const { dates, points } = this.#home;
    const code = lowerBound(dates, date, 0, dates.length);
    const point = dates[code] === date ? this.#reader.pointAt(code) : -1;
    return point < 0 ? -1 : point + points;
  }

  numberAt(point: number): number {
    return this.#reader.numberAt(point - this.#home.points);
  }

  valueAt(point: number): number | string {
    return this.#reader.valueAt(point - this.#home.points);
  }

  textAt(point: number): string {
    return this.#reader.textAt(point - this.#home.points);
  }

  copy(start: number, end: number, dates: Uint32Array, numbers: Float64Array, to: number): void {
    const { points, dates: codes } = this.#home;
    this.#reader.copy(start - points, end - points, dates, numbers, to);
    for (let at = to; at < to + end - start; at++) dates[at] = codes[dates[at]!]!;
  }

  history(_dates: DateTexts): [date: string, value: number | string][] {
    const { table, series } = this.#home;
    return table.historyOf(this.series - series);
  }

  each({ decimal, text }: PointVisitor, { start, end }: Range = this): void {
    const { dates, points } = this.#home;
    const visitor: PointVisitor = {
      decimal: (date, mantissa, decimals) => decimal(dates[date]!, mantissa, decimals),
      text: (date, written) => text(dates[date]!, written),
    };
    this.#reader.each(visitor, { start: start - points, end: end - points });
  }

  textPoints(): RowNumbers {
    return this.#textPoints.rows;
  }
}

/** Reads further entities out of the part that has them. */
class FurtherInParts implements FurtherReading {
  readonly #homes: Homes;
  /** Places of variables whose series have further entities. */
  readonly #variables: LateColumn<Uint32Array>;

  constructor(source: ColumnSource, homes: Homes) {
    this.#homes = homes;
    this.#variables = new LateColumn(source, "observations.furtherVariables");
  }

  of(series: number): TermId[] {
    return Array.from(this.ofRange({ start: series, end: series + 1 })) as TermId[];
  }

  ofRange({ start, end }: Range): Uint32Array {
    if (start === end || this.#variables.rows.length === 0) return new Uint32Array(0);
    const { table, series } = this.#homes.ofSeries(start);
    return table.further.ofRange({ start: start - series, end: end - series });
  }

  *nodes(): Iterable<number> {
    for (const place of this.#variables.rows) yield* this.#homes.of(place).table.further.nodes();
  }

  seriesWith(entity: TermId, within?: Range): readonly number[] {
    const places = this.#variables.rows;
    if (within === undefined) {
      return Array.from(places).flatMap((place) => withEntity(this.#homes.of(place), entity));
    }
    if (within.start === within.end || places.length === 0) return [];
    return withEntity({ ...this.#homes.ofSeries(within.start), ...within }, entity);
  }
}

function withEntity({ table, series, start, end }: Home, entity: TermId): readonly number[] {
  const there = { start: start - series, end: end - series };
  return table.further.seriesWith(entity, there).map((one) => one + series);
}
