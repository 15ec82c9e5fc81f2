/** Door of the MCF readers. */
export { loadMcf, type McfChunk } from "./mcf-file.ts";
export { McfParser } from "./mcf-parser.ts";
export { type McfRun, runInto } from "./mcf-run.ts";
export { contextOf, nodeStart } from "./mcf-top.ts";
export { parseTerm } from "./tmcf-value.ts";
