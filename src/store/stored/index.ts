/** Door of the columns that only snapshots have. Who saves one imports it, so that pages load it late. */

export { farColumnsOf, leadColumnsOf } from "./far-columns.ts";
export { nameColumnsOf } from "./name-columns.ts";
export { searchColumnsOf, shapeColumnsOf } from "./search-rows.ts";
