/** A test double for programs in any language: what a server makes of its faults and its strictness. */

import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { realClock } from "../../../src/testing/fault-plan.ts";
import type { MockOptions } from "../../../src/testing/mock-options.ts";
import { record } from "../../../src/testing/record/recorder.ts";
import { servedDouble } from "../../../src/testing/served-mock.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await open({ "a.mcf": 'Node: dcid:t/1\ntypeOf: dcid:Town\nname: "Ano"' });
});

const sound = { status: 200, headers: { a: "b" }, body: '{"x":1}' };
const request = (nodes: readonly string[]) => ({
  method: "POST",
  url: "/v2/node",
  body: JSON.stringify({ nodes, property: "->name" }),
});

const rules = (...list: readonly object[]) => ({ faults: { rules: list } }) as MockOptions;

describe("a served test double", () => {
  test("passes what knows all its names", async () => {
    const double = servedDouble({});
    expect(await double(commons, request(["t/1"]), () => sound)).toEqual(sound);
  });

  test("refuses names that the world lacks, and lists them", async () => {
    const double = servedDouble({});
    const { status, headers, body } = await double(commons, request(["t/2", "t/1"]), () => sound);
    expect([status, headers]).toEqual([400, { "content-type": "application/json" }]);
    expect(JSON.parse(String(body))).toMatchObject({
      code: 3,
      message: expect.stringContaining("t/2"),
      missing: ["t/2"],
    });
  });

  test("finds names that the world lacks before a fault, and not with missing: empty", async () => {
    for (const kind of ["reset", "hang", "truncated", "malformed"] as const) {
      const double = servedDouble(rules({ kind }));
      expect(await double(commons, request(["t/2"]), () => sound)).toMatchObject({ status: 400 });
    }
    const double = servedDouble({ ...rules({ kind: "reset" }), missing: "empty" });
    expect(await double(commons, request(["t/2"]), () => sound)).toMatchObject({ broken: "reset" });
  });

  test("refuses what a recording lacks, with the nearest recorded request", async () => {
    const recorder = record(commons.fetch);
    const { body } = request(["t/1"]);
    await recorder.fetch("/v2/node", { method: "POST", headers: { "x-api-key": "k" }, body });
    const { commons: recorded } = await recorder.replay();
    const double = servedDouble({});
    expect(await double(recorded, request(["t/1"]), () => sound)).toEqual(sound);
    const refused = await double(recorded, request(["t/2"]), () => sound);
    expect(refused.status).toBe(400);
    expect(refused.body).toContain("the nearest recorded request is v2.node");
  });

  test("names the nearest path where the service has none, and breaks nothing there", async () => {
    const double = servedDouble({ ...rules({ kind: "reset" }), missing: "error" });
    const none = { ...sound, status: 404 };
    for (const before of ["", "/core/api"]) {
      const wrong = { ...request(["t/1"]), url: `${before}/v2/nod?key=k` };
      const { status, headers, body } = await double(commons, wrong, () => none);
      expect([status, headers]).toEqual([404, { "content-type": "application/json" }]);
      expect(JSON.parse(String(body))).toEqual({
        code: 5,
        message: expect.stringContaining(
          `no endpoint '${before}/v2/nod'; did you mean '${before}/v2/node'`,
        ),
        missing: [`${before}/v2/nod`],
      });
      expect(await double(commons, wrong, () => sound)).toEqual(sound);
      expect(await servedDouble({ missing: "empty" })(commons, wrong, () => none)).toEqual(none);
    }
  });

  test("leaves errors as they are, and names too where they may be missing", async () => {
    const refused = { ...sound, status: 404 };
    expect(await servedDouble({})(commons, request(["t/2"]), () => refused)).toEqual(refused);
    const lenient = servedDouble({ missing: "empty" });
    expect(await lenient(commons, request(["t/2"]), () => sound)).toEqual(sound);
  });

  test("breaks connections and answers by its plan, each in its turn", async () => {
    const double = servedDouble(
      rules(
        { occurrences: [1], kind: "reset" },
        { occurrences: [2], kind: "hang" },
        { occurrences: [3], kind: "truncated" },
        { occurrences: [4], kind: "malformed" },
        { occurrences: [5], kind: "status", status: 503, retryAfter: 2, body: "later" },
        { occurrences: [6], kind: "error", code: "unauthenticated" },
      ),
    );
    const ask = async () => await double(commons, request(["t/1"]), async () => sound);
    const nothing = { status: 0, headers: {}, body: "" };
    expect(await ask()).toEqual({ ...nothing, broken: "reset" });
    expect(await ask()).toEqual({ ...nothing, broken: "hang" });
    expect(await ask()).toEqual({ ...sound, broken: "truncated" });
    expect(await ask()).toEqual({ ...sound, body: '{"x' });
    expect(await ask()).toEqual({ status: 503, headers: { "retry-after": "2" }, body: "later" });
    const { status, headers } = await ask();
    expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(await ask()).toEqual(sound);
  });

  test("counts for each world alone", async () => {
    const double = servedDouble(rules({ occurrences: [1], kind: "reset" }));
    const other = await open({ "a.mcf": 'Node: dcid:t/1\nname: "Bea"' });
    for (const world of [commons, other]) {
      expect(await double(world, request(["t/1"]), () => sound)).toHaveProperty("broken", "reset");
      expect(await double(world, request(["t/1"]), () => sound)).toEqual(sound);
    }
  });

  const loop = "does the code ask in a loop without an end? v2.node {";

  test.each([
    ["200 times in a row", 200, "error", Buffer.from('{"data":{},"nextToken":"H4s"}')],
    ["10000 times", 10_000, "empty", '{"data":{"\\"nextToken\\": \\"x":{}}}'],
  ] as const)("refuses a loop without an end: %s", async (often, times, missing, body) => {
    const double = servedDouble({ missing });
    const ask = async () =>
      await double(commons, request(["t/1"]), () => ({ status: 200, headers: {}, body }));
    for (let count = 0; count < times; count++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(400);
    const { code, message } = JSON.parse(String(refused.body));
    expect([code, message]).toEqual([3, expect.stringContaining(`more than ${often}`)]);
    expect(message).toContain(loop);
    expect(await double(commons, request(["t/1", "t/1"]), () => sound)).toEqual(sound);
  });

  test("waits as long as its plan says", async () => {
    const sleep = vi.spyOn(realClock, "sleep").mockResolvedValue();
    try {
      const double = servedDouble({ faults: { delay: 70 } });
      for (let count = 0; count < 2; count++) await double(commons, request(["t/1"]), () => sound);
      expect(sleep.mock.calls).toEqual([[70], [70]]);
    } finally {
      sleep.mockRestore();
    }
  });

  test("is refused with a plan that is none, by the name of serve", () => {
    expect(() => servedDouble(rules({ kind: "eror" }))).toThrow(/^serve: .*error/);
  });
});
