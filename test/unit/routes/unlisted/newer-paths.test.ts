/** Paths below `/v3` that answer as documented endpoints do. */
import { beforeAll, describe, expect, test } from "vitest";
import { endpointOf } from "../../../../src/adapters/endpoints.ts";
import { type Commons, open } from "../../../../src/index.ts";
import { version } from "../../../../src/snapshot/version.ts";
import { snapshotOf } from "../../../remote/stored-world.ts";
import { answerTo, refusalOf, smallWorld } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (url: string, body?: object) => answerTo(commons, url, body);

const states = "country/USA<-containedInPlace+{typeOf:State}";

test.each([
  ["node", { nodes: ["geoId/06"], property: "->name" }],
  ["node", { nodes: ["Class", "State"], property: "<-typeOf" }],
  ["resolve", { nodes: ["California"], property: "<-description->dcid" }],
  ["sparql", { query: "SELECT ?n WHERE { ?s typeOf State . ?s name ?n } ORDER BY ?n" }],
  [
    "observation",
    {
      select: ["date", "value", "variable", "entity"],
      date: "LATEST",
      variable: { dcids: ["Income"] },
      entity: { expression: states },
    },
  ],
  ["observation", { select: ["variable", "entity"], entity: { dcids: ["geoId/06"] } }],
])("/v3/%s answers %j as /v2", (endpoint, body) => {
  const answer = ask(`/v3/${endpoint}`, body);
  expect(answer).toEqual(ask2(endpoint, body));
  expect(JSON.stringify(answer).length).toBeGreaterThan(50);
});

function ask2(endpoint: string, body: object): unknown {
  const request = { method: "POST", url: `/core/api/v2/${endpoint}`, body: JSON.stringify(body) };
  return JSON.parse(commons.service().answer(request).body);
}

test("a query and the path of a self-hosted instance will do", () => {
  const name = { data: { "geoId/06": { arcs: { name: { nodes: [{ value: "California" }] } } } } };
  expect(ask("/v3/node?nodes=geoId/06&property=->name")).toMatchObject(name);
  expect(ask("/core/api/v3/node?nodes=geoId/06&property=->name")).toMatchObject(name);
});

describe("/v3/observation", () => {
  const select = ["variable", "entity"];
  test.each([
    [{ select, variable: { dcids: ["Income"] } }, "entity must be specified"],
    [
      { select, entity: { dcids: ["geoId/06"], expression: states } },
      "only one of entity.dcids and entity.expression should be specified",
    ],
    [
      { select, entity: { expression: states } },
      "variable must be specified for entity.expression",
    ],
  ])("words %j as if the service had failed", (body, message) => {
    expect(refusalOf(commons, "/v3/observation", body)).toEqual({ status: 500, code: 2, message });
  });

  test("refuses what else is wrong as /v2 does, and knows no variables by expression", () => {
    const body = { select, variable: { dcids: ["Income"] }, entity: { expression: "x" } };
    const { status, code } = refusalOf(commons, "/v3/observation", body);
    expect([status, code]).toEqual([400, 3]);
    expect(ask("/v3/observation", { select, variable: { expression: "Income" } })).toEqual({});
  });
});

test("commons.fetch, which is the documented service, does not know these paths", async () => {
  expect(endpointOf("/v3/node")).toBeUndefined();
  expect((await commons.fetch("/v3/node?nodes=a&property=->name&key=k")).status).toBe(404);
});

describe("what an instance says about itself, at /version and /custom/import-table", () => {
  const rows = (...imports: string[]) => `CREATE TABLE imports (
  imported_at datetime NOT NULL, status varchar(255) NOT NULL, metadata TEXT);
${imports.map((values) => `INSERT INTO "imports" VALUES(${values});`).join("\n")}
CREATE TABLE triples (subject_id TEXT, predicate TEXT, object_id TEXT, object_value TEXT);
INSERT INTO triples VALUES('a','typeOf','Thing','');
`;

  const first = `'2023-12-12 14:06:18.036070','SUCCESS','{"numVars": 4, "numObs": 58}'`;

  const table = (commons: Commons) => answerTo(commons, "/custom/import-table");

  test("the version is the library's", async () => {
    const answer = answerTo(await smallWorld(), "/version");
    expect(answer).toMatchObject({ gitHash: `pocket-commons ${version}` });
  });

  test("the importer's runs are answered in the order of its table, times in the form of the web", async () => {
    const commons = await open({
      "a.sql": rows(first, "'2024-01-01 00:00:00','FAILURE','it''s no JSON'", "'soon','x',NULL"),
    });
    const answer = {
      data: [
        {
          importedAt: "2023-12-12T14:06:18.03607Z",
          status: "SUCCESS",
          metadata: { numObs: 58, numVars: 4 },
        },
        { importedAt: "2024-01-01T00:00:00Z", status: "FAILURE", metadata: {} },
        { importedAt: "soon", status: "x", metadata: {} },
      ],
    };
    expect(table(commons)).toEqual(answer);
    expect(answerTo(commons, "/custom/import-table", {})).toEqual(answer);
    expect(commons.info.tripleCount).toBe(1);
  });

  test("a snapshot keeps the runs, and so does a world with such a base", async () => {
    const commons = await open({ "a.sql": rows(first) });
    const saved = await open(snapshotOf(commons, 512));
    expect(saved.info.imports).toEqual(commons.info.imports);
    const both = await open([saved, { "b.sql": rows("'2025-01-01','SUCCESS','{}'") }]);
    expect(both.info.imports?.map(({ importedAt }) => importedAt)).toEqual([
      "2023-12-12 14:06:18.036070",
      "2025-01-01",
    ]);
  });

  test("a world without such a table has no runs", async () => {
    const commons = await smallWorld();
    expect(table(commons)).toEqual({});
    expect("imports" in commons.info).toBe(false);
  });
});
