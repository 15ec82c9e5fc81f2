/** Door of the MCF readers. */
export { loadMcf, type McfPart, type McfRun } from "./mcf-file.ts";
export { McfParser } from "./mcf-parser.ts";
export { McfProperties } from "./mcf-properties.ts";
export { McfScanner } from "./mcf-scanner.ts";
export { contextOf, nodeStart } from "./mcf-top.ts";
export { parseTerm } from "./tmcf-value.ts";
