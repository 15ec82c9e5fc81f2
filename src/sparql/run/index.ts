/** Door of the evaluation: a plan's rows over one world. */

export { evaluate, type SparqlCell, type SparqlResponse, type SparqlRow } from "./evaluate.ts";
