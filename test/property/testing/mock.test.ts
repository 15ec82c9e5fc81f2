import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { CommonsError } from "../../../src/errors/errors.ts";
import { type Commons, open } from "../../../src/index.ts";
import { type FaultPlan, type Mock, mock } from "../../../src/testing.ts";
import { runs, sized } from "../runs.ts";

let commons: Commons;
let strict: Mock;
let lax: Mock;

beforeAll(async () => {
  commons = await open("data-samples/us-states");
  strict = await mock(commons);
  lax = await mock(commons, { missing: "empty" });
});

const entities = ["geoId/06", "geoId/48", "country/USA", "Earth", "geoId/36061"];
const dcid = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...entities) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("geoId/6", "toString", "__proto__", "x,y", "geoid/06", ""),
  },
);
const variable = fc.constantFrom(
  "Count_Person",
  "Median_Age_Person",
  "Count_Persons",
  "constructor",
);
const property = fc.constantFrom(
  "->name",
  "->[name, typeOf]",
  "<-containedInPlace+{typeOf:State}",
  "<-containedInPlace{typeOf:Provinz}",
  "->nothing",
  "->",
  "<-*",
  "name",
  "",
);
const body = fc.oneof(
  fc.record({
    path: fc.constant("/v2/node"),
    body: fc.record({ nodes: fc.array(dcid, { maxLength: 3 }), property }),
  }),
  fc.record({
    path: fc.constant("/v2/observation"),
    body: fc.record({
      variable: fc.record({ dcids: fc.array(variable, { maxLength: 2 }) }),
      entity: fc.oneof(
        fc.record({ dcids: fc.array(dcid, { maxLength: 2 }) }),
        fc.record({
          expression: fc
            .tuple(dcid, fc.constantFrom("State", "Provinz"))
            .map(([place, type]) => `${place}<-containedInPlace+{typeOf:${type}}`),
        }),
      ),
      date: fc.constantFrom("LATEST", ""),
      select: fc.constant(["variable", "entity", "date", "value"]),
    }),
  }),
  fc.record({
    path: fc.constantFrom("/node/triples", "/place/stat-vars", "/v1/bulk/triples/out"),
    body: fc.record({ dcids: fc.array(dcid, { maxLength: 2 }) }),
  }),
);

const isKnown = (name: string): boolean =>
  commons.engine.graph.dictionary.nodeOf(name) !== undefined;

/** Every dcid that a request of this test mentions. */
function dcidsIn({ body }: { readonly body: object }): string[] {
  const { nodes, dcids, variable, entity } = body as Record<string, never>;
  const { expression = "" } = (entity ?? {}) as { expression?: string };
  return [
    ...((nodes ?? dcids ?? []) as string[]),
    ...((variable as { dcids?: string[] } | undefined)?.dcids ?? []),
    ...((entity as { dcids?: string[] } | undefined)?.dcids ?? []).flatMap((one) => one.split(",")),
    ...expression.split("<-", 1),
    ...(/typeOf:(\w+)/.exec(expression)?.slice(1) ?? []),
  ].filter((name) => name !== "");
}

const post = (text: string) => ({ method: "POST", headers: { "x-api-key": "k" }, body: text });

describe("a mock without faults", () => {
  test("answers byte for byte as its Commons does", async () => {
    await fc.assert(
      fc.asyncProperty(body, async (request) => {
        const init = post(JSON.stringify(request.body));
        const expected = await commons.fetch(request.path, init);
        const actual = await lax.fetch(`https://api.datacommons.org${request.path}`, init);
        expect(actual.status).toBe(expected.status);
        expect(String([...actual.headers])).toBe(String([...expected.headers]));
        // Each byte is a character: two texts are compared at once, two lists byte by byte.
        const bytesOf = async (response: Response) =>
          Buffer.from(await response.arrayBuffer()).toString("latin1");
        expect(await bytesOf(actual)).toBe(await bytesOf(expected));
      }),
      runs(300),
    );
  });

  test("answers no request with a dcid that the world lacks", async () => {
    let answered = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(body, async (request) => {
        const asking = strict.fetch(request.path, post(JSON.stringify(request.body)));
        const response = await asking.catch((error: unknown) => error);
        if (response instanceof CommonsError) {
          refused += 1;
          expect(response.missing?.length).toBeGreaterThan(0);
          return;
        }
        if (!(response as Response).ok) return;
        answered += 1;
        expect(dcidsIn(request).filter((name) => !isKnown(name))).toEqual([]);
      }),
      runs(400),
    );
    expect(Math.min(answered, refused)).toBeGreaterThan(0);
  });
});

describe("a mock with faults", () => {
  const faults: FaultPlan = {
    seed: "s",
    delay: { median: 0.5, sigma: 1 },
    rules: [
      { kind: "error", code: "resourceExhausted", rate: 0.2 },
      { kind: "reset", rate: 0.2 },
      { kind: "truncated", rate: 0.1 },
      { kind: "malformed", rate: 0.1 },
    ],
  };
  const requests = Array.from(
    { length: 20 },
    (_, at) => `/v2/node?nodes=geoId/06&property=->[name, p${at}]`,
  );

  /** What happened to each request and time, whichever order they came in. */
  async function outcomes(order: readonly number[], seed: string): Promise<string[]> {
    const double = await mock(commons, { faults: { ...faults, seed } });
    const queue = [...order];
    const caller = async (): Promise<void> => {
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
        await double.fetch(requests[at % requests.length]!).then(
          async (response) => await response.text().catch(() => ""),
          () => undefined,
        );
      }
    };
    await Promise.all(Array.from({ length: 50 }, caller));
    return double.calls.map(({ url, occurrence, fault }) => `${url} ${occurrence} ${fault}`).sort();
  }

  const all = Array.from({ length: sized(100, 200) }, (_, at) => at);
  let ofSeed: Promise<string[]> | undefined;
  const expectedOutcomes = () => {
    ofSeed ??= outcomes(all, "s");
    return ofSeed;
  };

  test("of one seed meets the same faults, in any order of 50 callers", async () => {
    const expected = await expectedOutcomes();
    expect(new Set(expected.map((line) => line.split(" ").at(-1))).size).toBe(5);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), async (order) => {
        expect(await outcomes(order, "s")).toEqual(expected);
      }),
      runs(10),
    );
  });

  test("of another seed meets others", async () => {
    expect(await outcomes(all, "t")).not.toEqual(await expectedOutcomes());
  });
});
