/** Door of the frozen observations: how their columns lie, and how they are read. */

export { columnNames, columnPrefix, type ValueColumn, valueColumns } from "./column-names.ts";
export { EntityCursor } from "./entity-cursor.ts";
export { NodePositions } from "./node-positions.ts";
export { type ObservationMeta, ObservationTable } from "./observations.ts";
export type { PointColumns } from "./point-columns.ts";
export { pointsAlong } from "./points-along.ts";
export {
  makeRecords,
  type RecordReading,
  readingOf,
  recordWordsOf,
  type SeriesLayout,
  SeriesRecordWriter,
  seriesLayout,
} from "./series-records.ts";
