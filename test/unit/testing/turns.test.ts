/** Code under test that asks without an end: the runner ends its test, and the mock names the loop. */
import { afterEach, expect, test, vi } from "vitest";
import { world } from "../../../src/index.ts";
import { type FaultRule, type Mock, mock } from "../../../src/testing.ts";
import { california, node, post, root } from "./california.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Far more than come before a timer, and so few that a loop without turns ends, too. */
const requestsMax = 2000;

/** How many requests came before a timer of the runner. */
async function askedBeforeTimer(ask: (count: number) => Promise<unknown>): Promise<number> {
  let isOver = false;
  const { setTimeout: runnersTimer } = globalThis;
  runnersTimer(() => {
    isOver = true;
  }, 1);
  let count = 0;
  for (; !isOver && count < requestsMax; count++) await ask(count);
  return count;
}

test("a loop of requests without an end lets the timers of the runner fire", async () => {
  const { fetch } = await mock(california());
  const ask = async () => await (await fetch(`${root}/v2/node`, node(["geoId/06"]))).text();
  expect(await askedBeforeTimer(ask)).toBeLessThan(requestsMax);
});

test("a loop that catches each rejection does, too, with the installed fetch", async () => {
  using double = await mock(california());
  double.install();
  const ask = (address: string) => async () =>
    await expect(fetch(address, node(["geoId/06"]))).rejects.toThrow();
  expect(await askedBeforeTimer(ask("/v2/node"))).toBeLessThan(requestsMax);
  expect(await askedBeforeTimer(ask(`${root}/v2/nodes`))).toBeLessThan(requestsMax);
});

test("many requests need no time of fake timers", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "setInterval", "Date"] });
  const { fetch } = await mock(california());
  for (let count = 0; count < 250; count++) {
    expect((await fetch(`${root}/v2/node`, node(["geoId/06"]))).status).toBe(200);
  }
});

test("few requests need no turn of the event loop, so code under fake timers goes on as it did", async () => {
  const { fetch } = await mock(california());
  let isTurned = false;
  const channel = new MessageChannel();
  channel.port1.on("message", () => {
    isTurned = true;
  });
  channel.port2.postMessage(0);
  for (let count = 0; count < 99; count++) await fetch(`${root}/v2/node`, node(["geoId/06"]));
  expect(isTurned).toBe(false);
  await fetch(`${root}/v2/node`, node(["geoId/06"]));
  await vi.waitFor(() => expect(isTurned).toBe(true));
  channel.port1.close();
});

/** The same request, as often as no test means it. */
function askOften(double: Mock, times = 10_000): void {
  const asked = { method: "POST", url: `${root}/v2/node` };
  const body = JSON.stringify({ nodes: ["geoId/06"], property: "->name" });
  for (let count = 0; count < times; count++) {
    double.answer({ ...asked, headers: { "x-api-key": "k" }, body });
  }
}

test("the same request more than 10,000 times is named as a loop without an end", async () => {
  const double = await mock(california(), { missing: "empty" });
  askOften(double);
  double.assertNoProblems();
  const again = double.fetch(`${root}/v2/node`, node(["geoId/06"]));
  await expect(again).rejects.toMatchObject({
    code: "MOCK",
    message:
      'the same request came more than 10000 times: does the code ask in a loop without an end? v2.node {"nodes":["geoId/06"],"property":"->name"}',
  });
  expect(double.problems).toHaveLength(1);
  const other = post({ nodes: ["geoId/06"], property: "->typeOf" });
  expect((await double.fetch(`${root}/v2/node`, other)).status).toBe(200);
  double.reset();
  expect((await double.fetch(`${root}/v2/node`, node(["geoId/06"]))).status).toBe(200);
});

/** More counties than a page has. */
const counties = () => {
  const made = world().place("geoId/06", "California", "State");
  for (let at = 0; at < 600; at++) made.place(`c/${at}`, `County ${at}`, "County", "geoId/06");
  return made;
};

const pageOf = (nextToken = "") => ({
  method: "POST",
  url: `${root}/v2/node`,
  headers: { "x-api-key": "k" },
  body: JSON.stringify({ nodes: ["geoId/06"], property: "<-containedInPlace", nextToken }),
});

const samePage =
  "the same request came more than 200 times in a row without its nextToken: does the code ask in a loop without an end? v2.node";

test("a page that comes again and again without its next token is named before a test times out", async () => {
  const double = await mock(counties(), { missing: "empty" });
  const { url, ...asked } = pageOf();
  for (let count = 0; count < 200; count++) {
    expect((await double.fetch(url, asked)).status).toBe(200);
  }
  await expect(double.fetch(url, asked)).rejects.toThrow(samePage);
  expect(() => double.answer(pageOf())).toThrow(samePage);
  expect(double.problems).toHaveLength(2);
  double.reset();
  // The last page has no next one: it keeps the limit of all requests.
  const last = pageOf(nextOf(double.answer(pageOf()).body));
  for (let count = 0; count < 300; count++) double.answer(last);
  double.assertNoProblems();
});

const nextOf = (body: string): string => JSON.parse(body).nextToken;

test("a property test that follows its pages is no loop, nor is one that asks for other data between", async () => {
  const double = await mock(counties());
  for (let run = 0; run < 500; run++) double.answer(pageOf(nextOf(double.answer(pageOf()).body)));
  const other = { ...pageOf(), body: JSON.stringify({ nodes: ["c/1"], property: "->name" }) };
  for (let run = 0; run < 500; run++) for (const one of [pageOf(), other]) double.answer(one);
  expect(double.problems).toEqual([]);
});

test.each<FaultRule>([{ kind: "error", code: "unavailable" }, { kind: "malformed" }])(
  "a client that asks again after a fault is in no loop: $kind",
  async (rule) => {
    const occurrences = Array.from({ length: 400 }, (_, at) => at + 1);
    const double = await mock(counties(), { faults: { rules: [{ ...rule, occurrences }] } });
    for (let count = 0; count < 600; count++) double.answer(pageOf());
    double.assertNoProblems();
    expect(() => double.answer(pageOf())).toThrow(samePage);
  },
);
