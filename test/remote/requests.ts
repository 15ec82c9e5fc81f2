/** Requests that any store must answer as memory does. */

import { endpoints } from "../../src/adapters/endpoints.ts";
import type { PlainRequest } from "../../src/index.ts";

/** The example of each row of the endpoint table, as POST or else as GET. */
export function exampleRequests(): PlainRequest[] {
  return Object.values(endpoints).map((row) => {
    const example = row.example as Readonly<Record<string, unknown>>;
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const path = names.reduce(
      (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(example[name]))),
      row.path,
    );
    const rest = Object.fromEntries(
      Object.entries(example).filter(([name]) => !names.includes(name)),
    );
    if (row.methods.includes("POST" as never)) return post(path, rest);
    const query = new URLSearchParams(
      Object.entries(rest).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      ),
    );
    return { url: `${path}?${query}`, headers };
  });
}

const headers = { "x-api-key": "k" };

function post(url: string, body: unknown): PlainRequest {
  return { method: "POST", url, headers, body: JSON.stringify(body) };
}

/** Requests about the sample of states, of every kind that its documents show. */
export function sampleRequests(): PlainRequest[] {
  const node = (property: string, ...nodes: string[]) => post("/v2/node", { nodes, property });
  const observation = (body: object) => post("/v2/observation", body);
  const select = ["variable", "entity", "date", "value"];
  return [
    node("->name", "geoId/06"),
    node("->*", "geoId/06", "geoId/48", "country/USA"),
    node("->[name,typeOf]", "geoId/06", "geoId/06085", "nowhere"),
    node("<-", "country/USA"),
    node("<-containedInPlace+{typeOf:County}", "country/USA"),
    node("<-containedInPlace+{typeOf:City}->name", "geoId/06"),
    node("<-typeOf", "State", "County"),
    observation({
      select,
      date: "LATEST",
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06", "geoId/48", "x"] },
    }),
    observation({
      select,
      date: "",
      variable: { dcids: ["Count_Person"] },
      entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
    }),
    observation({ select: ["variable", "entity"], entity: { dcids: ["geoId/06"] } }),
    observation({
      select: ["variable", "entity", "facet"],
      variable: { dcids: ["Count_Person"] },
      entity: { expression: "country/USA<-containedInPlace+{typeOf:County}" },
    }),
    post("/v2/resolve", {
      nodes: ["California", "Texas", "nothing of that name"],
      property: "<-description->dcid",
    }),
    post("/v2/resolve", { nodes: ["37.77#-122.42"], property: "<-geoCoordinate->dcid" }),
    post("/v2/resolve", { nodes: ["Q99", "Q1439"], property: "<-wikidataId->dcid" }),
    post("/v2/sparql", {
      query: "SELECT ?name WHERE { ?s typeOf State . ?s name ?name } ORDER BY ASC(?name) LIMIT 10",
    }),
    post("/v2/sparql", {
      query:
        "SELECT ?c ?n WHERE { ?c typeOf County . ?c containedInPlace ?s . ?s name ?n } LIMIT 50",
    }),
    { url: "/v1/triples/out/geoId/06?limit=5", headers },
    { url: "/v1/observations/series/geoId/06/Count_Person", headers },
    { url: "/node/triples?dcids=geoId/06", headers },
    { url: "/place/stat-vars?dcids=geoId/06", headers },
  ];
}

/** Requests that are wrong, or were made to do harm. */
export function hostileRequests(): PlainRequest[] {
  const deep = `${"(".repeat(500)}${")".repeat(500)}`;
  return [
    { url: "/v2/node?nodes=geoId/06&property=->name" },
    { url: "/v2/nothing", headers },
    { url: "/v2/node?nodes=geoId/06&property=->", headers: { "x-api-key": "" } },
    { method: "POST", url: "/v2/node", headers, body: "{" },
    { method: "POST", url: "/v2/node", headers, body: "[".repeat(100_000) },
    post("/v2/node", { nodes: ["__proto__", "constructor", "\ud800"], property: "->*" }),
    post("/v2/node", { nodes: ["geoId/06"], property: "->name", nextToken: "wrong" }),
    post("/v2/node", { nodes: ["geoId/06"], property: deep }),
    post("/v2/node", { nodes: ["geoId/06"], property: "<-containedInPlace+" }),
    post("/v2/observation", { select: ["entity"], date: "LATEST" }),
    post("/v2/observation", {
      select: ["value"],
      variable: { dcids: ["__proto__"] },
      entity: { expression: "x<-" },
    }),
    post("/v2/resolve", { nodes: ["a".repeat(10_000)], property: "<-description->dcid" }),
    post("/v2/sparql", { query: "SELECT ?a WHERE {" }),
    post("/v2/sparql", { query: "SELECT ?a ?b ?c WHERE { ?a typeOf ?b . ?c typeOf ?d } LIMIT 3" }),
    { url: "/v1/triples/sideways/geoId/06", headers },
    { method: "DELETE", url: "/v2/node", headers },
    { method: "OPTIONS", url: "/v2/node", headers },
  ];
}
