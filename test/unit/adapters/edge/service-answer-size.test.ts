/** Short requests for more than memory or a text can hold. */
import { expect, test } from "vitest";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { failure, failureOf } from "../../../contract/echo.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const children = Array.from({ length: 2500 }, (_, at): TripleRow[] => [
  [`c/${at}`, "typeOf", "County"],
  [`c/${at}`, "containedInPlace", `c/${(at + 1) % 2500}`],
  [`c/${at}`, "partOf", "hub"],
]).flat();
const points = Array.from(
  { length: 100 },
  (_, at): ObservationRow => ["Count", "c/0", `${1900 + at}`, "1"],
);
const world = worldOf(children, points);
const fetch = fetchOf(new RestService(endpoints, world));

const ask = (path: string, body: object, limits: object = {}) => {
  const post = { method: "POST", headers: { "x-api-key": "k" }, body: JSON.stringify(body) };
  return fetch(path, { ...post, ...limits });
};
/** What a test machine takes for a large answer is not what is tested. */
const noHurry = { timeout: Number.POSITIVE_INFINITY };
const repeated = (dcid: string) => Array<string>(100_000).fill(dcid);
const counties = Array.from({ length: 2500 }, (_, at) => `c/${at}`);
const unknown = Array.from({ length: 20_000 }, (_, at) => `x/${at}`);

const contained = { property: "containedInPlace", valueNodeType: "County" };
const linked = {
  linkedEntity: "c/0",
  linkedProperty: "containedInPlace",
  entityType: "County",
};

test.each([
  ["/v1/bulk/triples/in", { nodes: repeated("hub") }],
  ["/v1/bulk/property/values/in", { nodes: repeated("hub"), property: "partOf" }],
  ["/v1/bulk/property/values/in/linked", { nodes: repeated("c/0"), ...contained }],
  ["/v1/bulk/observations/series", { entities: repeated("c/0"), variables: ["Count"] }],
  ["/v1/bulk/observations/point", { entities: repeated("c/0"), variables: repeated("Count") }],
])("%s answers what is repeated once", async (path, body) => {
  const once = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, 1) : value,
  ]);
  const [answer, expected] = await Promise.all([
    ask(path, body, noHurry),
    ask(path, Object.fromEntries(once), noHurry),
  ]);
  expect(await answer.text()).toBe(await expected.text());
  expect(answer.status).toBe(200);
});

test("an answer of too many rows is refused", async () => {
  const body = { dcids: counties, placeType: "County" };
  expect(await failureOf(ask("/node/places-in", body, { maxRows: 100_000, ...noHurry }))).toEqual(
    failure(
      429,
      8,
      "the request goes through more than 100000 rows: ask for less, or raise 'maxRows'",
    ),
  );
});

test.each([
  ["/v1/bulk/observations/point", { entities: unknown, variables: unknown }, 4e8],
  ["/v1/bulk/observations/series", { entities: unknown, variables: unknown }, 4e8],
  ["/v1/bulk/observations/point/linked", { ...linked, variables: unknown }, 4998e4],
  ["/v1/bulk/observations/series/linked", { ...linked, variables: unknown }, 4998e4],
  ["/v2/observation", { entity: { dcids: unknown }, variable: { dcids: unknown } }, 4e8],
  [
    "/v2/observation",
    {
      entity: { dcids: unknown.slice(0, 1001) },
      variable: { dcids: unknown.slice(0, 10_000) },
      select: ["date", "value"],
    },
    10_010_000,
  ],
])("%s refuses too many pairs of variable and entity", async (path, body, pairs) => {
  const text = "Stop processing large number of concurrent observation series";
  expect(await failureOf(ask(path, body))).toEqual(failure(500, 13, `${text}: ${pairs}`));
});

test("what fits is answered", async () => {
  const nodes = ["c/2", "c/0", "c/1"];
  const answer: unknown = await (await ask("/v1/bulk/triples/out", { nodes })).json();
  expect(answer).toMatchObject({ data: nodes.map((node) => ({ node })) });
  const sought = {
    entity: { dcids: unknown },
    variable: { dcids: ["Count"] },
    select: ["date", "value"],
  };
  const pairs = await ask("/v2/observation", sought, noHurry);
  expect(pairs.status).toBe(200);
});
