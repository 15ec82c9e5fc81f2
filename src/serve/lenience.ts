/** What real clients send although the documented service refuses it, and answers that they can read. */
import { cutUrl } from "../router/route-paths.ts";
import type { ServerAnswer, ServerRequest } from "./plain-http.ts";

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
  const [path, query = ""] = cutUrl(request.url);
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
  ["/v2/observation", ["value", "variable.expression", "entity.formula"]],
]);

function withoutEmpty(request: ServerRequest, names: readonly string[]): ServerRequest {
  const [path, query] = cutUrl(request.url);
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

/** The public service answers `/v2/resolve` without a key, as with any. */
function keyless(request: ServerRequest): ServerRequest {
  const { url, headers } = request;
  const isSent =
    /[?&](?:key|api_key)=[^&]/.test(url) ||
    headers["x-api-key"] !== undefined ||
    headers["authorization"] !== undefined;
  return isSent ? request : { ...request, url: `${url}${url.includes("?") ? "&" : "?"}key=any` };
}

/**
 * An answer in a form that real clients can read, where they fail on that of the documented service.
 *
 * @param url path and query of the question
 * @param route path of the endpoint, as documented
 */
export function kinder(url: string, route: string | undefined, answer: ServerAnswer): ServerAnswer {
  const { status, body } = answer;
  if (typeof body !== "string") return answer;
  if (route === "/v2/node") {
    return status === 200
      ? { ...answer, body: resultsFirst(body) }
      : answeredWithoutProperty(url, answer);
  }
  // The Python client fails on an answer about observations without this member.
  const isBare = route === "/v2/observation" && body === "{}";
  return isBare ? { ...answer, body: '{"byVariable":{}}' } : answer;
}

/** A first node without anything: the one case in which the order is changed. */
const emptyFirst = /^\{"data":\{"(?:[^"\\]|\\.)*":\{\}/u;

/**
 * Puts nodes with results before those without. The Python client takes the first node of an answer
 * for all of them, and would lose every name after one that has none.
 */
function resultsFirst(body: string): string {
  if (!emptyFirst.test(body)) return body;
  const { data, ...rest } = JSON.parse(body) as { readonly data: Readonly<Record<string, object>> };
  const nodes = Object.entries(data);
  const isFull = ([, node]: (typeof nodes)[number]) => Object.keys(node).length > 0;
  const inOrder = [...nodes.filter(isFull), ...nodes.filter((node) => !isFull(node))];
  // By hand: in an object, keys that are numbers would stand first.
  const written = inOrder.map(([dcid, node]) => `${JSON.stringify(dcid)}:${JSON.stringify(node)}`);
  const others = Object.entries(rest).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
  return `{"data":{${written.join(",")}}${others.join("")}}`;
}

/** The MCP server asks for a node without a property when it tries its key: that is no fault. */
function answeredWithoutProperty(url: string, answer: ServerAnswer): ServerAnswer {
  const query = new URLSearchParams(cutUrl(url)[1]);
  if (answer.status !== 500 || !query.has("nodes") || query.has("property")) return answer;
  return { ...answer, status: 200, body: "{}" };
}

/**
 * Whether the official Python client tries with it if a server is one of Data Commons. It asks for a
 * country that a world need not have.
 */
export const isTrial = ({ url }: ServerRequest): boolean =>
  /\/v2\/node\?nodes=country(?:%2F|\/)GTM&property=-(?:%3E|>)name$/i.test(url);
