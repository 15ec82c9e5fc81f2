/** Door of the rows under `/v2`. */

export { v2Endpoints } from "./endpoints.ts";
export { FacetFilter, listedEntities } from "./v2-observation.ts";
export { type ResolveQuestion, readResolveQuestion, resolvePart } from "./v2-resolve.ts";
export { queryEndpoint, sparqlPart } from "./v2-sparql.ts";
