/** `/stat/…` and `/bulk/stats` over a small world. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerTo, refusalOf, smallWorld } from "../unlisted-world.ts";

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

describe("of several facets", () => {
  const header =
    "entity,variable,date,value,import_name,measurement_method,observation_period,unit,scaling_factor";
  const world = (...rows: readonly string[]) => open({ "a.csv": [header, ...rows].join("\n") });
  // The service ranks it after all others.
  const inferior = "WikipediaStatsData,Wikipedia,,,";

  test.each<[about: string, rows: readonly string[], value: number | undefined]>([
    ["the latest value counts", ["2020,1,A,,,,", "2021,2,B,,,,", "2019,3,C,,,,"], 2],
    ["the better one counts, of the same date", ["2020,1,B,,,,", "2020,2,A,,,,"], 2],
    ["an inferior one does not count after others", ["2020,1,A,,,,", `2021,2,${inferior}`], 1],
    ["an inferior one counts alone", [`2021,2,${inferior}`], 2],
    [
      "months count as such, whatever their order in an object",
      ["2020-05,1,A,,,,", "2020,2,A,,,,"],
      1,
    ],
    ["a year counts after the months before it", ["2019-05,1,A,,,,", "2020,2,A,,,,"], 2],
    ["none has a number", ["2020,x,A,,,,"], undefined],
  ])("%s", async (_, rows, value) => {
    const commons = await world(...rows.map((row) => `a,V,${row}`));
    const answer = answerTo(commons, "/stat/value?place=a&stat_var=V");
    expect(answer).toEqual(value === undefined ? {} : { value });
  });

  test.each([
    ["measurement_method=M", { 2020: 2 }],
    ["observation_period=P1Y", { 2020: 3 }],
    ["unit=U", { 2020: 4 }],
    ["scaling_factor=1000", { 2020: 5 }],
    ["unit=U&measurement_method=M", {}],
    ["unit=", { 2020: 1 }],
  ])("that with %s is taken", async (filter, series) => {
    const commons = await world(
      "a,V,2020,1,A,,,,",
      "a,V,2020,2,B,M,,,",
      "a,V,2020,3,C,,P1Y,,",
      "a,V,2020,4,D,,,U,",
      "a,V,2020,5,E,,,,1000",
    );
    expect(answerTo(commons, `/stat/series?place=a&stat_var=V&${filter}`)).toEqual({ series });
    const bulk = answerTo(commons, `/bulk/stats?place=a&place=b&stats_var=V&${filter}`) as {
      readonly payload: string;
    };
    const { a } = JSON.parse(bulk.payload) as { readonly a?: { readonly data: object } };
    expect(a?.data ?? {}).toEqual(series);
  });
});
