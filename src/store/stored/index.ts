/** Door of the columns that only snapshots have. Who saves one imports it, so that pages load it late. */

export { farColumnsOf } from "./far-columns.ts";
export { leadColumnsOf } from "./lead-rows.ts";
export { nameColumnsOf } from "./name-columns.ts";
export { searchColumnsOf } from "./search-rows.ts";
export { shapeColumnsOf } from "./shape-rows.ts";
