/** `/v2/bulk/info/…` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { answerTo, answerUnlisted, refusalOf, smallWorld } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (url: string, body?: object) => answerTo(commons, url, body);

describe("/v1/bulk/info/variable", () => {
  test.each([
    ["/v2/bulk/info/variable?nodes=Income", { maxRows: 7 }, 429],
    ["/v2/bulk/info/variable?nodes=Income", { maxRows: 8 }, undefined],
    ["/api/variable/info?dcids=Income&dcids=Age", { maxRows: 8 }, 429],
  ])(
    "%s with %j goes through a row for each series and observation",
    async (url, limits, status) => {
      const answer = answerUnlisted(commons.limited(limits), { method: "GET", url, body: "" });
      expect(answer?.status).toBe(status ?? 200);
      if (status !== undefined) expect(answer?.body).toContain("'maxRows'");
    },
  );

  test("counts series and observations by provenance, and places by type", () => {
    const states = (placeCount: number, minValue: number, maxValue: number, ...top: string[]) => ({
      State: {
        placeCount,
        topPlaces: top.map((dcid) => ({
          dcid,
          name: dcid === "geoId/06" ? "California" : "Texas",
        })),
        minValue,
        maxValue,
      },
    });
    expect(ask("/v1/bulk/info/variable", { nodes: ["Income", "Height"] })).toEqual({
      data: [
        {
          node: "Income",
          info: {
            placeTypeSummary: states(2, 0, 20, "geoId/06", "geoId/48"),
            provenanceSummary: {
              "prov/A": {
                importName: "A",
                seriesSummary: [
                  {
                    seriesKey: { measurementMethod: "Census", unit: "USDollar" },
                    earliestDate: "2020",
                    latestDate: "2021-06",
                    placeTypeSummary: states(2, 0, 20, "geoId/06", "geoId/48"),
                    minValue: 0,
                    maxValue: 20,
                    observationCount: 4,
                    timeSeriesCount: 2,
                  },
                ],
                observationCount: 4,
                timeSeriesCount: 2,
              },
              "dc/base/B": {
                importName: "B",
                seriesSummary: [
                  {
                    seriesKey: {},
                    earliestDate: "2022",
                    latestDate: "2022",
                    placeTypeSummary: states(1, 12, 12, "geoId/06"),
                    minValue: 12,
                    maxValue: 12,
                    observationCount: 1,
                    timeSeriesCount: 1,
                  },
                ],
                observationCount: 1,
                timeSeriesCount: 1,
              },
            },
          },
        },
        { node: "Height", info: {} },
      ],
    });
  });

  test("says less in later versions: types of places alone, and no extreme values", () => {
    const series = {
      seriesKey: {},
      earliestDate: "2021",
      latestDate: "2022",
      placeTypeSummary: { State: {} },
      observationCount: 2,
      timeSeriesCount: 1,
    };
    const counts = { observationCount: 2, timeSeriesCount: 1 };
    const age = {
      node: "Age",
      info: {
        provenanceSummary: { "prov/A": { importName: "A", seriesSummary: [series], ...counts } },
      },
    };
    const question = { nodes: ["Age", "Height"] };
    expect(ask("/v2/bulk/info/variable", question)).toEqual({
      data: [age, { node: "Height", info: {} }],
    });
    expect(ask("/v3/bulk/info/variable", question)).toEqual({ data: [age] });
    expect(ask("/v3/bulk/info/variable?nodes=Age")).toEqual({ data: [age] });
  });

  test("needs nodes, but for the third version", () => {
    for (const version of [1, 2]) {
      expect(refusalOf(commons, `/v${version}/bulk/info/variable`, {})).toEqual({
        status: 400,
        code: 3,
        message: "Missing required arguments: nodes",
      });
    }
    expect(ask("/v3/bulk/info/variable", {})).toEqual({});
  });
});

describe("/v1/bulk/info/variable-group", () => {
  const economy = {
    absoluteName: "Economy",
    childStatVars: [
      {
        id: "Income",
        searchNames: ["Income of people", "What people earn in a year."],
        displayName: "Income of people",
        definition: "st=medianValue,mp=income,pt=Person,gender=Female",
        hasData: true,
      },
    ],
    childStatVarGroups: [
      {
        id: "dc/g/People",
        specializedEntity: "People",
        displayName: "People",
        descendentStatVarCount: 1,
      },
    ],
    descendentStatVarCount: 2,
  };

  test("has the variables and groups within, and which of them have data", () => {
    const question = { nodes: ["dc/g/People", "dc/g/Economy"] };
    expect(ask("/v1/bulk/info/variable-group", question)).toEqual({
      data: [
        { node: "dc/g/Economy", info: economy },
        {
          node: "dc/g/People",
          info: {
            absoluteName: "People",
            childStatVars: [
              {
                id: "Age",
                searchNames: ["Age of people"],
                displayName: "Age of people",
                definition: "mp=age,pt=Person",
                hasData: true,
              },
              {
                id: "Height",
                searchNames: ["Height of people"],
                displayName: "Height of people",
              },
            ],
            descendentStatVarCount: 1,
            parentStatVarGroups: ["dc/g/Economy"],
          },
        },
      ],
    });
  });

  test("says nothing of parents, further names and definitions in later versions", () => {
    const people = {
      absoluteName: "People",
      childStatVars: [
        { id: "Age", displayName: "Age of people", hasData: true },
        { id: "Height", displayName: "Height of people" },
      ],
      descendentStatVarCount: 1,
    };
    for (const version of [2, 3]) {
      const url = `/v${version}/bulk/info/variable-group`;
      expect(ask(url, { nodes: ["dc/g/People", "Nothing"] })).toEqual({
        data: [{ node: "Nothing" }, { node: "dc/g/People", info: people }],
      });
      expect(ask(`${url}?nodes=dc/g/People&include_definitions=true`)).toMatchObject({
        data: [{ info: { childStatVars: [{ id: "Age", definition: "mp=age,pt=Person" }, {}] } }],
      });
    }
  });

  test("counts the variables of a topic that wanted places have", () => {
    const nodes = ["dc/topic/Money"];
    const url = "/v3/bulk/info/variable-group";
    expect(ask(url, { nodes })).toEqual({ data: [{ node: "dc/topic/Money" }] });
    const count = (place: string) =>
      ask(url, { nodes, constrained_entities: [place] }) as { readonly data: readonly unknown[] };
    expect(count("geoId/06").data).toEqual([
      { node: "dc/topic/Money", info: { descendentStatVarCount: 2 } },
    ]);
    expect(count("geoId/48").data).toEqual([
      { node: "dc/topic/Money", info: { descendentStatVarCount: 1 } },
    ]);
  });

  test.each([
    [{}, "request must specify at least one node"],
    [
      { nodes: ["dc/g/People"], num_entities_existence: -1 },
      "numEntitiesExistence must be non-negative",
    ],
    [
      { nodes: ["dc/g/People", "dc/topic/Money"] },
      "cannot mix Topic and StatVarGroup nodes in request",
    ],
    [
      { nodes: ["dc/g/People"], constrained_entities: ["dc/s/A", "dc/d/B"] },
      "only one import constraint can be specified",
    ],
  ])("of the third version refuses %j", (body, message) => {
    const refusal = refusalOf(commons, "/v3/bulk/info/variable-group", body);
    expect(refusal).toEqual({ status: 400, code: 3, message });
  });

  test("counts what enough of the wanted places have", () => {
    const count = (body: object) => {
      const question = { nodes: ["dc/g/Economy"], ...body };
      const { data } = ask("/v1/bulk/info/variable-group", question) as {
        readonly data: readonly { readonly info: { readonly descendentStatVarCount?: number } }[];
      };
      return data[0]?.info.descendentStatVarCount ?? 0;
    };
    expect(count({ constrained_entities: ["geoId/48"] })).toBe(1);
    expect(count({ constrained_entities: ["geoId/06", "geoId/48"] })).toBe(2);
    const both = { constrained_entities: ["geoId/06", "geoId/48"], num_entities_existence: 2 };
    expect(count(both)).toBe(1);
    expect(count({ constrainedEntities: ["nope"] })).toBe(0);
  });

  test("without nodes has all groups, below a root that holds those without a group", () => {
    const { data } = ask("/v1/bulk/info/variable-group") as {
      readonly data: readonly { readonly node: string; readonly info: object }[];
    };
    expect(data.map(({ node }) => node)).toEqual(["dc/g/Root", "dc/g/Economy", "dc/g/People"]);
    expect(data[0]?.info).toEqual({
      childStatVarGroups: [
        {
          id: "dc/g/Economy",
          specializedEntity: "Economy",
          displayName: "Economy",
          descendentStatVarCount: 2,
        },
      ],
      descendentStatVarCount: 2,
    });
  });
});

test("the website's routes give the same, for one group and by variable", () => {
  const group = { dcid: "dc/g/People", entities: ["geoId/06"], numEntitiesExistence: 1 };
  const { data } = ask("/v1/bulk/info/variable-group", {
    nodes: ["dc/g/People"],
    constrained_entities: ["geoId/06"],
  }) as { readonly data: readonly { readonly info: object }[] };
  const variables = ["Age", "Height"].map((id) => ({ searchNames: [`${id} of people`] }));
  const website = ask("/api/variable-group/info", group) as object;
  expect(data[0]?.info).toMatchObject({ ...website, childStatVars: variables });
  const { data: summaries } = ask("/v1/bulk/info/variable?nodes=Age") as {
    readonly data: readonly { readonly info: object }[];
  };
  expect(ask("/api/variable/info?dcids=Age")).toEqual({ Age: summaries[0]?.info });
  expect(refusalOf(commons, "/api/variable-group/info", {}).message).toContain("dcid");
});
