/** The shapes of tables: chosen series as columns. */

import type { Governor } from "../governor/index.ts";
import type { FacetEntry, ObservationTable } from "../stats/index.ts";
import { type Graph, noTerm, type TermId } from "../store/index.ts";
import type { World } from "../world/index.ts";
import type { ChosenSeries } from "./chosen-series.ts";
import {
  type NumberColumn,
  Numbering,
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
  const met = renumber(dates, observations.meta.dateCount);
  const textOfDate = (date: number) => observations.dateOfCode(date);
  return [
    textColumn("date", dates, met.map(textOfDate)),
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
  readonly #dates: Uint32Array;
  /** -1 stands for no date. */
  readonly #numbers = new Numbering();

  constructor(length: number) {
    this.#values = new Float64Array(length);
    this.#dates = new Uint32Array(length);
  }

  set(row: number, { denominators }: ValueReader): void {
    const { value, date } = denominators!;
    this.#values[row] = value;
    this.#dates[row] = this.#numbers.codeOf(date);
  }

  columns(textOfDate: (date: number) => string): [NumberColumn, TextColumn] {
    const texts = this.#numbers.met.map((date) => (date < 0 ? null : textOfDate(date)));
    return [
      numberColumn("denominator", this.#values),
      textColumn("denominatorDate", this.#dates, texts),
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
  const dateCodes = new Uint32Array(rows);
  const dateNumbers = new Numbering();
  for (const [at, { first, dates = [], series }] of groups.entries()) {
    const rowOf = new Map(dates.map((code, place) => [code, first + place]));
    entities.fill(at, first, first + Math.max(dates.length, 1));
    for (const [code, row] of rowOf) dateCodes[row] = dateNumbers.codeOf(code);
    for (const one of series) {
      governor.work(4 * (one.end - one.start));
      reader.open(one);
      for (let point = one.start; point < one.end; point++) {
        const row = rowOf.get(observations.dateCodeAt(point)) ?? first;
        values[one.variable]![row] = reader.valueAt(point);
      }
    }
  }
  const nodes = groups.map(({ series: [first] }) => first!.entity);
  const texts = dateNumbers.met.map((code) => observations.dateOfCode(code));
  return [
    ...nodeColumns(graph, "entity", entities, nodes, names),
    ...(hasDates ? [textColumn("date", dateCodes, texts)] : []),
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
  readonly #entities: CodesOf;
  readonly #variables: CodesOf;
  readonly #facets: CodesOf;

  constructor(world: World, length: number) {
    this.#world = world;
    [this.#entities, this.#variables, this.#facets] = [codes(length), codes(length), codes(length)];
  }

  /** Sets the series of the rows [start, end). */
  fill({ entity, series }: ChosenSeries, start: number, end: number): void {
    const { observations } = this.#world;
    fill(this.#entities, entity, start, end);
    fill(this.#variables, observations.variableOf(series), start, end);
    fill(this.#facets, observations.facetNumberOf(series), start, end);
  }

  columns(withNames: boolean): TextColumn[] {
    const { graph, observations } = this.#world;
    const [entities, variables, facets] = [this.#entities, this.#variables, this.#facets];
    return [
      ...nodeColumns(graph, "entity", entities.codes, entities.numbers.met, withNames),
      ...nodeColumns(graph, "variable", variables.codes, variables.numbers.met, withNames),
      ...facetColumns(
        facets.codes,
        facets.numbers.met.map((facet) => observations.facets[facet]!),
      ),
    ];
  }
}

interface CodesOf {
  readonly codes: Uint32Array;
  readonly numbers: Numbering;
}

function codes(length: number): CodesOf {
  return { codes: new Uint32Array(length), numbers: new Numbering() };
}

function fill({ codes, numbers }: CodesOf, thing: number, start: number, end: number): void {
  codes.fill(numbers.codeOf(thing), start, end);
}

/** A column of dcids and, if wanted, one of names. */
function nodeColumns(
  graph: Graph,
  name: "entity" | "variable",
  codes: Uint32Array,
  nodes: readonly TermId[],
  withNames: boolean,
): TextColumn[] {
  const { dictionary } = graph;
  const dcids = nodes.map((node) => dictionary.textOf(node));
  if (!withNames) return [textColumn(name, codes, dcids)];
  const names = nodes.map((node) => {
    const term = graph.nameOf(node);
    return term === noTerm ? null : dictionary.textOf(term);
  });
  return [textColumn(name, codes, dcids), textColumn(`${name}_name`, codes, names)];
}

const fields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "provenanceUrl",
  "unit",
] as const;

/**
 * Columns of a facet: id and fields, with the names and in the order of the official Python client.
 */
function facetColumns(codes: Uint32Array, facets: readonly FacetEntry[]): TextColumn[] {
  const ids = facets.map(({ id }) => id);
  const columnOf = (field: (typeof fields)[number]) => {
    const texts = facets.map((facet) => facet[field] || null);
    return textColumn(field, codes, texts);
  };
  return [textColumn("facetId", codes, ids), ...fields.map(columnOf)];
}
