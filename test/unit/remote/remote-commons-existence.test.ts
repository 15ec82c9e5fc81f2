/** Which variables a place has, read from the place's own list, not from the series of each variable; and formulas. */

import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import type { V2ObservationRequest } from "../../../src/wire.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

const places = 400;
const variables = 300;
let local: Commons;
let bytes: Uint8Array;

beforeAll(async () => {
  local = await open({ "rows.csv": table("1") });
  bytes = snapshotOf(local, 512);
});

/** Every place has every third variable. */
function table(lastValue: string): string {
  const rows = ["variable,entity,date,value"];
  for (let at = 0; at < places; at++) {
    for (let of = at % 3; of < variables; of += 3) rows.push(`v${of},place/${at},2020,${at + of}`);
  }
  return [...rows, `v299,place/0,2020,${lastValue}`].join("\n");
}

const ask = (entities: string[], asked: string[] = []): V2ObservationRequest => ({
  select: ["variable", "entity"],
  entity: { dcids: entities },
  ...(asked.length > 0 ? { variable: { dcids: asked } } : {}),
});

const all = Array.from({ length: variables }, (_, at) => `v${at}`);

test.each([
  ["the variables of a place", ask(["place/7"])],
  ["those of some places, in any order", ask(["place/9", "nowhere", "place/7", "place/8"])],
  ["many variables of a place", ask(["place/7", "nowhere"], [...all, "v"])],
])("%s are read without the series of each variable", async (_, request) => {
  const remote = await openRemote(new MemoryStore(bytes));
  const before = remote.traffic;
  expect(await remote.v2.observation(request)).toEqual(local.v2.observation(request));
  const { rounds, bytes: read } = remote.traffic;
  expect(rounds - before.rounds).toBeLessThan(9);
  // Its series are two thirds of the file.
  expect(read - before.bytes).toBeLessThan(bytes.length / 6);
});

test("a variable whose only values about a place are texts is none of its variables", async () => {
  const commons = await open({ "rows.csv": table("unknown") });
  const request = ask(["place/0"]);
  const expected = commons.v2.observation(request);
  const remote = await openRemote(new MemoryStore(snapshotOf(commons, 512)));
  expect(await remote.v2.observation(request)).toEqual(expected);
  expect(Object.keys(expected.byVariable ?? {})).not.toContain("v299");
});

// Formulas of requests, and those that fill holes.

const nodes = ["A", "B", "Sum"].map(
  (dcid) => `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\n`,
);
const calculation = `Node: dcid:calc
typeOf: dcs:StatisticalCalculation
outputProperty: dcid:Sum
inputPropertyExpression: "A + B"
`;
const rows = Array.from({ length: 300 }, (_, at) =>
  ["A", "B"].map((variable) => `geo/${at},${variable},2020,${at + 1},p`),
).flat();
const made = open({
  "g.mcf": [...nodes, calculation].join("\n"),
  "o.csv": `entity,variable,date,value,provenance\n${rows.join("\n")}\n`,
});

async function both() {
  const near = await made;
  const far = await openRemote(new MemoryStore(snapshotOf(near, 512)), { maxCacheBytes: 0 });
  return { near, far };
}

const select = ["variable", "entity", "date", "value"];
const asked = (variable: object, places: readonly number[]) => {
  const body = JSON.stringify({
    variable,
    entity: { dcids: places.map((at) => `geo/${at}`) },
    date: "",
    select,
  });
  return ["/core/api/v2/observation", { method: "POST", body }] as const;
};

test.each([
  ["formulas of requests are calculated", { formula: "(A + B) * B" }, 50],
  ["holes are filled", { dcids: ["Sum"] }, 10],
])("%s, far as near", async (_what, variable, value) => {
  const { near, far } = await both();
  const request = asked(variable, [4, 299]);
  const text = await (await near.service({ calculations: true }).fetch(...request)).text();
  expect(await (await far.service({ calculations: true }).fetch(...request)).text()).toBe(text);
  const found: { byEntity: Record<string, { orderedFacets: object[] }> }[] = Object.values(
    JSON.parse(text).byVariable,
  );
  const orderedFacets = found[0]?.byEntity["geo/4"]?.orderedFacets;
  expect(orderedFacets).toMatchObject([{ observations: [{ date: "2020", value }] }]);
});

test("no hole is filled without the option", async () => {
  const { far } = await both();
  const answer = await far.service().fetch(...asked({ dcids: ["Sum"] }, [4]));
  expect(await answer.text()).not.toContain("observations");
});
