/** Answers that are written as text must be, byte for byte, what their objects print. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFetch, endpoints, invoke } from "../../src/adapters/index.ts";
import { type TripleRow, worldOf } from "../oracle/small-world.ts";
import { hostileTexts, runs } from "./hostile-texts.ts";

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
  row: "v2.node",
  rows: readonly TripleRow[],
  request: { nodes: string[]; property: string },
): Promise<[string, string]> {
  const world = worldOf(rows);
  const ask = createFetch(endpoints, world);
  const url = `${endpoints[row].path}?key=k`;
  const response = await ask(url, { method: "POST", body: JSON.stringify(request) });
  return [await response.text(), JSON.stringify(invoke(endpoints[row], world, request))];
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
      const [sent, printed] = await bothTexts("v2.node", rows, {
        nodes: queried,
        property: expression,
      });
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
