/** Requests of the three endpoints for queries; their response is `SparqlResponse`. */

/** Request of `/v2/sparql`. */
export interface V2SparqlRequest {
  readonly query: string;
}

/** Request of `/v1/query` and `/query`. */
export interface QueryRequest {
  readonly sparql: string;
}

/** What the handler of all three receives. */
export interface SparqlParams {
  readonly query: string;
}
