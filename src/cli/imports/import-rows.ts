/** The observations of a world, row by row. */

import { csvRow } from "../../export/csv-text.ts";
import type { Commons } from "../../index.ts";
import { convertedColumns } from "./import-config.ts";

type ConvertedColumn = (typeof convertedColumns)[number];

/** Cells by the columns of a converted table. */
export type ObservationCells = Readonly<Record<ConvertedColumn, string>>;

/** Every observation, in an order that is the same for equal worlds. */
export function* observationRows({ graph, observations }: Commons): Generator<ObservationCells> {
  const { dictionary } = graph;
  for (let series = 0; series < observations.seriesCount; series++) {
    const { unit, scalingFactor, measurementMethod, observationPeriod } =
      observations.facetOf(series);
    const head = {
      variable: dictionary.textOf(observations.variableOf(series)),
      entity: dictionary.textOf(observations.entityOf(series)),
    };
    const measured = { unit, scalingFactor, measurementMethod, observationPeriod };
    const { start, end } = observations.pointsOf(series);
    for (let point = start; point < end; point++) {
      const [date, value] = [observations.dateOf(point), observations.textOf(point)];
      yield { ...head, date, value, ...measured };
    }
  }
}

/** The table that the official dialect reads. */
export function* convertedTable(commons: Commons): Generator<string> {
  const columns = columnsInUse(commons);
  yield csvRow(columns);
  for (const row of observationRows(commons)) yield csvRow(columns.map((column) => row[column]));
}

/** All columns but those that would be empty. */
export function columnsInUse({ observations }: Commons): readonly ConvertedColumn[] {
  const isUsed = (column: ConvertedColumn): boolean =>
    observations.facets.some((facet) => column in facet && Reflect.get(facet, column) !== "");
  return convertedColumns.filter((column, at) => at < 4 || isUsed(column));
}

/** Says whether two worlds have the same observations, whoever published them. */
export function haveSameObservations(left: Commons, right: Commons): boolean {
  if (left.observations.pointCount !== right.observations.pointCount) return false;
  const others = observationRows(right);
  for (const row of observationRows(left)) {
    const other = others.next().value as ObservationCells | undefined;
    if (convertedColumns.some((column) => row[column] !== other?.[column])) return false;
  }
  return true;
}
