/** How cells and tables are read, for those who look at a table and load nothing. */
export { isNothing } from "../values/observation-parts.ts";
export { dateIn, dayIn, plainNumber, withoutSigns } from "./cell-forms.ts";
export type { TableColumns } from "./column-option.ts";
export { isTotal } from "./table-entities.ts";
export { dialectOf, sampleTable, type TableSample } from "./table-sample.ts";
