/** How cells and tables are read, for those who look at a table and load nothing. */
export { isNothing } from "../values/observation-parts.ts";
export { dateIn, needsDayFirst, plainNumber, withoutSigns } from "./cell-forms.ts";
export type { TableColumns } from "./column-option.ts";
export { sampleTable, type TableSample } from "./table-sample.ts";
