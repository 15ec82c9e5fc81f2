/**
 * The endpoint table with handlers that answer with the parameters they were given: contract tests
 * look at the edge alone.
 */
import type { AnyEndpoint } from "../../src/adapters/edge/endpoint.ts";
import { type Fetch, fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService, type ServiceOptions } from "../../src/adapters/edge/service.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import type { World } from "../../src/world/world.ts";

export const world = {} as World;

/** The row without its envelope: the parameters are to be read, not unpacked. */
export function echoOf({ write: _, ...row }: AnyEndpoint): AnyEndpoint {
  return { ...row, envelope: "none", handle: (_world, params) => params };
}

export const rows: readonly (readonly [name: string, row: AnyEndpoint])[] = Object.entries(
  endpoints,
).map(([name, row]) => [name, echoOf(row)]);

/** `fetch` over the echoing table. */
export function echoFetch(settings?: ServiceOptions) {
  return fetchOf(new RestService(Object.fromEntries(rows), world, settings));
}

/** A request object as query parameters: dots enter objects, lists are repeated. */
export function queryOf(request: object, prefix = ""): [name: string, value: string][] {
  return Object.entries(request).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.map((element) => [prefix + name, `${element}`]);
    if (typeof value === "object") return queryOf(value, `${prefix}${name}.`);
    return [[prefix + name, `${value}`]];
  }) as [string, string][];
}

/** Query string of a request, percent-encoded. */
export function encodeQuery(request: object): string {
  return queryOf(request)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}

const parameter = /\{(\w+)(?:\.\.\.)?\}/g;

/** Names of the parameters in a row's path. */
export function pathNames(row: AnyEndpoint): string[] {
  return Array.from(row.path.matchAll(parameter), ([, name]) => name ?? "");
}

/** Path of a row with what a request says in it. A path ends before the first missing parameter. */
export function pathOf(row: AnyEndpoint, request: object, template = row.path): string {
  const values = request as Readonly<Record<string, string>>;
  const lacking = pathNames(row).find((name) => values[name] === undefined);
  const end = lacking === undefined ? undefined : template.indexOf(`{${lacking}`);
  return template
    .slice(0, end)
    .replaceAll(parameter, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** Sends a row's request by one of its methods. */
export function send(
  fetch: Fetch,
  row: AnyEndpoint,
  method: string,
  request: object,
): Promise<Response> {
  const path = pathOf(row, request);
  const inPath = pathNames(row);
  const rest = Object.fromEntries(
    Object.entries(request).filter(([name]) => !inPath.includes(name)),
  );
  if (method === "GET") return fetch(`${path}?key=k&${encodeQuery(rest)}`);
  return fetch(path, {
    method,
    headers: { "X-API-Key": "k" },
    body: JSON.stringify(rest),
  });
}

/** The error body and status that is documented. */
export function failure(status: number, code: number, message: string, detail = "internal") {
  const details = [
    { "@type": "type.googleapis.com/google.rpc.DebugInfo", stackEntries: [], detail },
  ];
  return { status, body: { code, message, details } };
}

type Failure = ReturnType<typeof failure>;

export async function failureOf(response: Promise<Response> | Response): Promise<Failure> {
  const answered = await response;
  return { status: answered.status, body: (await answered.json()) as Failure["body"] };
}
