/** Answers that are written as text must be, byte for byte, what their objects print. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createFetch,
  endpoints,
  invoke,
  type V2NodeRequest,
  type V2ObservationRequest,
} from "../../../src/adapters/index.ts";
import type { World } from "../../../src/world/world.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { hostileTexts, runs } from "../hostile-texts.ts";

/** Texts that JSON escapes, and keys that objects list before all others. */
const escaped = [
  '"',
  "\\",
  'a"b\\c',
  "\u0000",
  "\u001f\u007f\u2028",
  "\ud800",
  "x\udc00y",
  "\b\t\n",
];
const numbers = ["0", "7", "12", "012", "-1", "4294967294", "4294967295", "1e3"];
const text = fc.constantFrom(
  ...hostileTexts,
  ...escaped,
  ...numbers,
  "geoId/06",
  "größer",
  "\u{1F600}",
);
const label = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("name", "typeOf", "typeOf", "near", "containedInPlace") },
  { weight: 1, arbitrary: fc.constantFrom(...numbers, '"', "\\") },
);
const triples: fc.Arbitrary<TripleRow[]> = fc.array(
  fc.tuple(
    text,
    label,
    fc.oneof(
      text,
      text.map((value) => `=${value}`),
    ),
    text,
  ),
  { maxLength: 30 },
);

/** What `fetch` sends, and what the typed method's answer prints. */
async function bothTexts(
  world: World,
  ...[name, request]: ["v2.node", V2NodeRequest] | ["v2.observation", V2ObservationRequest]
): Promise<[string, string]> {
  const ask = createFetch(endpoints, world);
  const url = `${endpoints[name].path}?key=k`;
  const response = await ask(url, { method: "POST", body: JSON.stringify(request) });
  const answer =
    name === "v2.node"
      ? invoke(endpoints[name], world, request)
      : invoke(endpoints[name], world, request);
  return [await response.text(), JSON.stringify(answer)];
}

test("nodes: values, labels and chains", async () => {
  const property = fc.constantFrom(
    "->",
    "<-",
    "->*",
    "<-*",
    "->name",
    "<-near+",
    "->[typeOf,near]",
  );
  const nodes = fc.array(fc.oneof(text, fc.constantFrom("geoId/06", "unknown")), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(triples, nodes, property, async (rows, queried, expression) => {
      const request = { nodes: queried, property: expression };
      const [sent, printed] = await bothTexts(worldOf(rows), "v2.node", request);
      expect(sent).toBe(printed);
    }),
    runs(300),
  );
});

test("nodes: pages, each with its token", async () => {
  const rows = Array.from(
    { length: 1200 },
    (_, at): TripleRow => [`place/${at}`, "near", "a", "p"],
  );
  const world = worldOf([...rows, ["place/7", "name", '=quoted "name"', "p"]]);
  const ask = createFetch(endpoints, world);
  const pages: string[] = [];
  for (let nextToken = "", last = false; !last; ) {
    const request = { nodes: ["a"], property: "<-near", nextToken };
    const response = await ask("/v2/node?key=k", { method: "POST", body: JSON.stringify(request) });
    const answer = invoke(endpoints["v2.node"], world, request);
    pages.push(await response.text());
    expect(pages.at(-1)).toBe(JSON.stringify(answer));
    last = answer.nextToken === undefined;
    nextToken = answer.nextToken ?? "";
  }
  expect(pages).toHaveLength(3);
});

test("an answer stays what it is when the next one is written", async () => {
  const ask = createFetch(
    endpoints,
    worldOf([
      ["a", "name", "=A"],
      ["b", "name", "=B"],
    ]),
  );
  const [first, second] = await Promise.all(
    ["a", "b"].map((node) => ask(`/v2/node?key=k&nodes=${node}&property=->name`)),
  );
  expect(await second?.text()).toBe('{"data":{"b":{"arcs":{"name":{"nodes":[{"value":"B"}]}}}}}');
  expect(await first?.text()).toBe('{"data":{"a":{"arcs":{"name":{"nodes":[{"value":"A"}]}}}}}');
});

const value = fc.constantFrom(
  "1",
  "-0",
  "0.5",
  "1e21",
  "12.50",
  "n/a",
  '"',
  "4294967296",
  "-7",
  "1e-7",
);
const facet = fc.record({
  importName: fc.constantFrom("A", "B", "WikipediaStatsData"),
  measurementMethod: fc.constantFrom("", "Wikipedia", 'm"'),
  unit: fc.constantFrom("", "Percent"),
});
const observations: fc.Arbitrary<ObservationRow[]> = fc.array(
  fc.tuple(
    fc.constantFrom("Count", "12", "\\"),
    fc.constantFrom("a", "b", "c", "7", '"', "größer"),
    fc.constantFrom("2020", "2021-05", '"'),
    value,
    facet,
  ),
  { maxLength: 25 },
);
const inside: TripleRow[] = ["b", "c", "7", '"'].flatMap((part): TripleRow[] => [
  [part, "containedInPlace", "a"],
  [part, "typeOf", part === "7" ? "Odd" : "Town"],
]);
const entity = fc.oneof(
  fc
    .array(fc.constantFrom("a", "b", "c", "7", "12", '"', "größer", "unknown", "\ud800"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((dcids) => ({ dcids })),
  fc
    .constantFrom("Town", "Odd")
    .map((type) => ({ expression: `a<-containedInPlace+{typeOf:${type}}` })),
);
const requests: fc.Arbitrary<V2ObservationRequest> = fc.record({
  date: fc.constantFrom("", "LATEST", "2020", "1999"),
  variable: fc.record({ dcids: fc.subarray(["Count", "12", "\\", "unknown"], { minLength: 1 }) }),
  entity,
  select: fc.constantFrom(["date", "value"], ["facet"], ["entity"], ["date", "value", "facet"]),
});

test("observations: values, facets and existence", async () => {
  await fc.assert(
    fc.asyncProperty(observations, requests, async (rows, request) => {
      const [sent, printed] = await bothTexts(worldOf(inside, rows), "v2.observation", request);
      expect(sent).toBe(printed);
    }),
    runs(300),
  );
});
