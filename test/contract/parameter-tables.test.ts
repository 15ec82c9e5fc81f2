/** The documented parameters and limits, row by row. */
import { describe, expect, test } from "vitest";
import { fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService } from "../../src/adapters/edge/service.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { worldOf } from "../oracle/small-world.ts";
import { echoFetch, encodeQuery, failureOf } from "./echo.ts";

type Request = Readonly<Record<string, unknown>>;

interface Row {
  readonly name: string;
  readonly value: unknown;
  /** What the handler receives: under the parameter's name, if not said otherwise. */
  readonly as?: string;
  /** Code of the answer without the parameter. */
  readonly missing?: number;
}

interface Table {
  readonly path: string;
  readonly methods: readonly ("GET" | "POST")[];
  /** Dotted names enter objects in a body. */
  readonly rows: readonly Row[];
}

const both = ["GET", "POST"] as const;
const dcids = (missing: number): Row => ({ name: "dcids", value: ["a/b", "c"], missing });

const tables: readonly Table[] = [
  {
    path: "/v2/node",
    methods: both,
    rows: [
      { name: "nodes", value: ["a/b", "c"], missing: 13 },
      { name: "property", value: "<-containedInPlace+{typeOf:City}", missing: 13 },
      { name: "nextToken", value: "H4s+/=" },
    ],
  },
  {
    path: "/v2/observation",
    methods: both,
    rows: [
      { name: "date", value: "2015-06" },
      { name: "variable.dcids", value: ["v", "w"], as: "variables" },
      { name: "entity.dcids", value: ["a/b", "c"], as: "entities" },
      {
        name: "entity.expression",
        value: "a<-containedInPlace+{typeOf:City}",
        as: "entityExpression",
      },
      { name: "select", value: ["facet", "date", "value", "entity", "variable"] },
      { name: "filter.facet_domains", value: ["census.gov"], as: "domains" },
      { name: "filter.facet_ids", value: ["1", "2"], as: "facetIds" },
    ],
  },
  {
    path: "/v2/resolve",
    methods: both,
    rows: [
      { name: "nodes", value: ["Mountain View, CA", "37.42#-122.08"], missing: 13 },
      { name: "resolver", value: "indicator" },
      { name: "property", value: "<-description{typeOf:City}->dcid" },
      { name: "target", value: "custom_only" },
    ],
  },
  {
    path: "/v2/sparql",
    methods: ["POST"],
    rows: [{ name: "query", value: "SELECT ?a WHERE { ?a typeOf City }", missing: 13 }],
  },
  {
    path: "/query",
    methods: ["POST"],
    rows: [
      { name: "sparql", value: "SELECT ?a WHERE { ?a typeOf City }", as: "query", missing: 2 },
    ],
  },
  {
    path: "/v1/query",
    methods: ["POST"],
    rows: [
      { name: "sparql", value: "SELECT ?a WHERE { ?a typeOf City }", as: "query", missing: 2 },
    ],
  },
  {
    path: "/v1/bulk/triples/in",
    methods: both,
    rows: [
      { name: "nodes", value: ["a/b", "c"], missing: 3 },
      { name: "nextToken", value: "H4s+/=" },
    ],
  },
  {
    path: "/v1/observations/point/a/b",
    methods: ["GET"],
    rows: [
      { name: "date", value: "2015" },
      { name: "facet", value: "1" },
    ],
  },
  {
    path: "/v1/bulk/observations/point",
    methods: both,
    rows: [
      { name: "entities", value: ["a/b"] },
      { name: "variables", value: ["v"] },
    ],
  },
  {
    path: "/node/triples",
    methods: both,
    rows: [dcids(2), { name: "limit", value: 500 }],
  },
  {
    path: "/bulk/pop-obs",
    methods: ["GET"],
    rows: [{ name: "dcid", value: "a/b", missing: 2 }],
  },
  {
    path: "/bulk/place-obs",
    methods: ["POST"],
    rows: [
      { name: "placeType", value: "City", missing: 2 },
      { name: "populationType", value: "Person", missing: 2 },
      { name: "observationDate", value: "2015", missing: 2 },
      { name: "pvs", value: [{ property: "gender", value: "Male" }] },
    ],
  },
  {
    path: "/node/property-values",
    methods: both,
    rows: [
      dcids(3),
      { name: "property", value: "name", missing: 3 },
      { name: "valueType", value: "City" },
      { name: "direction", value: "in" },
      { name: "limit", value: 500 },
    ],
  },
  { path: "/node/property-labels", methods: both, rows: [dcids(3)] },
  {
    path: "/node/places-in",
    methods: both,
    rows: [dcids(3), { name: "placeType", value: "City", missing: 3 }],
  },
  { path: "/place/stat-vars", methods: both, rows: [dcids(3)] },
];

/** Dotted names as the objects of a body. */
function bodyOf(request: Request): Request {
  const body: Record<string, Record<string, unknown> | unknown> = {};
  for (const [name, value] of Object.entries(request)) {
    const [outer = "", inner] = name.split(".");
    if (inner === undefined) body[outer] = value;
    else body[outer] = { ...(body[outer] as object | undefined), [inner]: value };
  }
  return body;
}

const echo = echoFetch();
const served = fetchOf(new RestService(endpoints, worldOf([])));

function ask(
  path: string,
  method: string,
  request: Request,
  fetch: typeof echo = echo,
): Promise<Response> {
  if (method === "GET") return fetch(`${path}?key=k&${encodeQuery(request)}`);
  const body = JSON.stringify(bodyOf(request));
  return fetch(path, { method, headers: { "X-API-Key": "k" }, body });
}

describe.each(tables.map((table) => [table.path, table] as const))(
  "documented: parameters of %s",
  (path, { methods, rows }) => {
    const required = Object.fromEntries(
      rows.filter(({ missing }) => missing !== undefined).map(({ name, value }) => [name, value]),
    );

    test.each(methods)("key: %s carries one, in the query or as X-API-Key", async (method) => {
      const init = method === "GET" ? {} : { method, body: JSON.stringify(bodyOf(required)) };
      const query = method === "GET" ? encodeQuery(required) : "";
      const statusOf = async (keyed: string, headers = {}) =>
        (await echo(`${path}?${query}${keyed}`, { ...init, headers })).status;
      expect(await statusOf("&key=k")).toBe(200);
      expect(await statusOf("", { "X-API-Key": "k" })).toBe(200);
      expect(await statusOf("")).toBe(path === "/bulk/place-obs" ? 200 : 401);
    });

    describe.each(rows.map((row) => [row.name, row] as const))("%s", (name, row) => {
      test.each(methods)("is read by %s", async (method) => {
        const response = await ask(path, method, { ...required, [name]: row.value });
        expect(response.status).toBe(200);
        expect(await response.json()).toHaveProperty([row.as ?? name], row.value);
      });

      const need = row.missing === undefined ? "optional" : "required";
      test.each(methods)(`is ${need} by %s`, async (method) => {
        const { [name]: _, ...rest } = required;
        const response = ask(path, method, rest, need === "required" ? served : echo);
        if (need === "optional") expect((await response).status).toBe(200);
        else expect((await failureOf(response)).body.code).toBe(row.missing);
      });
    });
  },
);

describe("documented: Limits", () => {
  const chain = Array.from(
    { length: 12 },
    (_, at) => [`p/${at}`, "containedInPlace", `p/${at + 1}`] as const,
  );
  const chained = fetchOf(new RestService(endpoints, worldOf(chain)));

  test("Recursion depth of + chaining on /v2/node: 10 hops", async () => {
    const response = await chained("/v2/node?key=k&nodes=p/0&property=->containedInPlace%2B");
    const { data } = (await response.json()) as {
      data: Record<string, { arcs: Record<string, { nodes: { dcid: string }[] }> }>;
    };
    const reached = data["p/0"]?.arcs["containedInPlace+"]?.nodes.map(({ dcid }) => dcid);
    expect(reached).toEqual(Array.from({ length: 10 }, (_, at) => `p/${at + 1}`).sort());
  });

  test.each(["trial", "official"])("%s key: no quota is kept here", async (key) => {
    for (let at = 0; at < 300; at++) {
      const response = await chained(`/v2/node?key=${key}&nodes=p/0&property=->`);
      expect(response.status).toBe(200);
    }
  });
});
