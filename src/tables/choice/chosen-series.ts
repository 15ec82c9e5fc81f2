/** The series that a table holds, as columns, and which facet of several is in it. */

import type { Entities } from "../../adapters/reads/observation-answer.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import type { ColumnType, Range, RowNumbers } from "../../store/columns/column-source.ts";

const rowsMin = 64;

/** What is known of one chosen series. */
interface SeriesRow {
  readonly series: number;
  /** Entities of a question ascend by it. */
  readonly place: number;
  /** Equal for series of a variable about the same entities. */
  readonly about: number;
  readonly facet: number;
}

/** Series in the order of the table, a row each; rows from `count` on mean nothing. */
export class ChosenSeries {
  count = 0;
  /** The entities of a question that lists them or has an expression. */
  readonly entities: Entities | undefined;
  /** Place among the variables of the question, each once. */
  variables: Uint32Array = new Uint32Array(rowsMin);
  places: Uint32Array = new Uint32Array(rowsMin);
  abouts: Uint32Array = new Uint32Array(rowsMin);
  series: RowNumbers;
  facets: Uint32Array = new Uint32Array(rowsMin);
  /** Points [start, end) of each. */
  starts: RowNumbers;
  ends: RowNumbers;
  /** Code of the date of the last number in them; where one facet has to be found among several. */
  dates: Uint32Array = new Uint32Array(rowsMin);
  /** By variable of the question: its dcid if it is no amount, else null. */
  relative: readonly (string | null)[] = [];
  /** Their numbers, if each has one point and they are read already. */
  numbers: Float64Array | undefined = new Float64Array(rowsMin);

  /** @param isWide numbers of series and points can be longer than 32 bits */
  constructor(entities: Entities | undefined, isWide: boolean) {
    this.entities = entities;
    const Numbers = isWide ? Float64Array : Uint32Array;
    this.series = new Numbers(rowsMin);
    this.starts = new Numbers(rowsMin);
    this.ends = new Numbers(rowsMin);
  }

  push(variable: number, row: SeriesRow, { start, end }: Range, date: number): void {
    const at = this.count;
    this.reserve(at + 1);
    this.variables[at] = variable;
    this.places[at] = row.place;
    this.abouts[at] = row.about;
    this.series[at] = row.series;
    this.facets[at] = row.facet;
    this.starts[at] = start;
    this.ends[at] = end;
    this.dates[at] = date;
    this.numbers = undefined;
    this.count++;
  }

  /** Makes room for so many rows. */
  reserve(rows: number): void {
    const { length } = this.series;
    if (rows <= length) return;
    const longer = Math.max(rows, length * 2);
    for (const name of idColumns) this[name] = longerColumn(this[name], longer);
    for (const name of rowColumns) this[name] = longerColumn(this[name], longer);
    if (this.numbers === undefined) return;
    const numbers = new Float64Array(longer);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }

  /** Puts some rows to `from` and after it, in this order; they stand there, and all others end. */
  keep(rows: Uint32Array, from: number): void {
    for (const name of [...idColumns, ...rowColumns]) moveRows(this[name], rows, from);
    if (this.numbers !== undefined) moveRows(this.numbers, rows, from);
    this.count = from + rows.length;
  }
}

const idColumns = ["variables", "places", "abouts", "facets", "dates"] as const;
const rowColumns = ["series", "starts", "ends"] as const;

function longerColumn<T extends RowNumbers>(column: T, length: number): T {
  const longer = new (column.constructor as ColumnType<T>)(length);
  longer.set(column);
  return longer;
}

function moveRows(column: Uint32Array | Float64Array, rows: Uint32Array, from: number): void {
  const moved = column.slice(0, rows.length);
  for (let at = 0; at < rows.length; at++) moved[at] = column[rows[at]!]!;
  column.set(moved, from);
}

/**
 * Puts series about the same into the order of tables: the latest date first, then the order in which
 * they came. The series from `from` on are of one variable, and those about the same stand together.
 *
 * @param onlyBest keeps the first of each
 */
export function orderByDate(chosen: ChosenSeries, from: number, onlyBest: boolean): void {
  const { count, abouts, dates } = chosen;
  const order = new Uint32Array(count - from);
  let length = 0;
  for (let row = from; row < count; ) {
    const first = length;
    const about = abouts[row];
    for (; row < count && abouts[row] === about; row++) {
      let at = length++;
      for (; at > first && dates[order[at - 1]!]! < dates[row]!; at--) order[at] = order[at - 1]!;
      order[at] = row;
    }
    if (onlyBest) length = first + 1;
  }
  chosen.keep(order.subarray(0, length), from);
}

/** Puts series about the same together, in the order of the first of each. */
export function joinAbouts(chosen: ChosenSeries, from: number): void {
  const { count, abouts } = chosen;
  const rows = Uint32Array.from({ length: count - from }, (_, at) => from + at);
  chosen.keep(
    rows.sort((a, b) => abouts[a]! - abouts[b]!),
    from,
  );
}

interface FacetTally {
  readonly id: string;
  entities: number;
  /** Code of the last date. */
  latest: number;
  lastAbout: number;
}

/**
 * Keeps one facet (by id) of each variable: the one that most entities have, of equals the one with
 * the latest date, of equals the first. Of an entity's series with this facet, the first stays.
 */
export function keepBestForAll(chosen: ChosenSeries, observations: ObservationTable): void {
  const { count, variables, abouts, facets, ends } = chosen;
  const tallies: Map<string, FacetTally>[] = [];
  for (let row = 0; row < count; row++) {
    const variable = variables[row]!;
    tallies[variable] ??= new Map();
    const id = observations.facetAt(facets[row]!).facetId;
    const tally = tallies[variable].get(id) ?? { id, entities: 0, latest: 0, lastAbout: -1 };
    tallies[variable].set(id, tally);
    tally.latest = Math.max(tally.latest, observations.dateCodeAt(ends[row]! - 1));
    if (tally.lastAbout === abouts[row]) continue;
    tally.lastAbout = abouts[row]!;
    tally.entities++;
  }
  const bestIds = tallies.map((byId) => [...byId.values()].reduce(better).id);
  const kept = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    const variable = variables[row]!;
    if (observations.facetAt(facets[row]!).facetId !== bestIds[variable]) continue;
    const last = kept[length - 1]!;
    if (variables[last] !== variable || abouts[last] !== abouts[row]) kept[length++] = row;
  }
  chosen.keep(kept.subarray(0, length), 0);
}

/** Of equals the first. */
function better(a: FacetTally, b: FacetTally): FacetTally {
  return (b.entities - a.entities || b.latest - a.latest) > 0 ? b : a;
}
