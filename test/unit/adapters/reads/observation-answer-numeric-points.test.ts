/** Observations whose values are no numbers are no data for the observation endpoints. */

import { expect, test } from "vitest";
import { invoke, v0Methods, v1Methods } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { V2ObservationRequest } from "../../../../src/adapters/v2-shapes.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf(
  [
    ["a", "typeOf", "State"],
    ["b", "typeOf", "State"],
    ["a", "containedInPlace", "c"],
    ["b", "containedInPlace", "c"],
  ],
  [
    ["Mixed", "a", "2017", "n/a"],
    ["Mixed", "a", "2018", "1"],
    ["Mixed", "a", "2019", "fair"],
    ["Mixed", "a", "2020", "3"],
    ["Mixed", "a", "2021", "abc"],
    ["Mixed", "b", "2021", "5"],
    ["Texts", "a", "2021", "abc"],
    ["Texts", "a", "2022", "abd"],
  ],
);
const select = ["date", "value"] as const;
const [mixed, texts] = [{ dcids: ["Mixed"] }, { dcids: ["Texts"] }];
const a = { dcids: ["a"] };
const ask = (request: V2ObservationRequest) => {
  const { byVariable = {} } = invoke(endpoints["v2.observation"], world, request);
  return JSON.parse(JSON.stringify(byVariable));
};
const facetsOf = (request: V2ObservationRequest, variable = "Mixed", entity = "a") =>
  ask(request)[variable].byEntity?.[entity]?.orderedFacets;

test("values skip them, and count and dates are those of what is left", () => {
  const [facet] = facetsOf({ variable: mixed, entity: a, select });
  expect(facet).toMatchObject({
    observations: [
      { date: "2018", value: 1 },
      { date: "2020", value: 3 },
    ],
    obsCount: 2,
    earliestDate: "2018",
    latestDate: "2020",
  });
});

test("the latest is the latest number", () => {
  const latest = facetsOf({ variable: mixed, entity: a, date: "LATEST", select });
  expect(latest[0].observations).toEqual([{ date: "2020", value: 3 }]);
  const expression = { expression: "c<-containedInPlace{typeOf:State}" } as const;
  const all = ask({ variable: mixed, entity: expression, date: "LATEST", select });
  expect(all.Mixed.byEntity.a.orderedFacets[0].observations).toEqual([{ date: "2020", value: 3 }]);
  expect(all.Mixed.byEntity.b.orderedFacets[0].observations).toEqual([{ date: "2021", value: 5 }]);
});

test("at a date of a text there is nothing", () => {
  expect(facetsOf({ variable: mixed, entity: a, date: "2019", select })).toBeUndefined();
  expect(facetsOf({ variable: mixed, entity: a, date: "2020", select })).toHaveLength(1);
  for (const date of ["2021", "", "LATEST"] as const) {
    expect(ask({ variable: texts, entity: a, date, select })).toEqual({
      Texts: { byEntity: { a: {} } },
    });
  }
});

test("facets count numbers, of one entity and of all together", () => {
  const extent = { obsCount: 2, earliestDate: "2018", latestDate: "2020" };
  expect(facetsOf({ variable: mixed, entity: a, select: ["facet"] })).toEqual([
    expect.objectContaining(extent),
  ]);
  const expression = { expression: "c<-containedInPlace{typeOf:State}" } as const;
  expect(facetsOf({ variable: mixed, entity: expression, select: ["facet"] }, "Mixed", "")).toEqual(
    [expect.objectContaining({ obsCount: 3, earliestDate: "2018", latestDate: "2021" })],
  );
});

test("series of nothing else do not exist", () => {
  expect(ask({ entity: a })).toEqual({ Mixed: { byEntity: { a: {} } } });
  expect(ask({ variable: texts, entity: a })).toEqual({ Texts: {} });
  expect(v0Methods(world).statVars({ dcids: ["a"] })).toEqual({
    places: { a: { statVars: ["Mixed"] } },
  });
});

test("v1 leaves them out", () => {
  const v1 = v1Methods(world);
  const point = (variable: string, date = "") =>
    v1.observationPoint({ entity: "a", variable, date });
  expect(point("Mixed")).toMatchObject({ date: "2020", value: 3 });
  expect(point("Mixed", "2019")).toEqual({});
  expect(point("Texts")).toEqual({});
  expect(v1.observationSeries({ entity: "a", variable: "Texts" })).toEqual({});
  const points = [
    { date: "2018", value: 1 },
    { date: "2020", value: 3 },
  ];
  const { observations } = v1.observationSeries({ entity: "a", variable: "Mixed" });
  expect(observations).toEqual(points);
  const variables = ["Mixed", "Texts"];
  const bulk = v1.bulkObservationSeries({ entities: ["a"], variables, allFacets: true });
  expect(bulk.observationsByVariable).toEqual([
    {
      variable: "Mixed",
      observationsByEntity: [
        { entity: "a", seriesByFacet: [expect.objectContaining({ series: points })] },
      ],
    },
    { variable: "Texts", observationsByEntity: [{ entity: "a" }] },
  ]);
  const latest = v1.bulkObservationPoint({ entities: ["a"], variables });
  expect(latest.observationsByVariable?.[0]?.observationsByEntity?.[0]?.pointsByFacet).toEqual([
    expect.objectContaining({ date: "2020", value: 3 }),
  ]);
});
