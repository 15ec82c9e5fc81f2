/** Door of the rows under `/v2`. */

export { v2Endpoints } from "./endpoints.ts";
export { resolvePart } from "./resolve.ts";
export { type ResolveQuestion, readResolveQuestion } from "./resolve-question.ts";
export { queryEndpoint, sparqlPart } from "./sparql.ts";
