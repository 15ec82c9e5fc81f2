/** Texts about variables and topics, for searches, in the graph and in the list of a snapshot. */

import { namedProperties } from "../stats/read/entity-properties.ts";
import { derived } from "../store/columns/column-source.ts";
import type { Graph } from "../store/graph/graph.ts";
import { textWithoutLanguage } from "../store/graph/name-keys.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { proposedMark } from "./proposed-mark.ts";

/** 0: it has observations, and no type says what it is. */
export const subjectKinds = { untyped: 0, StatisticalVariable: 1, Topic: 2 } as const;

/** What answers show of a subject. */
export interface ShownSubject {
  readonly dcid: string;
  /** Its first name; left out where it has none. */
  readonly name?: string;
  /** By which its observations are about entities, where the graph names any. */
  readonly properties: readonly string[];
}

/** A line of the list of a snapshot. */
export interface SubjectLine extends ShownSubject {
  readonly node: TermId;
  readonly kind: number;
  /** Texts that describe it, without their languages. */
  readonly texts: readonly string[];
  /** What a match of a word in each counts for. */
  readonly weights: readonly number[];
}

export const subjectsList = "far.subjects";

export const noSubject: SubjectLine = {
  node: 0,
  kind: 0,
  dcid: "",
  properties: [""],
  texts: [""],
  weights: [0],
};

/**
 * Texts of a node, and what a match of a word in them counts for. Of two texts that are equally similar,
 * the first is shown.
 */
export const describing = [
  ["name", 3],
  ["searchDescription", 1],
  ["description", 1],
  ["shortDisplayName", 2],
  ["alternateName", 2],
  ["nameWithLanguage", 2],
] as const;

/** Those of `describing` that a graph has. */
const describingIn = derived((graph: Graph) =>
  describing.flatMap(([property, weight]) => {
    const predicate = graph.predicateOf(property);
    return predicate === undefined
      ? []
      : [{ predicate, weight, mayBeProposed: property === "description" }];
  }),
);

/** Texts that describe a node, and what a match of a word in them counts for. */
export function textsOf(graph: Graph, node: TermId): ReadonlyMap<TermId, number> {
  const texts = new Map<TermId, number>();
  for (const { predicate, weight, mayBeProposed } of describingIn(graph)) {
    // Nobody has said it yet.
    const isProposed = (text: TermId) =>
      mayBeProposed && graph.dictionary.textOf(text).startsWith(proposedMark);
    for (const value of graph.valuesOf(node, predicate)) {
      if (graph.dictionary.isNode(value) || texts.has(value)) continue;
      if (!isProposed(value)) texts.set(value, weight);
    }
  }
  return texts;
}

/** The total population is the population. */
export const withoutTotal = (text: string): string => text.replace(/^total\s+/i, "");

interface Subject {
  readonly node: TermId;
  /** Of `subjectKinds`. */
  readonly kind: number;
}

/** All variables and topics, ascending. Of several kinds the last one counts. */
export function* kindsIn({ graph, observations }: World): Generator<Subject> {
  const instancesOf = (type: string) => graph.linked(graph.dictionary.nodeOf(type), "typeOf", "in");
  // Each ascending.
  const lists = [observations.variables, instancesOf("StatisticalVariable"), instancesOf("Topic")];
  const at = lists.map(() => 0);
  const next = (kind: number): TermId => lists[kind]![at[kind]!] ?? noTerm;
  for (;;) {
    const node = Math.min(next(0), next(1), next(2));
    if (node === noTerm) return;
    let kind = 0;
    for (let of = 0; of < lists.length; of++) {
      if (next(of) !== node) continue;
      kind = of;
      at[of]!++;
    }
    yield { node, kind };
  }
}

export function shownSubject(graph: Graph, node: TermId): ShownSubject {
  const properties = namedProperties(graph, node).map((one) => graph.dictionary.textOf(one));
  return { ...graph.named(node), properties };
}

/** The list of them that a snapshot has. */
export function* subjectLines(world: World): Generator<SubjectLine> {
  const { graph } = world;
  for (const { node, kind } of kindsIn(world)) {
    const texts = [...textsOf(graph, node)];
    yield {
      node,
      kind,
      ...shownSubject(graph, node),
      texts: texts.map(([literal]) => textWithoutLanguage(graph.dictionary.textOf(literal))),
      weights: texts.map(([, weight]) => weight),
    };
  }
}
