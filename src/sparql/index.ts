export type { Dialect } from "./dialect/tokens.ts";
export { type QueryOptions, querySparql } from "./query.ts";
export type { SparqlCell, SparqlResponse, SparqlRow } from "./run/evaluate.ts";
