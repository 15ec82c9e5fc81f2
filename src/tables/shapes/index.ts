/** Door of the shapes: chosen series as columns. */

export { recordColumns } from "./records.ts";
export { dateColumns, variableColumns } from "./wide.ts";
