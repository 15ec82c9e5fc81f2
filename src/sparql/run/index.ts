/** Door of the evaluation: a query's or a plan's rows over one world. */

export {
  evaluate,
  type QueryOptions,
  querySparql,
  type SparqlCell,
  type SparqlResponse,
  type SparqlRow,
} from "./evaluate.ts";
