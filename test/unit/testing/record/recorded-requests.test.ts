/** What a mock of a recording answers, and what it refuses. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { RecordedRequests } from "../../../../src/testing/record/recorded-requests.ts";
import { mock, record } from "../../../../src/testing.ts";
import { withFolder } from "../../load/load-texts.ts";

const secret = "s3cret-key";

let opened: Promise<Commons> | undefined;
/** One for all tests: nothing changes a world. */
function sampleOpened(): Promise<Commons> {
  opened ??= open("data-samples/us-states");
  return opened;
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "x-api-key": secret },
  body: JSON.stringify(body),
});

test("a mock of a recording answers what was recorded, also where the service had nothing", async () => {
  await withFolder({}, async (folder) => {
    const asked = post({ nodes: ["geoId/06", "geoId/99"], property: "->name" });
    const recorder = record((await sampleOpened()).fetch);
    const expected = await (await recorder.fetch("/v2/node", asked)).json();
    expect((await recorder.save(join(folder, "world"))).differences).toEqual([]);
    const { fetch } = await mock(join(folder, "world"), { origins: "http://localhost" });
    expect(await (await fetch("/v2/node", asked)).json()).toEqual(expected);
  });
});

describe("a mock of a recording", () => {
  const observation = {
    variable: { dcids: ["Count_Person"] },
    entity: { dcids: ["geoId/06", "geoId/48"] },
    date: "LATEST",
    select: ["variable", "entity", "date", "value"],
  };

  async function recorded() {
    const recorder = record((await sampleOpened()).fetch);
    await recorder.fetch("/v2/observation", post(observation));
    await recorder.fetch("/v2/node", post({ nodes: ["geoId/06"], property: "->name" }));
    await recorder.fetch(`/v2/node?key=${secret}&nodes=geoId/48&property=->typeOf`);
    return (await recorder.replay()).commons;
  }

  test.each<[string, string, object, RegExp]>([
    [
      "another place",
      "/v2/observation",
      { ...observation, entity: { dcids: ["geoId/06", "geoId/12"] } },
      /^not recorded: v2.observation \{.*geoId\/12.*the nearest recorded request is v2.observation \{.*geoId\/48/,
    ],
    ["all dates", "/v2/observation", { ...observation, date: "" }, /nearest .*"LATEST"/],
    [
      "another property",
      "/v2/node",
      { nodes: ["geoId/48"], property: "->name" },
      /nearest recorded request is v2.node \{"nodes":\["geoId\/06"\],"property":"->name"\}$/,
    ],
    [
      "arcs into a node",
      "/v2/node",
      { nodes: ["geoId/06"], property: "<-containedInPlace" },
      /nearest/,
    ],
    [
      "an endpoint that was never asked",
      "/v2/resolve",
      { nodes: ["California"], property: "<-description->dcid" },
      /no request of v2.resolve was recorded$/,
    ],
  ])(
    "refuses %s, which was not recorded, with the nearest request",
    async (_, path, body, message) => {
      const commons = await recorded();
      const strict = await mock(commons, { origins: "http://localhost" });
      await expect(strict.fetch(path, post(body))).rejects.toThrow(message);
      expect(strict.problems).toHaveLength(1);
      const lax = await mock(commons, { origins: "http://localhost", missing: "empty" });
      expect((await lax.fetch(path, post(body))).status).toBe(200);
    },
  );

  test("answers other batches, orders and forms of recorded requests", async () => {
    const { fetch } = await mock(await recorded(), { origins: "http://localhost" });
    const one = { ...observation, entity: { dcids: ["geoId/48"] } };
    const select = observation.select.toReversed();
    for (const [path, init] of [
      ["/v2/observation", post(one)],
      ["/v2/observation", post({ ...observation, select })],
      ["/v2/node?key=other&nodes=geoId/06&property=->name", {}],
      ["/v2/node", post({ nodes: ["geoId/48"], property: "->typeOf" })],
    ] as const) {
      expect((await fetch(path, init)).status).toBe(200);
    }
  });

  test("knows a request whatever the order of its parameters, its page and its empty lists, at its endpoint alone", async () => {
    const requests = RecordedRequests.of(await recorded())!;
    const problem = (
      endpoint: string,
      params: Parameters<RecordedRequests["problemOf"]>[0]["params"],
    ) => requests.problemOf({ endpoint, params });
    for (const params of [
      { nodes: ["geoId/06"], property: "->name" },
      { property: "->name", nodes: ["geoId/06"] },
      { nodes: ["geoId/06"], property: "->name", nextToken: "later" },
      { nodes: ["geoId/06"], property: "->name", others: [] },
    ]) {
      expect(problem("v2.node", params)).toBeUndefined();
      expect(problem("v2.resolve", params)).toMatch(/^not recorded: v2\.resolve/);
    }
    expect(problem("v2.node", { nodes: ["geoId/06"], property: "->name", of: "a" })).toMatch(
      /^not recorded/,
    );
  });

  test("takes a parameter without content for none", async () => {
    const recorder = record((await sampleOpened()).fetch);
    await recorder.fetch("/v2/observation", post({ ...observation, date: "" }));
    const { commons } = await recorder.replay();
    const { fetch } = await mock(commons, { origins: "http://localhost" });
    const { date: _date, ...undated } = observation;
    expect((await fetch("/v2/observation", post(undated))).status).toBe(200);
  });

  test("names as nearest what shares more parts of lists, whatever their lengths, and lacks no name", async () => {
    const recorder = record((await sampleOpened()).fetch);
    const places = ["geoId/06", "geoId/12", "geoId/36"];
    await recorder.fetch("/v2/node", post({ nodes: places, property: "->typeOf" }));
    await recorder.fetch("/v2/node", post({ nodes: ["geoId/48"], property: "->name" }));
    const { fetch } = await mock((await recorder.replay()).commons, {
      origins: "http://localhost",
    });
    const asked = fetch("/v2/node", post({ nodes: ["geoId/06"], property: "->name" }));
    await expect(asked).rejects.toMatchObject({
      message: expect.stringMatching(
        /nearest recorded request is v2.node \{"nodes":\["geoId\/48"\]/,
      ),
      missing: [],
    });
  });

  test("answers each member of a list that was asked for with others, and names long requests in part", async () => {
    const recorder = record((await sampleOpened()).fetch);
    const nodes = ["geoId/06", "geoId/48"];
    const v0 = { property: "name" };
    await recorder.fetch("/v2/node", post({ nodes, property: "->name" }));
    await recorder.fetch("/v1/bulk/triples/out", post({ nodes }));
    await recorder.fetch("/node/property-values", post({ dcids: nodes, ...v0 }));
    await recorder.fetch(
      "/v2/observation",
      post({ ...observation, variable: { dcids: ["Count_Person", "Median_Age_Person"] } }),
    );
    const { commons } = await recorder.replay();
    const { fetch } = await mock(commons, { origins: "http://localhost" });
    for (const [path, body] of [
      ["/v2/node", { nodes: ["geoId/48"], property: "->name" }],
      ["/v1/bulk/triples/out", { nodes: ["geoId/06"] }],
      ["/node/property-values", { dcids: ["geoId/48"], ...v0 }],
      ["/v2/observation", { ...observation, variable: { dcids: ["Median_Age_Person"] } }],
    ] as const) {
      expect((await fetch(path, post(body))).status, path).toBe(200);
      const other = JSON.parse(JSON.stringify(body).replace(/geoId\/\d\d|Median_\w+/, "x/y"));
      await expect(fetch(path, post(other)), path).rejects.toThrow(/^not recorded: v\d/);
    }
    const long = Array.from({ length: 200 }, (_, at) => `long/${at}`);
    await expect(fetch("/v2/node", post({ nodes: long, property: "->name" }))).rejects.toThrow(
      /^not recorded: v2\.node .{392}…; the nearest/,
    );
  });

  test("answers a request with another key in its body, and keeps no key", async () => {
    const recorder = record((await sampleOpened()).fetch);
    const asked = (key: string) =>
      post({
        place_type: "State",
        population_type: "Person",
        observation_date: "2011",
        pvs: [],
        key,
      });
    await recorder.fetch("/bulk/place-obs", asked("s3cret"));
    const { commons } = await recorder.replay();
    expect(String(commons.values("recording/requests", "request"))).not.toContain("s3cret");
    const { fetch } = await mock(commons, { origins: "http://localhost" });
    expect((await fetch("/bulk/place-obs", asked("other"))).status).toBe(200);
  });

  test("is as strict after its world was written, and with more data", async () => {
    await withFolder({}, async (folder) => {
      const recorder = record((await sampleOpened()).fetch);
      await recorder.fetch("/v2/node", post({ nodes: ["geoId/06"], property: "->name" }));
      await recorder.save(folder);
      const double = await mock(folder, { origins: "http://localhost" });
      const fork = await double.fork((world) => world.place("geoId/48", "Texas", "State"));
      for (const { fetch } of [double, fork]) {
        const asked = fetch("/v2/node", post({ nodes: ["geoId/48"], property: "->name" }));
        await expect(asked).rejects.toThrow("not recorded: v2.node");
      }
    });
  });

  test("refuses a request that the service refused, with the reason, and repeats no error as success", async () => {
    const recorder = record(async () => await Promise.resolve(Response.json({}, { status: 503 })));
    const asked = post({ nodes: ["geoId/06"], property: "->name" });
    await recorder.fetch("/v2/node", asked);
    await withFolder({}, async (folder) => {
      await recorder.save(folder);
      const { fetch } = await mock(folder, { origins: "http://localhost" });
      await expect(fetch("/v2/node", asked)).rejects.toThrow(
        /^recorded, but a world cannot answer it: it is an error: v2.node \{.*geoId\/06/,
      );
    });
  });

  test("refuses a recorded query whose rows are no statements, where the world would have none", async () => {
    const query = post({ query: "SELECT ?name WHERE { ?s dcid geoId/06 . ?s name ?name }" });
    const recorder = record((await sampleOpened()).fetch);
    expect((await recorder.fetch("/v2/sparql", query)).status).toBe(200);
    const { commons, differences } = await recorder.replay();
    expect(differences).toMatchObject([{ endpoint: "v2.sparql" }]);
    const { fetch } = await mock(commons, { origins: "http://localhost" });
    await expect(fetch("/v2/sparql", query)).rejects.toThrow(
      /^recorded, but a world cannot answer it: rows of a query are no statements: v2.sparql/,
    );
    // With its statements, it is answered.
    await recorder.fetch("/v2/node", post({ nodes: ["geoId/06"], property: "->[name, typeOf]" }));
    const whole = await mock((await recorder.replay()).commons, { origins: "http://localhost" });
    expect(await (await whole.fetch("/v2/sparql", query)).text()).toContain("California");
  });

  test.each([undefined, "", 7, {}])("is not saved to %j: save names itself", async (folder) => {
    const recorder = record(async () => await Promise.resolve(Response.json({})));
    await expect(recorder.save(folder as never)).rejects.toThrow(
      /^save needs the path of a folder, not /,
    );
  });

  test("is not made of nothing: save says that no request came", async () => {
    const recorder = record(async () => await Promise.resolve(Response.json({})));
    await expect(recorder.save("never-written")).rejects.toThrow(
      /^nothing was recorded: no request of the service came$/,
    );
    await recorder.fetch("https://example.org/other");
    await expect(recorder.save("never-written")).rejects.toThrow(
      "nothing was recorded: no request of the service came; other requests: 1",
    );
  });
});
