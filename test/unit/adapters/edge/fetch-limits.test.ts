/** Requests that are too long, too deep, too slow to arrive, or never end. */

import { describe, expect, test, vi } from "vitest";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { failure, failureOf } from "../../../contract/echo.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf([
  ["a", "typeOf", "City"],
  ["b", "typeOf", "City"],
]);
const fetch = fetchOf(new RestService(endpoints, world, { dialect: "extended" }));
const headers = { "x-api-key": "k" };
const post = (path: string, body: string | ReadableStream<Uint8Array>, more: object = {}) =>
  fetch(path, { method: "POST", headers, body, ...more });

/** A body of which one piece arrives and then nothing, or piece after piece without end. */
function stream(isEndless: boolean): {
  body: ReadableStream<Uint8Array>;
  isCancelled: () => boolean;
} {
  let isCancelled = false;
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isEndless || pieces++ === 0) controller.enqueue(new Uint8Array(1 << 16).fill(0x20));
      else return new Promise<void>(() => undefined);
      return undefined;
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { body, isCancelled: () => isCancelled };
}

describe("a body that arrives slowly", () => {
  test("is waited for no longer than until the signal aborts", async () => {
    const { body, isCancelled } = stream(false);
    const abort = new AbortController();
    const answer = post("/v2/node", body, { duplex: "half", signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(answer).rejects.toThrow("enough");
    expect(isCancelled()).toBe(true);
  });

  test("and never ends is refused at its limit", async () => {
    const { body, isCancelled } = stream(true);
    const answer = post("/v2/node", body, { duplex: "half", maxBodyBytes: 1_000_000 });
    const message = "the body is longer than 1000000 bytes: send less, or raise 'maxBodyBytes'";
    expect(await failureOf(answer)).toEqual(failure(429, 8, message));
    expect(isCancelled()).toBe(true);
  });

  test("and never ends is waited for no longer than the timeout", async () => {
    const { body, isCancelled } = stream(false);
    const answer = post("/v2/node", body, { duplex: "half", timeout: 50 });
    const message = "the body did not arrive in 50 ms: send it sooner, or raise 'timeout'";
    expect(await failureOf(answer)).toEqual(failure(504, 4, message));
    expect(isCancelled()).toBe(true);
  });

  test("and never ends is refused in time when its pieces are empty and come without a pause", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(0)),
    });
    const answer = post("/v2/node", body, { duplex: "half", timeout: 50 });
    expect((await answer).status).toBe(504);
  });

  test.each([5000, Number.POSITIVE_INFINITY, 2 ** 31])(
    "and ends within %d ms is answered, and leaves no timer",
    async (timeout) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"nodes":["a"],"property":"->typeOf"}'));
            controller.close();
          },
        });
        const response = await post("/v2/node", body, { duplex: "half", timeout });
        expect(await response.text()).toContain("City");
        expect(vi.getTimerCount()).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test("is read as a text is, through pieces that part a character", async () => {
    const bytes = new TextEncoder().encode('\uFEFF{"nodes":["é\u{1F600}"],"property":"->"}');
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const answer = await post("/v2/node", body, { duplex: "half" });
    expect(await answer.json()).toEqual({ data: { "é\u{1F600}": {} } });
  });
});

test("a text is refused at the same limit, and what has its length is not", async () => {
  const text = '{"nodes":["x"],"property":"->"}';
  expect((await post("/v2/node", text, { maxBodyBytes: text.length })).status).toBe(200);
  expect((await post("/v2/node", text, { maxBodyBytes: text.length - 1 })).status).toBe(429);
});

test("limits of a call go before those of the world", async () => {
  const strict = fetchOf(new RestService(endpoints, world, { maxRows: 1 }));
  const send = (limits: object) =>
    strict("/v2/node?key=k&nodes=a&nodes=b&property=->typeOf", limits);
  expect((await send({})).status).toBe(429);
  expect((await send({ maxRows: 10 })).status).toBe(200);
  expect(await failureOf(send({ maxMemoryBytes: 9, maxRows: 10 }))).toMatchObject({ status: 429 });
});

describe("length and depth are refused before they cost anything", () => {
  const long = "x".repeat(1_000_000);
  const many = (text: string) => text.repeat(12_000);

  test.each<[string, string, string | object, number]>([
    ["ten megabytes of blanks", "/v2/node", " ".repeat(10_000_000), 400],
    ["deep lists", "/v2/node", "[".repeat(1_000_000), 400],
    ["an unknown field", "/v2/node", { [long]: 1 }, 400],
    ["a wrong expression", "/v2/node", { nodes: ["a"], property: `->{${long}` }, 400],
    ["a lone property", "/v2/node", { nodes: ["a"], property: long }, 400],
    ["an unclosed list", "/v2/node", { nodes: ["a"], property: `->[${"x".repeat(200_000)}` }, 400],
    ["many arcs", "/v2/node", { nodes: ["a"], property: "->a".repeat(400_000) }, 400],
    ["a linked expression", "/v2/observation", linked(`a<-b{typeOf:${"x".repeat(9000)}}`), 400],
    ["a coordinate", "/v2/resolve", { nodes: [long], property: "<-geoCoordinate->dcid" }, 400],
    [
      "a filter",
      "/v2/resolve",
      { nodes: ["a"], property: `<-a{${"k".repeat(9000)}:b}->dcid` },
      400,
    ],
    ["a dcid", "/v1/bulk/triples/out", { nodes: [`a ${long}`] }, 400],
    ["a token", "/v2/node", { nodes: ["a"], property: "->*", nextToken: long }, 400],
    ["a query without an end", "/v2/sparql", { query: `SELECT ?${long}` }, 500],
    ["an unknown variable", "/v2/sparql", { query: `SELECT ?${long} { ?a typeOf City }` }, 500],
    [
      "a name twice",
      "/v2/sparql",
      {
        query: `SELECT ?${"x".repeat(999)} ?${"x".repeat(999)} { ?${"x".repeat(999)} typeOf City }`,
      },
      500,
    ],
    [
      "a function",
      "/v2/sparql",
      { query: `SELECT ?a { ?a typeOf City FILTER(${long}(?a)) }` },
      500,
    ],
    [
      "a pattern",
      "/v2/sparql",
      { query: `SELECT ?a { ?a typeOf City FILTER(regex(?a, "${"(".repeat(900)}")) }` },
      500,
    ],
    ["filters", "/v2/sparql", { query: `SELECT ?a { ?a typeOf City ${many("FILTER(1)")} }` }, 400],
    ["groups", "/v2/sparql", { query: `SELECT ?a { ?a typeOf City ${many("{ }")} }` }, 400],
    ["alternatives", "/v2/sparql", { query: `SELECT ?a { { } ${many("UNION { }")} }` }, 400],
    [
      "optional parts",
      "/v2/sparql",
      { query: `SELECT ?a { ?a typeOf City ${many("OPTIONAL { }")} }` },
      400,
    ],
    [
      "conditions",
      "/v2/sparql",
      { query: `SELECT ?a { ?a typeOf City FILTER(${"1 && ".repeat(3_000)} 1) }` },
      500,
    ],
    [
      "negations",
      "/v2/sparql",
      { query: `SELECT ?a { ?a typeOf City FILTER(${many("!")} 1) }` },
      500,
    ],
  ])("%s", async (_, path, body, status) => {
    const response = await post(path, typeof body === "string" ? body : JSON.stringify(body));
    const { message } = (await response.json()) as { message: string };
    expect([response.status, message]).toEqual([
      status,
      expect.not.stringMatching("internal error"),
    ]);
    expect(message.length).toBeLessThan(500);
  });
});

test("as many conditions as there may be are tested", async () => {
  const query = `SELECT ?a { ?a typeOf City ${"FILTER(?a = a) ".repeat(256)} }`;
  const answer = await post("/v2/sparql", JSON.stringify({ query }), { timeout: 60_000 });
  expect(await answer.json()).toEqual({ header: ["?a"], rows: [{ cells: [{ value: "a" }] }] });
});

function linked(expression: string): object {
  return { entity: { expression }, variable: { dcids: ["v"] } };
}
