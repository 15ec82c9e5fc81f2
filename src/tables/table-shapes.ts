/** The shapes of tables: chosen series as columns. */

import type { Governor } from "../governor/governor.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Graph } from "../store/graph/graph.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import type { ChosenSeries } from "./chosen-series.ts";
import {
  type Coded,
  Coding,
  type NumberColumn,
  numberColumn,
  type TableColumn,
  type TextColumn,
  textColumn,
} from "./column-data.ts";
import type { ReadQuestion } from "./table-question.ts";
import type { ValueReader } from "./value-reader.ts";

/** Of a row per observation: four columns of codes, and one of numbers. */
const bytesPerRecord = 24;
/** A code and a number more. */
const bytesPerDenominator = 12;
/** Of the other shapes. */
const bytesPerRow = 64;
const bytesPerValue = 8;

/** The shape `records`: a row per observation. */
export function recordColumns(
  world: World,
  { names, denominator }: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const length = chosen.reduce((sum, { start, end }) => sum + end - start, 0);
  governor.bytes(length * (bytesPerRecord + (denominator === undefined ? 0 : bytesPerDenominator)));
  const about = new SeriesColumns(world, length);
  const dates = new Uint32Array(length);
  const values = new Float64Array(length);
  const divisors = denominator === undefined ? undefined : new DivisorColumns(length);
  let row = 0;
  for (const one of chosen) {
    const { start, end } = one;
    governor.work(2 * (end - start));
    reader.open(one);
    about.fill(one, row, row + end - start);
    observations.copyPoints(one, dates, values, row);
    for (let point = start; point < end; point++, row++) {
      values[row] = reader.divided(values[row]!, point);
      divisors?.set(row, reader);
    }
  }
  const things = renumber(dates, observations.meta.dateCount);
  const textOfDate = (date: number) => observations.dateOfCode(date);
  return [
    textColumn("date", { codes: dates, things }, textOfDate),
    ...about.columns(names),
    numberColumn("value", values),
    ...(divisors?.columns(textOfDate) ?? []),
  ];
}

/** Numbers codes in the order of rows. @returns the codes, by number */
function renumber(codes: Uint32Array, count: number): number[] {
  const met: number[] = [];
  // By code: its number plus 1. 0 is for a code that no row had so far.
  const numbers = new Uint32Array(codes.length === 0 ? 0 : count);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (numbers[code] === 0) numbers[code] = met.push(code);
    codes[row] = numbers[code]! - 1;
  }
  return met;
}

/** The number that divided each value, and its date. */
class DivisorColumns {
  readonly #values: Float64Array;
  /** -1 stands for no date. */
  readonly #dates: Coding;

  constructor(length: number) {
    this.#values = new Float64Array(length);
    this.#dates = new Coding(length);
  }

  set(row: number, { denominators }: ValueReader): void {
    const { value, date } = denominators!;
    this.#values[row] = value;
    this.#dates.set(row, date);
  }

  columns(textOfDate: (date: number) => string): [NumberColumn, TextColumn] {
    const textOf = (date: number) => (date < 0 ? null : textOfDate(date));
    return [
      numberColumn("denominator", this.#values),
      textColumn("denominatorDate", this.#dates, textOf),
    ];
  }
}

/** The shape `dates`: a row per series in the order of records, a column per date, ascending. */
export function dateColumns(
  world: World,
  { names }: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const dates = datesOf(chosen, observations);
  governor.bytes(chosen.length * (bytesPerRow + dates.length * bytesPerValue));
  const about = new SeriesColumns(world, chosen.length);
  const columns = new Map(dates.map((date) => [date, newValues(chosen.length)]));
  for (const [row, one] of chosen.entries()) {
    governor.work(4 + 4 * (one.end - one.start));
    reader.open(one);
    about.fill(one, row, row + 1);
    for (let point = one.start; point < one.end; point++) {
      columns.get(observations.dateCodeAt(point))![row] = reader.valueAt(point);
    }
  }
  return [
    ...about.columns(names),
    ...Array.from(columns, ([date, values]) => numberColumn(observations.dateOfCode(date), values)),
  ];
}

/** Rows of one entity: a row per date, or one row when `dates` is undefined. */
interface EntityRows {
  readonly first: number;
  readonly dates: readonly number[] | undefined;
  readonly series: readonly ChosenSeries[];
}

/**
 * The shape `variables`: a row per entity and date, or per entity; a column per variable of the
 * question.
 */
export function variableColumns(
  { graph, observations }: World,
  { names, variables, date }: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const hasDates = date === "";
  const groups: EntityRows[] = [];
  let rows = 0;
  for (const series of byEntity(chosen)) {
    const dates = hasDates ? datesOf(series, observations) : undefined;
    groups.push({ first: rows, dates, series });
    rows += dates?.length ?? 1;
    governor.work(8 * series.length);
  }
  governor.bytes(rows * (bytesPerRow + variables.length * bytesPerValue));
  const values = variables.map(() => newValues(rows));
  const entities = new Uint32Array(rows);
  const dateCodes = new Coding(rows);
  for (const [at, { first, dates = [], series }] of groups.entries()) {
    const rowOf = new Map(dates.map((code, place) => [code, first + place]));
    entities.fill(at, first, first + Math.max(dates.length, 1));
    for (const [code, row] of rowOf) dateCodes.set(row, code);
    for (const one of series) {
      governor.work(4 * (one.end - one.start));
      reader.open(one);
      for (let point = one.start; point < one.end; point++) {
        const row = rowOf.get(observations.dateCodeAt(point)) ?? first;
        values[one.variable]![row] = reader.valueAt(point);
      }
    }
  }
  const things = groups.map(({ series: [first] }) => first!.entity);
  const textOfDate = (code: number) => observations.dateOfCode(code);
  return [
    ...nodeColumns(graph, "entity", { codes: entities, things }, names),
    ...(hasDates ? [textColumn("date", dateCodes, textOfDate)] : []),
    ...variables.map((variable, at) => numberColumn(variable, values[at]!)),
  ];
}

/** The series of each entity, in the order of the question. */
function byEntity(chosen: readonly ChosenSeries[]): ChosenSeries[][] {
  const groups: ChosenSeries[][] = [];
  let place = -1;
  for (const one of chosen.toSorted((a, b) => a.place - b.place)) {
    if (one.place === place) groups.at(-1)!.push(one);
    else groups.push([one]);
    place = one.place;
  }
  return groups;
}

/** Codes of all dates, ascending. */
function datesOf(chosen: readonly ChosenSeries[], observations: ObservationTable): number[] {
  const dates = new Set<number>();
  for (const { start, end } of chosen) {
    for (let point = start; point < end; point++) dates.add(observations.dateCodeAt(point));
  }
  return [...dates].sort((a, b) => a - b);
}

function newValues(rows: number): Float64Array {
  return new Float64Array(rows).fill(Number.NaN);
}

/** Columns of entity, variable and facet; each row belongs to one series. */
class SeriesColumns {
  readonly #world: World;
  readonly #entities: Coding;
  readonly #variables: Coding;
  readonly #facets: Coding;

  constructor(world: World, length: number) {
    this.#world = world;
    this.#entities = new Coding(length);
    this.#variables = new Coding(length);
    this.#facets = new Coding(length);
  }

  /** Sets the series of the rows [start, end). */
  fill({ entity, series }: ChosenSeries, start: number, end: number): void {
    const { observations } = this.#world;
    this.#entities.fill(entity, start, end);
    this.#variables.fill(observations.variableOf(series), start, end);
    this.#facets.fill(observations.facetNumberOf(series), start, end);
  }

  columns(withNames: boolean): TextColumn[] {
    const { graph, observations } = this.#world;
    const facetOf = (facet: number) => observations.facets[facet]!;
    return [
      ...nodeColumns(graph, "entity", this.#entities, withNames),
      ...nodeColumns(graph, "variable", this.#variables, withNames),
      textColumn("facetId", this.#facets, (facet) => facetOf(facet).facetId),
      ...facetFields.map((field) =>
        textColumn(field, this.#facets, (facet) => facetOf(facet)[field] || null),
      ),
    ];
  }
}

/** A column of dcids and, if wanted, one of names. */
function nodeColumns(
  graph: Graph,
  name: "entity" | "variable",
  coded: Coded,
  withNames: boolean,
): TextColumn[] {
  const { dictionary } = graph;
  const dcids = textColumn(name, coded, (node) => dictionary.textOf(node));
  if (!withNames) return [dcids];
  const nameOf = (node: TermId): string | null => {
    const term = graph.nameOf(node);
    return term === noTerm ? null : dictionary.textOf(term);
  };
  return [dcids, textColumn(`${name}_name`, coded, nameOf)];
}

/** Columns of a facet after its id: names and order of the official Python client. */
const facetFields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "provenanceUrl",
  "unit",
] as const;
