/** Door of the choice: what a question wants, the series it finds, and their values. */

export { bestForAll } from "./best-for-all.ts";
export { type ChosenSeries, chooseSeries } from "./chosen-series.ts";
export {
  type DateRange,
  type ReadQuestion,
  readQuestion,
  type TableFilter,
  type TableQuestion,
  type TableShape,
} from "./question.ts";
export { ValueReader } from "./value-reader.ts";
