/** Code under test that asks without an end: the runner ends its test, and the mock names the loop. */
import { afterEach, expect, test, vi } from "vitest";
import { type Mock, mock } from "../../../src/testing.ts";
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
      'the same request came more than 10000 times since the last reset: does the code ask in a loop without an end? v2.node {"nodes":["geoId/06"],"property":"->name"}',
  });
  expect(double.problems).toHaveLength(1);
  const other = post({ nodes: ["geoId/06"], property: "->typeOf" });
  expect((await double.fetch(`${root}/v2/node`, other)).status).toBe(200);
  double.reset();
  expect((await double.fetch(`${root}/v2/node`, node(["geoId/06"]))).status).toBe(200);
});
