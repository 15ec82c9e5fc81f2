/** A store of RDF that holds the exported N-Quads answers every pattern alike. */

import fc from "fast-check";
import { DataFactory, Parser, type Quad, Store, type Term } from "n3";
import { expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { nQuads } from "../../../src/export/rdf-export.ts";
import { type RdfQuad, rdfSource } from "../../../src/rdf.ts";
import { worldOfData } from "../../oracle/sparql/naive-sparql.ts";
import { runs } from "../runs.ts";
import { dataWith } from "../sparql/arbitraries.ts";

const { defaultGraph, namedNode, literal, blankNode } = DataFactory;

const data = dataWith(({ value, importName, ...key }) => key);

function storeOf(text: string): Store {
  const parser = new Parser({ format: "N-Quads", blankNodePrefix: "_:" });
  return new Store(parser.parse(text));
}

const textOf = (one: { subject: Shown; predicate: Shown; object: Shown; graph: Shown }): string =>
  [one.subject, one.predicate, one.object, one.graph].map(shown).join(" ");

interface Shown {
  readonly termType: string;
  readonly value: string;
}

const shown = ({ termType, value }: Shown): string =>
  `${termType}:${termType === "BlankNode" ? value.replace(/^.*?(?=o\d+$)/, "") : value}`;

/** In the default graph each statement of any graph is once. */
function expected(store: Store, [s, p, o, g]: readonly (Term | null)[]): string[] {
  const isUnion = g?.termType === "DefaultGraph";
  const quads = store.getQuads(s as null, p as null, o as null, (isUnion ? null : g) as null);
  const texts = quads.map((one) =>
    textOf(isUnion ? { ...parts(one), graph: defaultGraph() } : one),
  );
  return [...new Set(texts)].sort();
}

const parts = ({ subject, predicate, object, graph }: Quad) => ({
  subject,
  predicate,
  object,
  graph,
});

const nothing = [
  namedNode("https://datacommons.org/browser/no%20such"),
  namedNode("https://schema.org/name"),
  namedNode("https://datacommons.org/browser/%zz"),
  literal("5", "de"),
  literal("5", namedNode("http://www.w3.org/2001/XMLSchema#integer")),
  blankNode("x"),
  blankNode("o999"),
];

/** Terms of one quad, or others, or nothing. */
const choice = fc.record({
  quad: fc.nat(1000),
  keeps: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.constantFrom("own", "union", "all")),
  odd: fc.option(fc.record({ place: fc.nat(3), term: fc.constantFrom(...nothing) }), { freq: 9 }),
});

test("every pattern has the quads of the exported N-Quads, and counts say how many", async () => {
  await fc.assert(
    fc.asyncProperty(
      data,
      fc.array(choice, { minLength: 3, maxLength: 8 }),
      async (given, choices) => {
        const world = worldOfData(given);
        const commons = new Commons({ world, info: {} as never });
        const source = rdfSource(commons, { observations: true });
        const store = storeOf([...nQuads(world)].join(""));
        const all = store.getQuads(null, null, null, null);
        for (const { quad, keeps, odd } of choices) {
          const one = all[quad % all.length];
          if (one === undefined) return;
          const [s, p, o, g] = keeps;
          const graph = g === "own" ? one.graph : g === "union" ? defaultGraph() : null;
          const pattern: (Term | null)[] = [
            s ? one.subject : null,
            p ? one.predicate : null,
            o ? one.object : null,
            graph,
          ];
          if (odd !== null) pattern[odd.place] = odd.term;
          const asked = pattern.map((term) =>
            term?.termType === "BlankNode"
              ? blankNode(shown(term).slice("BlankNode:".length))
              : term,
          );
          const found: RdfQuad[] = [];
          for await (const each of source.match(...asked)) found.push(each);
          const wanted = expected(store, pattern);
          const what = pattern.map((term) => term && shown(term)).join(" ");
          expect(found.map(textOf).sort(), what).toEqual(wanted);
          expect((await source.getQuads(...asked)).map(textOf).sort()).toEqual(wanted);
          const count = await source.countQuads(...asked);
          expect(count, what).toBeGreaterThanOrEqual(wanted.length);
          const statements = new Set(
            all.map((each) => textOf({ ...parts(each), graph: defaultGraph() })),
          );
          if (statements.size === all.length && pattern[3]?.termType !== "NamedNode")
            expect(count, what).toBe(wanted.length);
        }
      },
    ),
    runs(200),
  );
});
