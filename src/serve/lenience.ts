/** Where a server is kinder than the documented service, because real clients need it. */
import type { ServerRequest } from "./plain-http.ts";

/** The field of the body that a query of these endpoints may have instead. */
const queryFields: ReadonlyMap<string, string> = new Map([
  ["/v2/sparql", "query"],
  ["/query", "sparql"],
  ["/v1/query", "sparql"],
]);

/**
 * A SPARQL query that is sent with GET, as the older client for R does, as if it were posted. The
 * public service's own reference allows that; its documentation does not name it.
 *
 * @param route path of the endpoint, as documented
 */
export function posted(request: ServerRequest, route: string | undefined): ServerRequest {
  const field = request.method === "GET" ? queryFields.get(route ?? "") : undefined;
  if (field === undefined) return request;
  const [path = "", query = ""] = request.url.split("?", 2);
  const rest = new URLSearchParams(query);
  const body = JSON.stringify({ [field]: rest.get(field) ?? "" });
  rest.delete(field);
  return { ...request, method: "POST", url: `${path}?${rest}`, body };
}

/** The Python client fails on an answer about observations without this member. */
export function withByVariable(body: string, route: string | undefined): string {
  return body === "{}" && route === "/v2/observation" ? '{"byVariable":{}}' : body;
}
