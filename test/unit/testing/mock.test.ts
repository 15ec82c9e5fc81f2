import { deepStrictEqual } from "node:assert/strict";
import { describe, expect, test, vi } from "vitest";
import { open, world } from "../../../src/index.ts";
import { mock } from "../../../src/testing.ts";
import { california, node, post, root } from "./california.ts";

describe("a mock", () => {
  test("answers for the real service, and its answers compare deeply", async () => {
    const { fetch, commons } = await mock(california());
    const request = { nodes: ["geoId/06"], property: "->name" } as const;
    const response = await fetch(`${root}/v2/node`, post(request));
    expect(response.status).toBe(200);
    const answer: unknown = await response.json();
    deepStrictEqual(answer, commons.v2.node(request));
    expect(answer).toStrictEqual(commons.v2.node(request));
    deepStrictEqual(answer, {
      data: { "geoId/06": { arcs: { name: { nodes: [{ value: "California" }] } } } },
    });
  });

  test("takes a Request, a URL and a bare path", async () => {
    const double = await mock(california());
    const { fetch } = double;
    const url = `${root}/v2/node?key=k&nodes=geoId/06&property=->name`;
    for (const input of [url, new URL(url), new Request(url), url.slice(root.length)]) {
      expect((await fetch(input)).status).toBe(200);
    }
    expect((await fetch(url)).url).toBe(new URL(url).href);
    const request = new Request(`${root}/v2/node`, node(["geoId/06"]));
    expect((await fetch(request)).status).toBe(200);
    expect(double.calls.length).toBe(6);
  });

  test.each([
    { kind: "error", code: "unavailable" },
    { kind: "status", status: 500 },
    { kind: "reset" },
    { kind: "hang" },
    { kind: "truncated" },
    { kind: "malformed" },
  ] as const)("finds a mistake of the test before the fault %o", async (fault) => {
    const double = await mock(california(), { faults: { rules: [fault] } });
    const message = "no dcid 'geoid/06'; did you mean 'geoId/06'";
    await expect(double.fetch(`${root}/v2/node`, node(["geoid/06"]))).rejects.toThrow(message);
    const url = `${root}/v2/node?key=k&nodes=geoid/06&property=->name`;
    expect(() => double.answer({ url })).toThrow(message);
    expect(double.problems).toHaveLength(2);
  });

  test("answers a fault to what the service would refuse, and to any name with missing: empty", async () => {
    const faults = { rules: [{ kind: "status", status: 503 }] } as const;
    const strict = await mock(california(), { faults });
    expect((await strict.fetch(`${root}/v2/node?nodes=geoId/06`)).status).toBe(503);
    const lax = await mock(california(), { faults, missing: "empty" });
    expect((await lax.fetch(`${root}/v2/node`, node(["geoid/06"]))).status).toBe(503);
    expect([strict.calls[0]?.status, lax.calls[0]?.status]).toEqual([503, 503]);
  });

  test("answers at the given addresses", async () => {
    const origins = ["https://dc.example.org/core/api/v2", "http://127.0.0.1:8080", `${root}/x`];
    const double = await mock(california(), { origins });
    const urls = [
      "http://127.0.0.1:8080/core/api/v2/node",
      "http://127.0.0.1:8080/v2/node",
      `${root}/x/v2/node`,
    ];
    for (const url of urls) expect((await double.fetch(url, node(["geoId/06"]))).status).toBe(200);
    await expect(mock(california(), { origins: "api" })).rejects.toThrow("an origin is a URL");
  });

  test.each([
    [
      "https://example.org/v2/node",
      "nothing answers for https://example.org/v2/node: this mock is https://api.datacommons.org; did you mean https://api.datacommons.org/v2/node?",
    ],
    ["https://api.datacommons.org.evil.example/v2/node", "nothing answers for"],
    ["http://api.datacommons.org/v2/node", "nothing answers for http://"],
    ["https://example.org/", "nothing answers for https://example.org/: this mock is"],
    [
      `${root}/v2/nodes`,
      "the documented service, as a mock answers it, has no endpoint '/v2/nodes'; did you mean '/v2/node'",
    ],
  ])("rejects %s and says what is near", async (url, message) => {
    const double = await mock(california());
    await expect(double.fetch(url, node(["geoId/06"]))).rejects.toThrow(message);
    expect(double.problems).toEqual([expect.stringContaining(message)]);
    expect(() => double.assertNoProblems()).toThrow(message);
  });
});

test("a mistake of one test fails the next neither by its problem nor by its calls", async () => {
  const double = await mock(california());
  await expect(double.fetch("/v2/node", node(["geoId/60"]))).rejects.toThrow("no dcid");
  expect(() => double.assertNoProblems()).toThrow("no dcid 'geoId/60'");
  double.assertNoProblems();
  await double.fetch("/v2/node", node(["geoId/06"]));
  double.assertNoProblems();
  double.assertCalled("v2.node", {}, 1);
});

describe("one mock from another", () => {
  test("has what is added and calls of its own", async () => {
    const original = await mock(california());
    const fork = await original.fork((data) => data.place("geoId/48", "Texas", "State"));
    expect((await fork.fetch("/v2/node", node(["geoId/48", "geoId/06"]))).status).toBe(200);
    expect(original.calls).toEqual([]);
    await expect(original.fetch("/v2/node", node(["geoId/48"]))).rejects.toThrow(
      expect.objectContaining({ code: "MOCK" }),
    );
  });

  test("has what a function adds that returns nothing, or a world of its own", async () => {
    const original = await mock(california());
    const fork = await original.fork((data) => {
      data.place("geoId/48", "Texas", "State");
    });
    expect(fork.commons.name("geoId/48")).toBe("Texas");
    const other = await original.fork(() => world().place("geoId/48", "Texas", "State"));
    const around = await original.fork((data) =>
      world().add(data).place("geoId/48", "Texas", "State"),
    );
    for (const { commons } of [other, around]) {
      expect(["geoId/06", "geoId/48"].map((dcid) => commons.name(dcid))).toEqual([
        "California",
        "Texas",
      ]);
    }
    const noFunction = original.fork(california() as never);
    await expect(noFunction).rejects.toThrow("fork needs a function: (world) => world.add(…)");
  });

  test("may have other options and the same data", async () => {
    const fork = await (await mock(california())).fork(undefined, { missing: "empty" });
    expect((await fork.fetch("/v2/node", node(["x"]))).status).toBe(200);
  });
});

describe("the global fetch", () => {
  test.each([
    ["first", [0, 1, 2]],
    ["last", [2, 1, 0]],
    ["in the middle", [1, 2, 0]],
  ] as const)("several mocks are put back in any order, the first one %s", async (_, order) => {
    const former = globalThis.fetch;
    const undos = [];
    for (let at = 0; at < 3; at++) undos.push((await mock(california())).install());
    for (const at of order) undos[at]?.();
    expect(globalThis.fetch).toBe(former);
  });

  test("is the mock's until it is put back", async () => {
    const former = globalThis.fetch;
    const undo = (await mock(california())).install();
    try {
      expect(globalThis.fetch).not.toBe(former);
      expect((await fetch(`${root}/v2/node`, node(["geoId/06"]))).status).toBe(200);
    } finally {
      undo();
    }
    expect(globalThis.fetch).toBe(former);
    undo();
    expect(globalThis.fetch).toBe(former);
  });

  test("takes no address without an origin, as without a mock", async () => {
    const double = await mock(california());
    using _installed = double.install();
    for (const [given, meant] of [
      ["/v2/node", `; did you mean '${root}/v2/node'?`],
      ["v2/node", ""],
      ["", ""],
    ] as const) {
      await expect(fetch(given, node(["geoId/06"]))).rejects.toMatchObject({
        code: "MOCK",
        message: `nothing answers for '${given}': without a mock, fetch fails for an address without an origin${meant}`,
      });
      expect(double.calls.at(-1)).toMatchObject({ url: given, method: "POST" });
    }
    expect(double.problems).toHaveLength(3);
  });

  test("takes an address without an origin in a page, where it lies on that of the page", async () => {
    const own = "https://page.example";
    vi.stubGlobal("location", { href: `${own}/app/` });
    try {
      const stranger = await mock(california());
      const proxied = await mock(california(), { origins: `${own}/app` });
      using _first = stranger.install();
      await expect(fetch("/v2/node", node(["geoId/06"]))).rejects.toThrow(
        `nothing answers for ${own}/v2/node`,
      );
      using _second = proxied.install();
      expect((await fetch("v2/node", node(["geoId/06"]))).status).toBe(200);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("is put back at the end of a block", async () => {
    const former = globalThis.fetch;
    const double = await mock(california());
    {
      using installed = double.install();
      expect([globalThis.fetch === former, typeof installed]).toEqual([false, "function"]);
    }
    expect(globalThis.fetch).toBe(former);
  });
});

test("a request without a property gets the reason if the option asks for it, and only then", async () => {
  const commons = await open(california());
  const detailsOf = async (options: object, init: object = {}): Promise<string> => {
    const double = await mock(commons, options);
    const response = await double.fetch(`${root}/v2/node`, {
      ...post({ nodes: ["geoId/06"] }),
      ...init,
    });
    expect(response.status).toBe(500);
    const { message, details } = (await response.json()) as { message: string; details: unknown };
    expect(message).toContain("Marshal called with nil");
    return JSON.stringify(details);
  };
  expect(await detailsOf({})).not.toContain("property");
  expect(await detailsOf({ service: { reasons: true } })).toContain("property");
  expect(await detailsOf({}, { reasons: true })).toContain("property");
  expect(await detailsOf({ service: { reasons: true } }, { reasons: false })).not.toContain(
    "property",
  );
});

test("data of which something was left out for no error are a warning, in a fork for what it adds", async () => {
  const observation = (dcid: string, value: string) =>
    `Node: dcid:${dcid}\ntypeOf: StatVarObservation\nobservationAbout: dcid:x\nvariableMeasured: dcid:v\nobservationDate: "2020"\n${value}: 5\n`;
  const onWarning = vi.fn();
  const double = await mock({ "a.mcf": observation("o", "valu") }, { onWarning });
  expect(onWarning).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(
      /^a\.mcf:\d: an observation needs value.*is 'valu' meant to be 'value'\?$/,
    ),
  );
  double.assertNoProblems();
  await double.fork((data) => data.add({ "b.mcf": observation("p", "value") }));
  expect(onWarning).toHaveBeenCalledTimes(1);
  await double.fork((data) => data.add({ "b.mcf": observation("p", "valeu") }));
  expect(onWarning).toHaveBeenLastCalledWith(expect.stringContaining("'valeu'"));
  await mock({ "a.mcf": observation("o", "valu") }, { onWarning, open: { strict: false } });
  expect(onWarning).toHaveBeenCalledTimes(2);
});

test("a fork that is disposed of closes its own data alone", async () => {
  const double = await mock(california());
  const fork = await double.fork();
  fork[Symbol.dispose]();
  expect(() => fork.commons.name("geoId/06")).toThrow("was closed");
  expect(double.commons.name("geoId/06")).toBe("California");
});

test("an error that a fork adds is none of another kind that was known before, of which there are as many", async () => {
  const known = { "a.mcf": "Node: dcid:x\ntypeOf: City\nred\n" };
  const { commons } = await mock(known, { open: { strict: false } });
  const impossible =
    "Node: dcid:o\ntypeOf: StatVarObservation\nobservationAbout: dcid:x\nvariableMeasured: dcid:v\n";
  const adding = (await mock(commons)).fork((data) =>
    data.add({ "b.mcf": `${impossible}observationDate: "2020-02-30"\nvalue: 1\n` }),
  );
  await expect(adding).rejects.toMatchObject({
    code: "LOAD",
    message: expect.stringContaining("2020-02-30"),
  });
});
