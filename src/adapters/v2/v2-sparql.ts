/** `/v2/sparql`, `/v1/query` and `/query`: one question under three names (behaviour: sparql). */

import type { Governor } from "../../options/governor.ts";
import { required, text } from "../../router/fields.ts";
import type { QueryOptions, SparqlResponse } from "../../sparql/run/evaluate.ts";
import { EnginePart } from "../../world/engine-part.ts";
import type { World } from "../../world/world.ts";
import { type Endpoint, endpoint } from "../edge/endpoint.ts";
import type { QueryRequest, V2SparqlRequest } from "../shapes.ts";

export const sparqlPart = new EnginePart<typeof import("../../sparql/sparql-part.ts")>(
  "SPARQL",
  async () => await import("../../sparql/sparql-part.ts"),
);

/**
 * @throws QueryError for a query that cannot be read or is not supported
 * @throws CommonsError `REQUEST` for a type condition with several types
 * @throws LimitError for an answer that would take too much
 */
export function sparql(
  world: World,
  { query }: V2SparqlRequest,
  governor: Governor,
  options: QueryOptions,
): SparqlResponse {
  return sparqlPart.require().querySparql(world, query, options, governor);
}

/** The row of one of the two older names. */
export function queryEndpoint(
  path: string,
): Endpoint<QueryRequest, V2SparqlRequest, SparqlResponse> {
  return endpoint<QueryRequest, typeof sparql>({
    methods: ["POST"],
    path,
    about: "as `/v2/sparql`",
    type: "datacommons.QueryRequest",
    params: {
      // Missing or empty it is an invalid query; the text is the real service's (behaviour: sparql
      // 5).
      query: required(text("sparql"), { code: "unknown", message: "missing required arguments" }),
    },
    example: {
      sparql: "SELECT ?name WHERE { ?p typeOf Place . ?p dcid geoId/06 . ?p name ?name }",
    },
    part: sparqlPart,
    handle: sparql,
  });
}
