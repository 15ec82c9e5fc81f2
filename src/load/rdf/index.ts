/** Door of the reader of N-Triples and N-Quads. */
export { loadRdf } from "./rdf-file.ts";
