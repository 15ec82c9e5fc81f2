/** `/api/metadata` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerWebsite, graph, observations } from "./small-world.ts";

describe("metadata", () => {
  let described: Commons;
  beforeAll(async () => {
    const about = `Node: dcid:dc/base/A
typeOf: dcs:Provenance
name: "Survey A"
url: "https://a.example/"
source: dcid:Bureau
licenseType: dcid:CC0

Node: dcid:Bureau
name: "The Bureau"

Node: dcid:CC0
name: "Public domain"

Node: dcid:Income
name: "Income of people"
memberOf: dcid:dc/g/Work

Node: dcid:dc/g/Work
name: "Work"
specializationOf: dcid:dc/g/Economy

Node: dcid:dc/g/Economy
name: "Economy"
specializationOf: dcid:dc/g/Root
`;
    described = await open({
      "graph.mcf": graph,
      "about.mcf": about,
      "observations.csv": observations,
    });
  });

  const post = (url: string, body: object) => {
    const answer = answerWebsite(described, { method: "POST", url, body: JSON.stringify(body) });
    expect(answer?.status, answer?.body).toBe(200);
    return JSON.parse(answer?.body ?? "");
  };

  test("shows for each variable who measured it, when and in what", () => {
    const answer = post("/api/metadata", {
      entities: ["geoId/06", "geoId/48"],
      statVars: ["Income", "nope"],
    });
    expect(answer).toEqual({
      metadata: {
        Income: [
          {
            statVarId: "Income",
            statVarName: "Income of people",
            categories: ["Economy"],
            sourceName: "The Bureau",
            provenanceUrl: "https://a.example/",
            provenanceName: "Survey A",
            dateRangeStart: "2020",
            dateRangeEnd: "2021",
            unit: "US dollar",
            observationPeriod: null,
            license: "Public domain",
            licenseDcid: "CC0",
            measurementMethod: null,
            measurementMethodDescription: null,
          },
        ],
      },
      statVarList: [
        { dcid: "Income", name: "Income of people" },
        { dcid: "nope", name: "nope" },
      ],
    });
    expect(post("/api/metadata", { entities: [], statVars: ["Income"] })).toEqual({
      metadata: {},
      statVarList: [],
    });
  });

  test("is added to the facets that are sent", () => {
    const { facets: known = {} } = described.v2.observation({
      select: ["variable", "entity", "facet"],
      entity: { dcids: ["geoId/48"] },
      variable: { dcids: ["Income"] },
    });
    const [id = ""] = Object.keys(known);
    const facets = { Income: { [id]: { importName: "A", unit: "USDollar" } } };
    const expected = {
      Income: {
        [id]: {
          importName: "A",
          unit: "USDollar",
          dateRangeStart: "2020",
          dateRangeEnd: "2021",
          sourceName: "The Bureau",
          provenanceName: "Survey A",
          unitDisplayName: "US dollar",
        },
      },
    };
    const within = { parentPlace: "country/USA", enclosedPlaceType: "State" };
    expect(post("/api/metadata/facets", { facets, statVars: ["Income"], ...within })).toEqual(
      expected,
    );
    const {
      dateRangeStart: _,
      dateRangeEnd: __,
      ...undated
    } = expected.Income[id] as object & {
      dateRangeStart: string;
      dateRangeEnd: string;
    };
    expect(post("/api/metadata/facets", { facets })).toEqual({ Income: { [id]: undated } });
    expect(post("/api/metadata/facets", { facets: {} })).toEqual({});
  });

  test.each<[about: string, body: object, isDated: boolean]>([
    [
      "of places inside of a place",
      { parentPlace: "country/USA", enclosedPlaceType: "State" },
      true,
    ],
    ["of some places", { entities: ["geoId/06", "geoId/48"] }, true],
    ["of a place without a type inside", { parentPlace: "country/USA" }, false],
    ["of a type without a place around", { enclosedPlaceType: "State" }, false],
    ["of no places", {}, false],
    ["of places without data", { entities: ["nowhere"] }, false],
  ])("adds dates %s", (_, places, isDated) => {
    const { facets: known = {} } = described.v2.observation({
      select: ["variable", "entity", "facet"],
      entity: { dcids: ["geoId/48"] },
      variable: { dcids: ["Income"] },
    });
    const [id = ""] = Object.keys(known);
    const facets = { Income: { [id]: { importName: "A" } } };
    const dated = post("/api/metadata/facets", { facets, statVars: ["Income"], ...places });
    const dates = { dateRangeStart: "2020", dateRangeEnd: "2021" };
    expect(dated).toEqual({
      Income: {
        [id]: {
          importName: "A",
          ...(isDated && dates),
          sourceName: "The Bureau",
          provenanceName: "Survey A",
        },
      },
    });
    // Which variables they are of is not known then.
    const { Income } = post("/api/metadata/facets", { facets, ...places });
    expect(Income[id].dateRangeStart).toBeUndefined();
  });

  test.each([
    ["a text", "A"],
    ["a list", [{}]],
    ["a text for a variable", { Income: "A" }],
    ["a list for a variable", { Income: [] }],
    ["nothing for a variable", { Income: null }],
    ["a text for one of two facets", { Income: { 1: {}, 2: "A" } }],
    ["a list for one of two variables", { Income: { 1: {} }, Age: [] }],
  ])("refuses %s as facets", (_, facets) => {
    const body = JSON.stringify({ facets });
    const answer = answerWebsite(described, { method: "POST", url: "/api/metadata/facets", body });
    expect(answer).toMatchObject({
      status: 400,
      body: "error: facets must be an object by variable and id",
    });
  });

  test("refuses facets that are none", () => {
    const body = JSON.stringify({ facets: { Income: "A" } });
    const answer = answerWebsite(described, { method: "POST", url: "/api/metadata/facets", body });
    expect(answer?.status).toBe(400);
  });
});

describe("a line of metadata", () => {
  const facts = `Node: dcid:wiki
typeOf: dcs:Provenance
name: "WikipediaStatsData"

Node: dcid:survey
typeOf: dcs:Provenance
name: "Survey"
url: "https://survey.example/"

Node: dcid:Told
description: "As people told us"

Node: dcid:Percent
name: ""

Node: dcid:V
memberOf: dcid:dc/g/Root, dcid:dc/g/Top, dcid:dc/g/Inner

Node: dcid:dc/g/Inner
specializationOf: dcid:dc/g/Other, dcid:dc/g/Inner

Node: dcid:dc/g/Other
specializationOf: dcid:dc/g/Root, dcid:dc/g/Inner

Node: dcid:W
memberOf: dcid:dc/g/Root
`;
  const rows = [
    "entity,variable,date,value,provenance,measurement_method,unit,observation_period",
    "a,V,2020,1,wiki,Told,,",
    "a,V,2021,1,survey,Told,,P1Y",
    "b,V,2018,1,survey,Told,,P1Y",
    "a,V,2022,1,survey,told_by_people,,",
    "b,V,2019,1,survey,,US_Dollar,",
    "b,V,2017,1,survey,,Percent,",
    "a,W,2020,1,unknown,,,",
  ];

  interface Line {
    readonly provenanceName: string;
    readonly measurementMethod: string | null;
    readonly measurementMethodDescription: string | null;
    readonly unit: string | null;
    readonly dateRangeStart: string | null;
    readonly dateRangeEnd: string | null;
    readonly observationPeriod: string | null;
    readonly categories: readonly string[];
  }
  let commons: Commons;
  beforeAll(async () => {
    commons = await open({ "a.mcf": facts, "a.csv": rows.join("\n") });
  });
  const linesOf = (body: object): Readonly<Record<string, readonly Line[]>> => {
    const sent = JSON.stringify(body);
    const answer = answerWebsite(commons, { method: "POST", url: "/api/metadata", body: sent });
    expect(answer?.status, answer?.body).toBe(200);
    return JSON.parse(answer?.body ?? "").metadata;
  };
  const all = { entities: ["a", "b"], statVars: ["V", "W"] };

  test("says the method in words, but for one that means nothing, and the unit", () => {
    const said = (linesOf(all)["V"] ?? []).map((line) =>
      [
        line.provenanceName,
        `${line.dateRangeStart} to ${line.dateRangeEnd}`,
        `${line.observationPeriod}, ${line.unit}`,
        `${line.measurementMethod}: ${line.measurementMethodDescription}`,
      ].join(", "),
    );
    expect(said.sort()).toEqual([
      "Survey, 2017 to 2017, null, Percent, null: null",
      "Survey, 2018 to 2021, P1Y, null, Told: As people told us",
      "Survey, 2019 to 2019, null, US Dollar, null: null",
      "Survey, 2022 to 2022, null, null, told_by_people: Told By People",
      "WikipediaStatsData, 2020 to 2020, null, null, Told: null",
    ]);
  });

  test("has the groups above all others, at any depth, but not the root", () => {
    expect(linesOf(all)["V"]?.[0]?.categories).toEqual(["Top"]);
  });

  test("is of the facets that are asked for, by variable or for all", () => {
    const ids = new Map(
      commons.engine.observations.facets.map((facet) => [facet.measurementMethod, facet.facetId]),
    );
    const [told = "", words = ""] = [ids.get("Told"), ids.get("told_by_people")];
    const methods = (body: object) =>
      (linesOf({ ...all, ...body })["V"] ?? []).map((line) => line.measurementMethod);
    expect(methods({ facets: [words] })).toEqual(["told_by_people"]);
    expect(methods({ statVarToFacets: { V: [words] } })).toEqual(["told_by_people"]);
    expect(methods({ statVarToFacets: { V: [words, 5, words] } })).toEqual(["told_by_people"]);
    expect(methods({ statVarToFacets: { V: [told, words] } })).toHaveLength(2);
    for (const none of [{ V: [] }, { V: "Told" }, { W: [words] }, {}, null, "V"]) {
      expect(methods({ statVarToFacets: none })).toHaveLength(5);
    }
  });
});
