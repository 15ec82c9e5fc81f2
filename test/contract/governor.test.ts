/** Every row of the endpoint table reports its work to the governor of a request. */

import { describe, expect, test } from "vitest";
import { fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService } from "../../src/adapters/edge/service.ts";
import { invoke } from "../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { CommonsError } from "../../src/errors/errors.ts";
import { worldOf } from "../oracle/small-world.ts";
import { send } from "./echo.ts";

const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/06", "name", "=California"],
    ["geoId/06", "containedInPlace", "country/USA"],
    ["country/USA", "typeOf", "Country"],
    ["p", "typeOf", "StatisticalPopulation"],
    ["p", "populationType", "Person"],
    ["p", "location", "geoId/06"],
    ["o", "typeOf", "Observation"],
    ["o", "observedNode", "p"],
    ["o", "observationDate", "2011"],
    ["o", "measuredValue", "=1"],
  ],
  [["Count_Person", "geoId/06", "2020", "39"]],
);
const fetch = fetchOf(new RestService(endpoints, world));

const [nodes, dcids] = [["geoId/06"], ["geoId/06"]];
const query = "SELECT ?n WHERE { ?p typeOf State . ?p name ?n }";
const observed = { entities: nodes, variables: ["Count_Person"] };
const linked = {
  linkedEntity: "country/USA",
  linkedProperty: "containedInPlace",
  entityType: "State",
  variables: ["Count_Person"],
};

/** A request of each row that finds something. */
const requests: Readonly<Record<keyof typeof endpoints, object>> = {
  "v2.node": { nodes, property: "->name" },
  "v2.observation": {
    entity: { dcids },
    variable: { dcids: ["Count_Person"] },
    select: ["date", "value"],
  },
  "v2.resolve": { nodes: ["California"] },
  "v2.sparql": { query },
  "v1.triples": { direction: "out", node: "geoId/06" },
  "v1.bulkTriples": { direction: "out", nodes },
  "v1.bulkPropertyValues": { direction: "out", nodes, property: "name" },
  "v1.linkedPropertyValues": {
    property: "containedInPlace",
    nodes: ["country/USA"],
    valueNodeType: "State",
  },
  "v1.observationPoint": { entity: "geoId/06", variable: "Count_Person" },
  "v1.observationSeries": { entity: "geoId/06", variable: "Count_Person" },
  "v1.bulkObservationPoint": observed,
  "v1.bulkObservationSeries": observed,
  "v1.linkedObservationPoint": linked,
  "v1.linkedObservationSeries": linked,
  "v1.query": { sparql: query },
  "v0.triples": { dcids },
  "v0.propertyValues": { dcids, property: "name" },
  "v0.propertyLabels": { dcids },
  "v0.placesIn": { dcids: ["country/USA"], placeType: "State" },
  "v0.statVars": { dcids },
  "v0.popObs": { dcid: "geoId/06" },
  "v0.placeObs": { placeType: "State", populationType: "Person", observationDate: "2011" },
  "v0.query": { sparql: query },
};

describe.each(Object.entries(endpoints))("%s", (name, row) => {
  const request = requests[name as keyof typeof requests];
  const ask = (limits: object) => invoke(row as never, world, request as never, limits);
  const refusal = (limits: object): CommonsError => {
    try {
      ask(limits);
    } catch (error) {
      expect(error).toBeInstanceOf(CommonsError);
      return error as CommonsError;
    }
    throw new Error("it was answered");
  };

  test("finds something in this world", () => {
    expect(JSON.stringify(ask({}))).toMatch(/California|Count_Person|2020|geoId\/06|Person/);
  });

  test.each(["maxRows", "maxMemoryBytes"])(
    "is refused at its %s, by name and with 429",
    (setting) => {
      const { message, ...members } = refusal({ [setting]: 0 }).toJSON();
      expect(members).toMatchObject({ code: "LIMIT", setting, rpc: { code: 8, status: 429 } });
      expect(message).toContain(`'${setting}'`);
    },
  );

  test("is not begun when its signal is aborted", () => {
    expect(() => ask({ signal: AbortSignal.abort(new Error("enough")) })).toThrow("enough");
  });

  test("answers within its limits", () => {
    const limits = { timeout: 10_000, maxRows: 1000, maxMemoryBytes: 100_000 };
    expect(ask(limits)).toEqual(ask({}));
  });
});

test("through fetch a limit is an error body", async () => {
  const response = await send(fetch, endpoints["v2.sparql"] as never, "POST", { query });
  expect(response.status).toBe(200);
  const body = JSON.stringify({
    query: "SELECT ?a ?b ?c WHERE { ?a typeOf State . ?b typeOf State . ?c typeOf State }",
  });
  const init = { method: "POST", headers: { "x-api-key": "k" }, body, maxRows: 2 };
  const refused = await fetch("/v2/sparql", init);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: 8, message: expect.stringContaining("'maxRows'") }),
  ]);
});

test.each(["v1.bulkObservationPoint", "v1.bulkObservationSeries"] as const)(
  "%s counts entities and variables that are repeated once",
  async (name) => {
    const many = (text: string) => Array.from({ length: 5000 }, () => text);
    const ask = async (body: object) => {
      const init = { method: "POST", headers: { "x-api-key": "k" }, maxRows: 100 };
      const response = await fetch(endpoints[name].path, { ...init, body: JSON.stringify(body) });
      return [response.status, await response.text()];
    };
    const repeated = { entities: many("geoId/06"), variables: many("Count_Person") };
    const answer = await ask(observed);
    expect(answer[0]).toBe(200);
    expect(await ask(repeated)).toEqual(answer);
  },
);
