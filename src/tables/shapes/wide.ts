/** The shapes with a column per date or per variable. */

import type { Governor } from "../../governor/index.ts";
import type { ObservationTable } from "../../stats/index.ts";
import type { World } from "../../world/index.ts";
import type { ChosenSeries, ReadQuestion, ValueReader } from "../choice/index.ts";
import { Numbering, numberColumn, type TableColumn, textColumn } from "../columns/index.ts";
import { nodeColumns, SeriesColumns } from "./series-columns.ts";

const bytesPerValue = 8;
const bytesPerRow = 64;

/** A row per series, in the order of records; columns of dates ascend. */
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

/** A row per entity and date, or per entity; a column per variable of the question. */
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

/** Series of each entity side by side, in the order of the question. */
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
