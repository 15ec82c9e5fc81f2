import { describe, expect, test } from "vitest";
import { disposing } from "../../../src/errors/errors.ts";
import { world } from "../../../src/index.ts";
import { type FaultRule, mock } from "../../../src/testing.ts";

const data = world().place("geoId/06", "California", "State");
const url = "/v2/node?nodes=geoId/06&property=->name";
const headers = { "X-API-Key": "k" };

describe("an answer at once", () => {
  test.each([
    ["a question", { url, headers }, 200],
    ["a whole address", { url: `https://api.datacommons.org${url}`, headers }, 200],
    ["a request without a key", { url }, 401],
    ["an expression without an arrow", { url: url.replace("->", ""), headers }, 400],
    [
      "a body",
      {
        method: "POST",
        url: "/v2/node",
        headers,
        body: '{"nodes":["geoId/06"],"property":"->name"}',
      },
      200,
    ],
  ])("to %s is that of fetch", async (_, request, status) => {
    const double = await mock(data);
    const { url, ...init } = request;
    const expected = await double.fetch(url, init);
    const answer = double.answer(request);
    expect(answer.status).toBe(status);
    expect(answer).toEqual({
      status: expected.status,
      headers: Object.fromEntries(expected.headers),
      body: await expected.text(),
    });
    expect(double.calls.map(({ status }) => status)).toEqual([status, status]);
    expect(double.calls.map(({ occurrence }) => occurrence)).toEqual([1, 2]);
  });

  test("that is withheld leaves no status in the log", async () => {
    const double = await mock(data);
    await expect(double.fetch(url.replace("06", "60"), { headers })).rejects.toThrow("no dcid");
    expect(double.calls.map(({ status, problem }) => [status, problem !== undefined])).toEqual([
      [undefined, true],
    ]);
  });

  test.each([
    ["a wrong dcid", url.replace("06", "60"), "no dcid 'geoId/60'; did you mean 'geoId/06'"],
    ["another service", "https://example.org/v2/node", "nothing answers for https://example.org"],
    ["a path that is none", "/v2/nodes", "as a mock answers it, has no endpoint '/v2/nodes'"],
  ])("is none to %s", async (_, wrong, message) => {
    const double = await mock(data);
    expect(() => double.answer({ url: wrong, headers })).toThrow(message);
    expect(() => double.assertNoProblems()).toThrow(message);
    const lax = await mock(data, { missing: "empty", origins: "https://example.org" });
    expect(lax.answer({ url: wrong, headers }).status).toBeGreaterThanOrEqual(200);
  });

  const withRule = async (rule: FaultRule) => await mock(data, { faults: { rules: [rule] } });

  test("takes a request without headers and body, as undici gives them", async () => {
    const double = await mock(data, { service: { requireKey: false } });
    expect(double.answer({ url, headers: null, body: null }).status).toBe(200);
  });

  test("takes headers as Headers and as pairs", async () => {
    const double = await mock(data);
    expect(double.answer({ url, headers: new Headers(headers) }).status).toBe(200);
    expect(double.answer({ url, headers: Object.entries(headers) }).status).toBe(200);
  });

  test("refuses what is no request, and a body that is no text", async () => {
    const double = await mock(data);
    expect(() => double.answer(url as never)).toThrow(
      "answer needs { method, url, headers, body }",
    );
    const body = new Blob(["{}"]);
    const asking = () => double.answer({ method: "POST", url: "/v2/node", headers, body });
    expect(asking).toThrow("needs a body that is a text: use fetch");
    expect(double.calls).toEqual([]);
  });

  test("has the faults that take no time", async () => {
    const limited = await withRule({ kind: "error", code: "resourceExhausted", retryAfter: 2 });
    const refusal = limited.answer({ url, headers });
    expect([refusal.status, refusal.headers["retry-after"]]).toEqual([429, "2"]);
    expect(JSON.parse(refusal.body)).toMatchObject({ code: 8 });
    expect(limited.calls).toMatchObject([{ fault: "error", status: 429 }]);
    const down = await withRule({ kind: "status", status: 502, body: "<html>" });
    expect(down.answer({ url, headers })).toEqual({ status: 502, headers: {}, body: "<html>" });
    const half = (await withRule({ kind: "malformed" })).answer({ url, headers });
    const whole = (await mock(data)).answer({ url, headers });
    expect(half.status).toBe(200);
    expect(half.body).toBe(whole.body.slice(0, Math.floor(whole.body.length / 2)));
    const broken = await withRule({ kind: "reset" });
    expect(() => broken.answer({ url, headers })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: "ECONNRESET" }) }),
    );
  });

  test.each(["hang", "truncated"] as const)("names %s, which takes time", async (kind) => {
    const double = await withRule({ kind });
    expect(() => double.answer({ url, headers })).toThrow(
      `an answer at once cannot be '${kind}': use fetch`,
    );
  });

  test("is none after the mock was disposed of", async () => {
    const double = await mock(data);
    double[disposing]();
    expect(() => double.answer({ url, headers })).toThrow("the mock was disposed of");
  });
});
