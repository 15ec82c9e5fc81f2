/**
 * An arc of a relation expression in one graph: its names become ids, and its values are runs of
 * rows.
 */

import { ExpressionError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { Arc, Filter, LinkedRelation, Relation } from "../../expr-parser/ast.ts";
import { parseLinkedRelation, parseRelation } from "../../expr-parser/parse-relation.ts";
import type { Governor } from "../../options/governor.ts";
import { derived, type IdColumn, type Range } from "../../store/columns/column-source.ts";
import { lowerBound } from "../../store/columns/kernels.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { Direction, Graph } from "../../store/graph/graph.ts";
import { closure, type TermFilter, termTest } from "../../store/graph/walk.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";

/** The most hops of `+` (behaviour: node 4.4). */
const hopsMax = 10;

const languageKey = "$lang";

/** Characters of an expression: its tokens take many times as much memory. */
const lengthMax = 1 << 20;

/**
 * The relation in a request.
 *
 * @throws ExpressionError for a text that is not an expression, or too long to be read
 */
export function readRelation(text: string): Relation {
  checkLength(text);
  return parseRelation(text);
}

/** The same with a subject before the first arrow. */
export function readLinkedRelation(text: string): LinkedRelation {
  checkLength(text);
  return parseLinkedRelation(text);
}

function checkLength(text: string): void {
  if (text.length <= lengthMax) return;
  throw new ExpressionError(
    `invalid expression string: ${excerpt(text)}, longer than ${lengthMax} characters`,
    lengthMax,
  );
}

/** A filter in ids, ready to test terms. */
interface LoweredFilter {
  readonly terms: TermFilter;
  /**
   * Suffixes of the `$lang` operator: a literal must end with one of them (behaviour: node 2.5).
   */
  readonly languages: readonly string[];
  /** Does a term pass? Undefined where all do. */
  readonly fits: ((term: TermId) => boolean) | undefined;
}

/** One property of an arc. */
export interface LoweredLabel {
  /** The key of its values in an answer: the property, with `+` when several hops are taken. */
  readonly label: string;
  readonly predicate: PredicateId;
  /** Its own filter. Without one, the filter of the arc counts. */
  readonly filter?: LoweredFilter;
}

export interface LoweredArc {
  readonly direction: Direction;
  readonly transitive: boolean;
  /** The filter of every label that has none of its own. */
  readonly filter: LoweredFilter;
  /** Ascending and distinct, without properties that no triple has; undefined means all. */
  readonly labels: readonly LoweredLabel[] | undefined;
}

const loweredArcs = derived((_: Graph) => new WeakMap<Arc, LoweredArc>());

/** `lowerArc` for an arc that the parser keeps: the result is kept as long as the arc is. */
export function lowerParsedArc(graph: Graph, arc: Arc): LoweredArc {
  const known = loweredArcs(graph).get(arc);
  if (known !== undefined) return known;
  const lowered = lowerArc(graph, arc);
  loweredArcs(graph).set(arc, lowered);
  return lowered;
}

export function lowerArc(graph: Graph, { direction, transitive, labels, filter }: Arc): LoweredArc {
  const lowered = { direction, transitive, filter: lowerFilter(graph, filter) };
  if (labels.kind !== "some") return { ...lowered, labels: undefined };
  const distinct = new Map(labels.items.map((item) => [item.name, item.filter]));
  const known: LoweredLabel[] = [];
  for (const [name, own] of distinct) {
    const predicate = graph.predicateOf(name);
    if (predicate === undefined) continue;
    const label = transitive ? `${name}+` : name;
    known.push({ label, predicate, ...(own.length > 0 && { filter: lowerFilter(graph, own) }) });
  }
  return { ...lowered, labels: known.sort((a, b) => compareUtf8(a.label, b.label)) };
}

/** Distinct terms, ascending, that a label leads to: neighbours, or all within the hop limit. */
export function reach(
  graph: Graph,
  from: TermId,
  { direction, transitive, filter: shared }: LoweredArc,
  { predicate, filter = shared }: LoweredLabel,
  governor: Governor,
): Uint32Array {
  const hops = transitive ? hopsMax : 1;
  const reached = closure(graph, from, direction, predicate, hops, filter.terms, governor);
  return filter.languages.length === 0
    ? reached
    : reached.filter((term) => isIn(graph, term, filter.languages));
}

function lowerFilter(graph: Graph, filter: Filter): LoweredFilter {
  const { dictionary } = graph;
  const terms: TermFilter[number][] = [];
  const languages: string[] = [];
  for (const { key, values } of filter) {
    if (key === languageKey) {
      for (const language of values) languages.push(`@${language.toLowerCase()}`);
      continue;
    }
    const nodes = values.map((text) => dictionary.nodeOf(text));
    const literals = key === "typeOf" ? [] : values.map((text) => dictionary.literalOf(text));
    const known = [...nodes, ...literals].filter((term) => term !== undefined);
    terms.push({ predicate: graph.predicateOf(key), values: new Set(known) });
  }
  return { terms, languages, fits: testOf(graph, terms, languages) };
}

/** Values of other keys than `typeOf` may be literals (behaviour: node 3). */
function testOf(
  graph: Graph,
  terms: TermFilter,
  languages: readonly string[],
): LoweredFilter["fits"] {
  const fits = terms.length === 0 ? undefined : termTest(graph, terms);
  if (languages.length === 0) return fits;
  return (term) => (fits === undefined || fits(term)) && isIn(graph, term, languages);
}

function isIn({ dictionary }: Graph, term: TermId, languages: readonly string[]): boolean {
  const text = dictionary.textOf(term);
  return languages.some((language) => text.endsWith(language));
}

/** Rows of a long run that are read together. */
const windowRows = 512;

/** Rows of a world that lies elsewhere: only some of them are here. */
interface FarRows {
  /** Fetches rows [start, end). */
  readonly need: (start: number, end: number) => void;
  /** Are none of them literals? */
  readonly areNodes: boolean;
}

/**
 * The values of one property of a node, or the terms of a closure: literals before nodes, each in
 * byte order, then by provenance (behaviour: node 2.4). Positions in a run count from 0.
 */
export class ArcRun {
  readonly length: number;
  /** Values by row. */
  readonly terms: Uint32Array;
  /** Provenance numbers by row; undefined for terms that were reached over several hops. */
  readonly provenances: IdColumn | undefined;
  readonly #start: number;
  /** First literal: ids of literals lie above ids of nodes. */
  readonly #middle: number;
  readonly #end: number;
  readonly #literals: number;
  /** Undefined where all rows are here. */
  readonly #need: FarRows["need"] | undefined;
  /** The rows that were fetched last. */
  #window: Range = { start: 0, end: 0 };

  /** @param far for a long run in a world elsewhere */
  constructor(
    graph: Graph,
    { start, end }: Range,
    terms: Uint32Array,
    provenances: IdColumn | undefined,
    far?: FarRows,
  ) {
    this.#need = far?.need;
    this.terms = terms;
    this.provenances = provenances;
    this.#start = start;
    this.#end = end;
    const { nodeCount } = graph.dictionary;
    this.#middle = far?.areNodes === true ? end : this.#lowerBound(nodeCount, start, end);
    this.#literals = end - this.#middle;
    this.length = end - start;
  }

  /** The row of a position. */
  rowAt(position: number): number {
    const row =
      position < this.#literals ? this.#middle + position : this.#start + position - this.#literals;
    if (this.#need !== undefined) this.#needRow(row, this.#need);
    return row;
  }

  #needRow(row: number, need: FarRows["need"]): void {
    if (row >= this.#window.start && row < this.#window.end) return;
    const end = Math.min(row + windowRows, row < this.#middle ? this.#middle : this.#end);
    need(row, end);
    this.#window = { start: row, end };
  }

  #lowerBound(term: TermId, start: number, end: number): number {
    const need = this.#need;
    if (need === undefined) return lowerBound(this.terms, term, start, end);
    let low = start;
    for (let high = end; low < high; ) {
      const middle = low + ((high - low) >>> 1);
      need(middle, middle + 1);
      if ((this.terms[middle] as TermId) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first position after a term and provenance. */
  after(term: TermId, isNode: boolean, provenance: number): number {
    const [first, last] = isNode ? [this.#start, this.#middle] : [this.#middle, this.#end];
    let row = this.#lowerBound(term, first, last);
    while (row < last && this.#isTerm(row, term) && this.#isUpTo(row, provenance)) row++;
    return isNode ? row - this.#start + this.#literals : row - this.#middle;
  }

  #isTerm(row: number, term: TermId): boolean {
    this.#need?.(row, row + 1);
    return this.terms[row] === term;
  }

  #isUpTo(row: number, provenance: number): boolean {
    return this.provenances === undefined || (this.provenances[row] as number) <= provenance;
  }
}

/** Closure edges of the real service: it answers them by name, and never lists them. */
const internalLabels = ["linkedContainedInPlace", "linkedMember", "linkedMemberOf"];
const internalPredicates = derived(
  (graph: Graph) => new Set(internalLabels.map((label) => graph.predicateOf(label))),
);

/** Predicates of a node's arcs in the order of their labels, without the internal ones. */
export function visiblePredicates(graph: Graph, node: TermId, direction: Direction): PredicateId[] {
  const internal = internalPredicates(graph);
  return graph.predicatesOf(node, direction).filter((predicate) => !internal.has(predicate));
}

/** Their labels, ascending. */
export function labelsOf(graph: Graph, node: TermId, direction: Direction): string[] {
  return visiblePredicates(graph, node, direction).map((one) => graph.predicateDcid(one));
}

/** Labels of a node's arcs, ascending, without the internal ones. */
export function visibleLabels(graph: Graph, node: TermId, direction: Direction): LoweredLabel[] {
  return visiblePredicates(graph, node, direction).map((predicate) => ({
    label: graph.predicateDcid(predicate),
    predicate,
  }));
}

/** Far away, a longer run is read as far as it is shown. */
const runRowsMax = 4096;

/** The values of one label of a node, in answer order. */
export function arcRun(
  graph: Graph,
  node: TermId,
  direction: Direction,
  { predicate }: Pick<LoweredLabel, "predicate">,
): ArcRun {
  const arcs = graph.arcs(direction);
  arcs.wishProvenances(node);
  const range = arcs.rowsOf(node, predicate);
  if (!arcs.isFar || range.end - range.start <= runRowsMax) {
    return new ArcRun(graph, range, arcs.termsIn(range), arcs.provenancesIn(range));
  }
  const none = { start: range.start, end: range.start };
  const need = (start: number, end: number) => {
    arcs.termsIn({ start, end });
    arcs.provenancesIn({ start, end });
  };
  return new ArcRun(graph, range, arcs.termsIn(none), arcs.provenancesIn(none), {
    need,
    areNodes: direction === "in",
  });
}
