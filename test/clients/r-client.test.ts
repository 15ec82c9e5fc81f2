/**
 * The requests of the clients for R: `datacommons` of today, and the one before V2. R itself is not run:
 * each request is written as they write it, and its answer read as they read it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Serving, serve } from "../../src/serve.ts";
import { say } from "./environment.ts";
import { observedIn, pairOf } from "./table.ts";
import { called, sample } from "./worlds.ts";

let server: Serving;
beforeAll(async () => {
  server = await serve(sample);
});
afterAll(() => server.close());

const userAgent = { "user-agent": "datacommons R package" };

type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** A list is a parameter for each of its texts; the next page has its token in the query. */
async function* pagesOf(
  path: string,
  parameters: Parameters,
  root = server.url,
): AsyncGenerator<object> {
  const url = new URL(`core/api/v2/${path}`, root);
  for (const [name, value] of Object.entries(parameters)) {
    for (const text of [value].flat()) url.searchParams.append(name, text);
  }
  let token: string | undefined = "";
  while (token !== undefined) {
    const response = await fetch(url, { headers: userAgent });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { readonly nextToken?: string };
    yield body;
    token = body.nextToken;
    if (token !== undefined) url.searchParams.set("nextToken", token);
  }
}

interface Observations {
  readonly byVariable: Readonly<
    Record<string, { readonly byEntity?: Readonly<Record<string, Series>> }>
  >;
  readonly facets: Readonly<Record<string, { readonly importName?: string }>>;
}

interface Series {
  readonly orderedFacets?: readonly {
    readonly facetId: string;
    readonly observations: readonly { readonly date: string; readonly value: number }[];
  }[];
}

describe("dc_get_observations", () => {
  const observed = observedIn(sample);

  test.each([
    ["of named places", { "entity.dcids": ["geoId/06", "country/USA", "country/FRA"] }],
    [
      "of places in a place",
      { "entity.expression": "country/USA<-containedInPlace+{typeOf:State}" },
    ],
  ])("%s have the values of the tables", async (_, entities) => {
    let compared = 0;
    const variables = ["Count_Person", "LifeExpectancy_Person", "UnemploymentRate_Person"];
    const parameters = {
      key: "any",
      date: "",
      select: ["date", "entity", "value", "variable"],
      "variable.dcids": variables,
      ...entities,
    };
    for await (const page of pagesOf("observation", parameters)) {
      const { byVariable, facets } = page as Observations;
      for (const [variable, { byEntity = {} }] of Object.entries(byVariable)) {
        for (const [entity, { orderedFacets = [] }] of Object.entries(byEntity)) {
          for (const { facetId, observations } of orderedFacets) {
            expect(facets[facetId]?.importName).toMatch(/./);
            for (const { date, value } of observations) {
              compared += 1;
              expect(observed.get(pairOf(variable, entity))?.get(date)).toContain(value);
            }
          }
        }
      }
    }
    say(`requests of R's datacommons: ${compared} values compared, ${called(sample)}`);
    expect(compared).toBeGreaterThan(100);
  });
});

interface Nodes {
  readonly data: Readonly<
    Record<
      string,
      { readonly arcs?: Readonly<Record<string, { readonly nodes: { readonly dcid: string }[] }>> }
    >
  >;
}

test("dc_get_node follows pages to the last", async () => {
  const dcids = Array.from({ length: 1234 }, (_, at) => `geoId/${10_000 + at}`);
  const blocks = dcids.map((dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:County\n`);
  const large = await serve({ "counties.mcf": blocks.join("\n") });
  const found: string[] = [];
  let pages = 0;
  try {
    const question = { nodes: "County", property: "<-typeOf" };
    for await (const page of pagesOf("node", question, large.url)) {
      pages += 1;
      const { nodes = [] } = (page as Nodes).data["County"]?.arcs?.["typeOf"] ?? {};
      found.push(...nodes.map(({ dcid }) => dcid));
    }
  } finally {
    await large.close();
  }
  expect(found).toEqual(dcids);
  expect(pages).toBe(3);
});

test("dc_get_resolve and dc_post_sparql", async () => {
  const resolved: object[] = [];
  const question = { nodes: ["California", "Texas"], property: "<-description->dcid" };
  for await (const page of pagesOf("resolve", question)) resolved.push(page);
  expect(resolved).toMatchObject([
    { entities: [{ candidates: [{ dcid: "geoId/06" }] }, { candidates: [{ dcid: "geoId/48" }] }] },
  ]);
  const query =
    'SELECT ?name WHERE { ?state typeOf State . ?state dcid "geoId/06" . ?state name ?name }';
  const response = await fetch(new URL("core/api/v2/sparql", server.url), {
    method: "POST",
    headers: { ...userAgent, "content-type": "application/json", "X-API-Key": "any" },
    body: JSON.stringify({ query }),
  });
  expect(await response.json()).toMatchObject({ rows: [{ cells: [{ value: "California" }] }] });
});

test("Query of the older client is a GET", async () => {
  const query =
    'SELECT ?name WHERE { ?state typeOf State . ?state dcid "geoId/06" . ?state name ?name }';
  const response = await fetch(`${server.url}query?sparql=${encodeURIComponent(query)}`);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(await response.json()).toEqual({
    header: ["?name"],
    rows: [{ cells: [{ value: "California" }] }],
  });
});
