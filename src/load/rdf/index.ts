/** Door of the reader of N-Triples and N-Quads. */
export { isRdf, loadRdf } from "./rdf-file.ts";
