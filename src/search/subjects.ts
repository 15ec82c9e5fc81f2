/**
 * What a world has numbers about: variables and topics, and their texts. One index serves
 * `/v2/resolve`, lists of variables, and searches for everything (behaviour: resolve 5.4).
 */

import type { Governor, Steps } from "../governor/governor.ts";
import { MadeInSteps } from "../governor/governor.ts";
import { derived } from "../store/columns/column-source.ts";
import { Uint32Builder } from "../store/columns/growing-columns.ts";
import type { Graph } from "../store/graph/graph.ts";
import { textWithoutLanguage } from "../store/graph/name-keys.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { WordIndex } from "./word-index.ts";
import { spacedWords } from "./words.ts";

export const indicatorTypes = ["StatisticalVariable", "Topic"] as const;

export type IndicatorType = (typeof indicatorTypes)[number];

interface SubjectMatch {
  readonly node: TermId;
  /** Similarity in (0, 1], rounded to four decimals. */
  readonly score: number;
  /** The text that is similar. */
  readonly sentence: string;
}

interface IndicatorMatch extends SubjectMatch {
  readonly type: IndicatorType;
}

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
export const dcidWeight = 2;

/** Matches of one question (behaviour: resolve 5.1). */
const matchesMax = 50;

/** Their texts take about 2 ms. */
const nodesPerStep = 64;

/** Scores have four decimals. */
const scoreScale = 10_000;

/** From here on a text may be the question itself. */
const nearlySame = 9900;

interface ScoredText {
  readonly text: number;
  readonly score: number;
}

/** What a text must have of the question, as a share of what the best one has. More words narrow the answer. */
const shareMin = 0.499;

export class Subjects {
  readonly #graph: Graph;
  /** Ascending. */
  readonly nodes: ReadonlySet<TermId>;
  /** Its owners are the nodes. */
  readonly words = new WordIndex();
  /** Per text: the literal; `noTerm` for the dcid itself. */
  readonly #literals = new Uint32Builder();
  readonly #topics: ReadonlySet<TermId>;
  readonly #variables: ReadonlySet<TermId>;

  private constructor({ graph, observations }: World) {
    this.#graph = graph;
    this.#topics = new Set(instancesOf(graph, "Topic"));
    this.#variables = new Set(instancesOf(graph, "StatisticalVariable"));
    const all = new Set([...this.#topics, ...this.#variables, ...observations.variables]);
    this.nodes = new Set(Uint32Array.from(all).sort());
  }

  static *of(world: World): Steps<Subjects> {
    const subjects = new Subjects(world);
    let at = 0;
    for (const node of subjects.nodes) {
      if (at++ % nodesPerStep === 0) yield;
      subjects.#add(node);
    }
    return subjects;
  }

  #add(node: TermId): void {
    const { dictionary } = this.#graph;
    for (const [literal, weight] of textsOf(this.#graph, node)) {
      this.words.add(node, textWithoutLanguage(dictionary.textOf(literal)), weight);
      this.#literals.push(literal);
    }
    // Two variables in three have no name at all: what they are called is all that is known.
    this.words.add(node, dictionary.textOf(node), dcidWeight);
    this.#literals.push(noTerm);
  }

  /** Similar ones of the wanted, by score and then by dcid, at most 50. */
  search(question: string, isWanted: (node: TermId) => boolean): SubjectMatch[] {
    const { shares, cosines } = this.words.compared(question);
    let most = 0;
    for (let text = 0; text < shares.length; text++) {
      if (shares[text]! > most && isWanted(this.words.ownerOf(text))) most = shares[text]!;
    }
    const best = new Map<TermId, ScoredText>();
    for (let text = 0; text < shares.length && most > 0; text++) {
      const node = this.words.ownerOf(text);
      if (shares[text]! < most * shareMin || !isWanted(node)) continue;
      const score = this.#scoreOf(text, cosines[text]!, question);
      if (score > (best.get(node)?.score ?? 0)) best.set(node, { text, score });
    }
    return [...best]
      .sort(([a, of], [b, other]) => other.score - of.score || a - b)
      .slice(0, matchesMax)
      .map(([node, { text, score }]) => ({
        node,
        score: score / scoreScale,
        sentence: this.#textOf(text),
      }));
  }

  /**
   * In ten thousandths. Only a text that is the question itself has all of them. The dcid of what has other
   * texts has none unless it is the question.
   */
  #scoreOf(text: number, similarity: number, question: string): number {
    const isDcid = this.#literals.values[text] === noTerm;
    const score = Math.max(1, Math.round(similarity * scoreScale));
    if (score >= nearlySame) {
      const asked = question.trim().toLowerCase();
      const ours = [this.#textOf(text), ...(isDcid ? [this.#dcidOf(text)] : [])];
      if (ours.some((one) => one.toLowerCase() === asked)) return scoreScale;
    }
    const isOnly = text === 0 || this.words.ownerOf(text - 1) !== this.words.ownerOf(text);
    return isDcid && !isOnly ? 0 : Math.min(score, scoreScale - 1);
  }

  /** Undefined: it has observations, and no type says what it is. */
  typeOf(node: TermId): IndicatorType | undefined {
    if (this.#topics.has(node)) return "Topic";
    return this.#variables.has(node) ? "StatisticalVariable" : undefined;
  }

  #dcidOf(text: number): string {
    return this.#graph.dictionary.textOf(this.words.ownerOf(text));
  }

  #textOf(text: number): string {
    const literal = this.#literals.values[text] as TermId;
    return literal === noTerm
      ? spacedWords(this.#dcidOf(text))
      : textWithoutLanguage(this.#graph.dictionary.textOf(literal));
  }
}

/** The instances of a type, ascending. */
function instancesOf(graph: Graph, type: string): Uint32Array {
  const node = graph.dictionary.nodeOf(type);
  const typeOf = graph.predicateOf("typeOf");
  if (node === undefined || typeOf === undefined) return new Uint32Array(0);
  const rows = graph.in.rowsOf(node, typeOf);
  return graph.in.termsIn(rows).subarray(rows.start, rows.end);
}

/** Texts that describe a node, and what a match of a word in them counts for. */
export function textsOf(graph: Graph, node: TermId): ReadonlyMap<TermId, number> {
  const texts = new Map<TermId, number>();
  for (const [property, weight] of describing) {
    const predicate = graph.predicateOf(property);
    if (predicate === undefined) continue;
    for (const value of graph.valuesOf(node, predicate)) {
      if (!graph.dictionary.isNode(value) && !texts.has(value)) texts.set(value, weight);
    }
  }
  return texts;
}

// A Commons that was closed must not keep its graph by these.
const madeOf = derived(
  (world: World) => new MadeInSteps(() => Subjects.of(world)),
  ({ graph }) => graph,
);

/** All variables and topics. The first question makes the index. */
export const subjectsOf = (world: World, governor?: Governor): Subjects =>
  madeOf(world).finished(governor);

/** Statistical variables and topics that a question is about, best first. */
export function searchIndicators(
  world: World,
  question: string,
  types: readonly IndicatorType[],
  governor?: Governor,
): IndicatorMatch[] {
  const subjects = subjectsOf(world, governor);
  const typeOf = (node: TermId) => subjects.typeOf(node) as IndicatorType;
  return subjects
    .search(question, (node) => types.includes(typeOf(node)))
    .map((match) => ({ ...match, type: typeOf(match.node) }));
}
