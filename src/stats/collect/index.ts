/** Door of collected observations: runs of rows, lists of dates, values. */

export { type CollectedLists, DateLists, DateRunsBuilder, rankLists } from "./date-runs.ts";
export { joinValues, releaseValues } from "./joined-values.ts";
export {
  beside,
  type CollectedValues,
  decimalBits,
  decimalMask,
  odd,
  RowReader,
  RowValues,
} from "./row-values.ts";
export {
  type CollectedRuns,
  joinRuns,
  type MakeIds,
  type Runs,
  RunTableBuilder,
} from "./run-table.ts";
