/** Door of the frozen observations: how their columns lie, and how they are read. */

export { type ObservationMeta, ObservationTable } from "./observations.ts";
export { type PointColumns, pointsAlong } from "./points-along.ts";
export { EntityCursor, NodePositions } from "./series-lookup.ts";
export {
  makeRecords,
  type RecordReading,
  readingOf,
  recordWordsOf,
  type SeriesLayout,
  SeriesRecordWriter,
  seriesLayout,
  type ValueColumn,
  valueColumns,
} from "./series-records.ts";
export { walkObservations } from "./walk-observations.ts";
