/** Door of the checks: of node blocks, of the loaded graph, of rows and of series. */
export { checkGraph } from "./graph-checks.ts";
export { NodeChecks } from "./node-checks.ts";
export { RowChecks } from "./row-checks.ts";
export { SeriesChecks } from "./series-checks.ts";
