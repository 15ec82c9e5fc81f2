import { describe, expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type {
  V2ObservationRequest,
  V2ObservationResponse,
} from "../../../../src/adapters/v2-shapes.ts";
import type { EntityExpression } from "../../../../src/expr-parser/parse-relation.ts";
import { type FacetRow, type ObservationRow, worldOf } from "../../../oracle/small-world.ts";

const invalid = { code: 3, status: 400, detail: "internal" };

const pep: Partial<FacetRow> = {
  importName: "USCensusPEP_Annual_Population",
  provenanceUrl: "https://www2.census.gov/programs",
  measurementMethod: "CensusPEPSurvey",
  observationPeriod: "P1Y",
};
const wdi: Partial<FacetRow> = {
  importName: "WorldDevelopmentIndicators",
  provenanceUrl: "https://data.worldbank.org/",
  observationPeriod: "P1Y",
};
const wikidata: Partial<FacetRow> = {
  importName: "WikidataPopulation",
  provenanceUrl: "https://www.wikidata.org/",
  measurementMethod: "WikidataPopulation",
};
const [pepId, wdiId] = ["2176550201", "3981252704"];

const rows: ObservationRow[] = [
  ["Count_Person", "geoId/06", "2020", "39", pep],
  ["Count_Person", "geoId/06", "2019", "38.5", pep],
  ["Count_Person", "geoId/06", "2018", "0", wdi],
  ["Count_Person", "geoId/06", "2020", "40", wikidata],
  ["Count_Person", "geoId/10", "2020", "1", wikidata],
  ["Count_Person", "geoId/06001", "2015-06", "7", pep],
  ["Mood", "geoId/06", "2020", "3", wdi],
];
const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/10", "typeOf", "State"],
    ["geoId/02", "typeOf", "State"],
    ["geoId/06", "containedInPlace", "country/USA"],
    ["geoId/10", "containedInPlace", "country/USA"],
    ["geoId/02", "containedInPlace", "country/USA"],
    ["geoId/06001", "containedInPlace", "geoId/06"],
    ["geoId/06001", "typeOf", "County"],
  ],
  rows,
);

const all = ["date", "value", "entity", "variable"] as const;
const states = { expression: "country/USA<-containedInPlace+{typeOf:State}" } as const;
const person = { dcids: ["Count_Person"] };

function ask(request: V2ObservationRequest): V2ObservationResponse {
  return JSON.parse(JSON.stringify(invoke(endpoints["v2.observation"], world, request)));
}

describe("values of listed entities", () => {
  test("all dates: points ascend, extents are of what is returned, best facet first", () => {
    const answer = ask({
      variable: person,
      entity: { dcids: ["geoId/06"] },
      date: "",
      select: all,
    });
    expect(answer.byVariable?.["Count_Person"]?.byEntity?.["geoId/06"]?.orderedFacets).toEqual([
      {
        facetId: pepId,
        observations: [
          { date: "2019", value: 38.5 },
          { date: "2020", value: 39 },
        ],
        obsCount: 2,
        earliestDate: "2019",
        latestDate: "2020",
      },
      {
        facetId: wdiId,
        observations: [{ date: "2018", value: 0 }],
        obsCount: 1,
        earliestDate: "2018",
        latestDate: "2018",
      },
      expect.objectContaining({ observations: [{ date: "2020", value: 40 }] }),
    ]);
    expect(Object.keys(answer.facets ?? {})).toHaveLength(3);
  });

  test("members stand in the real service's order", () => {
    const answer = ask({
      variable: person,
      entity: { dcids: ["geoId/06001"] },
      date: "LATEST",
      select: all,
    });
    expect(JSON.stringify(answer)).toBe(
      '{"byVariable":{"Count_Person":{"byEntity":{"geoId/06001":{"orderedFacets":[{' +
        `"facetId":"${pepId}","observations":[{"date":"2015-06","value":7}],"obsCount":1,` +
        '"earliestDate":"2015-06","latestDate":"2015-06"}]}}}},' +
        `"facets":{"${pepId}":{"importName":"USCensusPEP_Annual_Population",` +
        '"provenanceUrl":"https://www2.census.gov/programs",' +
        '"measurementMethod":"CensusPEPSurvey","observationPeriod":"P1Y"}}}',
    );
  });

  test("every entity and variable has its key; nothing known means no facets", () => {
    expect(
      ask({
        variable: { dcids: ["Count_Person", "none"] },
        entity: { dcids: ["geoId/06", "nowhere"] },
        date: "1800",
        select: all,
      }),
    ).toEqual({
      byVariable: {
        Count_Person: { byEntity: { "geoId/06": {}, nowhere: {} } },
        none: { byEntity: { "geoId/06": {}, nowhere: {} } },
      },
    });
  });

  test("a date is compared as text: a month is not its year", () => {
    const at = (date: string) =>
      ask({ variable: person, entity: { dcids: ["geoId/06001"] }, date, select: all }).facets;
    expect(at("2015")).toBeUndefined();
    expect(at("2015-06")).toBeDefined();
  });

  test("LATEST leaves an inferior facet out unless it is the only one", () => {
    const answer = ask({
      variable: person,
      entity: { dcids: ["geoId/06", "geoId/10"] },
      date: "LATEST",
      select: all,
    });
    const facetsOf = (entity: string) =>
      answer.byVariable?.["Count_Person"]?.byEntity?.[entity]?.orderedFacets?.map(
        ({ facetId }) => answer.facets?.[facetId]?.importName,
      );
    expect(facetsOf("geoId/06")).toEqual([
      "USCensusPEP_Annual_Population",
      "WorldDevelopmentIndicators",
    ]);
    expect(facetsOf("geoId/10")).toEqual(["WikidataPopulation"]);
  });

  test("a date keeps an inferior facet", () => {
    const answer = ask({
      variable: person,
      entity: { dcids: ["geoId/06"] },
      date: "2020",
      select: all,
    });
    expect(Object.values(answer.facets ?? {}).map(({ importName }) => importName)).toContain(
      "WikidataPopulation",
    );
  });
});

describe("entities that are repeated or out of order", () => {
  const valuesOf = (dcids: string[], limits: object = {}) => {
    const request = { variable: person, entity: { dcids }, date: "2020", select: all } as const;
    const { byVariable } = invoke(endpoints["v2.observation"], world, request, limits);
    const { byEntity = {} } = byVariable?.["Count_Person"] ?? {};
    return Object.entries(byEntity).map(([dcid, { orderedFacets = [] }]) => [
      dcid,
      ...orderedFacets.map(({ observations }) => observations?.[0]?.value),
    ]);
  };
  const [six, ten] = [
    ["geoId/06", 39, 40],
    ["geoId/10", 1],
  ];

  test("answer once each, in the order of the request", () => {
    expect(valuesOf(["geoId/10", "geoId/10", "geoId/06"])).toEqual([ten, six]);
    expect(valuesOf(["geoId/10", "x", "geoId/06", "x"])).toEqual([ten, ["x"], six]);
    expect(valuesOf(["geoId/06", "geoId/06", "geoId/10"])).toEqual([six, ten]);
  });

  test("and count once each", () => {
    const often = (dcid: string) => Array<string>(20).fill(dcid);
    expect(valuesOf([...often("geoId/06"), ...often("geoId/10")], { maxRows: 5 })).toEqual([
      six,
      ten,
    ]);
  });

  test("variables of several entities ascend", () => {
    const two = worldOf(
      [],
      [
        ["B", "x", "2020", "1"],
        ["A", "y", "2020", "1"],
      ],
    );
    const request = { entity: { dcids: ["x", "y"] }, select: ["variable", "entity"] } as const;
    const { byVariable } = invoke(endpoints["v2.observation"], two, request);
    expect(Object.keys(byVariable ?? {})).toEqual(["A", "B"]);
  });
});

describe("values of an expression's entities", () => {
  test("only entities with data, ascending", () => {
    const latest = ask({ variable: person, entity: states, date: "LATEST", select: all });
    const byEntity = latest.byVariable?.["Count_Person"]?.byEntity ?? {};
    expect(Object.keys(byEntity)).toEqual(["geoId/06", "geoId/10"]);
    expect(byEntity["geoId/06"]?.orderedFacets?.[0]).toEqual({
      facetId: pepId,
      observations: [{ date: "2020", value: 39 }],
      obsCount: 1,
      earliestDate: "2020",
      latestDate: "2020",
    });
    const every = ask({ variable: person, entity: states, date: "", select: all });
    expect(
      every.byVariable?.["Count_Person"]?.byEntity?.["geoId/06"]?.orderedFacets?.[0],
    ).toMatchObject({ obsCount: 2, earliestDate: "2019", latestDate: "2020" });
  });

  test("a date drops the inferior facet where a better one has that date", () => {
    const answer = ask({ variable: person, entity: states, date: "2020", select: all });
    const byEntity = answer.byVariable?.["Count_Person"]?.byEntity ?? {};
    expect(byEntity["geoId/06"]?.orderedFacets).toHaveLength(1);
    expect(byEntity["geoId/10"]?.orderedFacets).toHaveLength(1);
  });

  test("a variable without data is empty", () => {
    expect(ask({ variable: { dcids: ["none"] }, entity: states, date: "", select: all })).toEqual({
      byVariable: { none: {} },
    });
  });

  test("without + only direct children; the arrow's direction is not looked at", () => {
    const entitiesOf = (expression: EntityExpression) =>
      Object.keys(
        ask({ variable: person, entity: { expression }, date: "", select: all }).byVariable?.[
          "Count_Person"
        ]?.byEntity ?? {},
      );
    expect(entitiesOf("country/USA<-containedInPlace{typeOf:County}")).toEqual([]);
    expect(entitiesOf("country/USA<-containedInPlace+{typeOf:County}")).toEqual(["geoId/06001"]);
    expect(entitiesOf("country/USA->containedInPlace+{typeOf:County}")).toEqual(["geoId/06001"]);
  });
});

describe("facets without values", () => {
  test("listed entities: only those with data, whole series", () => {
    const answer = ask({
      variable: { dcids: ["Count_Person", "none"] },
      entity: { dcids: ["geoId/06001", "geoId/02"] },
      select: ["facet"],
    });
    expect(answer.byVariable).toEqual({
      Count_Person: {
        byEntity: {
          "geoId/06001": {
            orderedFacets: [
              { facetId: pepId, obsCount: 1, earliestDate: "2015-06", latestDate: "2015-06" },
            ],
          },
        },
      },
      none: {},
    });
  });

  test("an expression: one merged entry with sums and extremes", () => {
    const answer = ask({ variable: person, entity: states, date: "", select: ["facet"] });
    const merged = answer.byVariable?.["Count_Person"]?.byEntity?.[""]?.orderedFacets;
    expect(merged?.map(({ obsCount }) => obsCount)).toEqual([2, 1, 2]);
    expect(merged?.[0]).toEqual({
      facetId: pepId,
      obsCount: 2,
      earliestDate: "2019",
      latestDate: "2020",
    });
  });

  test("an expression at a date counts that date; nothing at all is an empty merged entry", () => {
    const answer = ask({
      variable: { dcids: ["Count_Person", "none"] },
      entity: states,
      date: "2020",
      select: ["facet"],
    });
    const { Count_Person, none } = answer.byVariable ?? {};
    expect(Count_Person?.byEntity?.[""]?.orderedFacets?.[0]).toEqual({
      facetId: pepId,
      obsCount: 1,
      earliestDate: "2020",
      latestDate: "2020",
    });
    expect(none).toEqual({ byEntity: { "": {} } });
  });
});

describe("existence", () => {
  test("pairs with data; date and filter do not matter for listed entities", () => {
    expect(
      ask({
        variable: { dcids: ["Count_Person", "none"] },
        entity: { dcids: ["geoId/06", "geoId/02"] },
        date: "1800",
        filter: { facet_ids: ["1"] },
      }),
    ).toEqual({ byVariable: { Count_Person: { byEntity: { "geoId/06": {} } }, none: {} } });
  });

  test("children of an expression, filtered", () => {
    const having = (facetIds: string[]) =>
      Object.keys(
        ask({ variable: person, entity: states, filter: { facet_ids: facetIds } }).byVariable?.[
          "Count_Person"
        ]?.byEntity ?? {},
      );
    expect(having([])).toEqual(["geoId/06", "geoId/10"]);
    expect(having([wdiId])).toEqual(["geoId/06"]);
  });

  test("variables of entities, ascending", () => {
    const answer = ask({ entity: { dcids: ["geoId/06", "geoId/10", "nowhere"] } });
    expect(answer).toEqual({
      byVariable: {
        Count_Person: { byEntity: { "geoId/06": {}, "geoId/10": {} } },
        Mood: { byEntity: { "geoId/06": {} } },
      },
    });
    expect(Object.keys(answer.byVariable ?? {})).toEqual(["Count_Person", "Mood"]);
    expect(ask({ entity: { dcids: ["nowhere"] } })).toEqual({});
  });

  test("without variables, values and facets are those of every variable", () => {
    const values = ask({ entity: { dcids: ["geoId/10", "nowhere"] }, date: "", select: all });
    expect(values.byVariable?.["Count_Person"]?.byEntity).toEqual({
      "geoId/10": { orderedFacets: [expect.objectContaining({ obsCount: 1 })] },
      nowhere: {},
    });
    const facets = ask({ entity: { dcids: ["geoId/06"] }, select: ["facet"] });
    expect(Object.keys(facets.byVariable ?? {})).toEqual(["Count_Person", "Mood"]);
    expect(facets.byVariable?.["Mood"]?.byEntity?.["geoId/06"]?.orderedFacets).toHaveLength(1);
  });
});

describe("filters", () => {
  const kept = (filter: V2ObservationRequest["filter"]) =>
    Object.keys(
      ask({
        variable: person,
        entity: { dcids: ["geoId/06"] },
        date: "",
        select: all,
        ...(filter === undefined ? {} : { filter }),
      }).facets ?? {},
    );

  test("by facet id, by domain suffix, and both", () => {
    expect(kept({ facet_ids: [wdiId] })).toEqual([wdiId]);
    expect(kept({ domains: ["census.gov"] })).toEqual([pepId]);
    expect(kept({ facet_domains: ["ensus.gov"] })).toEqual([pepId]);
    expect(kept({ domains: ["census.gov", "worldbank.org"], facetIds: [wdiId] })).toEqual([wdiId]);
    expect(kept({ domains: ["example.org"] })).toEqual([]);
  });
});

describe("refusals", () => {
  test.each([
    [{}, "entity must be specified"],
    [
      { variable: person, entity: { dcids: ["a"], expression: states.expression } },
      "only one of entity.dcids and entity.expression should be specified",
    ],
    [{ entity: states }, "variable must be specified for entity.expression"],
  ])("%o", (request, message) => {
    expect(() => ask(request)).toThrow(expect.objectContaining({ rpc: invalid, message }) as Error);
  });

  test.each([
    "country/USA<-[a, b]",
    "country/USA<-*",
    "country/USA<-containedInPlace",
    "country/USA<-containedInPlace+",
    "country/USA<-containedInPlace+{typeOf:[County, State]}",
    "country/USA<-containedInPlace+{typeOf:State, name:Delaware}",
    "country/USA<-containedInPlace+{name:Delaware}",
    "country/USA<-[containedInPlace{typeOf:State}]",
    "country/USA<-memberOf+{typeOf:State}",
    "country/USA<-containedInPlace+{typeOf:State}<-containedInPlace{typeOf:County}",
  ])("%s names no entities", (expression) => {
    const message = `invalid expression string: ${expression}, expected format: placeDcid<-containedInPlace+{typeOf:ChildType}`;
    expect(() =>
      ask({ variable: person, entity: { expression: expression as EntityExpression } }),
    ).toThrow(expect.objectContaining({ rpc: invalid, message }) as Error);
  });
});
