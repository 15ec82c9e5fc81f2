/** Series about several entities, found by `commons.sdmx`. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../src/index.ts";
import type { SdmxFilters } from "../../../src/sdmx/request.ts";
import { smallWorld } from "./small-world.ts";

let commons: Commons;

beforeAll(async () => {
  commons = await smallWorld();
});

const places = { containedInPlace: "Earth", typeOf: "Country" };

describe("data about several entities", () => {
  /** Entities in the order of the properties, dates and values. */
  async function flows(filters: Omit<SdmxFilters, "variableMeasured">, variable = "Migration") {
    const { components, series } = await commons.sdmx.data({
      filters: { variableMeasured: variable, ...filters },
    });
    const properties = components.slice(1, -8).map(({ id }) => id);
    return series.map(({ dimensions, points }) => [
      ...properties.map((property) => dimensions[property]),
      ...points.map(({ timePeriod, observationValue }) => `${timePeriod}=${observationValue}`),
    ]);
  }
  const toCanada = [
    ["country/CAN", "country/USA", "2020=12"],
    ["country/CAN", "country/USA", "2020=10", "2021=11"],
  ];
  const within = ["country/USA", "country/USA", "2020=30"];
  const toUsa = ["country/USA", "country/CAN", "2019=20"];

  test("are found by any property, and fit all filters", async () => {
    expect(await flows({ sourceCountry: "country/USA" })).toEqual(
      expect.arrayContaining([...toCanada, within]) as unknown[],
    );
    expect(await flows({ sourceCountry: "country/USA" })).toHaveLength(3);
    expect(await flows({ destinationCountry: "country/USA" })).toEqual([within, toUsa]);
    const both = {
      sourceCountry: "country/USA",
      destinationCountry: ["country/USA", "country/MEX"],
    };
    expect(await flows(both)).toEqual([within]);
    expect(await flows({ sourceCountry: "country/USA", unit: "Thousand" })).toHaveLength(1);
  });

  test("may be about what is no node", async () => {
    const asked = { mode: ["Air", "Rail"] };
    const air = ["country/CAN", "Air", "country/USA", "2020=60"];
    expect(await flows(asked, "ByMode")).toEqual([air]);
    expect(await flows({ ...asked, sourceCountry: "country/CAN" }, "ByMode")).toEqual([]);
    const { components } = await commons.sdmx.data({
      filters: { variableMeasured: "ByMode", ...asked },
    });
    expect(components.slice(0, 5).map(({ id }) => id)).toEqual([
      "variableMeasured",
      "destinationCountry",
      "mode",
      "sourceCountry",
      "unit",
    ]);
  });

  test("are listed once where an entity fits two properties", async () => {
    const twice = ["country/USA", "country/USA", "country/CAN", "2020=62"];
    const asked = {
      mode: ["country/USA", "Air"],
      sourceCountry: ["country/CAN", "country/USA", "x"],
    };
    expect(await flows(asked, "ByMode")).toEqual([
      ["country/CAN", "Air", "country/USA", "2020=60"],
      twice,
    ]);
  });

  test("lie in places by one property or several", async () => {
    const pair = { sourceCountry: places, destinationCountry: places };
    expect(await flows(pair)).toHaveLength(4);
    expect(await flows({ sourceCountry: places, destinationCountry: "country/USA" })).toEqual([
      within,
      toUsa,
    ]);
  });

  test("have the last point of each series", async () => {
    const asked = { sourceCountry: "country/USA", destinationCountry: "country/CAN" };
    expect(await flows({ ...asked, TIME_PERIOD: "LATEST" })).toEqual([
      ["country/CAN", "country/USA", "2021=11"],
      ["country/CAN", "country/USA", "2020=12"],
    ]);
  });

  test("of variables with equal properties come together", async () => {
    const filters = { variableMeasured: ["Refugees", "Migration"], sourceCountry: "country/CAN" };
    const { series } = await commons.sdmx.data({ filters });
    expect(series.map(({ dimensions }) => dimensions["variableMeasured"])).toEqual([
      "Migration",
      "Refugees",
    ]);
  });

  test("have entities in quotes where CSV needs them", async () => {
    const filters = { variableMeasured: "Migration", sourceCountry: "country/MEX" };
    const text = [...(await commons.sdmx.csv({ filters }))].join("");
    expect(text).toContain(',I,Migration,"a,b",country/MEX,NotApplicable,');
  });

  test("have values of each property", async () => {
    const filters = { variableMeasured: ["Migration", "Refugees"] };
    const values = (component: string, more: object = {}) =>
      commons.sdmx.availability({ component, filters: { ...filters, ...more } });
    expect(await values("sourceCountry")).toEqual(["country/CAN", "country/MEX", "country/USA"]);
    expect(await values("destinationCountry", { sourceCountry: "country/USA" })).toEqual([
      "country/CAN",
      "country/USA",
    ]);
    expect(await values("variableMeasured", { sourceCountry: "country/MEX" })).toEqual([
      "Migration",
    ]);
  });
});
