/** Today's service says more than is described: a recording answers as the service that was recorded. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { servedDouble } from "../../../../src/testing/served-mock.ts";
import { mock, type Recorder, record } from "../../../../src/testing.ts";
import { withFolder } from "../../load/load-texts.ts";

let live: Commons;
beforeAll(async () => {
  live = await open("data-samples/us-states");
});

const origins = "http://localhost";
const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "x-api-key": "k" },
  body: JSON.stringify(body),
});
const select = ["variable", "entity", "date", "value"];
const population = {
  variable: { dcids: ["Count_Person"] },
  entity: { dcids: ["geoId/48"] },
  date: "LATEST",
  select,
};
const age = { ...population, variable: { dcids: ["Median_Age_Person"] } };
const within = { nodes: ["geoId/06"], property: "->containedInPlace+" };
const name = { nodes: ["geoId/06"], property: "->name" };

/** A service of either kind, or of both in turns, as one that changed between two recordings. */
const kinds = {
  today: () => live.service({ today: true }).fetch,
  described: () => live.service({ today: false }).fetch,
};

async function asked({ fetch }: Pick<Recorder, "fetch">, body: object): Promise<unknown> {
  const path = "nodes" in body ? "/v2/node" : "/v2/observation";
  return await (await fetch(path, post(body))).json();
}

async function recorderOf(kind: keyof typeof kinds, ...bodies: readonly object[]) {
  const recorder = record(kinds[kind]());
  for (const body of bodies) await asked(recorder, body);
  return recorder;
}

/** Answers of today's service to some questions, and of the described one to others. */
async function mixed(): Promise<Recorder> {
  let now: keyof typeof kinds = "today";
  const recorder = record(async (request) => await kinds[now]()(request));
  await asked(recorder, population);
  now = "described";
  await asked(recorder, { ...population, date: "" });
  return recorder;
}

describe("a recording of values", () => {
  test.each([
    ["today", true],
    ["described", false],
  ] as const)("is replayed as the service of the kind %s answered", async (kind, today) => {
    // Provenances that another endpoint says are in no answer that lacked them.
    const recorder = await recorderOf(kind, population, within, name);
    await recorder.fetch("/v1/observations/point/geoId/48/Count_Person?key=k");
    const expected = await asked({ fetch: kinds[kind]() }, population);
    expect(JSON.stringify(expected).includes('"provenanceId"')).toBe(today);
    await withFolder({}, async (folder) => {
      expect(await recorder.save(folder)).toMatchObject({ today, differences: [] });
      for (const options of [{}, { service: { today } }, { service: { reasons: true } }]) {
        const double = await mock(folder, { origins, ...options });
        expect(await asked(double, population)).toEqual(expected);
        expect(await asked(await double.fork(), population)).toEqual(expected);
      }
      const wrong = mock(folder, { service: { today: !today } });
      await expect(wrong).rejects.toMatchObject({
        code: "MOCK",
        message: `the recorded service answered ${today ? "as today's service does" : "as the service is described"}: leave out service.today`,
      });
    });
  });

  test("is of no kind where no answer shows one", async () => {
    const { today, commons, differences } = await (await recorderOf("today", name)).replay();
    expect([today, differences]).toEqual([undefined, []]);
    for (const wanted of [true, false, undefined]) {
      const double = await mock(commons, { origins, service: { today: wanted } });
      expect(await asked(double, name)).toEqual(await asked(live, name));
    }
  });

  test("that mixes both kinds is refused, with a request of each", async () => {
    const recorder = await mixed();
    await withFolder({}, async (folder) => {
      await expect(recorder.save(folder)).rejects.toMatchObject({
        code: "MOCK",
        message: expect.stringMatching(
          /^the recorded answers are of two kinds: v2\.observation \{.*"LATEST".*\} as today's service does \(at facets\.\d+\.provenanceId\), and v2\.observation \{.*\} as the service is described \(at facets\.\d+\.provenanceId\); record one service, or say which: \{ today: true \}$/,
        ),
      });
    });
  });

  test("of one kind by its option keeps its answers, and refuses the others with the reason", async () => {
    const recorder = await mixed();
    for (const today of [true, false]) {
      const { commons, differences, ...replay } = await recorder.replay({ today });
      expect(replay.today).toBe(today);
      const reason = `it was answered ${today ? "as the service is described" : "as today's service does"}`;
      expect(differences).toMatchObject([{ params: today ? {} : { date: "LATEST" }, reason }]);
      const double = await mock(commons, { origins });
      const [own, other] = today ? ["LATEST", ""] : ["", "LATEST"];
      const kind = today ? "today" : "described";
      const question = { ...population, date: own };
      expect(await asked(double, question)).toEqual(
        await asked({ fetch: kinds[kind]() }, question),
      );
      await expect(asked(double, { ...population, date: other })).rejects.toThrow(reason);
    }
  });

  test("of another kind than its option says why its answers are others", async () => {
    const recorder = await recorderOf("today", population, name);
    const { today, differences } = await recorder.replay({ today: false });
    expect(today).toBe(false);
    expect(differences).toMatchObject([{ reason: "it was answered as today's service does" }]);
  });

  test("keeps the reason of a difference that both kinds have", async () => {
    const recorder = await recorderOf("today", population, { nodes: ["geoId/06"], property: "->" });
    const { today, differences } = await recorder.replay();
    expect(today).toBe(true);
    expect(differences).toMatchObject([
      { reason: "labels are recorded as far as their values were asked for" },
    ]);
  });

  test("opened with one of the other kind is refused", async () => {
    await withFolder({}, async (folder) => {
      const folders = [`${folder}/a`, `${folder}/b`] as const;
      await (await recorderOf("today", population)).save(folders[0]);
      await (await recorderOf("described", age, within)).save(folders[1]);
      const problem =
        "the data have recordings of a service that answered as today's service does, and of one that answered as the service is described: open each alone";
      await expect(mock([...folders])).rejects.toMatchObject({ code: "MOCK", message: problem });
    });
  });
});

test.each([
  [
    "today",
    false,
    "the recorded service answered as today's service does: serve it without --exact",
  ],
  [
    "described",
    true,
    "the recorded service answered as the service is described: serve it with --exact",
  ],
] as const)(
  "a strict server of the other kind than the recording (%s) refuses its requests",
  async (kind, today, message) => {
    const recorder = await recorderOf(kind, population, within);
    const { commons } = await recorder.replay();
    const sound = { status: 200, headers: {}, body: "{}" };
    const request = { method: "POST", url: "/v2/observation", body: JSON.stringify(population) };
    const wrong = await servedDouble({ today })(commons, request, () => sound);
    expect([wrong.status, JSON.parse(String(wrong.body))]).toEqual([
      400,
      { code: 3, message, missing: [] },
    ]);
    expect(await servedDouble({ today: !today })(commons, request, () => sound)).toEqual(sound);
    expect(await servedDouble({})(commons, request, () => sound)).toEqual(sound);
  },
);
