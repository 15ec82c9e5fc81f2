/** Answers that no service of Data Commons gives: a proxy's page, a text that is cut, JSON of another form. */
import { expect, test } from "vitest";
import { open, world } from "../../../../src/index.ts";
import { mock, record } from "../../../../src/testing.ts";

const sound = "/v2/node?key=k&nodes=geoId/06&property=->name";

const requests = {
  "v2.node": "/v2/node?key=k&nodes=geoId/48&property=->name",
  "v2.observation":
    "/v2/observation?key=k&entity.dcids=geoId/06&variable.dcids=V&select=entity&select=variable&select=value&select=date",
  "v2.resolve": "/v2/resolve?key=k&nodes=Texas&property=<-description->dcid",
  "v1.triples": "/v1/triples/out/geoId/06?key=k",
  "v1.bulkTriples": "/v1/bulk/triples/out?key=k&nodes=geoId/06",
  "v1.bulkPropertyValues": "/v1/bulk/property/values/out?key=k&nodes=geoId/06&property=name",
  "v1.observationPoint": "/v1/observations/point/V/geoId/06?key=k",
  "v1.observationSeries": "/v1/observations/series/V/geoId/06?key=k",
  "v1.bulkObservationPoint": "/v1/bulk/observations/point?key=k&entities=geoId/06&variables=V",
  "v1.bulkObservationSeries": "/v1/bulk/observations/series?key=k&entities=geoId/06&variables=V",
  "v0.propertyValues": "/node/property-values?key=k&dcids=geoId/06&property=name",
  "v0.placesIn": "/node/places-in?key=k&dcids=geoId/06&placeType=County",
  "v0.triples": "/node/triples?key=k&dcids=geoId/06",
};

const bodies = [
  ...["", "<html>", '{"data"', "null", "[]", '"x"', "5", '{"data":null}', '{"data":5}'],
  ...['{"entities":5}', '{"byVariable":{"V":null}}', '{"data":{"geoId/48":null}}', '{"payload":5}'],
  ...['{"payload":"x"}', '{"payload":"null"}', '{"data":[null]}', '{"entities":[null]}'],
];

test.each(Object.entries(requests))(
  "%s: an odd answer is listed, and the others are saved",
  async (endpoint, path) => {
    const service = await open(
      world()
        .place("geoId/06", "California", "State")
        .place("geoId/48", "Texas", "State")
        .series("V", "geoId/06", { 2020: 1 }),
    );
    for (const body of bodies) {
      const recorder = record(async (request) => {
        const response = await service.fetch(request);
        return request.url === new URL(path, "http://localhost").href
          ? new Response(body)
          : response;
      });
      await recorder.fetch(sound);
      await recorder.fetch(path);
      const { commons, differences } = await recorder.replay();
      expect([body, ...differences.map((one) => one.endpoint)]).toEqual([body, endpoint]);
      const replayed = await mock(commons);
      expect((await replayed.fetch(sound)).status).toBe(200);
      await expect(replayed.fetch(path)).rejects.toThrow("a world cannot answer it");
    }
  },
);

test("an answer that is no JSON says so", async () => {
  const recorder = record(async () => new Response("<html>"));
  await recorder.fetch(sound);
  const { differences } = await recorder.replay();
  expect(differences).toMatchObject([
    {
      endpoint: "v2.node",
      reason: "the answer is no JSON",
      status: { recorded: 200, replayed: 200 },
    },
  ]);
});

test.each([
  ["503", [200, 503]],
  ["503, and no JSON", [200, 503, 0]],
  ["no JSON before", [429, 0, 200]],
])("a good answer counts beside %s", async (_, statuses) => {
  const service = await open(world().place("geoId/06", "California", "State"));
  const given = [...statuses];
  const recorder = record(async (request) => {
    const status = given.shift() ?? 0;
    if (status === 200) return await service.fetch(request);
    return new Response("<html>", { status: status || 200 });
  });
  for (const _status of statuses) await recorder.fetch(sound);
  expect(await recorder.replay()).toMatchObject({ calls: 1, differences: [] });
});
