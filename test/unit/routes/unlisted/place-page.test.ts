/** `/v1/internal/page/place` over a small world. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

const county = (number: number) => `Node: dcid:geoId/0600${number}
typeOf: dcs:County
name: "County ${number}"
containedInPlace: dcid:geoId/06
`;

let commons: Commons;
beforeAll(async () => {
  commons = await open({
    "places.mcf": `Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"

Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
containedInPlace: dcid:country/USA

Node: dcid:city/1
typeOf: dcs:City
name: "A city"
containedInPlace: dcid:geoId/06

${[1, 2, 3, 4, 5, 6].map(county).join("\n")}`,
    "people.csv": `entity,variable,date,value
country/USA,Count_Person,2020,300
geoId/06,Count_Person,2019,30
geoId/06,Count_Person,2020,40
geoId/06006,Count_Person,2020,6
geoId/06003,Count_Person,2021,3
`,
  });
});

const page = {
  allChildPlaces: {
    City: { places: [{ dcid: "city/1", name: "A city" }] },
    County: {
      places: [1, 2, 3, 4, 5, 6].map((number) => ({
        dcid: `geoId/0600${number}`,
        name: `County ${number}`,
        ...(number % 3 === 0 && { pop: number }),
      })),
    },
  },
  childPlacesType: "County",
  childPlaces: ["geoId/06006", "geoId/06003", "geoId/06001", "geoId/06002", "geoId/06004"],
  parentPlaces: ["country/USA"],
  latestPopulation: {
    "geoId/06": { date: "2020", value: 40 },
    "country/USA": { date: "2020", value: 300 },
    "geoId/06006": { date: "2020", value: 6 },
    "geoId/06003": { date: "2021", value: 3 },
  },
};

test("a place has its children by type, its parents, and the people of those that are shown", () => {
  const path = "/v1/internal/page/place";
  expect(answerTo(commons, `${path}/geoId/06?category=Overview`)).toEqual(page);
  expect(answerTo(commons, path, { node: "geoId/06", category: "Overview" })).toEqual(page);
  expect(answerTo(commons, `${path}/nowhere?category=Overview`)).toEqual({});
});

test("a category and a place are needed", () => {
  expect(refusalOf(commons, "/v1/internal/page/place/geoId/06")).toEqual({
    status: 400,
    code: 3,
    message: "category should not be empty",
  });
  const refusal = refusalOf(commons, "/v1/internal/page/place", { category: "Overview" });
  expect(refusal.status).toBe(400);
});
