/** Short requests for more than memory or a text can hold. */
import { expect, test } from "vitest";
import { createFetch, endpoints } from "../../../../src/adapters/index.ts";
import { failure, failureOf } from "../../../contract/echo.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../../oracle/small-world.ts";

const children = Array.from({ length: 2500 }, (_, at): TripleRow[] => [
  [`c/${at}`, "typeOf", "County"],
  [`c/${at}`, "containedInPlace", `c/${(at + 1) % 2500}`],
  [`c/${at}`, "partOf", "hub"],
]).flat();
const long: TripleRow = ["essay", "text", `=${"x".repeat(1 << 20)}`];
const points = Array.from(
  { length: 100 },
  (_, at): ObservationRow => ["Count", "c/0", `${1900 + at}`, "1"],
);
const world = worldOf([...children, long], points);
const fetch = createFetch(endpoints, world);

const ask = (path: string, body: object) =>
  fetch(path, { method: "POST", headers: { "x-api-key": "k" }, body: JSON.stringify(body) });
const repeated = (dcid: string) => Array<string>(100_000).fill(dcid);
const counties = Array.from({ length: 2500 }, (_, at) => `c/${at}`);
const unknown = Array.from({ length: 100_000 }, (_, at) => `x/${at}`);

const contained = { property: "containedInPlace", valueNodeType: "County" };
const linked = {
  linkedEntity: "c/0",
  linkedProperty: "containedInPlace",
  entityType: "County",
};

test.each([
  ["/v1/bulk/triples/in", { nodes: repeated("hub") }, 2],
  ["/v1/bulk/property/values/in", { nodes: repeated("hub"), property: "partOf" }, 2],
  ["/v1/bulk/property/values/in/linked", { nodes: repeated("c/0"), ...contained }, 2],
  ["/node/places-in", { dcids: counties, placeType: "County" }, 5],
  ["/v1/bulk/observations/series", { entities: repeated("c/0"), variables: ["Count"] }, 5],
])(
  "%s refuses an answer of too many rows",
  async (path, body, millions) => {
    expect(await failureOf(ask(path, body))).toEqual(
      failure(400, 3, `an answer holds at most ${millions}000000 rows: ask for less at once`),
    );
  },
  30_000,
);

test.each([
  ["/v1/bulk/observations/point", { entities: unknown, variables: unknown }, 1e10],
  ["/v1/bulk/observations/series", { entities: unknown, variables: repeated("Count") }, 1e10],
  ["/v1/bulk/observations/point/linked", { ...linked, variables: unknown }, 2499e5],
  ["/v1/bulk/observations/series/linked", { ...linked, variables: unknown }, 2499e5],
  ["/v2/observation", { entity: { dcids: unknown }, variable: { dcids: unknown } }, 1e10],
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

test("an answer longer than a text can be is refused, and not our own mistake", async () => {
  const nodes = Array<string>(600).fill("essay");
  expect(await failureOf(ask("/v1/bulk/triples/out", { nodes }))).toEqual(
    failure(400, 3, "the answer is too long for one text: ask for less at once"),
  );
}, 30_000);

test("what fits is answered", async () => {
  const nodes = Array<string>(3).fill("c/0");
  const answer: unknown = await (await ask("/v1/bulk/triples/out", { nodes })).json();
  expect(answer).toMatchObject({ data: nodes.map((node) => ({ node })) });
  const pairs = await ask("/v2/observation", {
    entity: { dcids: unknown },
    variable: { dcids: ["Count"] },
    select: ["date", "value"],
  });
  expect(pairs.status).toBe(200);
});
