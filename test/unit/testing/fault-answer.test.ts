import { describe, expect, test, vi } from "vitest";
import { disposing } from "../../../src/errors/errors.ts";
import { world } from "../../../src/index.ts";
import { chanceOf, delayOf, faultOf, realClock } from "../../../src/testing/fault-plan.ts";
import { type FaultRule, mock } from "../../../src/testing.ts";

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
