import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { type Recorder, record } from "../../../../src/testing.ts";
import { withFolder } from "../../load/load-texts.ts";

const sample = "data-samples/us-states";
const secret = "s3cret-key";

let opened: Promise<Commons> | undefined;
/** One for all tests: nothing changes a world. */
function sampleOpened(): Promise<Commons> {
  opened ??= open(sample);
  return opened;
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "x-api-key": secret },
  body: JSON.stringify(body),
});

const states = "country/USA<-containedInPlace+{typeOf:State}";

/** Asks what programs ask, and lists the answers. */
async function askAll({ fetch }: Pick<Recorder, "fetch">): Promise<unknown[]> {
  const answers: unknown[] = [];
  const ask = async (path: string, init?: RequestInit): Promise<void> => {
    answers.push(await (await fetch(path, init)).json());
  };
  await ask("/v2/node", post({ nodes: ["geoId/06", "geoId/48"], property: "->[name, typeOf]" }));
  await ask(
    `/v2/node?key=${secret}&nodes=country/USA&property=<-containedInPlace%2B{typeOf:State}`,
  );
  await ask("/v2/node", post({ nodes: ["geoId/06"], property: "->containedInPlace" }));
  await ask(
    "/v2/observation",
    post({
      variable: { dcids: ["Count_Person"] },
      entity: { expression: states },
      date: "LATEST",
      select: ["variable", "entity", "date", "value"],
    }),
  );
  await ask(`/v1/triples/out/geoId/06?api_key=${secret}`);
  return answers;
}

describe("a recorded service", () => {
  test("answers its callers as it is", async () => {
    const live = await sampleOpened();
    expect(await askAll(record(live.fetch))).toEqual(await askAll(live));
  });

  test("is a world that answers the same, and no key lies on disk", async () => {
    await withFolder({}, async (folder) => {
      const live = await sampleOpened();
      const recorder = record(live.fetch);
      const answers = await askAll(recorder);
      const { calls, differences } = await recorder.save(folder);
      expect([calls, differences]).toEqual([5, []]);
      const files = readdirSync(folder);
      expect(files).toContain("observations.csv");
      expect(files.some((name) => name.endsWith(".mcf"))).toBe(true);
      for (const file of files)
        expect(readFileSync(join(folder, file), "utf8")).not.toContain(secret);
      expect(await askAll(await open(folder))).toEqual(answers);
    });
  });

  test("keeps a value that holds the word of a key", async () => {
    const recorder = record((await sampleOpened()).fetch);
    await recorder.fetch(`/v2/node?nodes=key=1&property=->name&key=${secret}`);
    const { differences, commons } = await recorder.replay();
    expect(differences).toEqual([]);
    expect(String(commons.values("recording/requests", "request"))).not.toContain(secret);
  });

  test("answers other batches and forms of the same data", async () => {
    const live = await sampleOpened();
    const recorder = record(live.fetch);
    await askAll(recorder);
    const { commons } = await recorder.replay();
    const request = { nodes: ["geoId/48"], property: "->name" } as const;
    expect(commons.v2.node(request)).toEqual(live.v2.node(request));
    const value = ({ v1 }: Commons) =>
      v1.observationPoint({ entity: "geoId/06", variable: "Count_Person" }).value;
    expect(value(commons)).toBe(value(live));
    expect(value(live)).toBeGreaterThan(0);
  });

  test("lists what it answers in another way, and why", async () => {
    const live = await sampleOpened();
    const recorder = record(live.fetch);
    await recorder.fetch("/v2/node", post({ nodes: ["geoId/06"], property: "->" }));
    const { differences } = await recorder.replay();
    expect(differences).toEqual([
      {
        endpoint: "v2.node",
        params: { nodes: ["geoId/06"], property: "->" },
        status: { recorded: 200, replayed: 200 },
        reason: "labels are recorded as far as their values were asked for",
        at: "data.geoId/06.properties",
        recorded: expect.stringContaining('"name"'),
        replayed: undefined,
      },
    ]);
  });

  test("answers observations that only /v1 was asked for, with their provenance", async () => {
    const live = await sampleOpened();
    const recorder = record(live.fetch);
    const body = {
      linked_entity: "country/USA",
      linked_property: "containedInPlace",
      entity_type: "State",
      variables: ["Count_Person"],
    };
    const paths: [string, RequestInit?][] = [
      ["/v1/bulk/observations/series/linked", post(body)],
      [`/v1/observations/point/geoId/06/Median_Age_Person?key=${secret}`],
      [`/v1/observations/series/country/USA/Count_Person?key=${secret}`],
      [
        "/v1/bulk/observations/point",
        post({ entities: ["geoId/06"], variables: ["Count_Person"], all_facets: true }),
      ],
    ];
    for (const [path, init] of paths) expect((await recorder.fetch(path, init)).ok).toBe(true);
    const { commons, calls, differences } = await recorder.replay();
    expect([calls, differences]).toEqual([4, []]);
    const point = { entity: "geoId/48", variable: "Count_Person" };
    expect(commons.v1.observationPoint(point)).toEqual(live.v1.observationPoint(point));
    expect(commons.v1.observationPoint(point).facet?.provenanceId).toMatch(/./);
    const question = {
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/48"] },
      date: "LATEST",
      select: ["date", "value"],
    } as const;
    expect(commons.v2.observation(question).byVariable).toMatchObject({
      Count_Person: { byEntity: { "geoId/48": { orderedFacets: [expect.anything()] } } },
    });
  });

  test("finds by name again what was found by name", async () => {
    const live = await open({ "a.mcf": 'Node: dcid:t/1\ntypeOf: dcid:Town\nname: "Ano"' });
    const recorder = record(live.fetch);
    await recorder.fetch("/v2/resolve", post({ nodes: ["Ano", "Bea"] }));
    expect((await recorder.replay()).differences).toEqual([]);
  });

  describe("of populations", () => {
    const mcf = `Node: dcid:geoId/06
typeOf: dcs:State
name: "California"

Node: dcid:dc/p/men
typeOf: dcs:StatisticalPopulation
populationType: dcs:Person
location: dcid:geoId/06
gender: dcs:Male
incomeBand: "10 to 20"

Node: dcid:dc/o/1
typeOf: dcs:Observation
observedNode: dcid:dc/p/men
measuredProperty: dcs:count
observationDate: "2011"
measuredValue: 7
marginOfError: 1.5

Node: dcid:dc/o/2
typeOf: dcs:Observation
observedNode: dcid:dc/p/men
measuredProperty: dcs:count
observationDate: "2012"
measuredValue: "unknown"

Node: dcid:dc/o/3
typeOf: dcs:Observation
observedNode: dcid:geoId/06
measuredProperty: dcs:area
observationDate: "2012"
unit: dcs:SquareKilometer
measuredValue: 423967
`;
    const popObs: [string, RequestInit?] = [`/bulk/pop-obs?dcid=geoId/06&key=${secret}`];
    const placeObs: [string, RequestInit?] = [
      "/bulk/place-obs",
      post({
        placeType: "State",
        populationType: "Person",
        observationDate: "2011",
        pvs: [
          { property: "gender", value: "Male" },
          { property: "incomeBand", value: "10 to 20" },
        ],
      }),
    ];

    test.each([
      ["asked for by node", [popObs]],
      ["asked for by place", [placeObs]],
      ["asked for in both ways", [placeObs, popObs]],
    ])("holds what was %s, with dcids of its own", async (_name, requests) => {
      const live = await open({ "a.mcf": mcf });
      for (const envelope of ["payload", "deflated"] as const) {
        const envelopes = { "v0.popObs": envelope, "v0.placeObs": envelope };
        const service = (await open({ "a.mcf": mcf })).service({ envelopes });
        const recorder = record(service.fetch);
        for (const [path, init] of requests) {
          expect((await recorder.fetch(path, init)).status).toBe(200);
        }
        const { commons, differences } = await recorder.replay({ envelopes });
        expect(differences).toEqual([]);
        // In the order of dcids, which are others.
        const men = (of: Commons) => {
          const { populations } = of.v0.popObs({ dcid: "geoId/06" });
          const { observations, ...about } = populations!["dc/p/men"]!;
          return [about, new Set(observations!.map((one) => JSON.stringify(one)))];
        };
        if (requests.includes(popObs)) expect(men(commons)).toEqual(men(live));
        const values = commons.v2.node({ nodes: ["geoId/06"], property: "->[name, typeOf]" });
        expect(JSON.stringify(values)).toContain("California");
      }
    });

    test("keeps two observations apart that one dcid would be made for", async () => {
      const other = mcf.replace("dc/o/2", "dc/o/4").replace('"2012"', '"2011"');
      const recorder = record((await open({ "a.mcf": other })).fetch);
      await recorder.fetch(...popObs);
      const { commons, differences } = await recorder.replay();
      expect(differences).toEqual([]);
      const [men] = Object.values(commons.v0.popObs({ dcid: "geoId/06" }).populations ?? {});
      expect(men?.observations).toHaveLength(2);
    });
  });

  test("that refuses a request refuses it again", async () => {
    const recorder = record((await sampleOpened()).fetch);
    await recorder.fetch("/v2/node", post({ nodes: ["geoId/06"], property: "name" }));
    expect((await recorder.replay()).differences).toEqual([]);
  });

  test("is asked with the parameters that it was asked with, less the keys", async () => {
    const recorder = record((await sampleOpened()).fetch);
    const query = "nodes=geoId/06&API_KEY=b&property=->";
    await recorder.fetch(`/v2/node?key=${secret}&${query}`);
    const { calls, differences } = await recorder.replay();
    expect(calls).toBe(1);
    expect(differences).toMatchObject([{ params: { nodes: ["geoId/06"], property: "->" } }]);
    // The same question by another key is the same one.
    await recorder.fetch(`/v2/node?${query}&key=other`);
    expect((await recorder.replay()).calls).toBe(1);
  });

  test("whose errors differ from question to question shows each of them", async () => {
    const live = await sampleOpened();
    let status = 500;
    const recorder = record(async (request) => {
      const response = await live.fetch(request);
      return new Response(await response.text(), { status: status++ });
    });
    for (const property of ["->name", "->typeOf"]) {
      await recorder.fetch("/v2/node", post({ nodes: ["geoId/06"], property }));
    }
    const { differences } = await recorder.replay();
    expect(differences.map(({ status: pair, reason }) => [pair, reason])).toEqual([
      [{ recorded: 500, replayed: 200 }, "it is an error"],
      [{ recorded: 501, replayed: 200 }, "it is an error"],
    ]);
  });

  test("is asked at paths that are no endpoints as at others, and nothing of that is recorded", async () => {
    const recorder = record((await sampleOpened()).fetch);
    expect((await recorder.fetch("/v2/nodes?key=k")).status).toBe(404);
    expect((await recorder.fetch(new URL("http://localhost/v2/nodes?key=k"))).status).toBe(404);
    expect(await recorder.replay()).toMatchObject({ calls: 0, differences: [] });
  });

  test("asked at one path with a key alone and without one is asked one question", async () => {
    const recorder = record((await sampleOpened()).fetch);
    const path = "/v1/triples/out/geoId/06";
    await recorder.fetch(`${path}?key=${secret}`);
    await recorder.fetch(path, { headers: { "x-api-key": secret } });
    expect((await recorder.replay()).calls).toBe(1);
  });

  test("says of each question why it may differ, and of an error its status alone", async () => {
    const odd = "<-in{";
    const answers = [
      Response.json({ data: { a: { properties: ["name", "size"] } } }),
      Response.json({ data: { a: { arcs: { in: { nodes: [{ dcid: "b", odd: 1 }] } } } } }),
      Response.json({ message: "other words" }, { status: 400 }),
      Response.json({ data: {} }),
    ];
    const recorder = record(async () => await Promise.resolve(answers.shift()!));
    for (const property of ["->", "->in", "in", odd]) {
      await recorder.fetch("/v2/node", post({ nodes: ["a"], property }));
    }
    const { differences } = await recorder.replay();
    const said = differences.map(({ params, ...one }) => [params["property"], one.at, one.reason]);
    expect(said).toEqual([
      ["->", "data.a.properties", "labels are recorded as far as their values were asked for"],
      ["->in", "data.a.arcs.in.nodes", "it is not known why"],
      [odd, "status", expect.stringMatching(/^its expression cannot be read: invalid filter/)],
    ]);
    expect(differences.at(-1)?.status).toEqual({ recorded: 200, replayed: 400 });
  });

  test("rejects as it does, and records nothing of that", async () => {
    const reset = new TypeError("fetch failed");
    const recorder = record(async () => await Promise.reject(reset));
    await expect(recorder.fetch("/v2/node", post({}))).rejects.toBe(reset);
    expect((await recorder.replay()).calls).toBe(0);
  });
});

test("a recording without a fetch is a mistake", () => {
  expect(() => record(undefined as never)).toThrow(
    "record needs the fetch that reaches the service",
  );
});
