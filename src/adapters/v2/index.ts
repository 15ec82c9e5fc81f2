/** Door of the rows under `/v2`. */

export { v2Endpoints } from "./endpoints.ts";
export { queryEndpoint } from "./sparql.ts";
