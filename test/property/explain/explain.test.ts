import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Commons,
  CommonsError,
  type ExplainedRequest,
  type Explanation,
  open,
  world,
} from "../../../src/index.ts";
import type { Suggestion } from "../../../src/wire.ts";
import { runs } from "../runs.ts";

const odd = ["__proto__", "constructor", "\ud800", "a\nb", "x".repeat(100_000), "\u{1F600}", "'{}"];
const places = ["geo/1", "geo/2", "geo/3", "__proto__"];
const dcid = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...places, "geo/4", "Ano", "Town") },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);
const dcids = fc.array(dcid, { maxLength: 3 });
const variables = ["Count", "Income", "constructor"];
const variable = fc.constantFrom(...variables, "Counts", "people", "__proto__", "\ud800");
const types = ["Town", "State"];
const type = fc.constantFrom(...types, "Twn", "__proto__");
const property = fc.constantFrom("name", "typeOf", "containedInPlace", "color", "__proto__", "nme");
const date = fc.constantFrom("2020", "2021", "2022");

const anyWorld = fc.record({
  nodes: fc.array(
    fc.record({
      dcid: fc.constantFrom(...places),
      type: fc.constantFrom(...types),
      name: fc.constantFrom("Ano", "Bea", "two words", "toString"),
      within: fc.constantFrom(...places),
      color: fc.constantFrom("red", "", "__proto__"),
    }),
    { maxLength: 4 },
  ),
  points: fc.array(
    fc.record({
      variable: fc.constantFrom(...variables),
      entity: fc.constantFrom(...places),
      date,
      value: fc.constantFrom(1, 2.5, "none"),
      unit: fc.constantFrom("", "Dollar"),
    }),
    { maxLength: 6 },
  ),
});

type AnyWorld = typeof anyWorld extends fc.Arbitrary<infer Value> ? Value : never;

async function opened({ nodes, points }: AnyWorld): Promise<Commons> {
  const maker = world();
  for (const { dcid, type, name, within, color } of nodes) {
    maker.place(dcid, name, type, within);
    if (color !== "") maker.node(dcid, { color });
  }
  for (const { variable, entity, date, value, unit } of points) {
    maker.series(variable, entity, { [date]: value }, { unit });
  }
  return await open(maker);
}

const filter = fc.oneof(
  fc.constant(""),
  type.map((one) => `{typeOf:${one}}`),
  fc.constantFrom("{color:red}", "{colour:red}", "{name:Ano}"),
);
const expression = fc
  .tuple(
    fc.constantFrom("->", "<-"),
    fc.oneof(property, fc.constantFrom("", "*", "[name, nme]", "[color{name:Ano}, typeOf]")),
    fc.constantFrom("", "+"),
    filter,
  )
  .map((parts) => parts.join("") as `->${string}`);

const pattern = fc
  .tuple(
    fc.oneof(fc.constantFrom("?s", "?o", "?t"), fc.constantFrom(...places, "geo/4")),
    fc.oneof(
      property,
      fc.constantFrom(
        "dcid",
        "variableMeasured",
        "observationAbout",
        "value",
        "observationDate",
        "unit",
      ),
    ),
    fc.oneof(
      fc.constantFrom("?s", "?v", "?w", "?t"),
      fc.constantFrom(...places, ...types, ...variables, "Twn", "red"),
    ),
  )
  .map((parts) => parts.join(" "));

const query = fc
  .record({
    patterns: fc.array(pattern, { minLength: 1, maxLength: 4 }),
    more: fc.constantFrom(
      "",
      "FILTER(?s = 'geo/1')",
      "OPTIONAL { ?s color ?c }",
      "{ ?s nme ?c } UNION { ?s color ?c }",
    ),
    end: fc.constantFrom("", "", "OFFSET 2", "LIMIT 1"),
  })
  .map(({ patterns, more, end }) => `SELECT * WHERE { ${patterns.join(" . ")} ${more} } ${end}`);

const request: fc.Arbitrary<ExplainedRequest> = fc.oneof(
  fc.record({ node: fc.record({ nodes: dcids, property: expression }) }),
  fc.record({
    observation: fc.record(
      {
        variable: fc.record({ dcids: fc.array(variable, { maxLength: 2 }) }),
        entity: fc.oneof(
          fc.record({ dcids }),
          fc.record({
            expression: fc
              .tuple(dcid, type)
              .map(([place, one]) => `${place}<-containedInPlace+{typeOf:${one}}` as const),
          }),
        ),
        select: fc.subarray(["date", "value", "facet", "entity"] as const),
        date: fc.oneof(date, fc.constantFrom("LATEST", "", "1999")),
        filter: fc.record(
          { facet_ids: fc.constant(["1"]), domains: fc.constant(["example.org"]) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ["entity", "select"] },
    ),
  }),
  fc.record({
    resolve: fc.record({
      nodes: fc.array(fc.oneof(dcid, fc.constantFrom("Bea", "1#2")), { maxLength: 3 }),
      property: fc.constantFrom(
        "<-description->dcid",
        "<-description{typeOf:State}->dcid",
        "<-color->dcid",
        "<-color->name",
        "<-nme->dcid",
        "<-dcid->color",
        "<-geoCoordinate->dcid",
      ),
      resolver: fc.constantFrom("place", "indicator"),
    }),
  }) as fc.Arbitrary<ExplainedRequest>,
  fc.record({ sparql: fc.record({ query }) }),
);

/** What the typed method answers; undefined where it refuses. */
function answerOf(commons: Commons, asked: ExplainedRequest): unknown {
  try {
    if ("node" in asked) return commons.v2.node(asked.node);
    if ("observation" in asked) return commons.v2.observation(asked.observation);
    if ("resolve" in asked) return commons.v2.resolve(asked.resolve);
    return commons.v2.sparql(asked.sparql, { dialect: "extended" });
  } catch (error) {
    if (error instanceof CommonsError) return undefined;
    throw error;
  }
}

/** Whether an answer holds a value, a label, a facet, a candidate or a row; not how `explain` reads it. */
function holdsSomething(answer: unknown, asked: ExplainedRequest): boolean {
  const text = JSON.stringify(answer);
  if (!("observation" in asked)) return /"(?:dcid|value|properties|cells)":/.test(text);
  const { select = [] } = asked.observation;
  if (select.includes("facet") || (select.includes("date") && select.includes("value"))) {
    return text.includes('"facetId":');
  }
  return text.replaceAll('"byEntity":{}', "").includes('"byEntity"');
}

function isKnown(
  { engine: { graph, observations } }: Commons,
  { kind, value }: Suggestion,
): boolean {
  const node = graph.dictionary.nodeOf(value);
  switch (kind) {
    case "property":
      return graph.predicateOf(value) !== undefined;
    case "variable":
      return node !== undefined && [...observations.variables].includes(node);
    case "type":
      return (
        node !== undefined && graph.typeSets.some((set) => graph.typesOfSet(set).includes(node))
      );
    case "date":
      return observations.dateCodeOf(value) !== undefined;
    case "facet":
      return observations.facets.some(({ facetId }) => facetId === value);
    case "domain":
      return observations.facets.some(({ provenanceUrl }) => provenanceUrl.includes(value));
    case "dcid":
      return node !== undefined;
    case "value":
      return node !== undefined || graph.dictionary.literalOf(value) !== undefined;
  }
}

test("an empty answer has a step that left nothing, and suggestions that the world knows", async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      anyWorld,
      fc.array(request, { minLength: 8, maxLength: 8 }),
      async (data, all) => {
        const commons = await opened(data);
        for (const asked of all) {
          const answer = answerOf(commons, asked);
          const explaining = commons.explain(asked, { dialect: "extended" });
          if (answer === undefined) {
            await expect(explaining).rejects.toBeInstanceOf(CommonsError);
            continue;
          }
          const explained: Explanation = await explaining;
          expect(explained.isEmpty).toBe(!holdsSomething(answer, asked));
          const isAlone = (what: string) => what.startsWith("alone: ");
          const lost = explained.steps.filter(({ what, left }) => left === 0 && !isAlone(what));
          expect(explained.suggestions.filter((one) => !isKnown(commons, one))).toEqual([]);
          expect(explained.text.split("\n").length).toBeLessThan(60);
          if (explained.isEmpty) {
            kinds.add(explained.kind ?? "");
            expect(explained).toMatchObject({
              kind: expect.any(String),
              reason: expect.any(String),
            });
            expect(lost.length).toBeGreaterThan(0);
          } else {
            expect(explained).not.toHaveProperty("reason");
            expect(lost).toEqual([]);
          }
        }
      },
    ),
    runs(80),
  );
  expect(kinds.has("")).toBe(false);
  expect(kinds.size).toBeGreaterThan(5);
});
