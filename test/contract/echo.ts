/**
 * The endpoint table with handlers that answer with the parameters they were given: contract tests
 * look at the edge alone.
 */
import {
  type AnyEndpoint,
  createFetch,
  endpoints,
  type FetchSettings,
} from "../../src/adapters/index.ts";
import type { World } from "../../src/world.ts";

export const world = {} as World;

export function echoOf(row: AnyEndpoint): AnyEndpoint {
  return { ...row, handle: (_world, params) => params };
}

export const rows: readonly (readonly [name: string, row: AnyEndpoint])[] = Object.entries(
  endpoints,
).map(([name, row]) => [name, echoOf(row)]);

/** `fetch` over the echoing table. */
export function echoFetch(settings?: FetchSettings) {
  return createFetch(Object.fromEntries(rows), world, settings);
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

/** Sends a row's request by one of its methods. */
export function send(
  fetch: ReturnType<typeof createFetch>,
  row: AnyEndpoint,
  method: string,
  request: object,
): Promise<Response> {
  if (method === "GET") return fetch(`${row.path}?key=k&${encodeQuery(request)}`);
  return fetch(row.path, {
    method,
    headers: { "X-API-Key": "k" },
    body: JSON.stringify(request),
  });
}

/** The error body and status that the specification gives. */
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
