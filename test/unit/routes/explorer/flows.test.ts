/** Observations about several entities, as the explorer asks for them. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerExplorer } from "../../../../src/routes/explorer/explorer-routes.ts";
import { flowWorld } from "../../../explorer/flows/flow-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open(flowWorld);
});

async function ask(dcid: string, route = "flows"): Promise<unknown> {
  const url = `/explorer/api/${route}?dcid=${dcid}`;
  const answer = await answerExplorer(commons, { method: "GET", url, body: "" });
  expect(answer?.status).toBe(200);
  return JSON.parse(`${answer?.body}`);
}

const none = { lines: [], total: 0 };
const [canada, france, states] = [
  { dcid: "country/CAN", name: "Canada" },
  { dcid: "country/FRA", name: "France" },
  { dcid: "country/USA", name: "United States" },
];

test("each property of a variable has the entities that occur with it, by name", async () => {
  expect(await ask("Travellers")).toEqual({
    properties: [
      { property: "destinationCountry", entities: [canada, states], total: 2 },
      { property: "sourceCountry", entities: [canada, france, states], total: 3 },
      { property: "transportMode", entities: [{ dcid: "Air" }, { dcid: "Sea" }], total: 2 },
    ],
    observed: none,
  });
});

test("a variable whose observations are about one place each has no such properties", async () => {
  expect(await ask("People")).toEqual({ properties: [], observed: none });
  expect(await ask("Nothing")).toEqual({ properties: [], observed: none });
});

test("an entity has the variables that are observed with it, by each property", async () => {
  const migrants = { dcid: "Migrants", name: "Migrants" };
  const travellers = { dcid: "Travellers", name: "Travellers by way" };
  expect(await ask("country/CAN")).toEqual({
    properties: [],
    observed: {
      lines: [
        { ...migrants, property: "destinationCountry", seriesCount: 1 },
        { ...migrants, property: "sourceCountry", seriesCount: 1 },
        { ...travellers, property: "destinationCountry", seriesCount: 3 },
        { ...travellers, property: "sourceCountry", seriesCount: 1 },
      ],
      total: 4,
    },
  });
  expect(await ask("Sea")).toEqual({
    properties: [],
    observed: { lines: [{ ...travellers, property: "transportMode", seriesCount: 1 }], total: 1 },
  });
});

test("screens of places begin with a variable of which a place has values", async () => {
  expect(await ask("", "start")).toMatchObject({ variable: "People" });
});

test("no value between entities is listed as the value of one of them", async () => {
  expect(await ask("country/CAN", "observed")).toMatchObject({
    lines: [{ dcid: "People", lastValue: 38_000_000 }],
    total: 1,
  });
});
