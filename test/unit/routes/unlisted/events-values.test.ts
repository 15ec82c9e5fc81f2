/** What events are: their values, their bounds, how great they are. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { eventsIn, eventTypesAt, measureOf } from "../../../../src/routes/unlisted/events.ts";
import { type Events, event, files, size } from "../events-world.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open(files);
});

describe("bounds and values", () => {
  const found = async (value: string, bounds: string) => {
    const world = await open({ "a.mcf": event("quake/1", "EarthquakeEvent", "2020-10", value) });
    const property = `<-location{typeOf:EarthquakeEvent,date:2020-10,${bounds}}`;
    const { eventCollection } = answerTo(world, "/v2/event", {
      node: "country/LBR",
      property,
    }) as Events;
    return eventCollection.events?.length === 1;
  };

  test.each([
    ['size: "25"', "size:25#25#Mw", true],
    ['size: "Mw25.50"', "size:25.5#25.5#Mw", true],
    ['size: "Mw 25"', "size:+25#2.5e1#Mw", true],
    ['size: "2.5E+1"', "size:25.#25#Mw", true],
    ['size: ".25"', "size:.25#.25#Mw", true],
    ['size: ".255"', "size:.25#.26#Mw", true],
    ['size: "-25"', "size:-25#-2.5e1#Mw", true],
    ['size: "25e-1"', "size:2.5#2.5#Mw", true],
    ['size: "2.5e12"', "size:2500000000000#25e11#Mw", true],
    ['size: "25"', "size:26#30#Mw", false],
    ['size: "25"', "size:20#24#Mw", false],
    ['weight: "25"', "size:20#30#Mw", false],
  ])("%s is within %s: %s", async (value, bounds, isWithin) => {
    expect(await found(value, bounds)).toBe(isWithin);
  });

  test.each(["", "a", "1a", "a1", "1.2.3", "1e", ".", "1e1.5", "0x1"])(
    "%j is no bound",
    (bound) => {
      const property = `<-location{typeOf:FireEvent,date:2020-10,area:${bound}#5#Acre}`;
      const refusal = refusalOf(commons, "/v2/event", { node: "country/LBR", property });
      expect(refusal).toEqual({
        status: 400,
        code: 3,
        message: `invalid event filter lower limit: ${bound}`,
      });
    },
  );
});

describe("an event", () => {
  const described = async (...lines: readonly string[]) => {
    const world = await open({
      "a.mcf": ["Node: dcid:e", "typeOf: dcs:OddEvent", "affectedPlace: dcid:p", ...lines, ""].join(
        "\n",
      ),
    });
    const property = "<-location{typeOf:OddEvent,date:2020-10}";
    const answer = answerTo(world, "/v2/event", { node: "p", property }) as Events;
    return answer.eventCollection.events;
  };
  const date = 'startDate: "2020-10-01"';

  test.each([
    [
      "a place with degrees",
      "latLong/4000000_-500000",
      [{ point: { latitude: 40, longitude: -5 } }],
    ],
    ["the equator", "latLong/0_100000", [{ point: { longitude: 1 } }]],
    ["no place with degrees", "geoId/06", undefined],
    ["more than degrees", "latLong/1_2_3", undefined],
    ["degrees after something", "dc/latLong/1_2", undefined],
  ])("that begins at %s", async (_, place, geoLocations) => {
    expect(await described(date, `startLocation: dcid:${place}`)).toEqual([
      {
        places: ["p"],
        ...(geoLocations && { geoLocations }),
        dates: ["2020-10-01"],
        propVals: {},
        dcid: "e",
        provenanceId: "dc/base/a",
      },
    ]);
  });

  test("has its values by property, each once", async () => {
    const events = await described(date, 'area: "5", "6"', 'name: "E"', "affectedPlace: dcid:q");
    expect(events).toEqual([
      {
        places: ["p", "q"],
        dates: ["2020-10-01"],
        propVals: { area: { vals: ["5", "6"] }, name: { vals: ["E"] } },
        dcid: "e",
        provenanceId: "dc/base/a",
      },
    ]);
  });

  test("that began in another month, too, is one of each", async () => {
    const dates = 'startDate: "2020-09-30", "2020-10-01"';
    expect(await described(dates)).toHaveLength(1);
    expect(await described('startDate: "2020-09-30"')).toBeUndefined();
  });
});

test("the domain of a provenance is its own, or the end of its address", async () => {
  const info = async (...lines: readonly string[]) => {
    const world = await open({
      "a.mcf": [
        event("fire/1", "FireEvent", "2020-10", size(1)),
        "Node: dcid:dc/base/a",
        "typeOf: dcs:Provenance",
        ...lines,
        "",
      ].join("\n"),
    });
    const property = "<-location{typeOf:FireEvent,date:2020-10}";
    const answer = answerTo(world, "/v2/event", { node: "country/LBR", property }) as Events;
    return answer.eventCollection.provenanceInfo;
  };
  expect(await info('url: "https://a.b.example.org:80/c.d"')).toEqual({
    "dc/base/a": { provenanceUrl: "https://a.b.example.org:80/c.d", domain: "example.org" },
  });
  expect(await info('url: "https://localhost"', 'domain: "own.example"')).toEqual({
    "dc/base/a": { provenanceUrl: "https://localhost", domain: "own.example" },
  });
  expect(await info('url: "no address"', 'name: "N"')).toEqual({
    "dc/base/a": { importName: "N", provenanceUrl: "no address" },
  });
});

describe("types of events", () => {
  test("at a place are counted, most first, then by name", async () => {
    expect(eventTypesAt(commons, "country/LBR")).toEqual([
      { type: "FireEvent", count: 5 },
      { type: "ColdTemperatureEvent", count: 2 },
      { type: "EarthquakeEvent", count: 2 },
    ]);
    expect(eventTypesAt(commons, "nowhere")).toEqual([]);
    const none = await open({ "a.mcf": "Node: dcid:a\ntypeOf: dcs:Place\n" });
    expect(eventTypesAt(none, "a")).toEqual([]);
  });

  test.each([
    ["DroughtEvent", "area"],
    ["FireEvent", "area"],
    ["WildlandFireEvent", "area"],
    ["FloodEvent", "area"],
    ["CycloneEvent", "maxWindSpeed"],
    ["WetBulbTemperatureEvent", "wetBulbTemperature"],
    ["HeatTemperatureEvent", "differenceTemperature"],
    ["ColdTemperatureEvent", "differenceTemperature"],
    ["EarthquakeEvent", ""],
    ["constructor", ""],
  ])("%s is as great as its %j", (type, property) => {
    expect(measureOf(type)).toBe(property);
  });

  test.each([
    ["CycloneEvent", "maxWindSpeed", "Knot", ["2", "1"]],
    ["WetBulbTemperatureEvent", "wetBulbTemperature", "Celsius", ["2", "1"]],
    ["HeatTemperatureEvent", "differenceTemperature", "Celsius", ["2", "1"]],
    ["ColdTemperatureEvent", "differenceTemperature", "Celsius", ["1", "2"]],
    ["DroughtEvent", "area", "SquareKilometer", ["2", "1"]],
  ])("%s come in the order of %s in %s", async (type, property, unit, order) => {
    const of = (dcid: string, value: string) =>
      event(dcid, type, "2020-10", `${property}: dcid:${value}`);
    const world = await open({
      "a.mcf": [of("1", `${unit}1`), of("2", `${unit}20`), of("3", "Other3")].join("\n"),
    });
    const question = { type, month: "2020-10", filter: undefined };
    const found = eventsIn(world, "country/LBR", question);
    expect(found.map(({ dcid }) => dcid)).toEqual(order);
  });
});
