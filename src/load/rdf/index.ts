/** Door of the readers of N-Triples and N-Quads. */
export { isRdf, loadRdf } from "./rdf-file.ts";
