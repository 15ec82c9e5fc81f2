/**
 * Statistical variables and topics by what is said about them. The real service compares meanings
 * by a language model; here texts are compared by their words (behaviour: resolve 5.4).
 */

import type { Steps } from "../governor/governor.ts";
import { Uint32Builder } from "../store/columns/growing-columns.ts";
import type { Graph } from "../store/graph/graph.ts";
import { textWithoutLanguage } from "../store/graph/name-keys.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { SentenceIndex, type SentenceMatch, spacedWords } from "./sentence-index.ts";

export const indicatorTypes = ["StatisticalVariable", "Topic"] as const;

export type IndicatorType = (typeof indicatorTypes)[number];

export interface IndicatorMatch {
  readonly node: TermId;
  readonly type: IndicatorType;
  /** Similarity in (0, 1], rounded to four decimals. */
  readonly score: number;
  /** The text that is similar. */
  readonly sentence: string;
}

/**
 * Properties whose texts describe a node, the best first: of two equally similar texts it is shown.
 */
const sentenceProperties = [
  "name",
  "searchDescription",
  "description",
  "shortDisplayName",
  "alternateName",
  "nameWithLanguage",
];

/** Matches of one question (behaviour: resolve 5.1). */
const matchesMax = 50;

/** Their sentences take about 2 ms. */
const nodesPerStep = 64;

/** Scores have four decimals. */
const scoreScale = 10_000;

interface ScoredSentence {
  readonly sentence: number;
  /** In ten thousandths. */
  readonly score: number;
}

export class Indicators {
  readonly #graph: Graph;
  readonly #index = new SentenceIndex();
  /** Per sentence: whom it is about, ascending, and the literal; `noTerm` for the dcid itself. */
  readonly #nodes = new Uint32Builder();
  readonly #literals = new Uint32Builder();
  readonly #topics: ReadonlySet<TermId>;

  private constructor(graph: Graph, topics: ReadonlySet<TermId>) {
    this.#graph = graph;
    this.#topics = topics;
  }

  static *of({ graph }: World): Steps<Indicators> {
    const topics = instancesOf(graph, "Topic");
    const variables = instancesOf(graph, "StatisticalVariable");
    const indicators = new Indicators(graph, new Set(topics));
    const nodes = Uint32Array.from(new Set([...topics, ...variables])).sort();
    for (const [at, node] of nodes.entries()) {
      if (at % nodesPerStep === 0) yield;
      indicators.#addSentences(node);
    }
    return indicators;
  }

  /** Similar nodes of the given types, by score and then by dcid, at most 50. */
  search(question: string, types: readonly IndicatorType[]): IndicatorMatch[] {
    const sentences = this.#index.search(question, (sentence) =>
      types.includes(this.#typeOf(this.#nodeOf(sentence))),
    );
    return this.#bestOf(sentences).map(({ sentence, score }) => {
      const node = this.#nodeOf(sentence);
      const text = this.#textOf(sentence);
      return { node, type: this.#typeOf(node), score: score / scoreScale, sentence: text };
    });
  }

  /** The best sentence of every node, and of those the best fifty. */
  #bestOf(matches: readonly SentenceMatch[]): ScoredSentence[] {
    const best = new Map<TermId, ScoredSentence>();
    let last = 0;
    for (const { sentence, similarity } of matches) {
      const score = Math.max(1, Math.round(similarity * scoreScale));
      // The most similar come first; those as good as the fiftieth may still precede it.
      if (best.size >= matchesMax && score < last) break;
      const node = this.#nodeOf(sentence);
      const known = best.get(node);
      const isBetter = known === undefined || (known.score === score && sentence < known.sentence);
      if (!isBetter) continue;
      best.set(node, { sentence, score });
      last = score;
    }
    // Nodes and their sentences are numbered in the order of dcids.
    return [...best.values()]
      .sort((a, b) => b.score - a.score || a.sentence - b.sentence)
      .slice(0, matchesMax);
  }

  #typeOf(node: TermId): IndicatorType {
    return this.#topics.has(node) ? "Topic" : "StatisticalVariable";
  }

  #addSentences(node: TermId): void {
    const { dictionary } = this.#graph;
    const literals = literalsOf(this.#graph, node);
    for (const literal of literals) {
      this.#index.add(textWithoutLanguage(dictionary.textOf(literal)));
      this.#nodes.push(node);
      this.#literals.push(literal);
    }
    // Two variables in three have no name at all: what they are called is all that is known.
    if (literals.size > 0) return;
    this.#index.add(dictionary.textOf(node));
    this.#nodes.push(node);
    this.#literals.push(noTerm);
  }

  #nodeOf(sentence: number): TermId {
    return this.#nodes.values[sentence] as TermId;
  }

  #textOf(sentence: number): string {
    const { dictionary } = this.#graph;
    const literal = this.#literals.values[sentence] as TermId;
    return literal === noTerm
      ? spacedWords(dictionary.textOf(this.#nodeOf(sentence)))
      : textWithoutLanguage(dictionary.textOf(literal));
  }
}

function instancesOf(graph: Graph, type: string): Uint32Array {
  const node = graph.dictionary.nodeOf(type);
  const typeOf = graph.predicateOf("typeOf");
  if (node === undefined || typeOf === undefined) return new Uint32Array(0);
  const rows = graph.in.rowsOf(node, typeOf);
  return graph.in.termsIn(rows).subarray(rows.start, rows.end);
}

function literalsOf(graph: Graph, node: TermId): ReadonlySet<TermId> {
  const literals = new Set<TermId>();
  for (const property of sentenceProperties) {
    const predicate = graph.predicateOf(property);
    if (predicate === undefined) continue;
    for (const value of graph.valuesOf(node, predicate)) {
      if (!graph.dictionary.isNode(value)) literals.add(value);
    }
  }
  return literals;
}
