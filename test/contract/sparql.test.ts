/** The three endpoints for queries: parameters and errors, as documented. */

import { describe, expect, test } from "vitest";
import { fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService } from "../../src/adapters/edge/service.ts";
import { v0Methods, v1Methods } from "../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { Commons } from "../../src/commons/commons.ts";
import { CommonsError, QueryError } from "../../src/errors/errors.ts";
import { DiagnosticLog } from "../../src/load/bytes/diagnostics.ts";
import type { QueryOptions } from "../../src/sparql/run/evaluate.ts";
import { infoOf } from "../../src/world/world.ts";
import { worldOf } from "../oracle/small-world.ts";
import { failure, failureOf } from "./echo.ts";

const world = worldOf([
  ["geoId/06", "typeOf", "State"],
  ["geoId/06", "name", "=California"],
]);
const fetch = fetchOf(new RestService(endpoints, world));
const query = "SELECT ?name WHERE { ?s typeOf State . ?s name ?name }";

describe.each([
  ["/v2/sparql", "query"],
  ["/v1/query", "sparql"],
  ["/query", "sparql"],
])("%s", (path, name) => {
  const headers = { "X-API-Key": "k" };
  const send = (body: string) => fetch(path, { method: "POST", headers, body });
  const ask = (text: unknown) => send(JSON.stringify({ [name]: text }));

  test("documented: header with leading ? and rows of cells", async () => {
    expect(await (await ask(query)).text()).toBe(
      '{"header":["?name"],"rows":[{"cells":[{"value":"California"}]}]}',
    );
  });

  test("documented: a query without results has only the header", async () => {
    const none = await ask(query.replace("State", "Planet"));
    expect(none.status).toBe(200);
    expect(await none.text()).toBe('{"header":["?name"]}');
  });

  test("reads a query that stands over several lines, as documented", async () => {
    const lines = `{"${name}": "SELECT ?name\nWHERE { ?s typeOf State . \\\n ?s name ?name }"}`;
    expect((await send(lines)).status).toBe(200);
  });

  test("documented: GET is not provided", async () => {
    const get = fetch(`${path}?key=k&${name}=${encodeURIComponent(query)}`);
    expect(await failureOf(get)).toEqual(
      failure(404, 5, "Method does not exist.", "service_control"),
    );
  });

  test("documented: Malformed JSON body on SPARQL endpoints → 400, code 3", async () => {
    const { status, body } = await failureOf(send(`{"${name}" "x"}`));
    expect([status, body.code]).toEqual([400, 3]);
    expect(body.message).toContain("Expected : between key:value pair.");
  });

  test("and so is a type condition with several types, of which the message tells", async () => {
    const broken = "SELECT ?name WHERE { ?s typeOf State ?s name ?name }";
    const { status, body } = await failureOf(ask(broken));
    expect([status, body.code]).toEqual([400, 3]);
    expect(body.message).toMatch(/^Node should be string, got \[/);
  });

  test.runIf(name === "sparql")("an empty query is invalid, and so is none", async () => {
    for (const body of ['{"sparql": ""}', "{}", ""]) {
      const failed = await failureOf(send(body));
      expect([failed.status, failed.body.code]).toEqual([500, 2]);
    }
  });

  test.each(["nonsense", "SELECT ?name", `${query} ORDER BY ?other`])(
    "documented: Invalid SPARQL query → 500, code 2: %s",
    async (text) => {
      const { status, body } = await failureOf(ask(text));
      expect([status, body.code]).toEqual([500, 2]);
      expect(body.message).not.toBe("");
    },
  );
});

test("typed methods answer what the endpoints do", () => {
  const answer = { header: ["?name"], rows: [{ cells: [{ value: "California" }] }] };
  expect(v1Methods(world).query({ sparql: query })).toEqual(answer);
  expect(v0Methods(world).query({ sparql: query })).toEqual(answer);
});

describe("the dialect", () => {
  const filtered = query.replace(" }", ' FILTER(regex(?name, "^cal", "i")) }');
  const answer = { header: ["?name"], rows: [{ cells: [{ value: "California" }] }] };
  const commons = new Commons({ world, info: infoOf(world, new DiagnosticLog({}).summary()) });
  const [documented, extended] = [commons.service(), commons.service({ dialect: "extended" })];

  test.each([
    ["/v2/sparql", "query"],
    ["/v1/query", "sparql"],
    ["/query", "sparql"],
  ])(
    "of %s is the documented one, without FILTER, unless the service says otherwise",
    async (path, name) => {
      const post = {
        method: "POST",
        headers: { "X-API-Key": "k" },
        body: JSON.stringify({ [name]: filtered }),
      };
      const { status, body } = await failureOf(documented.fetch(path, post));
      expect([status, body.code]).toEqual([500, 2]);
      const response = await extended.fetch(path, post);
      expect([response.status, await response.json()]).toEqual([200, answer]);
    },
  );

  test.each([
    [
      "sparql",
      (commons: Commons, options?: QueryOptions) => commons.v2.sparql({ query: filtered }, options),
    ],
    [
      "v1.query",
      (commons: Commons, options?: QueryOptions) => commons.v1.query({ sparql: filtered }, options),
    ],
    [
      "v0.query",
      (commons: Commons, options?: QueryOptions) => commons.v0.query({ sparql: filtered }, options),
    ],
  ])("of %s too, and a call may choose its own", (_, ask) => {
    expect(refusalOf(() => ask(commons))).toMatchObject({ rpc: { status: 500, code: 2 } });
    expect(refusalOf(() => ask(commons))).toBeInstanceOf(QueryError);
    expect(ask(commons, { dialect: "extended" })).toEqual(answer);
  });
});

function refusalOf(call: () => unknown): CommonsError {
  try {
    call();
  } catch (error) {
    if (error instanceof CommonsError) return error;
  }
  throw new Error("not refused");
}
