/** How cells and tables are read, for those who look at a table and load nothing. */

export { isNothing } from "../values/index.ts";
export type { TableColumns } from "./column-option.ts";
export { dateIn, needsDayFirst } from "./date-cells.ts";
export { plainNumber, withoutSigns } from "./number-cells.ts";
export { sampleTable, type TableSample } from "./table-sample.ts";
