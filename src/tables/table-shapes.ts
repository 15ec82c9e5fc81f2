/** The shapes of tables: chosen series as columns. */

import type { Governor } from "../governor/governor.ts";
import { aboutProperty } from "../stats/facets/facet-fields.ts";
import { entityPropertiesOf } from "../stats/read/entity-properties.ts";
import type { ObservationTable } from "../stats/read/observations.ts";
import { offsetsOf, scatter } from "../store/columns/kernels.ts";
import type { Graph } from "../store/graph/graph.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import type { ChosenSeries } from "./choice/chosen-series.ts";
import { firstWhere } from "./choice/date-cut.ts";
import {
  type Coded,
  Coding,
  type NumberColumn,
  numberColumn,
  renumbered,
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
  chosen: ChosenSeries,
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const { names, denominator } = question;
  const { count, starts, ends, series, numbers } = chosen;
  const counts = new Uint32Array(count);
  let length = 0;
  for (let at = 0; at < count; at++) {
    counts[at] = ends[at]! - starts[at]!;
    length += counts[at]!;
  }
  governor.bytes(length * (bytesPerRecord + (denominator === undefined ? 0 : bytesPerDenominator)));
  const isRead = numbers !== undefined && denominator === undefined;
  const dates = isRead ? chosen.dates.slice(0, count) : new Uint32Array(length);
  const values = isRead ? numbers.slice(0, count) : new Float64Array(length);
  const divisors = denominator === undefined ? undefined : new DivisorColumns(length);
  for (let at = 0, row = 0; at < count && !isRead; at++) {
    const [start, end] = [starts[at]!, ends[at]!];
    governor.work(2 * (end - start));
    reader.open(series[at]!);
    observations.copyPoints({ start, end }, dates, values, row);
    for (let point = start; point < end; point++, row++) {
      values[row] = reader.divided(values[row]!, point);
      divisors?.set(row, reader);
    }
  }
  const textOfDate = (date: number) => observations.dateOfCode(date);
  return [
    textColumn("date", renumbered(dates, observations.meta.dateCount), textOfDate),
    ...seriesColumns(world, question, chosen, { counts, length }, names),
    numberColumn("value", values),
    ...(divisors?.columns(textOfDate) ?? []),
  ];
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
  chosen: ChosenSeries,
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const { count, starts, ends, series } = chosen;
  const dates = datesOf(
    chosen,
    Uint32Array.from({ length: count }, (_, at) => at),
    observations,
  );
  governor.bytes(count * (bytesPerRow + dates.length * bytesPerValue));
  const columns = new Map(dates.map((date) => [date, newValues(count)]));
  for (let row = 0; row < count; row++) {
    governor.work(4 + 4 * (ends[row]! - starts[row]!));
    reader.open(series[row]!);
    for (let point = starts[row]!; point < ends[row]!; point++) {
      columns.get(observations.dateCodeAt(point))![row] = reader.valueAt(point);
    }
  }
  const runs = { counts: new Uint32Array(count).fill(1), length: count };
  return [
    ...seriesColumns(world, question, chosen, runs, question.names),
    ...Array.from(columns, ([date, values]) => numberColumn(observations.dateOfCode(date), values)),
  ];
}

/**
 * The shape `variables`: a row per entity and date, or per entity; a column per variable of the
 * question.
 */
export function variableColumns(
  world: World,
  question: ReadQuestion,
  chosen: ChosenSeries,
  reader: ValueReader,
  governor: Governor,
): TableColumn[] {
  const { observations } = world;
  const { names, variables, date } = question;
  const rows = placeRows(chosen, date === "" ? observations : undefined, governor);
  governor.bytes(rows.length * (bytesPerRow + variables.length * bytesPerValue));
  const values = variables.map(() => newValues(rows.length));
  const isRead = chosen.numbers !== undefined && question.denominator === undefined;
  if (isRead) placeNumbers(chosen, rows, values);
  else readPlaced(chosen, rows, values, { observations, reader, governor });
  const codes = Uint32Array.from(rows.dates.flat());
  const dates = () =>
    textColumn("date", renumbered(codes, observations.meta.dateCount), (code) =>
      observations.dateOfCode(code),
    );
  return [
    ...entityColumns(world, question, chosen, rows, names),
    ...(date === "" ? [dates()] : []),
    ...variables.map((variable, at) => numberColumn(variable, values[at]!)),
  ];
}

/** Rows of places: a row per date, or one. */
interface PlaceRows extends RowRuns {
  readonly picks: Uint32Array;
  /** All series, by place. */
  readonly series: Uint32Array;
  /** Of each place the first row, and the codes of dates of its rows. */
  readonly firsts: Uint32Array;
  readonly dates: readonly (readonly number[])[];
}

/** @param observations where there is a row per date */
function placeRows(
  chosen: ChosenSeries,
  observations: ObservationTable | undefined,
  governor: Governor,
): PlaceRows {
  const { rows: series, offsets } = byPlace(chosen);
  const firsts = new Uint32Array(offsets.length - 1);
  const counts = new Uint32Array(firsts.length);
  const picks = new Uint32Array(firsts.length);
  const dates: (readonly number[])[] = [];
  let [length, met] = [0, 0];
  for (let place = 0; place < firsts.length; place++) {
    const [start, end] = [offsets[place]!, offsets[place + 1]!];
    if (start === end) continue;
    governor.work(8 * (end - start));
    if (observations !== undefined) {
      dates[place] = datesOf(chosen, series.subarray(start, end), observations);
    }
    const rows = dates[place]?.length ?? 1;
    picks[met] = series[start]!;
    firsts[place] = length;
    counts[met++] = rows;
    length += rows;
  }
  return {
    ...{ series, firsts, dates, length },
    ...{ picks: picks.subarray(0, met), counts: counts.subarray(0, met) },
  };
}

/** Numbers that were read already. */
function placeNumbers(
  { count, variables, places, numbers }: ChosenSeries,
  { firsts }: PlaceRows,
  values: readonly Float64Array[],
): void {
  for (let at = 0; at < count; at++) {
    values[variables[at]!]![firsts[places[at]!]!] = numbers![at]!;
  }
}

function readPlaced(
  { variables, places, starts, ends, series }: ChosenSeries,
  rows: PlaceRows,
  values: readonly Float64Array[],
  {
    observations,
    reader,
    governor,
  }: { observations: ObservationTable; reader: ValueReader; governor: Governor },
): void {
  for (const at of rows.series) {
    const place = places[at]!;
    const dates = rows.dates[place];
    const column = values[variables[at]!]!;
    governor.work(4 * (ends[at]! - starts[at]!));
    reader.open(series[at]!);
    for (let point = starts[at]!; point < ends[at]!; point++) {
      const code = observations.dateCodeAt(point);
      const step =
        dates === undefined ? 0 : firstWhere(0, dates.length, (one) => dates[one]! >= code);
      column[rows.firsts[place]! + step] = reader.valueAt(point);
    }
  }
}

/** Series by place: those of place p are rows [offsets[p], offsets[p + 1]). */
function byPlace({ count, places }: ChosenSeries): { rows: Uint32Array; offsets: Uint32Array } {
  let most = -1;
  for (let at = 0; at < count; at++) most = Math.max(most, places[at]!);
  const offsets = offsetsOf(places, count, most + 1);
  return { rows: scatter(places, offsets), offsets };
}

/** Codes of all dates of some series, ascending. */
function datesOf(
  { starts, ends }: ChosenSeries,
  series: Uint32Array,
  observations: ObservationTable,
): number[] {
  const dates = new Set<number>();
  for (const at of series) {
    for (let point = starts[at]!; point < ends[at]!; point++) {
      dates.add(observations.dateCodeAt(point));
    }
  }
  return [...dates].sort((a, b) => a - b);
}

function newValues(rows: number): Float64Array {
  return new Float64Array(rows).fill(Number.NaN);
}

/** Rows of a table: `counts[i]` rows, side by side, for the series `picks[i]`; default: for series i. */
interface RowRuns {
  readonly picks?: Uint32Array;
  readonly counts: Uint32Array;
  readonly length: number;
}

/** What rows have of their series. */
function spread(column: Uint32Array, { picks, counts, length }: RowRuns): Uint32Array {
  const has = picks === undefined ? column : picks.map((at) => column[at]!);
  if (length === counts.length) return has.slice(0, length);
  const rows = new Uint32Array(length);
  for (let at = 0, row = 0; at < counts.length; row += counts[at]!, at++) {
    rows.fill(has[at]!, row, row + counts[at]!);
  }
  return rows;
}

/** Columns of what series are about. */
function entityColumns(
  world: World,
  question: ReadQuestion,
  chosen: ChosenSeries,
  runs: RowRuns,
  withNames: boolean,
): TextColumn[] {
  const { graph } = world;
  const { dictionary } = graph;
  const { entities } = chosen;
  const columns: TextColumn[] = [];
  if (entities !== undefined) {
    const { nodes, dcids } = entities;
    const coded = renumbered(spread(chosen.places, runs), nodes.length);
    const dcidOf = (place: number) => dcids?.[place] ?? dictionary.textOf(nodes[place]!);
    columns.push(textColumn("entity", coded, dcidOf));
    if (withNames) columns.push(nameColumn(graph, "entity", coded, (place) => nodes[place]!));
  }
  for (const [property, nodes] of furtherNodes(world, question, chosen)) {
    const coding = new Coding(runs.length);
    for (const [row, node] of spread(nodes, runs).entries()) coding.set(row, node);
    columns.push(
      textColumn(property, coding, (node) => (node === noTerm ? null : dictionary.textOf(node))),
    );
    if (withNames) columns.push(nameColumn(graph, property, coding, (node) => node));
  }
  return columns;
}

/**
 * By property: the entity of each series; `noTerm` for none. Properties ascend: those of the
 * question's variables, if it asks by property, or else of those about several.
 */
function furtherNodes(
  { graph, observations }: World,
  { entities, variables }: ReadQuestion,
  { count, series, variables: column }: ChosenSeries,
): Map<string, Uint32Array> {
  const isAsked = isByProperty(entities);
  const met = new Set<number>();
  for (let at = 0; at < count; at++) {
    if (at === 0 || column[at] !== column[at - 1]) met.add(column[at]!);
  }
  const propertiesOf = new Map(
    Array.from(met, (at) => [
      at,
      entityPropertiesOf(graph, graph.dictionary.nodeOf(variables[at]!)),
    ]),
  );
  const named = [...propertiesOf.values()].filter(
    (list) => isAsked || list.length > 1 || list[0] !== aboutProperty,
  );
  const all = new Set([...(isAsked ? Object.keys(entities) : []), ...named.flat()]);
  const nodes = new Map(
    [...all].sort(compareUtf8).map((property) => [property, new Uint32Array(count).fill(noTerm)]),
  );
  for (let at = 0; at < count && nodes.size > 0; at++) {
    const own = observations.allEntitiesOf(series[at]!);
    for (const [place, property] of propertiesOf.get(column[at]!)!.entries()) {
      const list = nodes.get(property);
      if (list !== undefined) list[at] = own[place]!;
    }
  }
  return nodes;
}

/** Columns of entities, variable and facet. */
function seriesColumns(
  world: World,
  question: ReadQuestion,
  chosen: ChosenSeries,
  runs: RowRuns,
  withNames: boolean,
): TextColumn[] {
  const { graph, observations } = world;
  const { variables } = question;
  const coded = renumbered(spread(chosen.variables, runs), variables.length);
  const { facets } = observations;
  const facetCodes = renumbered(spread(chosen.facets, runs), facets.length);
  const nodeOf = (at: number) => graph.dictionary.nodeOf(variables[at]!) ?? noTerm;
  return [
    ...entityColumns(world, question, chosen, runs, withNames),
    textColumn("variable", coded, (at) => variables[at]!),
    ...(withNames ? [nameColumn(graph, "variable", coded, nodeOf)] : []),
    textColumn("facetId", facetCodes, (facet) => facets[facet]!.facetId),
    ...facetFields.map((field) =>
      textColumn(field, facetCodes, (facet) => facets[facet]![field] || null),
    ),
  ];
}

/** The column of names beside one of dcids. */
function nameColumn(
  graph: Graph,
  name: string,
  coded: Coded,
  nodeOf: (thing: number) => TermId,
): TextColumn {
  return textColumn(`${name}_name`, coded, (thing) => {
    const node = nodeOf(thing);
    const term = node === noTerm ? noTerm : graph.nameOf(node);
    return term === noTerm ? null : graph.dictionary.textOf(term);
  });
}

/** Columns of a facet after its id: names and order of the official Python client. */
const facetFields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "provenanceUrl",
  "unit",
] as const;
