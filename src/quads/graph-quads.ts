/** Triples of the graph as quads: the ones that match, and about how many there are. */

import type { Range } from "../store/columns/column-source.ts";
import type { PredicateId } from "../store/graph/arc-table.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { Pattern } from "./pattern.ts";
import {
  defaultGraph,
  literal,
  namedNode,
  quad,
  type RdfNamedNode,
  type RdfQuad,
} from "./terms.ts";

/** A pattern in the ids of the graph; undefined where anything will do. */
interface Ids {
  readonly subject: TermId | undefined;
  readonly predicate: PredicateId | undefined;
  readonly object: TermId | undefined;
  readonly graph: string | undefined;
}

export class GraphQuads {
  readonly #graph: Graph;
  readonly #predicates: RdfNamedNode[] = [];
  readonly #provenances: RdfQuad["graph"][] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  *match(pattern: Pattern): Generator<RdfQuad> {
    const ids = this.#idsOf(pattern);
    if (ids === undefined) return;
    const { subject, predicate, object } = ids;
    if (subject !== undefined) yield* this.#ofTerm("out", subject, ids);
    else if (object !== undefined) yield* this.#ofTerm("in", object, ids);
    else if (predicate !== undefined) yield* this.#ofPredicate(predicate, ids);
    else {
      const { nodeCount } = this.#graph.dictionary;
      for (let node = 0; node < nodeCount; node++) yield* this.#ofTerm("out", node, ids);
    }
  }

  /** Exact, but for statements with several provenances and for one provenance of them. */
  count(pattern: Pattern): number {
    const ids = this.#idsOf(pattern);
    if (ids === undefined) return 0;
    const { subject, predicate, object } = ids;
    const graph = this.#graph;
    if (subject !== undefined && object !== undefined)
      return [...this.#ofTerm("out", subject, ids)].length;
    if (subject !== undefined) return size(this.#rows("out", subject, predicate));
    if (object !== undefined) return size(this.#rows("in", object, predicate));
    return predicate === undefined ? graph.tripleCount : size(graph.rowsByPredicate(predicate));
  }

  /** Undefined where a name of the pattern is none of the graph. */
  #idsOf({ subject, predicate, object, graph }: Pattern): Ids | undefined {
    const { dictionary } = this.#graph;
    if (typeof subject === "number") return undefined;
    const [from, by, to] = [
      subject === undefined ? undefined : dictionary.nodeOf(subject),
      predicate === undefined ? undefined : this.#graph.predicateOf(predicate),
      object === undefined
        ? undefined
        : object.isNode
          ? dictionary.nodeOf(object.text)
          : dictionary.literalOf(object.text),
    ];
    const isLost =
      (subject !== undefined && from === undefined) ||
      (predicate !== undefined && by === undefined) ||
      (object !== undefined && to === undefined);
    return isLost ? undefined : { subject: from, predicate: by, object: to, graph };
  }

  #rows(direction: "out" | "in", term: TermId, predicate: PredicateId | undefined): Range {
    const arcs = this.#graph.arcs(direction);
    return predicate === undefined ? arcs.rows(term) : arcs.rowsOf(term, predicate);
  }

  /** Arcs of a term, those to the wanted object if it is their subject. */
  *#ofTerm(direction: "out" | "in", term: TermId, ids: Ids): Generator<RdfQuad> {
    const arcs = this.#graph.arcs(direction);
    const range = this.#rows(direction, term, ids.predicate);
    if (size(range) === 0) return;
    const [terms, predicates, provenances] = [
      arcs.termsIn(range),
      arcs.predicatesIn(range),
      arcs.provenancesIn(range),
    ];
    const isOut = direction === "out";
    const [from, to] = [
      isOut ? this.#node(term) : undefined,
      isOut ? undefined : this.#object(term),
    ];
    for (let row = range.start; row < range.end; row++) {
      const [other, predicate] = [terms[row] as TermId, predicates[row] as PredicateId];
      if (isOut && ids.object !== undefined && other !== ids.object) continue;
      const isAgain =
        row > range.start && terms[row - 1] === other && predicates[row - 1] === predicate;
      const graph = this.#graphOf(provenances[row] as number, ids.graph, isAgain);
      if (graph === undefined) continue;
      const [by, subject] = [this.#predicate(predicate), from ?? this.#node(other)];
      yield quad(subject, by, to ?? this.#object(other), graph);
    }
  }

  /** Rows ascend by subject. */
  *#ofPredicate(predicate: PredicateId, ids: Ids): Generator<RdfQuad> {
    let last = -1;
    for (const row of this.#graph.rowsOfPredicate(predicate)) {
      const subject = this.#graph.subjectOf(row);
      if (subject === last) continue;
      last = subject;
      yield* this.#ofTerm("out", subject, ids);
    }
  }

  /** The graph of a statement; undefined where the pattern does not want it. */
  #graphOf(
    provenance: number,
    wanted: string | undefined,
    isAgain: boolean,
  ): RdfQuad["graph"] | undefined {
    if (wanted === "") return isAgain ? undefined : defaultGraph;
    const dcid = this.#graph.provenanceDcid(provenance);
    if (wanted !== undefined && wanted !== dcid) return undefined;
    this.#provenances[provenance] ??= dcid ? namedNode(() => dcid) : defaultGraph;
    return this.#provenances[provenance];
  }

  #predicate(predicate: PredicateId): RdfNamedNode {
    this.#predicates[predicate] ??= namedNode(() => this.#graph.predicateDcid(predicate));
    return this.#predicates[predicate];
  }

  #node(node: TermId): RdfNamedNode {
    return namedNode(() => this.#graph.dictionary.textOf(node));
  }

  #object(term: TermId): RdfQuad["object"] {
    const { dictionary } = this.#graph;
    const text = (): string => dictionary.textOf(term);
    return dictionary.isNode(term) ? namedNode(text) : literal(text);
  }
}

function size({ start, end }: Range): number {
  return end - start;
}
