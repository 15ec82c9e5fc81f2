/** Arcs of relation expressions lowered from names to the ids of one graph. */

import { ExpressionError, excerpt } from "../../errors/index.ts";
import {
  type Arc,
  type Filter,
  type LinkedRelation,
  parseLinkedRelation,
  parseRelation,
  type Relation,
} from "../../expr-parser/index.ts";
import type { Governor } from "../../governor/index.ts";
import {
  closure,
  compareUtf8,
  type Direction,
  derived,
  type Graph,
  type PredicateId,
  type TermFilter,
  type TermId,
  termTest,
} from "../../store/index.ts";

/** The most hops of `+` (behaviour: node 4.4). */
const hopsMax = 10;

const languageKey = "$lang";

/** Characters of an expression: its tokens take many times as much memory. */
const lengthMax = 1 << 20;

/**
 * The relation that a request asks for.
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
  const fits = termTest(graph, terms);
  if (languages.length === 0) return fits;
  return (term) => (fits === undefined || fits(term)) && isIn(graph, term, languages);
}

function isIn({ dictionary }: Graph, term: TermId, languages: readonly string[]): boolean {
  const text = dictionary.textOf(term);
  return languages.some((language) => text.endsWith(language));
}
