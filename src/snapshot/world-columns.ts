/** The table of all columns that a snapshot may have. */

import { type ObservationCounts, observationColumns, recordWordsOf } from "../stats/index.ts";
import { type ColumnRow, graphColumns } from "../store/index.ts";
import type { WorldContents } from "./contents-shape.ts";

/** What lengths and bounds of the columns of a world follow from, but for lengths of other columns. */
export type WorldCounts = Omit<ObservationCounts, "rowsOf">;

const rows: readonly ColumnRow<ObservationCounts>[] = [...graphColumns, ...observationColumns];

/** By name. Those of a world in memory are in the order in which a snapshot has them. */
export const worldColumns: ReadonlyMap<string, ColumnRow<ObservationCounts>> = new Map(
  rows.map((row) => [row.name, row]),
);

export function countsOf({ graph, observations }: WorldContents): WorldCounts {
  return {
    nodes: graph.nodeCount,
    literals: graph.literalCount,
    triples: graph.tripleCount,
    dates: observations.dateCount,
    variables: observations.variableCount,
    entities: observations.entityCount,
    series: observations.seriesCount,
    points: observations.pointCount,
    recordWords: recordWordsOf(observations.seriesLayout),
  };
}
