/** Requests at random about what a world holds, the same for each seed. */

import type { Commons, PlainRequest } from "../../src/index.ts";

/** Numbers in [0, 1): mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const properties = [
  "->*",
  "->",
  "<-",
  "<-*",
  "->name",
  "->[name,typeOf]",
  "<-typeOf",
  "->containedInPlace+",
  "<-containedInPlace+{typeOf:County}",
  "->typeOf->*",
];
const dates = ["", "LATEST", "2020", "2019-05"];

export function randomRequests(commons: Commons, count: number, seed: number): PlainRequest[] {
  const random = randomOf(seed);
  const { dictionary } = commons.engine.graph;
  const below = (end: number) => Math.floor(random() * end);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  const node = (): string => {
    if (below(20) === 0) return `nothing/${below(9)}`;
    return dictionary.textOf(below(commons.engine.graph.meta.nodeCount) as never);
  };
  const nodes = (most: number) => Array.from({ length: 1 + below(most) }, node);
  const variables = commons.catalog.variables().map(({ dcid }) => dcid);
  const places = commons.catalog.entities({ type: "State" }).map(({ dcid }) => dcid);
  const headers = { "x-api-key": "k" };
  const post = (url: string, body: unknown): PlainRequest => ({
    method: "POST",
    url,
    headers,
    body: JSON.stringify(body),
  });
  const kinds: readonly (() => PlainRequest)[] = [
    () => post("/v2/node", { nodes: nodes(4), property: pick(properties) }),
    () =>
      post("/v2/observation", {
        select: ["variable", "entity", "date", "value"],
        date: pick(dates),
        variable: { dcids: [pick(variables), node()] },
        entity: { dcids: [...nodes(2), pick(places)] },
      }),
    () =>
      post("/v2/observation", {
        select: ["variable", "entity", "facet"],
        variable: { dcids: [pick(variables)] },
        entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
      }),
    () =>
      post("/v2/resolve", {
        nodes: nodes(3),
        property: pick([
          "<-wikidataId->dcid",
          "<-description->dcid",
          "<-description{typeOf:State}->dcid",
        ]),
      }),
    () =>
      post("/v2/sparql", {
        query: `SELECT ?a WHERE { ?a typeOf ${pick(["State", "County", "City"])} . ?a name ?n } LIMIT ${1 + below(30)}`,
      }),
    () => ({
      url: `/v1/triples/${pick(["in", "out"])}/${encodeURIComponent(node())}?limit=${1 + below(50)}`,
      headers,
    }),
    () => ({ url: `/v1/observations/series/${pick(places)}/${pick(variables)}`, headers }),
    () => ({ url: `/node/triples?dcids=${encodeURIComponent(node())}`, headers }),
    () => ({ url: `/place/stat-vars?dcids=${pick(places)}`, headers }),
  ];
  return Array.from({ length: count }, () => pick(kinds)());
}
