/** Events as the explorer's map asks for them. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerExplorer } from "../../../../src/routes/explorer/explorer-routes.ts";

let commons: Commons;
beforeAll(async () => {
  const event = (dcid: string, type: string, date: string, ...lines: string[]) =>
    [`Node: dcid:${dcid}`, `typeOf: dcs:${type}`, "affectedPlace: dcid:country/IND"]
      .concat(`startDate: "${date}"`, ...lines, "")
      .join("\n");
  const place = (dcid: string, type: string, within: string) =>
    `Node: dcid:${dcid}\ntypeOf: dcs:${type}\ncontainedInPlace: dcid:${within}\n`;
  commons = await open({
    "events.mcf": [
      place("asia", "Continent", "Earth"),
      place("country/IND", "Country", "asia"),
      event("fire/a", "FireEvent", "2020-10-09", "area: dcid:SquareKilometer2", 'name: "A"'),
      event("fire/b", "FireEvent", "2020-10-03", "area: dcid:SquareKilometer1"),
      event("fire/c", "FireEvent", "2020-09-03", "area: dcid:SquareKilometer1"),
      event("quake", "EarthquakeEvent", "2021", "startLocation: dcid:latLong/100000_-250000"),
    ].join("\n"),
  });
});

async function ask(path: string): Promise<unknown> {
  const url = `/explorer/api/${path}`;
  const answer = await answerExplorer(commons, { method: "GET", url, body: "" });
  expect(answer?.status).toBe(200);
  return JSON.parse(`${answer?.body}`);
}

test("types of events at a place come with their numbers, those of a continent by its countries", async () => {
  const types = [
    { type: "FireEvent", count: 3 },
    { type: "EarthquakeEvent", count: 1 },
  ];
  expect(await ask("event-types?place=country/IND")).toEqual(types);
  expect(await ask("event-types?place=asia")).toEqual(types);
  expect(await ask("event-types?place=Earth")).toEqual(types);
  expect(await ask("event-types?place=nowhere")).toEqual([]);
});

test("events of the latest month, or of another one, come by date with size and location", async () => {
  const fires = await ask("events?place=country/IND&type=FireEvent");
  expect(fires).toEqual({
    months: ["2020-09", "2020-10"],
    month: "2020-10",
    events: [
      { dcid: "fire/b", name: "", date: "2020-10-03", size: "SquareKilometer1" },
      { dcid: "fire/a", name: "A", date: "2020-10-09", size: "SquareKilometer2" },
    ],
  });
  expect(await ask("events?place=asia&type=FireEvent&month=2020-09")).toMatchObject({
    month: "2020-09",
    events: [{ dcid: "fire/c" }],
  });
  expect(await ask("events?place=Earth&type=EarthquakeEvent")).toMatchObject({
    months: ["2021"],
    events: [{ dcid: "quake", size: "", point: { latitude: 1, longitude: -2.5 } }],
  });
  expect(await ask("events?place=asia&type=Nothing")).toEqual({
    months: [],
    month: "",
    events: [],
  });
});

test("of a place's events in a month the greatest hundred are listed, those of one date by size", async () => {
  const events = Array.from({ length: 120 }, (_, at) =>
    [`Node: dcid:flood/${at}`, "typeOf: dcs:FloodEvent", "affectedPlace: dcid:country/IND"]
      .concat(`startDate: "2020-10-0${1 + (at % 2)}"`, `area: dcid:SquareKilometer${at}`, "")
      .join("\n"),
  );
  const floods = await open({ "events.mcf": events.join("\n") });
  const url = "/explorer/api/events?place=country/IND&type=FloodEvent";
  const answer = await answerExplorer(floods, { method: "GET", url, body: "" });
  const { events: shown } = JSON.parse(`${answer?.body}`) as { events: { dcid: string }[] };
  const greatest = Array.from({ length: 100 }, (_, at) => 119 - at);
  const byDate = [0, 1].flatMap((rest) => greatest.filter((at) => at % 2 === rest));
  expect(shown.map(({ dcid }) => dcid)).toEqual(byDate.map((at) => `flood/${at}`));
});
