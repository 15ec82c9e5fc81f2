/** Ranks, parents and dates of places. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

const graph = `Node: dcid:Earth
typeOf: dcs:Place
name: "World"

Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"
containedInPlace: dcid:region/B, dcid:region/A

Node: dcid:region/A
typeOf: dcs:GeoRegion
containedInPlace: dcid:Earth

Node: dcid:region/B
typeOf: dcs:GeoRegion
containedInPlace: dcid:region/A, dcid:geoId/06

Node: dcid:geoId/06
typeOf: dcs:AdministrativeArea1, dcs:State
name: "California"
containedInPlace: dcid:country/USA

Node: dcid:geoId/48
typeOf: dcs:State
containedInPlace: dcid:country/USA

Node: dcid:geoId/02
typeOf: dcs:State
containedInPlace: dcid:country/USA

Node: dcid:geoId/72
typeOf: dcs:State

Node: dcid:Income
typeOf: dcs:StatisticalVariable
name: "Income"
`;

const rows = [
  "entity,variable,date,value,import_name",
  // The best facet is that of the latest date.
  "geoId/06,Income,2020,10,A",
  "geoId/06,Income,2022,30,A",
  "geoId/06,Income,2021,99,B",
  "geoId/48,Income,2020,30,A",
  "geoId/02,Income,2021,0,A",
  "geoId/72,Income,2021,50,A",
  "geoId/06,Count_Person,2019,3,A",
  "geoId/06,Count_Person,2021,5,A",
  "geoId/06,Count_Person,2023,6,A",
  "geoId/48,Count_Person,2020-01,2,A",
  "geoId/72,Count_Person,2021,5,A",
];

let commons: Commons;
beforeAll(async () => {
  commons = await open({ "graph.mcf": graph, "observations.csv": rows.join("\n") });
});
const ask = (url: string, body?: object) => answerTo(commons, url, body);

const within = { stat_var_dcids: ["Income", "Nothing"], within_place: "country/USA" };

describe("/v1/place/ranking", () => {
  const info = (...places: [place: string, value: number][]) =>
    places.map(([placeDcid, value], at) => ({
      rank: at + 1,
      ...(value === 0 ? {} : { value }),
      placeDcid,
    }));

  test("ranks the latest value of the best facet; equal values by dcid, and no value of 0", () => {
    const rankAll = { info: info(["geoId/06", 30], ["geoId/48", 30], ["geoId/02", 0]) };
    const answer = { data: { Income: { rankAll } } };
    expect(ask("/v1/place/ranking", { ...within, placeType: "State" })).toEqual(answer);
    expect(ask("/v2/place/ranking", { ...within, place_type: "State" })).toEqual({
      ...answer,
      legacy: true,
    });
  });

  test("ranks all places of the type where no place is given", () => {
    const url = "/v1/place/ranking?stat_var_dcids=Income&place_type=State";
    expect(ask(url)).toMatchObject({
      data: {
        Income: { rankAll: { info: [{ rank: 1, value: 50, placeDcid: "geoId/72" }, {}, {}, {}] } },
      },
    });
    expect(ask("/v1/place/ranking?stat_var_dcids=Income&place_type=Nothing")).toEqual({});
  });

  test("divides by the population of the nearest date that is not after that of the value", () => {
    const question = { stat_var_dcids: ["Income"], place_type: "State", is_per_capita: true };
    // That of Texas is of a month of the year.
    const rankAll = { info: info(["geoId/72", 10], ["geoId/06", 6]) };
    expect(ask("/v1/place/ranking", question)).toEqual({ data: { Income: { rankAll } } });
  });

  test("cuts more than a thousand places into the first and the last ones", async () => {
    const names = Array.from({ length: 1001 }, (_, at) => `place/${1000 + at}`);
    const large = await open({
      "graph.mcf": names.map((name) => `Node: dcid:${name}\ntypeOf: dcs:Town\n`).join("\n"),
      "observations.csv": [
        "entity,variable,date,value",
        ...names.map((name, at) => `${name},Size,2020,${at + 1}`),
      ].join("\n"),
    });
    const url = "/v1/place/ranking?stat_var_dcids=Size&place_type=Town";
    const { data } = answerTo(large, url) as {
      readonly data: { readonly Size: Readonly<Record<string, { readonly info: object[] }>> };
    };
    expect(Object.keys(data.Size)).toEqual(["rankTop1000", "rankBottom1000"]);
    const { rankTop1000, rankBottom1000 } = data.Size;
    expect(rankTop1000?.info).toHaveLength(1000);
    expect(rankTop1000?.info[0]).toEqual({ rank: 1, value: 1001, placeDcid: "place/2000" });
    expect(rankBottom1000?.info).toHaveLength(1000);
    expect(rankBottom1000?.info[0]).toEqual({ rank: 1, value: 1, placeDcid: "place/1000" });
  });

  test.each([{}, { stat_var_dcids: ["Income"] }, { place_type: "State", stat_var_dcids: [] }])(
    "%j lacks something",
    (body) => {
      const refusal = { status: 400, code: 3, message: "Missing required arguments" };
      expect(refusalOf(commons, "/v1/place/ranking", body)).toEqual(refusal);
      expect(refusalOf(commons, "/v2/place/ranking", body)).toEqual(refusal);
      expect(refusalOf(commons, "/v1/place/related", body)).toEqual(refusal);
    },
  );
});

test("/v1/place/related gives the rank of a place among those of its type", () => {
  const rank = (rankFromTop: number, rankFromBottom: number) => ({
    data: { Income: { rankFromTop, rankFromBottom } },
  });
  expect(ask("/v1/place/related", { ...within, dcid: "geoId/48" })).toEqual(rank(2, 2));
  const all = { stat_var_dcids: ["Income"], dcid: "geoId/48" };
  expect(ask("/v1/place/related", all)).toEqual(rank(3, 2));
  // It does not lie there.
  expect(ask("/v1/place/related", { ...within, dcid: "geoId/72" })).toEqual({});
  expect(ask("/v1/place/related", { ...within, dcid: "nowhere" })).toEqual({});
});

describe("/v1/bulk/info/place", () => {
  test("gives all places above, the nearest first and each once, sorted by place", () => {
    const usa = { dcid: "country/USA", name: "United States", type: "Country" };
    const [a, b] = ["A", "B"].map((name) => ({ dcid: `region/${name}`, type: "GeoRegion" }));
    const earth = { dcid: "Earth", name: "World", type: "Place" };
    const california = { dcid: "geoId/06", name: "California", type: "State" };
    const nodes = ["geoId/48", "nowhere", "geoId/06", "Income", "Earth"];
    expect(ask("/v1/bulk/info/place", { nodes })).toEqual({
      data: [
        { node: "Earth", info: { self: earth } },
        { node: "Income" },
        { node: "geoId/06", info: { self: california, parents: [usa, a, b, earth] } },
        {
          node: "geoId/48",
          info: {
            self: { dcid: "geoId/48", type: "State" },
            parents: [usa, a, b, earth, california],
          },
        },
        { node: "nowhere" },
      ],
    });
  });

  test("needs nodes", () => {
    const message = "Missing required arguments: nodes";
    expect(refusalOf(commons, "/v1/bulk/info/place", {})).toMatchObject({ status: 400, message });
  });
});

describe("/v1/bulk/observation-dates/linked", () => {
  const question = {
    linked_entity: "country/USA",
    linked_property: "containedInPlace",
    entity_type: "State",
    variables: ["Income", "Nothing"],
  };

  test("counts places by date and facet, the facet with most places first", () => {
    const { datesByVariable, facets } = ask("/v1/bulk/observation-dates/linked", question) as {
      readonly datesByVariable: {
        readonly observationDates?: object[];
        readonly variable: string;
      }[];
      readonly facets: Readonly<Record<string, object>>;
    };
    const idOf = (name: string) =>
      commons.engine.observations.facets.find(({ importName }) => importName === name)?.facetId;
    const [a, b] = [idOf("A"), idOf("B")] as [string, string];
    expect(datesByVariable).toEqual([
      {
        variable: "Income",
        observationDates: [
          { date: "2020", entityCount: [{ count: 2, facet: a }] },
          {
            date: "2021",
            entityCount: expect.arrayContaining([
              { count: 1, facet: a },
              { count: 1, facet: b },
            ]),
          },
          { date: "2022", entityCount: [{ count: 1, facet: a }] },
        ],
      },
      { variable: "Nothing" },
    ]);
    expect(facets).toEqual({ [a]: { importName: "A" }, [b]: { importName: "B" } });
  });

  test.each([
    [{ linked_entity: "" }, "Missing required argument: linked_entity"],
    [{ entity_type: "", variables: [] }, "Missing required argument: entity_type"],
    [{ variables: [], linked_property: "x" }, "Missing required argument: variables"],
    [{ linked_property: "x" }, "linked_property can only be 'containedInPlace'"],
  ])("%j is refused: %s", (wrong, message) => {
    const refusal = { status: 400, code: 3, message };
    const url = "/v1/bulk/observation-dates/linked";
    expect(refusalOf(commons, url, { ...question, ...wrong })).toEqual(refusal);
  });
});
