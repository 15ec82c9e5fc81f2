import { describe, expect, test, vi } from "vitest";
import { disposing } from "../../../src/errors/errors.ts";
import { world } from "../../../src/index.ts";
import { chanceOf, delayOf, faultOf } from "../../../src/testing/fault-chances.ts";
import { realClock } from "../../../src/testing/fault-plan.ts";
import { type FaultRule, mock, servedDouble } from "../../../src/testing.ts";

const data = world().place("geoId/06", "California", "State");
const path = "/v2/node?key=k&nodes=geoId/06&property=->name";

const withRule = async (rule: FaultRule) => await mock(data, { faults: { rules: [rule] } });

describe("a fault", () => {
  test.each([
    ["unauthenticated", 401, 16],
    ["invalidArgument", 400, 3],
    ["notFound", 404, 5],
    ["resourceExhausted", 429, 8],
    ["deadlineExceeded", 504, 4],
    ["internal", 500, 13],
    ["unknown", 500, 2],
  ] as const)("is the service's error %s", async (code, status, number) => {
    const { fetch } = await withRule({ kind: "error", code, message: "Later.", retryAfter: 30 });
    const response = await fetch(path);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe("30");
    expect(await response.json()).toMatchObject({ code: number, message: "Later." });
  });

  test.each([
    ["internal", "grpc: error while marshaling: proto: Marshal called with nil"],
    ["notFound", "Method does not exist."],
    ["invalidArgument", "API key not valid. Please pass a valid API key."],
    ["resourceExhausted", "Quota exceeded for quota metric"],
    ["unavailable", "The service is currently unavailable."],
  ] as const)("has the words of the service unless it has its own: %s", async (code, message) => {
    const { fetch } = await withRule({ kind: "error", code });
    expect(await (await fetch(path)).json()).toMatchObject({ message });
  });

  test("is any status and body", async () => {
    const { fetch } = await withRule({ kind: "status", status: 502, body: "<html>" });
    const response = await fetch(path);
    expect([response.status, await response.text()]).toEqual([502, "<html>"]);
    const empty = await withRule({ kind: "status", status: 204 });
    expect((await empty.fetch(path)).status).toBe(204);
  });

  test("is a connection that is reset", async () => {
    const { fetch } = await withRule({ kind: "reset" });
    await expect(fetch(path)).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNRESET" },
    });
  });

  test("is an answer that ends in its middle", async () => {
    const { fetch } = await withRule({ kind: "truncated" });
    const response = await fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("is an answer that is no JSON", async () => {
    const { fetch } = await withRule({ kind: "malformed" });
    const sound = await (await mock(data)).fetch(path);
    const response = await fetch(path);
    const body = await response.text();
    expect((await sound.text()).startsWith(body)).toBe(true);
    expect(body.length).toBeGreaterThan(10);
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
    expect([response.status, [...response.headers]]).toEqual([200, [...sound.headers]]);
  });

  test("is a request that hangs until it is aborted", async () => {
    const double = await withRule({ kind: "hang" });
    const reason = new Error("enough");
    await expect(double.fetch(path, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    const controller = new AbortController();
    const hanging = double.fetch(path, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    await expect(hanging).rejects.toBe(reason);
  });

  test("that hangs for long says once what ends it, because it keeps the process running", async () => {
    vi.useFakeTimers();
    try {
      vi.resetModules();
      const fresh = await import("../../../src/testing.ts");
      const onWarning = vi.fn();
      const faults = { rules: [{ kind: "hang" }] } as const;
      const double = await fresh.mock(
        { "a.mcf": "Node: dcid:a/1\nname: b\n" },
        { faults, onWarning },
      );
      const hanging = double.fetch("/v2/node?key=k&nodes=a/1&property=->name").catch(String);
      await vi.advanceTimersByTimeAsync(9000);
      expect(onWarning).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(onWarning.mock.calls).toEqual([
        [expect.stringMatching(/^v2\.node still hangs .*: abort the request, or call `reset\(\)`/)],
      ]);
      double.reset();
      expect(await hanging).toContain("the mock was reset");
    } finally {
      vi.useRealTimers();
      vi.resetModules();
    }
  });

  test("that hangs ends with a reset of the mock", async () => {
    const double = await withRule({ kind: "hang" });
    const hanging = double.fetch(path);
    await vi.waitFor(() => expect(double.calls.length).toBe(1));
    setTimeout(() => double.reset(), 20);
    await expect(hanging).rejects.toThrow("the mock was reset");
  });

  test("that hangs ends with a reset that comes before the mock has read it", async () => {
    const double = await withRule({ kind: "hang" });
    const hanging = double.fetch(path);
    double.reset();
    await expect(hanging).rejects.toThrow("the mock was reset");
  });

  test("that hangs ends when the mock is disposed of, and nothing answers afterwards", async () => {
    const double = await withRule({ kind: "hang" });
    const hanging = double.fetch(path);
    await vi.waitFor(() => expect(double.calls.length).toBe(1));
    setTimeout(() => double[disposing](), 20);
    await expect(hanging).rejects.toThrow("the mock was disposed of");
    await expect(double.fetch(path)).rejects.toThrow("the mock was disposed of");
  });

  test("meets some endpoints, some occurrences, some requests", async () => {
    const rules = [
      { kind: "reset", endpoints: ["v2.observation"] },
      { kind: "status", status: 503, occurrences: [1, 2] },
      { kind: "status", status: 500, rate: 0 },
    ] as const;
    const double = await mock(data, { faults: { rules } });
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await double.fetch(path)).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
    expect(double.calls.map(({ fault }) => fault)).toEqual([
      "status",
      "status",
      undefined,
      undefined,
    ]);
  });
});

describe("one request", () => {
  const nodes = Array.from({ length: 24 }, (_, at) => `p/${at}`);
  const towns = nodes.reduce((made, dcid) => made.place(dcid, `Town ${dcid}`, "City"), world());
  const rules = [{ kind: "status", status: 503, rate: 0.5 }] as const;
  const posted = (body: object) => ({
    method: "POST",
    headers: { "x-api-key": "k" },
    body: JSON.stringify(body),
  });
  const forms: Readonly<Record<string, (node: string) => readonly [string, RequestInit?]>> = {
    "a key at the end": (node) => [`/v2/node?nodes=${node}&property=->name&key=k`],
    "another key at the start": (node) => [`/v2/node?key=other&nodes=${node}&property=->name`],
    "another order": (node) => [`/v2/node?property=->name&nodes=${node}&key=k`],
    "the path of a self-hosted service": (node) => [
      `/core/api/v2/node?key=k&nodes=${node}&property=-%3Ename`,
    ],
    "a body": (node) => ["/v2/node", posted({ nodes: [node], property: "->name" })],
    "a body in another order": (node) => ["/v2/node", posted({ property: "->name", nodes: node })],
  };

  test("has the same faults in each of its forms, in a mock and in a server", async () => {
    const patterns = new Set<string>();
    for (const form of Object.values(forms)) {
      const double = await mock(towns, { faults: { seed: 7, rules } });
      const served = servedDouble({ faults: { seed: 7, rules } });
      const statuses = [[], []] as [number[], number[]];
      for (const node of nodes) {
        const [url, { method = "GET", body = "" } = {}] = form(node);
        statuses[0].push((await double.fetch(url, form(node)[1])).status);
        const request = { method, url, body: String(body) };
        const sound = { status: 200, headers: {}, body: "" };
        statuses[1].push((await served(double.commons, request, () => sound)).status);
      }
      for (const list of statuses) patterns.add(list.join());
    }
    expect(patterns.size).toBe(1);
    expect([...patterns][0]).toMatch(/503.*200.*503/);
  });

  test("comes again in another of its forms", async () => {
    const once = [{ kind: "status", status: 503, occurrences: [1] }] as const;
    const double = await mock(towns, { faults: { rules: once } });
    const statuses: number[] = [];
    for (const form of Object.values(forms)) {
      statuses.push((await double.fetch(...form("p/1"))).status);
    }
    expect(statuses).toEqual([503, 200, 200, 200, 200, 200]);
    expect(double.calls.map(({ occurrence }) => occurrence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("is another one with other parameters, and for another endpoint", async () => {
    const double = await mock(towns, { missing: "empty" });
    const urls = [
      "/v2/node?key=k&nodes=p/1&property=->name",
      "/v2/node?key=k&nodes=p/1&property=->typeOf",
      "/v2/node?key=k&nodes=p/1&nodes=p/2&property=->name",
      "/v2/node?key=k&nodes=p/1&property=->name&nextToken=x",
      "/v2/resolve?key=k&nodes=p/1&property=->name",
      "/v1/triples/out/p/1?key=k",
      "/v1/triples/in/p/1?key=k",
    ];
    for (const url of urls) await double.fetch(url);
    expect(double.calls.map(({ occurrence }) => occurrence)).toEqual(urls.map(() => 1));
  });

  test("that cannot be read is known by its text, without its key", async () => {
    const double = await mock(towns, { missing: "empty" });
    const wrong = (body: string) => ["/v2/node", { method: "POST", body }] as const;
    for (const body of ["{", "{", "[", ""]) await double.fetch(...wrong(body));
    for (const key of ["key=a", "api_key=b", "key=a&pageSize=x"]) {
      await double.fetch(`/v2/node?${key}`);
    }
    expect(double.calls.map(({ occurrence }) => occurrence)).toEqual([1, 2, 1, 1, 2, 3, 1]);
  });
});

describe("a delay", () => {
  test("is waited for by the clock that is handed in", async () => {
    const waited: number[] = [];
    const clock = { sleep: async (ms: number) => void waited.push(ms) };
    const { fetch } = await mock(data, { faults: { delay: 250 }, clock });
    await fetch(path);
    expect(waited).toEqual([250]);
  });

  test("ends with the request", async () => {
    const { fetch } = await mock(data, { faults: { delay: 60_000 } });
    const asking = fetch(path, { signal: AbortSignal.timeout(10) });
    await expect(asking).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(realClock.sleep(60_000, AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
  });

  test("passes in real time where a test has fake timers", async () => {
    vi.useFakeTimers();
    try {
      const { fetch } = await mock(data, { faults: { delay: 5 } });
      expect((await fetch(path)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that is log-normal has its median and its spread", () => {
    const delay = { median: 80, sigma: 0.5 };
    const delays = Array.from({ length: 4001 }, (_, occurrence) =>
      delayOf({ delay }, { endpoint: "v2.node", request: "r", occurrence }),
    ).sort((a, b) => a - b);
    expect(delays[2000]).toBeGreaterThan(76);
    expect(delays[2000]).toBeLessThan(84);
    // One deviation above the median: 84% of a normal distribution.
    expect(delays[Math.round(4001 * 0.8413)]! / 80).toBeCloseTo(Math.exp(0.5), 0);
  });
});

describe("the clock", () => {
  test("waits without a signal, and not at all for one that has aborted", async () => {
    await expect(realClock.sleep(1)).resolves.toBeUndefined();
    const reason = new Error("enough");
    await expect(realClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

test("a seed gives the same delays and faults from version to version", () => {
  const delay = { median: 80, sigma: 0.5 };
  const rules = [{ kind: "reset", rate: 0.5 }] as const;
  const keys = [1, 2, 3, 4].map((occurrence) => ({
    endpoint: "v2.node",
    request: "r",
    occurrence,
  }));
  expect(keys.map((key) => delayOf({ seed: "s", delay }, key).toFixed(3))).toEqual([
    ...["109.855", "87.371", "56.761", "77.569"],
  ]);
  expect(keys.map((key) => faultOf({ seed: "s", rules }, key)?.kind)).toEqual([
    ...[undefined, undefined, "reset", "reset"],
  ]);
});

describe("chance", () => {
  test("spreads evenly, also over seeds and occurrences that differ little", () => {
    for (const part of [0, 1]) {
      const counts = new Array<number>(10).fill(0);
      for (let at = 0; at < 10_000; at++) {
        const chance =
          part === 0 ? chanceOf("fault", at, 0, "r", 1) : chanceOf("fault", 0, 0, "r", at);
        counts[Math.floor(chance * 10)]! += 1;
      }
      for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
    }
  });

  test("hits as many requests as the rate says", () => {
    const rules = [{ kind: "reset", rate: 0.2 }] as const;
    const hit = Array.from({ length: 5000 }, (_, at) =>
      faultOf({ seed: 7, rules }, { endpoint: "v2.node", request: `r${at}`, occurrence: 1 }),
    ).filter((fault) => fault !== undefined).length;
    expect(Math.abs(hit - 1000)).toBeLessThan(120);
  });
});
