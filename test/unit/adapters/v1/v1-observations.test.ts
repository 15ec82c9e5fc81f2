import { describe, expect, test } from "vitest";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { v1Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import { WorldBuilder } from "../../../../src/world/world.ts";
import {
  type FacetRow,
  type ObservationRow,
  type TripleRow,
  worldOf,
} from "../../../oracle/small-world.ts";

const pep: Partial<FacetRow> = {
  importName: "USCensusPEP_Annual_Population",
  provenanceUrl: "https://www.census.gov/popest",
  measurementMethod: "CensusPEPSurvey",
  observationPeriod: "P1Y",
};
const wdi: Partial<FacetRow> = { importName: "WorldDevelopmentIndicators" };
const wikidata: Partial<FacetRow> = {
  importName: "WikidataPopulation",
  measurementMethod: "WikidataPopulation",
};

const triples: TripleRow[] = [
  ...["01", "02", "04"].flatMap((state): TripleRow[] => [
    [`geoId/${state}`, "typeOf", "State"],
    [`geoId/${state}`, "containedInPlace", "usc/West"],
  ]),
  ["usc/West", "containedInPlace", "country/USA"],
  ["country/USA", "typeOf", "Country"],
  ["dc/abc", "typeOf", "StatisticalVariable"],
];
const population = "Count_Person";
const observations: ObservationRow[] = [
  [population, "country/USA", "2019", "328", pep],
  [population, "country/USA", "2020", "331", pep],
  [population, "country/USA", "2020", "332", wdi],
  [population, "country/USA", "2021", "333", wdi],
  [population, "country/USA", "1990", "250", wdi],
  [population, "country/USA", "2024", "999", wikidata],
  [population, "geoId/01", "2020", "5", pep],
  [population, "geoId/01", "2020", "6", wdi],
  [population, "geoId/02", "2021", "0", wikidata],
  ["dc/abc", "country/USA", "2020-06", "5"],
  ["Area", "geoId/04", "2000", "7.5", wdi],
];
const world = worldOf(triples, observations);
const v1 = v1Methods(world);
const json = (response: unknown) => JSON.stringify(response);

/** Ids as FNV-1a gives them (behaviour: observation 7). */
const pepId = "2176550201";
const facetIds = Object.fromEntries(
  world.observations.facets.map(({ importName, facetId }) => [importName, facetId]),
);
const wdiId = facetIds["WorldDevelopmentIndicators"] ?? "";
const wikidataId = facetIds["WikidataPopulation"] ?? "";

const pepFacet = {
  importName: "USCensusPEP_Annual_Population",
  provenanceUrl: "https://www.census.gov/popest",
  measurementMethod: "CensusPEPSurvey",
  observationPeriod: "P1Y",
  provenanceId: "dc/base/USCensusPEP_Annual_Population",
};

describe("/v1/observations/point/<entity>/<variable>", () => {
  const entity = "country/USA";
  const point = (more: object = {}) =>
    v1.observationPoint({ entity, variable: population, ...more });

  test("with a date: the best facet that has it", () => {
    expect(json(point({ date: "2020" }))).toBe(
      json({ date: "2020", value: 331, metadata: pepFacet, facet: pepFacet }),
    );
    expect(point({ date: "2021" })).toMatchObject({ value: 333 });
    expect(point({ date: "2024" })).toMatchObject({ value: 999 });
  });

  test("without: the latest, but Wikidata only where nothing is better", () => {
    expect(point()).toMatchObject({ date: "2021", value: 333 });
    expect(v1.observationPoint({ entity: "geoId/01", variable: population })).toMatchObject({
      value: 5,
    });
    expect(v1.observationPoint({ entity: "geoId/02", variable: population })).toMatchObject({
      date: "2021",
      value: 0,
    });
  });

  test("facet keeps one facet", () => {
    expect(point({ facet: wdiId, date: "2020" })).toMatchObject({ value: 332 });
    expect(point({ facet: wikidataId })).toMatchObject({ value: 999 });
    expect(point({ facet: pepId, date: "2021" })).toEqual({});
    expect(point({ facet: "1" })).toEqual({});
  });

  test.each([{ date: "1999" }, { date: "202" }, { entity: "x" }, { variable: "x" }])(
    "nothing known is an empty object: %j",
    (more) => {
      expect(point(more)).toEqual({});
    },
  );

  test("a facet that says nothing is empty", () => {
    expect(point({ variable: "dc/abc" })).toEqual({
      date: "2020-06",
      value: 5,
      metadata: {},
      facet: {},
    });
  });

  test.each([
    "country/USA/Count_Person?date=2020",
    "country%2FUSA/Count_Person?date=2020",
    "country%2FUSA/dc%2Fabc?",
    "country/USA/dc%2Fabc?",
    "country/USA/dc/abc?",
  ])("the path is cut where both sides are known: %s", async (path) => {
    const response = await fetchOf(new RestService(endpoints, world))(
      `/v1/observations/point/${path}&key=k`,
    );
    const variable = path.includes("abc") ? "dc/abc" : population;
    const date = path.includes("2020") ? "2020" : "";
    expect(await response.text()).toBe(json(point({ variable, date })));
  });

  test("a variable has up to eight slashes, whatever else has a part of the path as its dcid", () => {
    const [eight, nine] = ["v/1/2/3/4/5/6/7/8", "w/1/2/3/4/5/6/7/8/9"];
    const rows: ObservationRow[] = [eight, nine].map((variable) => [variable, "e", "2020", "7"]);
    const deep = v1Methods(
      worldOf(
        ["8", "9", "e/v", "2/3/4/5/6/7/8"].map((node) => [node, "typeOf", "Thing"]),
        rows,
      ),
    );
    const pointOf = (path: string) => {
      const end = path.lastIndexOf("/");
      const [entity, variable] = [path.slice(0, end), path.slice(end + 1)];
      return deep.observationPoint({ entity, variable }).value;
    };
    expect(pointOf(`e/${eight}`)).toBe(7);
    expect(pointOf(`e/${nine}`)).toBeUndefined();
    expect(deep.observationPoint({ entity: "e", variable: nine, date: "2020" }).value).toBe(7);
  });

  test("a path of nothing but slashes and text ends soon", async () => {
    const path = `/v1/observations/point/${"x/".repeat(100_000)}y?key=k`;
    const started = performance.now();
    const response = await fetchOf(new RestService(endpoints, world))(path);
    expect(await response.text()).toBe("{}");
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("/v1/observations/series/<entity>/<variable>", () => {
  test("all dates of the best facet, ascending", () => {
    const request = { entity: "country/USA", variable: population };
    expect(json(v1.observationSeries(request))).toBe(
      json({
        observations: [
          { date: "2019", value: 328 },
          { date: "2020", value: 331 },
        ],
        facet: pepFacet,
      }),
    );
    expect(v1.observationSeries({ ...request, entity: "x" })).toEqual({});
  });
});

describe("/v1/bulk/observations/point", () => {
  const entities = ["dummy", "country/USA", "geoId/02"];
  const ask = (more: object = {}) =>
    v1.bulkObservationPoint({ entities, variables: [population], ...more });
  const points = (more: object = {}) =>
    ask(more).observationsByVariable?.[0]?.observationsByEntity?.map(({ pointsByFacet }) =>
      pointsByFacet?.map(({ date, value }) => `${date}: ${value}`),
    );

  test("variables and entities in request order, also those without data", () => {
    expect(json(ask({ variables: ["unheard", population], date: "2020" }))).toBe(
      json({
        observationsByVariable: [
          {
            variable: "unheard",
            observationsByEntity: entities.map((entity) => ({ entity })),
          },
          {
            variable: population,
            observationsByEntity: [
              { entity: "dummy" },
              {
                entity: "country/USA",
                pointsByFacet: [{ date: "2020", value: 331, facet: pepId }],
              },
              { entity: "geoId/02" },
            ],
          },
        ],
        facets: { [pepId]: pepFacet },
      }),
    );
  });

  test("with a date only the best facet is looked at", () => {
    expect(points({ date: "2021" })).toEqual([undefined, undefined, ["2021: 0"]]);
  });

  test("without a date the latest, of better facets than Wikidata", () => {
    expect(points()).toEqual([undefined, ["2021: 333"], ["2021: 0"]]);
  });

  test("all facets, best first; also those without the date are described", () => {
    expect(points({ allFacets: true })).toEqual([
      undefined,
      ["2020: 331", "2021: 333", "2024: 999"],
      ["2021: 0"],
    ]);
    expect(points({ allFacets: true, date: "2020" })).toEqual([
      undefined,
      ["2020: 331", "2020: 332"],
      undefined,
    ]);
    const { facets } = ask({ allFacets: true, date: "2020" });
    expect(Object.keys(facets ?? {}).sort()).toEqual([pepId, wdiId, wikidataId].sort());
  });

  test.each([{ entities: [] }, { variables: [] }])("empty lists: an empty object, %j", (more) => {
    expect(ask(more)).toEqual({});
  });

  test("no facets where no data are", () => {
    expect(Object.keys(ask({ entities: ["dummy"] }))).toEqual(["observationsByVariable"]);
  });
});

describe("/v1/bulk/observations/series", () => {
  const request = { entities: ["country/USA", "dummy"], variables: [population] };

  test("the best facet's dates ascend", () => {
    expect(json(v1.bulkObservationSeries(request))).toBe(
      json({
        observationsByVariable: [
          {
            variable: population,
            observationsByEntity: [
              {
                entity: "country/USA",
                seriesByFacet: [
                  {
                    series: [
                      { date: "2019", value: 328 },
                      { date: "2020", value: 331 },
                    ],
                    facet: pepId,
                  },
                ],
              },
              { entity: "dummy" },
            ],
          },
        ],
        facets: { [pepId]: pepFacet },
      }),
    );
  });

  test("all facets, best first", () => {
    const answer = v1.bulkObservationSeries({ ...request, allFacets: true });
    const series = answer.observationsByVariable?.[0]?.observationsByEntity?.[0]?.seriesByFacet;
    expect(series?.map(({ facet }) => facet)).toEqual([pepId, wdiId, wikidataId]);
    expect(series?.[1]?.series.map(({ date }) => date)).toEqual(["1990", "2020", "2021"]);
  });
});

describe("linked forms", () => {
  const request = {
    linkedEntity: "country/USA",
    linkedProperty: "containedInPlace",
    entityType: "State",
    variables: ["unheard", population],
  } as const;

  test("points: only parts with data, ascending", () => {
    expect(v1.linkedObservationPoint({ ...request, date: "2020" })).toEqual({
      observationsByVariable: [
        { variable: "unheard" },
        {
          variable: population,
          observationsByEntity: [
            { entity: "geoId/01", pointsByFacet: [{ date: "2020", value: 5, facet: pepId }] },
          ],
        },
      ],
      facets: { [pepId]: pepFacet },
    });
  });

  test("series: all parts, at any depth", () => {
    const answer = v1.linkedObservationSeries(request);
    const lists = answer.observationsByVariable?.map(({ observationsByEntity }) =>
      observationsByEntity?.map(
        ({ entity, seriesByFacet = [] }) => `${entity} ${seriesByFacet.length}`,
      ),
    );
    expect(lists).toEqual([
      ["geoId/01 0", "geoId/02 0", "geoId/04 0"],
      ["geoId/01 1", "geoId/02 1", "geoId/04 0"],
    ]);
  });

  test("of all facets, best first", () => {
    const all = { ...request, variables: [population], allFacets: true };
    const [points] = v1.linkedObservationPoint(all).observationsByVariable ?? [];
    expect(points?.observationsByEntity?.[0]?.pointsByFacet?.map(({ facet }) => facet)).toEqual([
      pepId,
      wdiId,
    ]);
    const [series] = v1.linkedObservationSeries(all).observationsByVariable ?? [];
    expect(series?.observationsByEntity?.[0]?.seriesByFacet?.map(({ facet }) => facet)).toEqual([
      pepId,
      wdiId,
    ]);
  });

  test.each([{ entityType: "Planet" }, { linkedEntity: "nowhere" }])(
    "no parts: an empty object, %j",
    (more) => {
      expect(v1.linkedObservationPoint({ ...request, ...more })).toEqual({});
      expect(v1.linkedObservationSeries({ ...request, ...more })).toEqual({});
    },
  );
});

test("a facet's provenance is the one that was loaded with it", () => {
  const builder = new WorldBuilder();
  const provenance = builder.node("dc/p0");
  const source = { ...unsetSource, importName: "Custom", isDcAggregate: true };
  const facet = builder.facet({ ...source, provenance });
  builder.observation(builder.node("v"), builder.node("e"), facet, builder.date("2020"), "1");
  const { metadata } = v1Methods(builder.freeze().world).observationPoint({
    entity: "e",
    variable: "v",
  });
  expect(json(metadata)).toBe(
    '{"importName":"Custom","isDcAggregate":true,"provenanceId":"dc/p0"}',
  );
});

test("values that are no numbers are left out, and a series without numbers is none", () => {
  const rows: ObservationRow[] = [
    ["v", "e", "2019", "1"],
    ["v", "e", "2020", "x"],
    ["v", "e", "2021", "3"],
    ["v", "e", "2022", "y"],
    ["w", "e", "2020", "x"],
  ];
  const { observationSeries, observationPoint } = v1Methods(worldOf([], rows));
  const dates = (variable: string) =>
    observationSeries({ entity: "e", variable }).observations?.map(({ date }) => date);
  expect([dates("v"), dates("w")]).toEqual([["2019", "2021"], undefined]);
  expect(observationPoint({ entity: "e", variable: "v" })).toMatchObject({ date: "2021" });
  expect(observationPoint({ entity: "e", variable: "v", date: "2020" })).toEqual({});
});

test.each([
  [1000, "2021"],
  [1001, "2020"],
])("a facet that scores %i lets the latest date be %s", (score, date) => {
  const builder = new WorldBuilder();
  const [variable, entity] = [builder.node("v"), builder.node("e")];
  for (const [importName, day] of [
    ["Good", "2020"],
    ["Later", "2021"],
  ] as const) {
    const facet = builder.facet({ ...unsetSource, importName, provenance: builder.node("p") });
    builder.observation(variable, entity, facet, builder.date(day), "1");
  }
  const ranking = {
    score: ({ importName }: { importName: string }) => (importName === "Good" ? 1 : score),
  };
  const { observationPoint } = v1Methods(builder.freeze(ranking).world);
  expect(observationPoint({ entity: "e", variable: "v" })).toMatchObject({ date });
});
