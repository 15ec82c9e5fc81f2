/** Closures over nodes of many types, held against walking every step. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Graph } from "../../../src/store/graph/graph.ts";
import { closure, type TermFilter, termTest } from "../../../src/store/graph/walk.ts";
import { walkMemory } from "../../../src/store/graph/walk-memory.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import {
  type NaiveFilter,
  NaiveGraph,
  naiveLiteral,
  naiveNode,
} from "../../oracle/store/naive-graph.ts";
import { runs } from "../runs.ts";

const names = Array.from({ length: 14 }, (_, at) => `n${at}`);
const types = ["A", "B", "C", "D", "E"];

/** Mostly one type each, so that many sets of types lead nowhere. */
const typesOfNodes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...types).map((type) => [type]) },
    { weight: 1, arbitrary: fc.subarray(types) },
    { weight: 1, arbitrary: fc.constant<string[]>(["=A"]) },
  ),
  { minLength: names.length, maxLength: names.length },
);
const node = fc.constantFrom(...names);
const object = fc.oneof(
  { weight: 9, arbitrary: node },
  { weight: 1, arbitrary: fc.constant("=end") },
);
const worlds = fc.record({
  typesOf: typesOfNodes,
  links: fc.array(fc.tuple(node, fc.constantFrom("in", "in", "near"), object), { maxLength: 30 }),
});
const filters = fc.array(
  fc.record({
    key: fc.constantFrom("typeOf", "typeOf", "in", "nothing"),
    values: fc.subarray([...types, ...names.slice(0, 3), "=A", "=end"], { maxLength: 3 }),
  }),
  { maxLength: 2 },
);

const rowsOf = ({ typesOf, links }: { typesOf: string[][]; links: [string, string, string][] }) => [
  ...typesOf.flatMap((ofNode, at) => ofNode.map((type): TripleRow => [names[at]!, "typeOf", type])),
  ...links,
];

const termOf = (text: string) =>
  text.startsWith("=") ? naiveLiteral(text.slice(1)) : naiveNode(text);

function lowered(graph: Graph, filter: NaiveFilter): TermFilter {
  const { dictionary } = graph;
  return filter.map(({ predicate, values }) => ({
    predicate: graph.predicateOf(predicate),
    values: new Set(
      values.flatMap(
        ({ text, isNode }) => (isNode ? dictionary.nodeOf(text) : dictionary.literalOf(text)) ?? [],
      ),
    ),
  }));
}

test.each([false, true])("leave nothing out, knowing which types lead where: %s", (isPruned) => {
  fc.assert(
    fc.property(worlds, filters, fc.integer({ min: 0, max: 6 }), (world, keys, hopsMax) => {
      const rows = rowsOf(world);
      const { graph } = worldOf(rows);
      const naive = new NaiveGraph(
        rows.map(([subject, predicate, text]) => ({
          subject,
          predicate,
          object: termOf(text),
          provenance: undefined,
        })),
      );
      const naiveFilter = keys.map(({ key, values }) => ({
        predicate: key,
        values: values.map(termOf),
      }));
      const filter = lowered(graph, naiveFilter);
      const { dictionary } = graph;
      const predicate = graph.predicateOf("in");
      fc.pre(predicate !== undefined);
      if (isPruned) walkMemory(graph).leadsOf(predicate!);
      for (let start = 0; start < dictionary.termCount; start++) {
        const from = { text: dictionary.textOf(start), isNode: dictionary.isNode(start) };
        for (const direction of ["out", "in"] as const) {
          const reached = closure(graph, start, direction, predicate!, hopsMax, filter);
          expect(
            Array.from(reached, (id) => ({
              text: dictionary.textOf(id),
              isNode: dictionary.isNode(id),
            })),
          ).toEqual(naive.closure(from, direction, "in", hopsMax, naiveFilter));
        }
        expect(termTest(graph, filter)?.(start) ?? true).toBe(naive.passes(from, naiveFilter));
      }
    }),
    runs(60),
  );
});
