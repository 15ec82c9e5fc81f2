/** `/v2/event` and `/v3/event` over a small world of events. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { type Events, event, files, size } from "../events-world.ts";
import { answerTo, refusalOf } from "../unlisted-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open(files);
});

const ask = (property: string, node = "country/LBR", version = 2) =>
  answerTo(commons, `/v${version}/event`, { node, property });
const dcidsOf = (property: string, node?: string) =>
  (ask(property, node) as Events).eventCollection.events?.map(({ dcid }) => dcid);

describe("events at a place in a month", () => {
  test("have places, dates, a location and values, and the provenance of their triples", () => {
    expect(ask("<-location{typeOf:FireEvent, date:2020-10, area:100#400#SquareKilometer}")).toEqual(
      {
        eventCollection: {
          events: [
            {
              places: ["Earth", "country/LBR"],
              geoLocations: [{ point: { latitude: 8.14251, longitude: -9.94651 } }],
              dates: ["2020-10-29"],
              propVals: { area: { vals: ["SquareKilometer300"] } },
              dcid: "fire/great",
              provenanceId: "dc/base/fires",
            },
          ],
          provenanceInfo: {
            "dc/base/fires": {
              importName: "Fires",
              provenanceUrl: "https://firms.modaps.example.org/data",
              domain: "example.org",
            },
          },
        },
      },
    );
  });

  test("come with the greatest first; those whose greatness is unknown are not found", () => {
    const fires = ["fire/great", "fire/equal", "fire/small"];
    expect(dcidsOf("<-location{typeOf:FireEvent, date:2020-10}")).toEqual(fires);
    expect(dcidsOf("<-location{date:2020-10,typeOf:FireEvent}", "Earth")).toEqual(fires);
    const cold = dcidsOf("<-location{typeOf:ColdTemperatureEvent, date:2021-01}");
    expect(cold).toEqual(["cold/hard", "cold/mild"]);
  });

  test("of other types come by dcid", () => {
    expect(dcidsOf("<-location{typeOf:EarthquakeEvent,date:2020-10}")).toEqual([
      "quake/a",
      "quake/b",
    ]);
  });

  test("are kept within both bounds; what has no such property falls out", () => {
    const within = (bounds: string) =>
      dcidsOf(`<-location{typeOf:FireEvent,date:2020-10,${bounds}}`);
    expect(within("area:2.5#300#SquareKilometer")).toHaveLength(3);
    expect(within("area:2.6#300#SquareKilometer")).toEqual(["fire/great"]);
    expect(within("depth:0#1#Meter")).toBeUndefined();
  });

  test.each([2, 3])("and are none in version %i where nothing is known", (version) => {
    const none = { eventCollection: {} };
    expect(ask("<-location{typeOf:FireEvent,date:1999-01}", "country/LBR", version)).toEqual(none);
    expect(ask("<-location{typeOf:Nothing,date:2020-10}", "country/LBR", version)).toEqual(none);
    expect(ask("<-location{typeOf:FireEvent,date:2020-10}", "nowhere", version)).toEqual(none);
  });

  test("are a hundred at most, of which a filter keeps some", async () => {
    const many = Array.from({ length: 103 }, (_, at) => {
      return event(`fire/${at}`, "FireEvent", "2020-10", size(at + 1));
    });
    const world = await open({ "many.mcf": many.join("\n") });
    const count = (property: string) => {
      const answer = answerTo(world, "/v2/event", { node: "country/LBR", property }) as Events;
      return answer.eventCollection.events?.length;
    };
    expect(count("<-location{typeOf:FireEvent,date:2020-10}")).toBe(100);
    expect(count("<-location{typeOf:FireEvent,date:2020-10,area:1#5#SquareKilometer}")).toBe(2);
  });
});

test("of the Earth and of a continent are those within, by dcid, if none names it", async () => {
  const place = (dcid: string, type: string, within: string) =>
    `Node: dcid:${dcid}\ntypeOf: dcs:${type}\ncontainedInPlace: dcid:${within}\n`;
  const cyclone = (dcid: string, where: string, line = "") =>
    `Node: dcid:${dcid}\ntypeOf: dcs:CycloneEvent\naffectedPlace: dcid:${where}\nstartDate: "2010-05-15"\n${line}`;
  const world = await open({
    "cyclones.mcf": [
      place("asia", "Continent", "Earth"),
      place("country/IND", "Country", "asia"),
      place("country/GTM", "Country", "Earth"),
      place("oceanicBasin/Arabian", "OceanicBasin", "Earth"),
      cyclone("cyclone/d", "country/IND, dcid:country/GTM", "maxWindSpeed: dcid:Knot90\n"),
      cyclone("cyclone/c", "oceanicBasin/Arabian", "maxWindSpeed: dcid:Knot40\n"),
      cyclone("cyclone/b", "country/GTM"),
      cyclone("cyclone/a", "city/nowhere"),
    ].join("\n"),
  });
  const find = (node: string) => {
    const property = "<-location{typeOf:CycloneEvent,date:2010-05}";
    const { eventCollection } = answerTo(world, "/v2/event", { node, property }) as Events;
    return eventCollection.events?.map(({ dcid }) => dcid);
  };
  expect(find("Earth")).toEqual(["cyclone/b", "cyclone/c", "cyclone/d"]);
  expect(find("asia")).toEqual(["cyclone/d"]);
  expect(find("country/GTM")).toEqual(["cyclone/d"]);
  const months = { node: "Earth", property: "<-location{typeOf:CycloneEvent}->date" };
  expect(answerTo(world, "/v3/event", months)).toEqual({
    eventCollectionDate: { dates: ["2010-05"] },
  });
});

test("dates that are none ascend by their bytes in UTF-8", async () => {
  const texts = ["\u{1f600}", "\uff5e"];
  const world = await open({
    "a.mcf": texts.map((text, at) => event(`odd/${at}`, "OddEvent", text)).join("\n"),
  });
  const odd = { node: "country/LBR", property: "<-location{typeOf:OddEvent}->date" };
  expect(answerTo(world, "/v2/event", odd)).toEqual({
    eventCollectionDate: { dates: texts.toReversed() },
  });
});

test("the months with events ascend, each once", () => {
  const property = "<-location{typeOf:FireEvent}->date";
  const months = { eventCollectionDate: { dates: ["2020-10", "2020-11"] } };
  expect(ask(property)).toEqual(months);
  const url = `/v3/event?node=country/LBR&property=${encodeURIComponent(property)}`;
  expect(answerTo(commons, url)).toEqual(months);
  expect(ask("<-location{typeOf:FloodEvent}->date")).toEqual({ eventCollectionDate: {} });
});

describe("what is no question about events", () => {
  const bounds = (text: string) => `<-location{typeOf:FireEvent,date:2020-10,area:${text}}`;
  test.each([
    [
      "->location",
      "invalid property: ->location",
      "unsupported event request property: ->location",
    ],
    ["<-location{date:2020}", "invalid property: <-location{date:2020}", undefined],
    ["<-location{typeOf:FireEvent,a:1#2#B,c:1#2#D}", "invalid property: ", undefined],
    ["<-location{typeOf:FireEvent,x}", "invalid property: ", undefined],
    ["<-location{typeOf:FireEvent}", "Missing required arguments", undefined],
    [bounds("1#2"), "invalid event filter: 1#2", "invalid event filter: 1#2"],
    [bounds("a#2#Acre"), "invalid event filter lower limit: a", "invalid event filter lower"],
    [bounds("1#b#Acre"), "invalid event filter upper limit: b", "invalid event filter upper"],
  ])("as %s is refused", (property, second, third) => {
    const body = { node: "country/LBR", property };
    const refusal = refusalOf(commons, "/v2/event", body);
    expect(refusal).toMatchObject({ status: 400, code: 3 });
    expect(refusal.message).toContain(second);
    if (third === undefined) return;
    const isPlain = third.includes("filter");
    const later = refusalOf(commons, "/v3/event", body);
    expect(later).toMatchObject(isPlain ? { status: 500, code: 2 } : { status: 400, code: 3 });
    expect(later.message).toContain(third);
  });

  test("is one without a node, and a filter of what is no number", () => {
    const property = "<-location{typeOf:EarthquakeEvent,date:2020-10,magnitude:1#9#Mw}";
    expect(refusalOf(commons, "/v2/event", { property })).toMatchObject({ status: 400 });
    const refusal = refusalOf(commons, "/v2/event", { node: "country/LBR", property });
    expect(refusal).toMatchObject({ status: 500, code: 2 });
    expect(refusal.message).toContain('"strong"');
  });
});

test("each event that is looked at counts as a row", () => {
  const limited = commons.limited({ maxRows: 3 });
  const body = { node: "country/LBR", property: "<-location{typeOf:FireEvent}->date" };
  expect(refusalOf(limited, "/v2/event", body).message).toContain("maxRows");
});
