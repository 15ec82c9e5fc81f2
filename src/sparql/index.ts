export { constantsOf, type QueryConstant } from "./constants.ts";
export type { Dialect } from "./dialect/index.ts";
export { type QueryOptions, querySparql } from "./query.ts";
export type { SparqlCell, SparqlResponse, SparqlRow } from "./run/index.ts";
