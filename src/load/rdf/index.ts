/** Door of the reader of N-Triples and N-Quads. */
export type { LeftLine } from "./left-lines.ts";
export { isRdf, LeftLines, loadRdf } from "./rdf-file.ts";
