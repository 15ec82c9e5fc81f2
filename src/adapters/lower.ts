/** Arcs of relation expressions lowered from names to the ids of one graph. */

import type { Arc, Filter } from "../expr-parser/index.ts";
import {
  closure,
  compareUtf8,
  type Direction,
  type Graph,
  type PredicateId,
  passes,
  type TermFilter,
  type TermId,
} from "../store/index.ts";

/** Specification, Limits: recursion depth of `+`. */
const hopsMax = 10;

const languageKey = "$lang";

/** A filter ready to test terms. */
export interface LoweredFilter {
  readonly terms: TermFilter;
  /** Suffixes of the `$lang` operator: a literal must end with one of them (facts V2 §2.2.10). */
  readonly languages: readonly string[];
}

/** One property of an arc. */
export interface LoweredLabel {
  /** The key of its values in an answer: the property, with `+` when several hops are taken. */
  readonly label: string;
  readonly predicate: PredicateId;
  readonly filter: LoweredFilter;
}

export interface LoweredArc {
  readonly direction: Direction;
  readonly transitive: boolean;
  /** The filter of every label that has none of its own. */
  readonly filter: LoweredFilter;
  /** Ascending and distinct, without properties that no triple has; undefined means all. */
  readonly labels: readonly LoweredLabel[] | undefined;
}

export function lowerArc(graph: Graph, { direction, transitive, labels, filter }: Arc): LoweredArc {
  const shared = lowerFilter(graph, filter);
  const lowered = { direction, transitive, filter: shared };
  if (labels.kind !== "some") return { ...lowered, labels: undefined };
  const distinct = new Map(labels.items.map((item) => [item.name, item.filter]));
  const known: LoweredLabel[] = [];
  for (const [name, own] of distinct) {
    const predicate = graph.predicateOf(name);
    if (predicate === undefined) continue;
    const label = transitive ? `${name}+` : name;
    known.push({ label, predicate, filter: own.length > 0 ? lowerFilter(graph, own) : shared });
  }
  return { ...lowered, labels: known.sort((a, b) => compareUtf8(a.label, b.label)) };
}

/** Does a term pass? Values of other keys than `typeOf` may be literals (facts V2 §2.3). */
export function fits(graph: Graph, term: TermId, { terms, languages }: LoweredFilter): boolean {
  if (!passes(graph, term, terms)) return false;
  if (languages.length === 0) return true;
  const text = graph.dictionary.textOf(term);
  return languages.some((language) => text.endsWith(language));
}

/** Distinct terms, ascending, that a label leads to: neighbours, or all within the hop limit. */
export function reach(
  graph: Graph,
  from: TermId,
  { direction, transitive }: LoweredArc,
  { predicate, filter }: LoweredLabel,
): Uint32Array {
  const hops = transitive ? hopsMax : 1;
  const reached = closure(graph, from, direction, predicate, hops, filter.terms);
  return filter.languages.length === 0
    ? reached
    : reached.filter((term) => fits(graph, term, filter));
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
  return { terms, languages };
}
