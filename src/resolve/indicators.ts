/**
 * Statistical variables and topics by what is said about them. The real service compares meanings
 * by a language model; here texts are compared by their words (facts V2 §4.5).
 */

import { type Graph, noTerm, type TermId, Uint32Builder } from "../store/index.ts";
import type { World } from "../world.ts";
import { textWithoutLanguage } from "./language.ts";
import { type SentenceIndex, SentenceIndexBuilder } from "./sentence-index.ts";
import { spacedWords } from "./words.ts";

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

/** What is said about a node, the most telling first: it is shown when two are equally similar. */
const sentenceProperties = [
  "name",
  "searchDescription",
  "description",
  "shortDisplayName",
  "alternateName",
  "nameWithLanguage",
];

/** Matches of one question (facts V2 §4.5). */
const matchesMax = 50;

/** Scores have four decimals. */
const scoreScale = 10_000;

export class Indicators {
  readonly #graph: Graph;
  readonly #index: SentenceIndex;
  /** Per sentence: whom it is about, ascending, and the literal; `noTerm` for the dcid itself. */
  readonly #nodes = new Uint32Builder();
  readonly #literals = new Uint32Builder();
  readonly #topics: ReadonlySet<TermId>;

  constructor({ graph }: World) {
    this.#graph = graph;
    const topics = instancesOf(graph, "Topic");
    const variables = instancesOf(graph, "StatisticalVariable");
    const sentences = new SentenceIndexBuilder();
    this.#topics = new Set(topics);
    for (const node of Uint32Array.from(new Set([...topics, ...variables])).sort()) {
      this.#addSentences(node, sentences);
    }
    this.#index = sentences.freeze();
  }

  /** Similar nodes of the given types, by score and then by dcid, at most 50. */
  search(question: string, types: readonly IndicatorType[]): IndicatorMatch[] {
    const best = new BestMatches();
    const similarities = this.#index.similarities(question);
    for (let sentence = 0; sentence < similarities.length; sentence++) {
      const similarity = similarities[sentence] as number;
      if (similarity === 0) continue;
      const node = this.#nodes.values[sentence] as TermId;
      if (!types.includes(this.#typeOf(node))) continue;
      best.offer(node, sentence, Math.max(1, Math.round(similarity * scoreScale)));
    }
    return best.first(matchesMax).map(({ node, sentence, score }) => ({
      node,
      type: this.#typeOf(node),
      score: score / scoreScale,
      sentence: this.#textOf(sentence),
    }));
  }

  #typeOf(node: TermId): IndicatorType {
    return this.#topics.has(node) ? "Topic" : "StatisticalVariable";
  }

  #addSentences(node: TermId, sentences: SentenceIndexBuilder): void {
    const { dictionary } = this.#graph;
    const literals = literalsOf(this.#graph, node);
    for (const literal of literals) {
      sentences.add(textWithoutLanguage(dictionary.textOf(literal)));
      this.#nodes.push(node);
      this.#literals.push(literal);
    }
    // Two variables in three have no name at all: what they are called is all that is known.
    if (literals.size > 0) return;
    sentences.add(dictionary.textOf(node));
    this.#nodes.push(node);
    this.#literals.push(noTerm);
  }

  #textOf(sentence: number): string {
    const { dictionary } = this.#graph;
    const literal = this.#literals.values[sentence] as TermId;
    return literal === noTerm
      ? spacedWords(dictionary.textOf(this.#nodes.values[sentence] as TermId))
      : textWithoutLanguage(dictionary.textOf(literal));
  }
}

function instancesOf(graph: Graph, type: string): Uint32Array {
  const node = graph.dictionary.nodeOf(type);
  const typeOf = graph.predicateOf("typeOf");
  if (node === undefined || typeOf === undefined) return new Uint32Array(0);
  const { start, end } = graph.in.rowsOf(node, typeOf);
  return graph.in.terms.subarray(start, end);
}

function literalsOf(graph: Graph, node: TermId): ReadonlySet<TermId> {
  const literals = new Set<TermId>();
  for (const property of sentenceProperties) {
    const predicate = graph.predicateOf(property);
    if (predicate === undefined) continue;
    const { start, end } = graph.out.rowsOf(node, predicate);
    for (let row = start; row < end; row++) {
      const value = graph.out.terms[row] as TermId;
      if (!graph.dictionary.isNode(value)) literals.add(value);
    }
  }
  return literals;
}

interface Match {
  readonly node: TermId;
  readonly sentence: number;
  /** In ten thousandths. */
  readonly score: number;
}

/** The best sentence of every node, and of those the best nodes. Nodes must come ascending. */
class BestMatches {
  readonly #matches: Match[] = [];
  /** How many matches have each score. */
  readonly #counts = new Uint32Array(scoreScale + 1);

  offer(node: TermId, sentence: number, score: number): void {
    const last = this.#matches.at(-1);
    if (last?.node === node) {
      if (last.score >= score) return;
      this.#matches.pop();
      this.#count(last.score, -1);
    }
    this.#matches.push({ node, sentence, score });
    this.#count(score, 1);
  }

  /** By score; equal ones in the order of nodes, which is that of dcids. */
  first(max: number): Match[] {
    const least = this.#leastScore(max);
    const good = this.#matches.filter(({ score }) => score >= least);
    return good.sort((a, b) => b.score - a.score).slice(0, max);
  }

  /** Saves sorting many thousands of matches that are cut off anyway. */
  #leastScore(max: number): number {
    let score = scoreScale;
    for (let count = 0; score > 0; score--) {
      count += this.#counts[score] as number;
      if (count >= max) break;
    }
    return score;
  }

  #count(score: number, change: number): void {
    this.#counts[score] = (this.#counts[score] as number) + change;
  }
}
