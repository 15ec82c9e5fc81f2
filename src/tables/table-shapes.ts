/** The shapes of tables: chosen series as columns. */

import type { Governor } from "../governor/governor.ts";
import { aboutProperty } from "../stats/facets/facet-fields.ts";
import { entityPropertiesOf } from "../stats/read/entity-properties.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import type { Graph } from "../store/graph/graph.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
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
import { isByProperty, type ReadQuestion } from "./table-question.ts";
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
  question: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const { names, denominator } = question;
  const length = chosen.reduce((sum, { start, end }) => sum + end - start, 0);
  governor.bytes(length * (bytesPerRecord + (denominator === undefined ? 0 : bytesPerDenominator)));
  const about = new SeriesColumns(world, propertiesOf(world, question, chosen), length);
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
  question: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const dates = datesOf(chosen, observations);
  governor.bytes(chosen.length * (bytesPerRow + dates.length * bytesPerValue));
  const about = new SeriesColumns(world, propertiesOf(world, question, chosen), chosen.length);
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
    ...about.columns(question.names),
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
  world: World,
  question: ReadQuestion,
  chosen: readonly ChosenSeries[],
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const { names, variables, date } = question;
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
  const about = new EntityColumns(world, propertiesOf(world, question, chosen), rows);
  const dateCodes = new Coding(rows);
  for (const { first, dates = [], series } of groups) {
    const rowOf = new Map(dates.map((code, place) => [code, first + place]));
    about.fill(series[0]!, first, first + Math.max(dates.length, 1));
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
  const textOfDate = (code: number) => observations.dateOfCode(code);
  return [
    ...about.columns(names),
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

/** Properties whose entities have columns of their own, and whether `entity` has one. */
interface NamedEntities {
  readonly properties: readonly string[];
  readonly hasEntity: boolean;
}

/** Ascending: those of the question's variables, if it asks by property, or else of those about several. */
function propertiesOf(
  { graph }: World,
  { entities, variables }: ReadQuestion,
  chosen: readonly ChosenSeries[],
): NamedEntities {
  const hasEntity = !isByProperty(entities);
  const met = new Set(chosen.map(({ variable }) => variable));
  const lists = Array.from(met, (at) =>
    entityPropertiesOf(graph, graph.dictionary.nodeOf(variables[at]!)),
  );
  const named = lists.filter((list) => !hasEntity || list.length > 1 || list[0] !== aboutProperty);
  const asked = hasEntity ? [] : Object.keys(entities);
  return { properties: [...new Set([...asked, ...named.flat()])].sort(compareUtf8), hasEntity };
}

/** Columns of what series are about. */
class EntityColumns {
  readonly #world: World;
  readonly #entities: Coding | undefined;
  /** By property; -1 for none. */
  readonly #others: ReadonlyMap<string, Coding>;
  readonly #propertiesOf = new Map<TermId, readonly string[]>();

  constructor(world: World, { properties, hasEntity }: NamedEntities, length: number) {
    this.#world = world;
    this.#entities = hasEntity ? new Coding(length) : undefined;
    this.#others = new Map(properties.map((property) => [property, new Coding(length)]));
  }

  fill({ entity, series }: ChosenSeries, start: number, end: number): void {
    this.#entities?.fill(entity, start, end);
    if (this.#others.size === 0) return;
    const { graph, observations } = this.#world;
    const variable = observations.variableOf(series);
    const properties = this.#propertiesOf.get(variable) ?? entityPropertiesOf(graph, variable);
    this.#propertiesOf.set(variable, properties);
    const entities = observations.allEntitiesOf(series);
    for (const [property, coding] of this.#others) {
      coding.fill(entities[properties.indexOf(property)] ?? -1, start, end);
    }
  }

  columns(withNames: boolean): TextColumn[] {
    const { graph } = this.#world;
    const own = this.#entities;
    return [
      ...(own === undefined ? [] : nodeColumns(graph, "entity", own, withNames)),
      ...Array.from(this.#others).flatMap(([property, coding]) =>
        nodeColumns(graph, property, coding, withNames),
      ),
    ];
  }
}

/** Columns of entities, variable and facet; each row belongs to one series. */
class SeriesColumns {
  readonly #world: World;
  readonly #entities: EntityColumns;
  readonly #variables: Coding;
  readonly #facets: Coding;

  constructor(world: World, named: NamedEntities, length: number) {
    this.#world = world;
    this.#entities = new EntityColumns(world, named, length);
    this.#variables = new Coding(length);
    this.#facets = new Coding(length);
  }

  /** Sets the series of the rows [start, end). */
  fill(chosen: ChosenSeries, start: number, end: number): void {
    const { observations } = this.#world;
    const { series } = chosen;
    this.#entities.fill(chosen, start, end);
    this.#variables.fill(observations.variableOf(series), start, end);
    this.#facets.fill(observations.facetNumberOf(series), start, end);
  }

  columns(withNames: boolean): TextColumn[] {
    const { graph, observations } = this.#world;
    const facetOf = (facet: number) => observations.facets[facet]!;
    return [
      ...this.#entities.columns(withNames),
      ...nodeColumns(graph, "variable", this.#variables, withNames),
      textColumn("facetId", this.#facets, (facet) => facetOf(facet).facetId),
      ...facetFields.map((field) =>
        textColumn(field, this.#facets, (facet) => facetOf(facet)[field] || null),
      ),
    ];
  }
}

/** A column of dcids and, if wanted, one of names. */
function nodeColumns(graph: Graph, name: string, coded: Coded, withNames: boolean): TextColumn[] {
  const { dictionary } = graph;
  const dcids = textColumn(name, coded, (node) => (node < 0 ? null : dictionary.textOf(node)));
  if (!withNames) return [dcids];
  const nameOf = (node: TermId): string | null => {
    const term = node < 0 ? noTerm : graph.nameOf(node);
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
