/** Requests that a server takes although the documented service refuses them: real clients send them. */
import type { ServerRequest } from "./plain-http.ts";

/** The field of the body that a query of these endpoints may have instead. */
const queryFields: ReadonlyMap<string, string> = new Map([
  ["/v2/sparql", "query"],
  ["/query", "sparql"],
  ["/v1/query", "sparql"],
]);

/**
 * The request that the documented service would take, with the same meaning.
 *
 * @param route path of the endpoint, as documented
 */
export function taken(request: ServerRequest, route = ""): ServerRequest {
  const field = request.method === "GET" ? queryFields.get(route) : undefined;
  if (field !== undefined) return posted(request, field);
  const known = emptyFields.get(route);
  const plain = known === undefined ? request : withoutEmpty(request, known);
  return route === "/v2/resolve" ? keyless(plain) : plain;
}

/**
 * A SPARQL query that is sent with GET, as the older client for R does, as if it were posted. The
 * public service's own reference allows that; its documentation does not name it.
 */
function posted(request: ServerRequest, field: string): ServerRequest {
  const [path = "", query = ""] = request.url.split("?", 2);
  const rest = new URLSearchParams(query);
  const body = JSON.stringify({ [field]: rest.get(field) ?? "" });
  rest.delete(field);
  return { ...request, method: "POST", url: `${path}?${rest}`, body };
}

/**
 * Fields that the service's messages have and its documentation does not. They mean something only
 * when they are not empty; clients that print whole messages send them empty.
 */
const emptyFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["/v2/observation", ["value", "variable.expression", "variable.formula", "entity.formula"]],
  ["/v2/resolve", ["expand_topics", "expandTopics"]],
]);

function withoutEmpty(request: ServerRequest, names: readonly string[]): ServerRequest {
  const [path = "", query] = request.url.split("?", 2);
  const url = query === undefined ? path : `${path}?${withoutEmptyParameters(query, names)}`;
  const isHeld = names.some((name) => request.body.includes(`"${name.split(".").at(-1)}"`));
  return isHeld
    ? { ...request, url, body: withoutEmptyMembers(request.body, names) }
    : { ...request, url };
}

/** All other parameters stay as they are written. */
function withoutEmptyParameters(query: string, names: readonly string[]): string {
  const isEmpty = (pair: string) =>
    names.some((name) => pair === name || pair === `${name}=` || pair === `${name}=false`);
  return query
    .split("&")
    .filter((pair) => !isEmpty(pair))
    .join("&");
}

/** What is no object of JSON is left for others to refuse. */
function withoutEmptyMembers(body: string, names: readonly string[]): string {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return body;
  }
  for (const name of names) {
    const path = name.split(".");
    const last = path.pop() as string;
    const holder = path.reduce((holder: unknown, part) => memberOf(holder, part), message);
    if (isEmpty(memberOf(holder, last))) delete (holder as Record<string, unknown>)[last];
  }
  return JSON.stringify(message);
}

const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === "object" && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Readonly<Record<string, unknown>>)[name]
    : undefined;

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);

/** The public service answers `/v2/resolve` without a key, as a self-hosted one answers everything. */
function keyless(request: ServerRequest): ServerRequest {
  const { url, headers } = request;
  const isSent =
    /[?&](?:key|api_key)=[^&]/.test(url) ||
    headers["x-api-key"] !== undefined ||
    headers["authorization"] !== undefined;
  return isSent || !url.startsWith("/v2/") ? request : { ...request, url: `/core/api${url}` };
}
