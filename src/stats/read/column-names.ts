/** Names of the columns of observations. */

const prefix = "observations";

/** What all of them begin with. */
export const columnPrefix = `${prefix}.`;

export const columnNames = {
  variables: `${prefix}.variables`,
  variablePositions: `${prefix}.variablePositions`,
  variableOffsets: `${prefix}.variableOffsets`,
  seriesEntities: `${prefix}.seriesEntities`,
  seriesRecords: `${prefix}.seriesRecords`,
  formats: `${prefix}.formats`,
  dateRuns: `${prefix}.dateRuns`,
  dates: `${prefix}.dates`,
  exceptionPoints: `${prefix}.exceptionPoints`,
  exceptionNumbers: `${prefix}.exceptionNumbers`,
  exceptionTexts: `${prefix}.exceptionTexts`,
  entityPositions: `${prefix}.entityPositions`,
  entityOffsets: `${prefix}.entityOffsets`,
  entityVariables: `${prefix}.entityVariables`,
} as const;

/** Columns of values, by width: see `SeriesFormat`. */
export const valueColumns = [
  { name: `${prefix}.values8`, Type: Int8Array },
  { name: `${prefix}.values16`, Type: Int16Array },
  { name: `${prefix}.values32`, Type: Int32Array },
  { name: `${prefix}.values64`, Type: Float64Array },
] as const;

/** A column of values of one width. */
export type ValueColumn = Int8Array | Int16Array | Int32Array | Float64Array;
