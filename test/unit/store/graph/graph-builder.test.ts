import { describe, expect, test } from "vitest";
import { noId } from "../../../../src/load/statements/sink.ts";
import type { Graph } from "../../../../src/store/graph/graph.ts";
import { WorldBuilder } from "../../../../src/world/world.ts";
import {
  NaiveGraph,
  type NaiveTriple,
  naiveLiteral,
  naiveNode,
} from "../../../oracle/store/naive-graph.ts";

function graphOf(triples: readonly NaiveTriple[]): Graph {
  const sink = new WorldBuilder();
  for (const { subject, predicate, object, provenance } of triples) {
    const source = provenance === undefined ? noId : sink.node(provenance);
    const [from, arc] = [sink.node(subject), sink.node(predicate)];
    if (object.isNode) sink.link(from, arc, sink.node(object.text), source);
    else sink.attribute(from, arc, sink.literal(object.text), source);
  }
  return sink.freeze().world.graph;
}

const link = (subject: string, predicate: string, object: string, provenance?: string) => ({
  subject,
  predicate,
  object: naiveNode(object),
  provenance,
});

/** Predicate, object and provenance of every row of `out`, spelled out. */
function rowsOf(graph: Graph): string[] {
  const { predicates, terms, provenances } = graph.out;
  return Array.from(terms, (term, row) =>
    [
      graph.dictionary.textOf(graph.subjectOf(row)),
      graph.dictionary.textOf(graph.predicates[predicates[row]!]!),
      graph.dictionary.textOf(term),
      graph.provenanceDcid(provenances[row]!) ?? "none",
    ].join(" "),
  );
}

describe("a graph freezes", () => {
  test("without a triple, and without a term of its own making", () => {
    const graph = graphOf([]);
    expect(graph.tripleCount).toBe(0);
    expect(graph.subjectCount).toBe(0);
    expect(graph.dictionary.termCount).toBe(0);
    expect(graph.predicates.length).toBe(0);
    expect(graph.provenanceDcid(0)).toBeUndefined();
    expect(graph.predicateOf("name")).toBeUndefined();
    expect([...graph.out.offsets]).toEqual([0]);
    expect([...graph.in.offsets]).toEqual([0]);
  });

  test("with one triple whose three parts and provenance are one node", () => {
    const graph = graphOf([link("name", "name", "name", "name")]);
    expect(rowsOf(graph)).toEqual(["name name name name"]);
    expect(graph.in.rows(0)).toEqual({ start: 0, end: 1 });
    expect(graph.has(0, 0, 0)).toBe(true);
  });

  test("with a row for each provenance of a triple, none first, and no row twice", () => {
    const again = [link("a", "p", "b", "y"), link("a", "p", "b"), link("a", "p", "b", "x")];
    const graph = graphOf([...again, ...again]);
    expect(rowsOf(graph)).toEqual(["a p b none", "a p b x", "a p b y"]);
    expect(graph.tripleCount).toBe(3);
  });

  test("keeping equal rows of neighbouring subjects apart", () => {
    const graph = graphOf([link("a", "p", "c"), link("b", "p", "c"), link("a", "p", "c")]);
    expect(rowsOf(graph)).toEqual(["a p c none", "b p c none"]);
    expect(graph.out.rows(graph.dictionary.nodeOf("b")!)).toEqual({ start: 1, end: 2 });
  });
});

describe("columns are as narrow as their numbers", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => link("s", `p${at}`, "o", `from${at}`));

  test.each([
    [255, 1, 1],
    // One provenance more than given: none has a number too.
    [256, 1, 2],
    [257, 2, 2],
  ])("%i predicates and provenances", (count, predicateBytes, provenanceBytes) => {
    const graph = graphOf(many(count));
    for (const table of [graph.out, graph.in]) {
      expect(table.predicates.BYTES_PER_ELEMENT).toBe(predicateBytes);
      expect(table.provenances.BYTES_PER_ELEMENT).toBe(provenanceBytes);
    }
    const { dictionary } = graph;
    const subject = dictionary.nodeOf("s")!;
    const last = graph.predicates.length - 1;
    const lastDcid = dictionary.textOf(graph.predicates[last]!);
    expect(graph.out.rowsOf(subject, last)).toEqual({ start: count - 1, end: count });
    expect(graph.provenanceDcid(graph.out.provenances[count - 1]!)).toBe(
      lastDcid.replace("p", "from"),
    );
    expect(graph.in.rowsOf(dictionary.nodeOf("o")!, last)).toEqual({
      start: count - 1,
      end: count,
    });
  });
});

test("thousands of arcs of one subject and to one object come out in order", () => {
  const triples: NaiveTriple[] = Array.from({ length: 4000 }, (_, at) => ({
    subject: at % 2 === 0 ? "hub" : `n${(at * 31) % 97}`,
    predicate: `p${(at * 7) % 300}`,
    object: at % 5 === 0 ? naiveLiteral(`t${(at * 13) % 400}`) : naiveNode(`n${(at * 17) % 97}`),
    provenance: at % 3 === 0 ? undefined : `from${(at * 11) % 7}`,
  }));
  const graph = graphOf(triples);
  expect(rowsOf(graph)).toEqual(
    new NaiveGraph(triples)
      .triples()
      .map((triple) =>
        [triple.subject, triple.predicate, triple.object.text, triple.provenance ?? "none"].join(
          " ",
        ),
      ),
  );
});
