import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noId, type Sink } from "../../../src/load/statements/sink.ts";
import { FrozenColumns, type Range } from "../../../src/store/columns/column-source.ts";
import { type Direction, Graph } from "../../../src/store/graph/graph.ts";
import { closure, passes, type TermFilter } from "../../../src/store/graph/walk.ts";
import { graphColumns } from "../../../src/store/graph-columns.ts";
import { noTerm } from "../../../src/store/texts/dictionary.ts";
import { WorldBuilder } from "../../../src/world/world.ts";
import {
  compareTerms,
  compareTexts,
  distinct,
  type NaiveArc,
  type NaiveFilter,
  NaiveGraph,
  type NaiveTerm,
  type NaiveTriple,
  naiveLiteral,
  naiveNode,
} from "../../oracle/store/naive-graph.ts";
import { someHostileTexts } from "../hostile-texts.ts";
import { runs } from "../runs.ts";

const directions: readonly Direction[] = ["out", "in"];

/** Triples over eight nodes and eight literals, so that nearly everything happens twice. */
const loads: fc.Arbitrary<NaiveTriple[]> = fc
  .tuple(someHostileTexts(6), someHostileTexts(8))
  .chain(([dcids, literals]) => {
    const node = fc.constantFrom("name", "typeOf", ...dcids);
    const object = fc.oneof(node.map(naiveNode), fc.constantFrom(...literals).map(naiveLiteral));
    const provenance = fc.option(fc.constantFrom(...dcids.slice(0, 3)), { nil: undefined });
    const triples = (subject: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
      fc.array(fc.record({ subject, predicate: node, object, provenance }), {
        minLength,
        maxLength,
      });
    // Runs of more than 24 arcs are sorted in another way than short ones.
    return fc.oneof(
      { weight: 3, arbitrary: triples(node, 0, 40) },
      { weight: 1, arbitrary: triples(fc.constantFrom(...dcids.slice(0, 2)), 60, 120) },
    );
  });

/** Loads triples, every other term from the middle of a buffer instead of a string. */
function load(sink: Sink, triples: readonly NaiveTriple[]): void {
  for (const [at, { subject, predicate, object, provenance }] of triples.entries()) {
    const padded = (text: string) => Buffer.from(`<${text}>`);
    const node = (text: string) =>
      at % 2 === 0 ? sink.node(text) : sink.nodeOf(padded(text), 1, padded(text).length - 1);
    const literal = (text: string) =>
      at % 2 === 0 ? sink.literal(text) : sink.literalOf(padded(text), 1, padded(text).length - 1);
    const source = provenance === undefined ? noId : node(provenance);
    if (object.isNode) sink.link(node(subject), node(predicate), node(object.text), source);
    else sink.attribute(node(subject), node(predicate), literal(object.text), source);
  }
}

function frozen(triples: readonly NaiveTriple[]): Graph {
  const builder = new WorldBuilder();
  load(builder, triples);
  return builder.freeze().world.graph;
}

const termAt = ({ dictionary }: Graph, id: number): NaiveTerm => ({
  text: dictionary.textOf(id),
  isNode: dictionary.isNode(id),
});

const idOf = ({ dictionary }: Graph, { text, isNode }: NaiveTerm): number | undefined =>
  isNode ? dictionary.nodeOf(text) : dictionary.literalOf(text);

const predicateAt = (graph: Graph, predicate: number): string =>
  graph.dictionary.textOf(graph.predicates[predicate]!);

function arcsIn(graph: Graph, direction: Direction, { start, end }: Range): NaiveArc[] {
  const { predicates, terms, provenances } = graph.arcs(direction);
  return Array.from({ length: end - start }, (_, at) => ({
    predicate: predicateAt(graph, predicates[start + at]!),
    term: termAt(graph, terms[start + at]!),
    provenance: graph.provenanceDcid(provenances[start + at]!),
  }));
}

const termIds = ({ dictionary }: Graph): number[] => [...Array(dictionary.termCount).keys()];
const nodeIds = ({ dictionary }: Graph): number[] => [...Array(dictionary.nodeCount).keys()];

/** Everything a graph holds but the names, which follow the order of loading. */
function columnsOf(graph: Graph): unknown {
  const { dictionary, predicates, provenances } = graph;
  const [out, into] = [graph.out, graph.in].map((arcs) => ({
    offsets: arcs.offsets,
    predicates: arcs.predicates,
    terms: arcs.terms,
    provenances: arcs.provenances,
  }));
  const typeSets = nodeIds(graph).map((id) => graph.typesOfSet(graph.typeSetOf(id)));
  const positions = Array.from({ length: graph.tripleCount }, (_, at) => graph.rowByPredicate(at));
  const texts = termIds(graph).map((id) => dictionary.textOf(id));
  return {
    texts,
    nodes: dictionary.nodeCount,
    out,
    into,
    predicates,
    provenances,
    positions,
    typeSets,
  };
}

describe("a random graph reads like its list of triples", () => {
  const check = (read: (graph: Graph, naive: NaiveGraph) => void, numRuns = 60) =>
    fc.assert(
      fc.property(loads, (triples) => read(frozen(triples), new NaiveGraph(triples))),
      runs(numRuns),
    );

  test("terms: nodes, then literals, each in byte order and found by its text", () => {
    check((graph, { loaded }) => {
      const used = loaded.flatMap(({ subject, predicate, object, provenance }) => [
        ...[subject, predicate].map(naiveNode),
        object,
        ...(provenance === undefined ? [] : [naiveNode(provenance)]),
      ]);
      const terms = termIds(graph).map((id) => termAt(graph, id));
      expect(terms).toEqual(distinct(used, compareTerms));
      expect(terms.map((term) => idOf(graph, term))).toEqual(termIds(graph));
      for (const { text, isNode } of terms) {
        const other = { text, isNode: !isNode };
        expect(idOf(graph, other) !== undefined).toBe(
          terms.some((term) => compareTerms(term, other) === 0),
        );
      }
    });
  });

  test("arcs in both directions, of all predicates and of one", () => {
    check((graph, naive) => {
      for (const direction of directions) {
        for (const id of direction === "out" ? nodeIds(graph) : termIds(graph)) {
          const term = termAt(graph, id);
          const arcs = graph.arcs(direction);
          expect(arcsIn(graph, direction, arcs.rows(id))).toEqual(naive.arcs(direction, term));
          for (const [predicate, node] of graph.predicates.entries()) {
            expect(arcsIn(graph, direction, arcs.rowsOf(id, predicate))).toEqual(
              naive.arcs(direction, term, graph.dictionary.textOf(node)),
            );
          }
        }
      }
    }, 40);
  });

  test("rows by predicate and their subjects", () => {
    check((graph, naive) => {
      const triples = graph.predicates.reduce((found: NaiveTriple[], _, predicate) => {
        const { start, end } = graph.rowsByPredicate(predicate);
        for (let position = start; position < end; position++) {
          const row = graph.rowByPredicate(position);
          const [arc] = arcsIn(graph, "out", { start: row, end: row + 1 });
          const { term, ...rest } = arc!;
          const subject = graph.dictionary.textOf(graph.subjectOf(row));
          found.push({ ...rest, subject, object: term });
        }
        return found;
      }, []);
      expect(triples).toEqual(naive.predicates().flatMap((predicate) => naive.triples(predicate)));
    });
  });

  test("predicates, provenances, names, types and counts", () => {
    check((graph, naive) => {
      const { dictionary } = graph;
      expect([...graph.predicates.keys()].map((at) => predicateAt(graph, at))).toEqual(
        naive.predicates(),
      );
      expect([...graph.provenances.keys()].map((at) => graph.provenanceDcid(at))).toEqual(
        naive.provenances(),
      );
      for (const id of nodeIds(graph)) {
        const dcid = dictionary.textOf(id);
        const number = naive.predicates().indexOf(dcid);
        expect(graph.predicateOf(dcid)).toBe(number < 0 ? undefined : number);
        const name = graph.nameOf(id);
        expect(name === noTerm ? undefined : dictionary.textOf(name)).toBe(naive.nameOf(dcid));
        expect(name === noTerm || !dictionary.isNode(name)).toBe(true);
        expect(arcsIn(graph, "out", graph.typeRows(id))).toEqual(
          naive.arcs("out", naiveNode(dcid), "typeOf"),
        );
      }
      expect(graph.predicateOf("no such node")).toBeUndefined();
      expect(graph.tripleCount).toBe(naive.triples().length);
      expect(graph.subjectCount).toBe(new Set(naive.loaded.map(({ subject }) => subject)).size);
    });
  });

  test("values and predicates of nodes and literals, and dcids that are kept", () => {
    check((graph, naive) => {
      for (const direction of directions) {
        for (const id of direction === "out" ? nodeIds(graph) : termIds(graph)) {
          const arcs = naive.arcs(direction, termAt(graph, id));
          const labels = graph.predicatesOf(id, direction).map((at) => graph.predicateDcid(at));
          expect(labels).toEqual(
            distinct(
              arcs.map(({ predicate }) => predicate),
              compareTexts,
            ),
          );
          for (const predicate of graph.predicates.keys()) {
            const values = graph.valuesOf(id, predicate, direction);
            const wanted = naive.arcs(direction, termAt(graph, id), predicateAt(graph, predicate));
            expect(values.map((value) => termAt(graph, value))).toEqual(
              distinct(
                wanted.map(({ term }) => term),
                compareTerms,
              ),
            );
          }
        }
      }
      const kept = [...graph.provenances.keys()].map((at) => graph.provenanceDcid(at));
      expect(kept).toEqual(naive.provenances());
      expect([...graph.provenances.keys()].map((at) => graph.provenanceDcid(at))).toEqual(kept);
    }, 40);
  });

  test("sets of types: the distinct ones, and which of them each node has", () => {
    check((graph, naive) => {
      const typesOf = (id: number) =>
        distinct(
          naive.arcs("out", termAt(graph, id), "typeOf").map(({ term }) => term),
          compareTerms,
        );
      const sets = nodeIds(graph).map((id) => graph.typeSetOf(id));
      for (const [id, set] of sets.entries()) {
        expect(graph.typesOfSet(set).map((type) => termAt(graph, type))).toEqual(typesOf(id));
        expect(set === 0).toBe(typesOf(id).length === 0);
      }
      expect(new Set([0, ...sets]).size).toBe(graph.typeSetCount);
      const distinctSets = new Set(sets.map((set) => graph.typesOfSet(set).join()));
      expect(distinctSets.size).toBe(new Set(sets).size);
    });
  });

  test("what is read back from its columns", () => {
    check((graph, naive) => {
      const columns = new FrozenColumns();
      for (const { name, kind } of graphColumns) {
        if (kind === undefined) columns.keep(name, graph.source.column(name).slice());
      }
      const again = Graph.readFrom(columns, structuredClone(graph.meta));
      expect(columnsOf(again)).toEqual(columnsOf(graph));
      expect(again.byteLength).toBe(columns.byteLength(""));
      for (const id of nodeIds(again)) {
        const dcid = again.dictionary.textOf(id);
        expect(again.dictionary.nodeOf(dcid)).toBe(id);
        const name = again.nameOf(id);
        expect(name === noTerm ? undefined : again.dictionary.textOf(name)).toBe(
          naive.nameOf(dcid),
        );
      }
    }, 40);
  });

  test("has", () => {
    check((graph, naive) => {
      const triples = naive.triples();
      const found: NaiveTriple[] = [];
      for (const subject of nodeIds(graph)) {
        for (const predicate of graph.predicates.keys()) {
          for (const object of termIds(graph)) {
            if (!graph.has(subject, predicate, object)) continue;
            found.push({
              subject: graph.dictionary.textOf(subject),
              predicate: predicateAt(graph, predicate),
              object: termAt(graph, object),
              provenance: undefined,
            });
          }
        }
      }
      const withoutProvenance = triples.map((triple) => ({ ...triple, provenance: undefined }));
      expect(found).toEqual(new NaiveGraph(withoutProvenance).triples());
    }, 40);
  });

  test("filters and closures, through cycles, up to a number of hops", () => {
    const keys = fc.array(
      fc.record({ predicate: fc.nat(9), values: fc.array(fc.nat(15), { maxLength: 3 }) }),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(loads, keys, fc.nat(4), (triples, chosen, hopsMax) => {
        const graph = frozen(triples);
        const naive = new NaiveGraph(triples);
        const { termCount } = graph.dictionary;
        // Numbers past the last predicate stand for one that no triple has.
        const filter: TermFilter = chosen.map(({ predicate, values }) => ({
          predicate: predicate < graph.predicates.length ? predicate : undefined,
          values: new Set(values.filter((value) => value < termCount)),
        }));
        const naiveFilter: NaiveFilter = filter.map(({ predicate, values }) => ({
          predicate: predicate === undefined ? "no such node" : predicateAt(graph, predicate),
          values: Array.from(values, (value) => termAt(graph, value)),
        }));
        const passing = termIds(graph).filter((id) => passes(graph, id, filter));
        expect(passing).toEqual(
          termIds(graph).filter((id) => naive.passes(termAt(graph, id), naiveFilter)),
        );
        for (const direction of directions) {
          for (const predicate of graph.predicates.keys()) {
            for (const start of termIds(graph).filter((id) => id % 3 === 0)) {
              const reached = closure(graph, start, direction, predicate, hopsMax, filter);
              expect([...reached].map((id) => termAt(graph, id))).toEqual(
                naive.closure(
                  termAt(graph, start),
                  direction,
                  predicateAt(graph, predicate),
                  hopsMax,
                  naiveFilter,
                ),
              );
            }
          }
        }
      }),
      runs(40),
    );
  });

  test("the order of loading leaves no trace but in names", () => {
    const twoOrders = loads.chain((triples) =>
      fc.tuple(
        fc.constant(triples),
        fc.shuffledSubarray(triples, { minLength: triples.length, maxLength: triples.length }),
      ),
    );
    fc.assert(
      fc.property(twoOrders, ([triples, shuffled]) => {
        expect(columnsOf(frozen(shuffled))).toEqual(columnsOf(frozen(triples)));
      }),
      runs(60),
    );
  });
});
