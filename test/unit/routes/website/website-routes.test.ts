/** The website's routes over a small world, and against what the documented endpoints answer. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { websiteRoutes } from "../../../../src/routes/website/website-routes.ts";
import { answerWebsite, graph, observations, square, table } from "./small-world.ts";

let commons: Commons;

beforeAll(async () => {
  commons = await open({ "graph.mcf": graph, "observations.csv": observations });
});

function ask(url: string, body?: object): unknown {
  const answer = answerWebsite(commons, {
    method: body === undefined ? "GET" : "POST",
    url,
    body: body === undefined ? "" : JSON.stringify(body),
  });
  expect(answer?.status, answer?.body).toBe(200);
  return JSON.parse(answer?.body ?? "");
}

/** Points or series by variable and entity. */
interface Compacted {
  readonly facets: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const states = "entities=geoId/06&entities=geoId/48";
const inUsa = "parentEntity=country/USA&childType=State";
/** Facets by import, as the answers name them. */
function facetId(importName: string, unit?: string): string {
  const { facets = {} } = commons.v2.observation({
    select: ["variable", "entity", "facet"],
    entity: { dcids: ["geoId/06", "geoId/48"] },
    variable: { dcids: ["Income", "Age"] },
  });
  const found = Object.entries(facets).find(
    ([, facet]) => facet.importName === importName && facet.unit === unit,
  );
  return found?.[0] ?? "none";
}

describe("points", () => {
  test("are of the facet with the latest date, and facets have the names of their units", () => {
    const [a, b] = [facetId("A", "USDollar"), facetId("B")];
    expect(ask(`/api/observations/point?${states}&variables=Income`)).toEqual({
      facets: {
        [a]: { importName: "A", unit: "USDollar", unitDisplayName: "$" },
        [b]: { importName: "B" },
      },
      data: {
        Income: {
          "geoId/06": { facet: b, date: "2022", value: 12 },
          "geoId/48": { facet: a, date: "2021", value: 21 },
        },
      },
    });
  });

  test("at a date; an entity without a point has {}", () => {
    const answer = ask(`/api/observations/point?${states}&variables=Age&date=2021`);
    expect(answer).toMatchObject({ data: { Age: { "geoId/06": { date: "2021", value: 37 } } } });
  });

  test("a quantity as unit has the name of what it counts", () => {
    const answer = ask("/api/observations/point?entities=geoId/06&variables=Age");
    expect(JSON.stringify(answer)).toContain('"unitDisplayName":"years"');
  });

  test("of all facets are lists, as they are with a facet's id", () => {
    const a = facetId("A", "USDollar");
    const { data } = ask(
      `/api/observations/point/all?${states}&variables=Income&date=2021`,
    ) as Compacted;
    expect(data["Income"]?.["geoId/06"]).toEqual([{ facet: a, date: "2021", value: 11 }]);
    const one = ask(`/api/observations/point?${states}&variables=Income&facetId=${a}`) as Compacted;
    expect(one.data["Income"]?.["geoId/06"]).toEqual([{ facet: a, date: "2021", value: 11 }]);
  });

  test("within a place", () => {
    const within = ask(`/api/observations/point/within?${inUsa}&variables=Income&date=2020`);
    const named = ask(`/api/observations/point?${states}&variables=Income&date=2020`);
    expect(within).toEqual(named);
    const all = ask(
      `/api/observations/point/within/all?${inUsa}&variables=Income&date=2020`,
    ) as Compacted;
    expect(all.data["Income"]?.["geoId/48"]).toHaveLength(1);
  });

  test("with the highest coverage are at the date that most places have", () => {
    const question = `${inUsa}&variables=Income&variables=Age&date=HIGHEST_COVERAGE`;
    const { data } = ask(`/api/observations/point/within?${question}`) as Compacted;
    expect(data["Income"]?.["geoId/06"]).toMatchObject({ date: "2021", value: 11 });
    expect(data["Income"]?.["geoId/48"]).toMatchObject({ date: "2021", value: 21 });
    expect(data["Age"]?.["geoId/06"]).toMatchObject({ date: "2021", value: 37 });
    const only = `${inUsa}&variables=Income&date=HIGHEST_COVERAGE&facetIds=${facetId("B")}`;
    const { data: ofB } = ask(`/api/observations/point/within?${only}`) as Compacted;
    expect(ofB["Income"]?.["geoId/06"]).toMatchObject({ date: "2022", value: 12 });
  });
});

describe("series", () => {
  test("of one facet and of all, by GET and POST", () => {
    const [a, b] = [facetId("A", "USDollar"), facetId("B")];
    const best = ask(`/api/observations/series?${states}&variables=Income`) as Compacted;
    expect(best.data["Income"]?.["geoId/48"]).toEqual({
      facet: a,
      obsCount: 2,
      earliestDate: "2020",
      latestDate: "2021",
      series: [
        { date: "2020", value: 20 },
        { date: "2021", value: 21 },
      ],
    });
    const posted = ask("/api/observations/series", {
      entities: ["geoId/06", "geoId/48"],
      variables: ["Income"],
    });
    expect(posted).toEqual(best);
    const all = ask(`/api/observations/series/all?${states}&variables=Income`) as Compacted;
    const ofAll = all.data["Income"]?.["geoId/06"] as readonly { readonly facet: string }[];
    expect(ofAll.map(({ facet }) => facet).sort()).toEqual([a, b].sort());
    expect(ask(`/api/observations/series/within?${inUsa}&variables=Income`)).toEqual(best);
    expect(ask(`/api/observations/series/within/all?${inUsa}&variables=Income`)).toEqual(all);
  });

  test("dates have counts of entities by facet", () => {
    const [a, b] = [facetId("A", "USDollar"), facetId("B")];
    const dates = ask(
      "/api/observation-dates?parentEntity=country/USA&childType=State&variable=Income",
    );
    expect(dates).toMatchObject({
      datesByVariable: [
        {
          variable: "Income",
          observationDates: [
            { date: "2020", entityCount: [{ count: 2, facet: a }] },
            { date: "2021", entityCount: [{ count: 2, facet: a }] },
            { date: "2022", entityCount: [{ count: 1, facet: b }] },
          ],
        },
      ],
      facets: { [a]: { importName: "A" }, [b]: { importName: "B" } },
    });
    expect(ask(`/api/observation-dates/entities?${states}&variables=Income`)).toEqual(dates);
  });

  test("facets without values", () => {
    const { data, facets } = ask(`/api/facets?${states}&variables=Income`) as Compacted;
    expect(data["Income"]?.["geoId/48"]).toEqual([
      { facet: facetId("A", "USDollar"), obsCount: 2, earliestDate: "2020", latestDate: "2021" },
    ]);
    expect(Object.keys(facets)).toHaveLength(2);
    const within = ask(`/api/facets/within?${inUsa}&variables=Income&date=2022`) as Compacted;
    // The service merges the entities of an expression into one without a name.
    expect(within.data["Income"]?.[""]).toEqual([{ facet: facetId("B") }]);
  });

  test("existence is told for every pair", () => {
    expect(
      ask("/api/observation/existence", {
        variables: ["Age", "None", "__proto__"],
        entities: ["geoId/06", "geoId/48"],
      }),
    ).toEqual(
      JSON.parse(
        '{"Age":{"geoId/06":true,"geoId/48":false},"None":{"geoId/06":false,"geoId/48":false},' +
          '"__proto__":{"geoId/06":false,"geoId/48":false}}',
      ),
    );
  });
});

describe("nodes and places", () => {
  test("values of a property are the entries of /v2/node", () => {
    const { data = {} } = commons.v2.node({ nodes: ["geoId/06"], property: "->containedInPlace" });
    const expected = { "geoId/06": data["geoId/06"]?.arcs?.["containedInPlace"]?.nodes };
    expect(ask("/api/node/propvals/out?dcids=geoId/06&prop=containedInPlace")).toEqual(expected);
    const posted = ask("/api/node/propvals/out", { dcids: ["geoId/06"], prop: "containedInPlace" });
    expect(posted).toEqual(expected);
    const into = ask("/api/node/propvals/in?dcids=country/USA&prop=containedInPlace") as Record<
      string,
      { dcid: string }[]
    >;
    expect(into["country/USA"]?.map(({ dcid }) => dcid)).toEqual(["geoId/06", "geoId/48"]);
  });

  test("names, and names with the state", () => {
    expect(ask("/api/place/name", { dcids: ["geoId/06", "none"] })).toEqual({
      "geoId/06": "California",
      none: "",
    });
    expect(ask("/api/place/name?dcids=geoId/06&prop=isoCode")).toEqual({ "geoId/06": "US-CA" });
    expect(ask("/api/place/displayname?dcids=geoId/06001&dcids=geoId/06")).toEqual({
      "geoId/06001": "Alameda County, CA",
      "geoId/06": "California",
    });
  });

  test("that are more than a page holds are all there", async () => {
    const counties = Array.from({ length: 1234 }, (_, at) => `geoId/${10_000 + at}`);
    const blocks = counties.map(
      (dcid) =>
        `Node: dcid:${dcid}\ntypeOf: dcs:County\nname: "of ${dcid}"\ncontainedInPlace: dcid:geoId/06\n`,
    );
    const many = await open({ "graph.mcf": blocks.join("\n") });
    const url = "/api/place/descendent?dcids=geoId/06&descendentType=County";
    const inside = answerWebsite(many, { method: "GET", url, body: "" });
    expect(JSON.parse(inside?.body ?? "")["geoId/06"]).toEqual(counties);
    const body = JSON.stringify({ dcids: counties });
    const names = answerWebsite(many, { method: "POST", url: "/api/place/name", body });
    const expected = counties.map((dcid) => [dcid, `of ${dcid}`]);
    expect(JSON.parse(names?.body ?? "")).toEqual(Object.fromEntries(expected));
  });

  test("types, parents and descendants", () => {
    const type = answerWebsite(commons, {
      method: "GET",
      url: "/api/place/type/geoId/48",
      body: "",
    });
    expect(type).toMatchObject({ status: 200, body: "State" });
    expect(ask("/api/place/parent?dcid=geoId/06001")).toEqual([
      { dcid: "geoId/06", type: "State", name: "California" },
      { dcid: "country/USA", type: "Country", name: "United States" },
    ]);
    expect(ask("/api/place/descendent?dcids=country/USA&descendentType=County")).toEqual({
      "country/USA": ["geoId/06001", "geoId/06003"],
    });
    const question = "dcid=geoId/06&descendentType=County";
    expect(ask(`/api/place/descendent/name?${question}`)).toEqual({
      "geoId/06001": "Alameda County, CA",
      "geoId/06003": "Alpine County, CA",
    });
    expect(ask(`/api/place/descendent/name?${question}&prop=name`)).toMatchObject({
      "geoId/06001": "Alameda County",
    });
  });

  test("a circle of places ends", async () => {
    const circle = await open({
      "a.mcf": [
        "Node: dcid:a\ntypeOf: dcs:County\ncontainedInPlace: dcid:b\n",
        "Node: dcid:b\ntypeOf: dcs:State\ncontainedInPlace: dcid:a\n",
      ].join("\n"),
    });
    const answer = answerWebsite(circle, {
      method: "GET",
      url: "/api/place/parent?dcid=a",
      body: "",
    });
    expect(JSON.parse(answer?.body ?? "")).toEqual([{ dcid: "b", type: "State", name: "" }]);
  });
});

describe("shapes", () => {
  const clockwise = [...square(0, 0)].reverse();

  test("of places inside of a place go round as d3 wants them", () => {
    const url = "/api/choropleth/geojson?placeDcid=country/USA&placeType=State";
    expect(ask(url)).toEqual({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          id: "geoId/06",
          properties: { name: "California", geoDcid: "geoId/06" },
          geometry: { type: "MultiPolygon", coordinates: [[clockwise]] },
        },
        {
          type: "Feature",
          id: "geoId/48",
          properties: { name: "Texas", geoDcid: "geoId/48" },
          geometry: { type: "MultiPolygon", coordinates: [[[...square(5, 0)].reverse()]] },
        },
      ],
      properties: { currentGeo: "country/USA" },
    });
    expect(ask("/api/choropleth/geojson?placeDcid=country/USA")).toEqual(ask(url));
    expect(ask("/api/choropleth/geojson?placeDcid=geoId/06003")).toMatchObject({
      features: [],
      properties: { currentGeo: "geoId/06" },
    });
  });

  test("of nodes, whatever they are; what is no shape is left out", async () => {
    const body = { nodes: ["geoId/06", "geoId/48"], geoJsonProp: "geoJsonCoordinatesDP3" };
    for (const path of ["/node-geojson", "/api/choropleth/node-geojson"]) {
      expect(ask(path, body)).toMatchObject({ features: [{ id: "geoId/06" }] });
    }
    const odd = [
      "{",
      "[]",
      '{"type":"Point","coordinates":[0,0]}',
      '{"type":"Polygon","coordinates":[[["x"]]]}',
    ];
    const nodes = odd.map(
      (text, at) => `Node: dcid:n${at}\nshape: "${text.replaceAll('"', '\\"')}"\n`,
    );
    const world = await open({ "a.mcf": nodes.join("\n") });
    const asked = answerWebsite(world, {
      method: "POST",
      url: "/node-geojson",
      body: JSON.stringify({ nodes: ["n0", "n1", "n2", "n3"], geoJsonProp: "shape" }),
    });
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({ features: [] });
  });
});

describe("mistakes", () => {
  test.each([
    ["GET", "/api/observations/point", "", 400, "`entities`"],
    ["GET", "/api/observations/point?entities=a&variables=", "", 400, "`variables`"],
    ["GET", "/api/observations/point/within?parentEntity=a", "", 400, "`childType`"],
    ["GET", `/api/facets/within?${inUsa}&variables=Age&date=soon`, "", 400, "date must be"],
    ["POST", "/api/node/propvals/out", "{", 400, "no JSON object"],
    ["POST", "/api/place/parent?dcid=a", "", 405, "GET only"],
    ["GET", "/api/node/propvals/out?dcids=a&prop=[", "", 400, ""],
  ])("%s %s: %s is refused", (method, url, body, status, message) => {
    const answer = answerWebsite(commons, { method, url, body });
    expect(answer?.status).toBe(status);
    expect(answer?.body).toContain(message);
  });

  test("other paths are nobody's", () => {
    for (const path of ["/api", "/api/place/type/", "/api/place/parents", "/v2/node", "/%"]) {
      expect(table.routeOf(path)).toBeUndefined();
    }
    for (const { path } of websiteRoutes) {
      expect(table.routeOf(path.replace("{dcid}", "geoId/06"))).toBe(path);
    }
  });
});
