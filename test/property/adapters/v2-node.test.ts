import fc from "fast-check";
import { expect, test } from "vitest";
import { invoke } from "../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import type { ArcEntry } from "../../../src/adapters/shapes.ts";
import type { V2NodeResponse } from "../../../src/adapters/v2-shapes.ts";
import type { RelationExpression } from "../../../src/expr-parser/parse-relation.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(60);

// Few names, so that random triples meet; one beyond U+FFFF and one that objects inherit.
const nodes = ["a", "b", "City", "__proto__", "\u{1F600}", "\uFFFD"];
const predicates = ["typeOf", "name", "containedInPlace", "p"];
const provenances = ["dc/base/A", "dc/base/B", undefined];

const node = fc.constantFrom(...nodes);
const triple = fc
  .tuple(
    node,
    fc.constantFrom(...predicates),
    fc.oneof(
      node,
      node.map((text) => `=${text}`),
    ),
    fc.constantFrom(...provenances),
  )
  .map(([s, p, o, from]): TripleRow => (from === undefined ? [s, p, o] : [s, p, o, from]));
const triples = fc.array(triple, { maxLength: 40 });

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

interface Arc {
  readonly label: string;
  readonly other: string;
  readonly isLiteral: boolean;
  readonly provenance: string;
}

/** Arcs of a node by scanning everything, in answer order. */
function naiveArcs(rows: readonly TripleRow[], dcid: string, direction: "in" | "out"): Arc[] {
  const arcs = rows.flatMap(([s, label, o, provenance = ""]): Arc[] => {
    const isLiteral = o.startsWith("=");
    if (direction === "out" && s === dcid) {
      return [{ label, other: isLiteral ? o.slice(1) : o, isLiteral, provenance }];
    }
    return direction === "in" && o === dcid
      ? [{ label, other: s, isLiteral: false, provenance }]
      : [];
  });
  const distinct = new Map(arcs.map((arc) => [JSON.stringify(arc), arc]));
  return [...distinct.values()].sort(
    (a, b) =>
      byBytes(a.label, b.label) ||
      Number(b.isLiteral) - Number(a.isLiteral) ||
      byBytes(a.other, b.other) ||
      byBytes(a.provenance, b.provenance),
  );
}

/** The arc of an entry, without the name and types that are joined to it. */
const keyOf = ({ dcid, value, provenanceId = "" }: ArcEntry, label: string): Arc => ({
  label,
  other: dcid ?? value ?? "",
  isLiteral: dcid === undefined,
  provenance: provenanceId,
});

function arcsOf(response: V2NodeResponse, dcid: string): Arc[] {
  const arcs = response.data?.[dcid]?.arcs ?? {};
  return Object.entries(arcs).flatMap(([label, { nodes: entries = [] }]) =>
    entries.map((entry) => keyOf(entry, label)),
  );
}

const ask = (rows: readonly TripleRow[], dcids: string[], property: RelationExpression) =>
  invoke(endpoints["v2.node"], worldOf(rows), { nodes: dcids, property });

test("-> and <- with * answer what a full scan finds, in order", () => {
  fc.assert(
    fc.property(triples, node, fc.constantFrom("in", "out"), (rows, dcid, direction) => {
      const response = ask(rows, [dcid], direction === "out" ? "->*" : "<-*");
      expect(arcsOf(response, dcid)).toEqual(naiveArcs(rows, dcid, direction));
    }),
    { numRuns },
  );
});

test("labels only are the distinct labels of the same scan", () => {
  fc.assert(
    fc.property(triples, node, fc.constantFrom("in", "out"), (rows, dcid, direction) => {
      const response = ask(rows, [dcid], direction === "out" ? "->" : "<-");
      const labels = naiveArcs(rows, dcid, direction).map(({ label }) => label);
      expect(response.data?.[dcid]?.properties ?? []).toEqual([...new Set(labels)]);
    }),
    { numRuns },
  );
});

test("a filter keeps the neighbours that a scan keeps", () => {
  fc.assert(
    fc.property(triples, node, node, fc.constantFrom("typeOf", "p"), (rows, dcid, value, key) => {
      fc.pre(!/[\s,:[\]{}]/.test(value));
      const { data } = ask(rows, [dcid], `->*{${key}:${value}}`);
      const expected = naiveArcs(rows, dcid, "out").filter(
        ({ other, isLiteral }) =>
          !isLiteral &&
          naiveArcs(rows, other, "out").some(
            (arc) =>
              arc.label === key && arc.other === value && !(key === "typeOf" && arc.isLiteral),
          ),
      );
      expect(arcsOf({ data: data ?? {} }, dcid)).toEqual(expected);
    }),
    { numRuns },
  );
});

test("a chain reaches what naive stepping reaches", () => {
  fc.assert(
    fc.property(triples, node, fc.constantFrom("in", "out"), (rows, dcid, direction) => {
      const reached = new Set<string>();
      let level = [dcid];
      for (let hop = 0; hop < 10; hop++) {
        const next = level.flatMap((from) =>
          naiveArcs(rows, from, direction).filter(({ label }) => label === "p"),
        );
        const fresh = next.filter(({ other, isLiteral }) => !reached.has(`${isLiteral}${other}`));
        for (const { other, isLiteral } of fresh) reached.add(`${isLiteral}${other}`);
        level = fresh.filter(({ isLiteral }) => !isLiteral).map(({ other }) => other);
      }
      const response = ask(rows, [dcid], direction === "out" ? "->p+" : "<-p+");
      const found = arcsOf(response, dcid).map(({ other, isLiteral }) => `${isLiteral}${other}`);
      expect(new Set(found)).toEqual(reached);
      expect(found).toHaveLength(reached.size);
    }),
    { numRuns },
  );
});

test("every node has its name and types joined to it", () => {
  fc.assert(
    fc.property(triples, node, (rows, dcid) => {
      const { data } = ask(rows, [dcid], "<-*");
      const entries = Object.values(data?.[dcid]?.arcs ?? {}).flatMap(({ nodes: of }) => of ?? []);
      for (const { dcid: other = "", name, types } of entries) {
        const arcs = naiveArcs(rows, other, "out");
        const typesOf = arcs.filter(({ label, isLiteral }) => label === "typeOf" && !isLiteral);
        expect(types ?? []).toEqual([...new Set(typesOf.map((arc) => arc.other))]);
        const first = rows.find(([s, p, o]) => s === other && p === "name" && o.startsWith("="));
        expect(name).toBe(first?.[2].slice(1));
      }
      expect(entries.length).toBe(naiveArcs(rows, dcid, "in").length);
    }),
    { numRuns },
  );
});
