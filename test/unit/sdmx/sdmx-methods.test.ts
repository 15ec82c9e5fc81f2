/** `commons.sdmx`: data and availability by filters, and what is refused. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../src/index.ts";
import type { SdmxFilters } from "../../../src/sdmx/request.ts";
import { smallWorld } from "./small-world.ts";

let commons: Commons;

beforeAll(async () => {
  commons = await smallWorld();
});

const places = { containedInPlace: "Earth", typeOf: "Country" };

/** Entities, dates and values, as the series have them. */
async function found(filters: Omit<SdmxFilters, "variableMeasured">, variable = "People") {
  const { series } = await commons.sdmx.data({
    filters: { variableMeasured: variable, ...filters },
  });
  return series.map(({ dimensions, points }) => [
    dimensions["observationAbout"],
    ...points.map(({ timePeriod, observationValue }) => `${timePeriod}=${observationValue}`),
  ]);
}

const usa = ["country/USA", "2020=1", "2020-01=2.50", "2021-12=many, or few"];
const canadaB = ["country/CAN", "2022=7"];
const canadaA = ["country/CAN", "2019=-1", "2020=4.5"];
const california = ["geoId/06", "2020=9"];

describe("data", () => {
  test("are series with their dimensions, attributes and points", async () => {
    const filters = {
      variableMeasured: "People",
      observationAbout: "country/CAN",
      unit: "Kilogram",
    };
    const { components, series } = await commons.sdmx.data({ filters });
    expect(components.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      "variableMeasured dimension",
      "observationAbout dimension",
      "unit dimension",
      "measurementMethod dimension",
      "observationPeriod dimension",
      "provenance dimension",
      "TIME_PERIOD dimension",
      "OBS_VALUE measure",
      "scalingFactor attribute",
      "facetId attribute",
    ]);
    expect(series).toContainEqual({
      dimensions: {
        variableMeasured: "People",
        observationAbout: "country/CAN",
        unit: "Kilogram",
        measurementMethod: "Survey",
        observationPeriod: "P1M",
        provenance: "dc/base/A",
      },
      attributes: { scalingFactor: "1000", facetId: expect.stringMatching(/^\d+$/) as string },
      points: [
        { timePeriod: "2019", observationValue: "-1" },
        { timePeriod: "2020", observationValue: "4.5" },
      ],
    });
  });

  test("fit every filter, by one of its values", async () => {
    const about = { observationAbout: ["country/USA", "nobody", "geoId/06"] };
    expect(await found(about)).toEqual([usa, california]);
    expect(await found({ ...about, unit: "Kilogram" })).toEqual([]);
    const canada = { observationAbout: "country/CAN" };
    expect(await found({ ...canada, provenance: "dc/base/A" })).toEqual([canadaA]);
    expect(
      await found({ ...canada, measurementMethod: "Survey", unit: ["x", "Kilogram"] }),
    ).toHaveLength(2);
    expect(await found({ ...canada, observationPeriod: "P1Y" })).toEqual([]);
  });

  test("come from one facet by its id", async () => {
    const about = { variableMeasured: "People", observationAbout: "country/CAN" };
    const { series } = await commons.sdmx.data({ filters: about });
    const ids = series.map(({ attributes }) => attributes["facetId"] ?? "");
    expect(new Set(ids).size).toBe(2);
    for (const [at, facetId] of ids.entries()) {
      const { series: same } = await commons.sdmx.data({ filters: { ...about, facetId } });
      expect(same).toEqual([series[at]]);
    }
  });

  test("are about places of a type inside of a place, which is not in itself", async () => {
    expect(await found({ observationAbout: places })).toEqual([canadaB, canadaA, usa]);
    const inside = { containedInPlace: "country/USA" };
    expect(await found({ observationAbout: { ...inside, typeOf: "Country" } })).toEqual([]);
    expect(await found({ observationAbout: { ...inside, typeOf: "State" } })).toEqual([california]);
    const second = { ...places, typeOf: "AdministrativeArea" };
    expect(await found({ observationAbout: second })).toEqual([usa]);
    for (const unknown of [
      { ...places, typeOf: "x" },
      { ...places, containedInPlace: "x" },
    ]) {
      expect(await found({ observationAbout: unknown })).toEqual([]);
    }
  });

  test("have the last point of each series, or points at dates as they are written", async () => {
    const about = { observationAbout: ["country/USA", "country/CAN"] };
    expect(await found({ ...about, TIME_PERIOD: "latest" })).toEqual([
      canadaB,
      ["country/CAN", "2020=4.5"],
      ["country/USA", "2021-12=many, or few"],
    ]);
    expect(await found({ ...about, TIME_PERIOD: ["2020-01", "2020", "2020", "1999"] })).toEqual([
      ["country/CAN", "2020=4.5"],
      ["country/USA", "2020=1", "2020-01=2.50"],
    ]);
    expect(await found({ ...about, TIME_PERIOD: "2021" })).toEqual([]);
  });

  test("are those of all variables, in the order of variables and entities", async () => {
    const variableMeasured = ["People", "Houses", "Explicit", "Nobody", "People"];
    const filters = { variableMeasured, observationAbout: ["geoId/06", "country/USA"] };
    const { series } = await commons.sdmx.data({ filters });
    expect(series.map(({ dimensions }) => dimensions["variableMeasured"])).toEqual([
      "Explicit",
      "Houses",
      "People",
      "People",
    ]);
  });
});

test("CSV has a row per point, and texts for what is empty", async () => {
  const filters = { variableMeasured: "People", observationAbout: "country/USA" };
  const pieces = [...(await commons.sdmx.csv({ filters }))];
  const [head, ...rows] = pieces.join("").split("\r\n");
  expect(head).toBe(
    "STRUCTURE,STRUCTURE_ID,ACTION,variableMeasured,observationAbout,unit,measurementMethod,observationPeriod,provenance,TIME_PERIOD,OBS_VALUE,scalingFactor,facetId",
  );
  const before =
    "dataflow,DC:DF_OBS(1.0.0),I,People,country/USA,NotApplicable,NotApplicable,NotApplicable,dc/base/A";
  expect(rows.map((row) => row.replace(/\d+$/, "#"))).toEqual([
    `${before},2020,1,,#`,
    `${before},2020-01,2.50,,#`,
    `${before},2021-12,"many, or few",,#`,
    "",
  ]);
});

test("CSV without rows has its head", async () => {
  const filters = { variableMeasured: "Nobody", observationAbout: "country/USA" };
  expect([...(await commons.sdmx.csv({ filters }))].join("")).toMatch(
    /^STRUCTURE,[^\n]*facetId\r\n$/,
  );
});

test("JSON-stat has a cell for each combination, the last dimension fastest", async () => {
  const filters = {
    variableMeasured: ["People", "Houses"],
    observationAbout: ["geoId/06", "country/USA"],
  };
  const dataset = await commons.sdmx.jsonStat({ filters });
  expect(dataset.id).toEqual([
    "variableMeasured",
    "observationAbout",
    "unit",
    "measurementMethod",
    "observationPeriod",
    "provenance",
    "TIME_PERIOD",
  ]);
  expect(dataset.size).toEqual([2, 2, 1, 1, 1, 2, 3]);
  expect(dataset.dimension["unit"]).toEqual({
    label: "unit",
    category: { index: ["NotApplicable"] },
  });
  expect(dataset.dimension["TIME_PERIOD"]?.category.index).toEqual(["2020", "2020-01", "2021-12"]);
  const none = [null, null, null];
  expect(dataset.value).toEqual([
    // Houses: of the USA from A and B, of California from A and B.
    ...none,
    ...none,
    ...none,
    ...[50, null, null],
    // People.
    ...[1, 2.5, "many, or few"],
    ...none,
    ...[9, null, null],
    ...none,
  ]);
  const { annotations, measures } = dataset.extension;
  expect(Object.keys(annotations)).toEqual(["dc/base/A", "dc/base/B"]);
  expect(measures).toEqual({ OBS_VALUE: { label: "OBS_VALUE" } });
});

describe("availability", () => {
  const available = (component: string, filters: Omit<SdmxFilters, "variableMeasured"> = {}) =>
    commons.sdmx.availability({ component, filters: { variableMeasured: "People", ...filters } });

  test("lists the values in the series that fit, ascending, without empty ones", async () => {
    expect(await available("observationAbout")).toEqual(["country/CAN", "country/USA", "geoId/06"]);
    expect(await available("unit")).toEqual(["Kilogram"]);
    expect(await available("provenance", { unit: "Kilogram" })).toEqual(["dc/base/A", "dc/base/B"]);
    expect(await available("measurementMethod", { observationAbout: "geoId/06" })).toEqual([]);
    expect(await available("observationAbout", { observationAbout: places })).toHaveLength(2);
  });

  test("knows which variables have series", async () => {
    const variableMeasured = ["People", "Houses", "Nobody"];
    const filters = { variableMeasured, observationAbout: "geoId/06" };
    const values = await commons.sdmx.availability({ component: "variableMeasured", filters });
    expect(values).toEqual(["Houses", "People"]);
  });

  test("counts series that have a point at one of the dates", async () => {
    expect(await available("observationAbout", { TIME_PERIOD: ["2022", "2019"] })).toEqual([
      "country/CAN",
    ]);
    expect(await available("observationAbout", { TIME_PERIOD: "1999" })).toEqual([]);
  });
});

describe("a request is refused", () => {
  const about = { observationAbout: "x" };

  test.each<[SdmxFilters, number, string]>([
    [
      { variableMeasured: ["Refugees", "People", "Migration"], ...about },
      400,
      'resolveSdmxEntityShape: incompatible observationProperties for stat var "People": got [observationAbout], want [destinationCountry sourceCountry] from stat var "Migration"',
    ],
    [
      { variableMeasured: "TooMany", a: "x" },
      400,
      'resolveSdmxEntityShape: stat var "TooMany" has 4 observationProperties; max supported entity slots is 3',
    ],
    [
      { variableMeasured: "Reserved", z: "x" },
      400,
      'resolveSdmxEntityShape: stat var "Reserved" has reserved observationProperty "unit"',
    ],
    [
      { variableMeasured: "Migration", ...about },
      400,
      'unsupported SDMX component filter "observationAbout"; filterable components are [TIME_PERIOD destinationCountry facetId measurementMethod observationPeriod provenance sourceCountry unit variableMeasured]',
    ],
    [
      { variableMeasured: "People", sourceCountry: places, other: "x" },
      501,
      'SDMX property constraints on component "sourceCountry" are not implemented yet',
    ],
    [
      { variableMeasured: ["Refugees", "Migration"], unit: "x" },
      400,
      "SDMX data query must include at least one observation property filter; allowed observation properties are [destinationCountry sourceCountry]",
    ],
    [{ variableMeasured: "People", FREQ: "A" }, 501, 'unsupported SDMX component filter "FREQ"'],
    [{ variableMeasured: "People", "a b": "A" }, 400, 'invalid SDMX component filter "a b"'],
    [
      { variableMeasured: "People", observationAbout: [] },
      400,
      'SDMX component filter "observationAbout" must have at least one value',
    ],
    [
      { variableMeasured: "People", observationAbout: ["x", " "] },
      400,
      'SDMX component filter "observationAbout" contains an empty value',
    ],
    [
      { variableMeasured: [], ...about },
      400,
      'SDMX component filter "variableMeasured" must have at least one value',
    ],
  ])("in data: %j with %i", async (filters, status, message) => {
    const refusal = { code: "REQUEST", message, rpc: { status } };
    await expect(commons.sdmx.data({ filters })).rejects.toMatchObject(refusal);
    await expect(commons.sdmx.csv({ filters })).rejects.toMatchObject(refusal);
    await expect(commons.sdmx.jsonStat({ filters })).rejects.toMatchObject(refusal);
  });

  test.each<[string, SdmxFilters, string]>([
    [
      "unit",
      { variableMeasured: "People", x: "y" },
      'unsupported SDMX component filter "x"; filterable dimensions are [TIME_PERIOD measurementMethod observationAbout observationPeriod provenance unit variableMeasured]',
    ],
    [
      "sourceCountry",
      { variableMeasured: "People" },
      'unsupported SDMX availability component "sourceCountry"; filterable dimensions are [measurementMethod observationAbout observationPeriod provenance unit variableMeasured]',
    ],
    [
      "facetId",
      { variableMeasured: "People" },
      'unsupported SDMX availability component "facetId"',
    ],
  ])("in availability: %s of %j", async (component, filters, message) => {
    const asked = commons.sdmx.availability({ component, filters });
    await expect(asked).rejects.toMatchObject({ message });
  });

  test("by its limits, and an answer that would be too large", async () => {
    const filters = { variableMeasured: "People", observationAbout: "country/USA" };
    await expect(commons.sdmx.csv({ filters }, { maxRows: 2 })).rejects.toMatchObject({
      setting: "maxRows",
      rpc: { status: 429 },
    });
    await expect(commons.sdmx.jsonStat({ filters }, { maxMemoryBytes: 40 })).rejects.toMatchObject({
      setting: "maxMemoryBytes",
    });
  });

  test("as a TypeError where it is no request", async () => {
    const wrong = async (request: object, options?: object) =>
      await commons.sdmx.data(request as never, options as never);
    await expect(wrong({})).rejects.toThrow("sdmx.data: 'filters' is an object, not undefined");
    await expect(wrong({ filters: { x: 5 } })).rejects.toThrow("'filters.x' is a text");
    await expect(wrong({ filters: { x: { typeOf: "y" } } })).rejects.toThrow(
      "'filters.x.containedInPlace' is a text",
    );
    await expect(wrong({ filters: {}, format: "csv" })).rejects.toThrow('no option "format"');
    await expect(wrong({ filters: {} }, { timeoutt: 1 })).rejects.toThrow("timeout");
  });
});
