/** Door of the readers of RDF. */
export { isRdf, isTurtle, loadRdf, loadTurtle } from "./rdf-file.ts";
