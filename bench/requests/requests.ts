/** Requests as a website sends them, to be answered through `fetch`. */

import type { Commons } from "../../src/index.ts";
import type { Questions } from "../contest/questions.ts";

export interface Request {
  readonly path: string;
  readonly post: RequestInit;
}

/** The kinds that the service's own benchmarks are made of. */
export interface RequestKinds {
  /** Labels of 100 nodes. */
  readonly properties: readonly Request[];
  /** The latest value of one variable in all counties of a country. */
  readonly latest: readonly Request[];
  /** Who has data of ten variables about these counties. */
  readonly facets: readonly Request[];
}

export type RequestKind = keyof RequestKinds;
export const requestKinds: readonly RequestKind[] = ["properties", "latest", "facets"];

export function requestsOf({ q5, o2_expression, o3 }: Questions): RequestKinds {
  const counties = (place: string) => `${place}<-containedInPlace+{typeOf:County}`;
  const [{ place }] = o2_expression as [(typeof o2_expression)[0]];
  return {
    properties: q5.map((nodes) => request("/v2/node", { nodes, property: "->" })),
    latest: o2_expression.map(({ variable }) =>
      request("/v2/observation", {
        date: "LATEST",
        variable: { dcids: [variable] },
        entity: { expression: counties(place) },
        select: ["variable", "entity", "date", "value"],
      }),
    ),
    facets: o3.map(({ variables }) =>
      request("/v2/observation", {
        variable: { dcids: variables },
        entity: { expression: counties(place) },
        select: ["variable", "entity", "facet"],
      }),
    ),
  };
}

/** One of each kind in turn. */
export function mixOf(kinds: RequestKinds): Request[] {
  const { length } = kinds.properties;
  return Array.from({ length }, (_, at) =>
    requestKinds.map((kind) => kinds[kind][at % kinds[kind].length]!),
  ).flat();
}

/** Sends requests one after the other. @returns how many were answered per second */
export async function requestsPerSecond(
  { fetch }: Commons,
  requests: readonly Request[],
  milliseconds: number,
): Promise<number> {
  await sendFor(fetch, requests, milliseconds / 4);
  const start = performance.now();
  const sent = await sendFor(fetch, requests, milliseconds);
  return (sent / (performance.now() - start)) * 1000;
}

async function sendFor(
  fetch: Commons["fetch"],
  requests: readonly Request[],
  milliseconds: number,
): Promise<number> {
  const end = performance.now() + milliseconds;
  let sent = 0;
  // Whole rounds of the mix, so that no kind is sent more often than another.
  while (sent % requestKinds.length !== 0 || sent === 0 || performance.now() < end) {
    const { path, post } = requests[sent++ % requests.length]!;
    const response = await fetch(path, post);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    await response.text();
  }
  return sent;
}

function request(path: string, body: unknown): Request {
  const headers = { "content-type": "application/json", "x-api-key": "bench" };
  return { path, post: { method: "POST", headers, body: JSON.stringify(body) } };
}
