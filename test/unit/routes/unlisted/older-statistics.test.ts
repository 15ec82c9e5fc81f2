/** `/stat/…` and `/bulk/stats` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "./small-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await smallWorld();
});
const ask = (url: string, body?: object) => answerTo(commons, url, body);

describe("/stat/value", () => {
  test("is the latest value of all facets, or the value of the best that has the date", () => {
    expect(ask("/stat/value?place=geoId/06&stat_var=Income")).toEqual({ value: 12 });
    expect(ask("/stat/value?place=geoId/06&stat_var=Income&date=2020")).toEqual({ value: 10 });
    expect(ask("/stat/value?place=geoId/06&stat_var=Income&date=2022")).toEqual({ value: 12 });
    expect(ask("/stat/value", { place: "geoId/06", statVar: "Income", date: null })).toEqual({
      value: 12,
    });
  });

  test("is that of the facet which the request describes", () => {
    const url = "/core/api/stat/value?place=geoId/06&stat_var=Income";
    expect(ask(`${url}&measurement_method=Census`)).toEqual({ value: 11 });
    expect(ask(`${url}&unit=USDollar&date=2020`)).toEqual({ value: 10 });
    expect(ask(`${url}&unit=Euro`)).toEqual({});
  });

  test("says 0, and leaves out texts and what is unknown", () => {
    expect(ask("/stat/value?place=geoId/48&stat_var=Income")).toEqual({ value: 0 });
    expect(ask("/stat/value?place=geoId/06&stat_var=Age")).toEqual({ value: 37 });
    expect(ask("/stat/value?place=geoId/06&stat_var=Age&date=2022")).toEqual({});
    expect(ask("/stat/value?place=__proto__&stat_var=Age")).toEqual({});
  });

  test("needs a place and a variable", () => {
    expect(refusalOf(commons, "/stat/value?stat_var=Age")).toEqual({
      status: 400,
      code: 3,
      message: "Missing required argument: place",
    });
    expect(refusalOf(commons, "/stat/value?place=geoId/06").message).toContain("stat_var");
    expect(refusalOf(commons, "/stat/value", { place: [{}] }).message).toBe("place: texts only");
  });
});

test("/stat/series is the best facet's", () => {
  expect(ask("/stat/series?place=geoId/06&stat_var=Income")).toEqual({ series: { "2022": 12 } });
  expect(ask("/stat/series?place=geoId/06&stat_var=Income&unit=USDollar")).toEqual({
    series: { "2020": 10, "2021": 11 },
  });
  expect(ask("/stat/series?place=geoId/06&stat_var=nope")).toEqual({ series: {} });
});

test("/stat/all has every facet, and {} where there is nothing", () => {
  const answer = ask("/stat/all", { places: ["geoId/06", "nope"], stat_vars: ["Income", "Age"] });
  const a = { importName: "A", unit: "USDollar", measurementMethod: "Census" };
  expect(answer).toEqual({
    placeData: {
      "geoId/06": {
        statVarData: {
          Income: {
            sourceSeries: [
              { val: { "2022": 12 }, importName: "B" },
              { val: { "2020": 10, "2021": 11 }, provenanceUrl: "https://a.example/", ...a },
            ],
          },
          Age: { sourceSeries: [{ val: { "2021": 37 }, importName: "A" }] },
        },
      },
      nope: { statVarData: { Income: {}, Age: {} } },
    },
  });
  const query = "/stat/all?places=geoId/06&places=nope&stat_vars=Income&stat_vars=Age";
  expect(ask(query)).toEqual(answer);
});

test("/bulk/stats has a text with the best series of each place that has one", () => {
  const question = { place: ["geoId/06", "geoId/48", "nope"], stats_var: "Income" };
  const { payload } = ask("/bulk/stats", question) as { readonly payload: string };
  const provenanceUrl = "https://a.example/";
  expect(JSON.parse(payload)).toEqual({
    "geoId/06": { data: { "2022": 12 }, placeName: "California" },
    "geoId/48": { data: { "2020": 20, "2021-06": 0 }, placeName: "Texas", provenanceUrl },
  });
});
