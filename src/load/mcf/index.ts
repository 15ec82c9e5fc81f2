/** Door of the MCF readers. */
export { contextOf, loadMcf, type McfRun, nodeStart, runInto } from "./mcf-file.ts";
export { McfParser } from "./mcf-parser.ts";
export { parseTerm } from "./tmcf-value.ts";
