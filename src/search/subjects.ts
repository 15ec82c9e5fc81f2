/**
 * What a world has numbers about: variables and topics, and their texts. One index serves
 * `/v2/resolve`, lists of variables, and searches for everything (behaviour: resolve 5.4).
 */

import { type Governor, MadeInSteps, type Steps } from "../options/governor.ts";
import { derived, lastingStep } from "../store/columns/column-source.ts";
import { Uint32Builder } from "../store/columns/growing-columns.ts";
import type { Graph } from "../store/graph/graph.ts";
import { textWithoutLanguage } from "../store/graph/name-keys.ts";
import { StoredList } from "../store/stored/stored-lists.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { inPlainWords } from "./everyday-words.ts";
import { meaning } from "./meaning.ts";
import { SentenceVectors } from "./sentence-vectors.ts";
import {
  kindsIn,
  noSubject,
  type ShownSubject,
  type SubjectLine,
  shownSubject,
  subjectKinds,
  subjectsList,
  textsOf,
  withoutTotal,
} from "./subject-texts.ts";
import type { TextRuns } from "./text-runs.ts";
import type { TokenTable } from "./token-table.ts";
import { WordIndex } from "./word-index.ts";
import { searchWordsOf, spacedWords } from "./words.ts";

export const indicatorTypes = ["StatisticalVariable", "Topic"] as const;

export type IndicatorType = (typeof indicatorTypes)[number];

interface SubjectMatch {
  readonly node: TermId;
  /** Similarity in (0, 1], rounded to eight decimals. */
  readonly score: number;
  /** The text that is similar. */
  readonly sentence: string;
}

interface IndicatorMatch extends SubjectMatch {
  readonly shown: ShownSubject;
  readonly type: IndicatorType;
}

export const dcidWeight = 2;

/** Matches of one question (behaviour: resolve 5.1). */
const matchesMax = 50;

/** Their texts take about 2 ms. */
const nodesPerStep = 64;

/** Scores have eight decimals. */
const scoreScale = 1e8;
/** With four decimals, too, it is not 1. */
const othersMax = 0.9999 * scoreScale;

/** With words that are so similar, a text may be the question itself; it says the same as if it were this near. */
const nearlySame = 0.99;
const sameWords = 0.9;

/** Texts with vectors take about 2 ms. */
const textsPerStep = 128;

/** More of a question is not looked at. */
const questionLengthMax = 2000;

/** What words count for beside meanings. */
const wordsWeight = 0.05;
/** What a text must score where meanings are compared. */
const similarMin = 0.42;
const looseMin = 0.25;
/** With less, words that no text has must be similar to some text by themselves: "hello world" is not about the world. */
const surelySimilar = 0.56;
const foreignMin = 0.36;
/** What has so much of the question has all its words. */
const sharedMin = 0.999;

function mixed(near: number, words: number): number {
  const similarity = (near + wordsWeight * words) / (1 + wordsWeight);
  return words >= nearlySame ? Math.max(similarity, sameWords) : similarity;
}

function most(shares: Float32Array, isOurs: (text: number) => boolean): number {
  let most = 0;
  for (let text = 0; text < shares.length; text++) {
    if (shares[text]! > most && isOurs(text)) most = shares[text]!;
  }
  return most;
}

/** Nodes come ascending, and of each the texts one after the other. Of many, few are among the best. */
function keepBest(best: ScoredText[], next: ScoredText): void {
  if (next.score <= (best[matchesMax - 1]?.score ?? 0)) return;
  const known = best.findIndex(({ node }) => node === next.node);
  if (known >= 0 && best[known]!.score >= next.score) return;
  if (known >= 0) best.splice(known, 1);
  const at = best.findIndex(({ score }) => score < next.score);
  best.splice(at < 0 ? best.length : at, 0, next);
  best.length = Math.min(best.length, matchesMax);
}

/** Vectors, and the texts that have them. */
interface Embedded {
  readonly vectors: SentenceVectors;
  readonly texts: Uint32Array;
}

interface SimilarText {
  readonly text: number;
  readonly similarity: number;
  /** The same for the words alone. */
  readonly words: number;
}

export interface SearchHow {
  /** Whether meanings are compared, not words alone. Default: true. */
  readonly meaning?: boolean | undefined;
  readonly governor?: Governor | undefined;
  /** Whether those that are hardly similar are found, too: what is nearest where there is nothing better. */
  readonly isLoose?: boolean | undefined;
}

interface ScoredText {
  readonly node: TermId;
  readonly text: number;
  readonly score: number;
}

/** What a text must have of the question, as a share of what the best one has. More words narrow the answer. */
const shareMin = 0.499;

export class Subjects {
  readonly #graph: Graph;
  readonly #kinds = new Map<TermId, number>();
  /** Of a snapshot that lies elsewhere. */
  readonly #lines: ReadonlyMap<TermId, SubjectLine> | undefined;
  /** Its owners are the nodes. */
  readonly words = new WordIndex();
  /** Per text: the literal, or the place in the line of its subject; `noTerm` for the dcid itself. */
  readonly #literals = new Uint32Builder();
  /** Of the texts, until their meanings are known. */
  #runs: TextRuns | undefined = this.words.runs;
  #vectors: MadeInSteps<Embedded> | undefined;

  private constructor(graph: Graph, lines: ReadonlyMap<TermId, SubjectLine> | undefined) {
    this.#graph = graph;
    this.#lines = lines;
  }

  static *of(world: World): Steps<Subjects> {
    const { graph } = world;
    const stored = storedSubjects(world);
    const all = stored && [...stored.slice()];
    const lines = all && new Map(all.map((line) => [line.node, line]));
    const subjects = new Subjects(graph, lines);
    let at = 0;
    for (const { node, kind } of all ?? kindsIn(world)) {
      if (at++ % nodesPerStep === 0) yield;
      subjects.#kinds.set(node, kind);
      subjects.#add(node);
    }
    return subjects;
  }

  #add(node: TermId): void {
    for (const { text, weight, at } of this.textsOf(node)) {
      this.#addText(node, text, weight, at);
      const rest = withoutTotal(text);
      if (rest !== text) this.#addText(node, rest, weight, at);
    }
  }

  /** What is known of a node, at last its dcid: two variables in three have no name at all. */
  *textsOf(node: TermId) {
    const { dictionary } = this.#graph;
    const line = this.#lines?.get(node);
    const texts = line === undefined ? [...textsOf(this.#graph, node)] : line.weights.entries();
    for (const [at, weight] of texts) {
      const text = line?.texts[at] ?? textWithoutLanguage(dictionary.textOf(at));
      yield { text, weight, at };
    }
    yield { text: line?.dcid ?? dictionary.textOf(node), weight: dcidWeight, at: noTerm };
  }

  #addText(node: TermId, text: string, weight: number, literal: number): void {
    this.words.add(node, text, weight);
    this.#literals.push(literal);
  }

  /** By node, ascending: which of `subjectKinds`. */
  get kinds(): ReadonlyMap<TermId, number> {
    return this.#kinds;
  }

  /** What answers show of one of the nodes. */
  shown(node: TermId): ShownSubject {
    return this.line(node) ?? shownSubject(this.#graph, node);
  }

  /** The same from the list of a snapshot; undefined near. */
  line(node: TermId): ShownSubject | undefined {
    return this.#lines?.get(node);
  }

  /**
   * Similar ones of the wanted, by score and then by dcid, at most 50. Where meanings are compared, the words
   * count little; what has all words is found in any case.
   */
  search(
    question: string,
    isWanted: (node: TermId) => boolean,
    how: SearchHow = {},
  ): SubjectMatch[] {
    const best: ScoredText[] = [];
    const isOurs = (text: number) => isWanted(this.words.ownerOf(text));
    for (const { text, similarity, words } of this.#similar(question, isOurs, how)) {
      const isSame = words >= nearlySame && this.#isSame(text, question);
      const score = isSame ? scoreScale : this.#scoreOf(text, similarity);
      keepBest(best, { node: this.words.ownerOf(text), text, score });
    }
    return best.map(({ node, text, score }) => ({
      node,
      score: score / scoreScale,
      sentence: this.#textOf(text),
    }));
  }

  *#similar(
    question: string,
    isOurs: (text: number) => boolean,
    how: SearchHow,
  ): Generator<SimilarText> {
    const { meaning: isMeant = true, isLoose = false, governor } = how;
    const table = isMeant ? meaning.table : undefined;
    // What later requests can use comes before what is of this one alone, such as slips.
    if (table !== undefined) this.#embeddedBy(table, governor);
    const { shares, cosines } = this.words.compared(question, governor);
    const near = table === undefined ? undefined : this.#nearOf(question, table, isOurs, how);
    const least = near === undefined ? shareMin * most(shares, isOurs) : sharedMin;
    for (let text = 0; text < shares.length; text++) {
      const similarity = near === undefined ? cosines[text]! : mixed(near[text]!, cosines[text]!);
      const isShared = shares[text]! > 0 && shares[text]! >= least;
      const isSimilar = near !== undefined && similarity >= (isLoose ? looseMin : similarMin);
      if ((isShared || isSimilar) && isOurs(text))
        yield { text, similarity, words: cosines[text]! };
    }
  }

  /** The same for a question as it is typed. Nothing is near to words that are mostly foreign to all texts. */
  #nearOf(
    question: string,
    table: TokenTable,
    isOurs: (text: number) => boolean,
    { governor, isLoose = false }: SearchHow,
  ) {
    const isKnown = (word: string) => table.has(word);
    const mended = this.words.mended(question.slice(0, questionLengthMax), isKnown, governor);
    const near = this.#near(inPlainWords(mended), table, governor);
    if (near === undefined || isLoose || most(near, isOurs) >= surelySimilar) return near;
    const words = [...searchWordsOf(mended)];
    const foreign = words.filter((word) => !this.words.has(word));
    if (foreign.length * 2 < words.length || foreign.length === 0) return near;
    const alone = this.#near(inPlainWords(foreign.join(" ")), table, governor);
    const isForeign = alone === undefined || most(alone, isOurs) < foreignMin;
    return isForeign ? near.fill(0) : near;
  }

  /** Per text: the cosine of its meaning and that of a question; undefined where that means nothing. */
  #near(question: string, table: TokenTable, governor?: Governor): Float32Array | undefined {
    const { vectors, texts } = this.#embeddedBy(table, governor);
    const cosines = vectors.cosines(question);
    if (cosines === undefined) return undefined;
    const near = new Float32Array(this.words.textCount);
    for (let at = 0; at < texts.length; at++) near[texts[at]!] = cosines[at]!;
    return near;
  }

  #embeddedBy(table: TokenTable, governor?: Governor): Embedded {
    this.#vectors ??= new MadeInSteps(() => this.#embedded(table));
    return this.#vectors.finished(governor);
  }

  *#embedded(table: TokenTable): Steps<Embedded> {
    const texts: number[] = [];
    for (let text = 0; text < this.words.textCount; text++) {
      if (this.#isOnly(text) || this.#literals.values[text] !== noTerm) texts.push(text);
    }
    const vectors = new SentenceVectors(table, texts.length);
    const runs = this.#runs as TextRuns;
    const { ids, starts } = runs.all;
    const known: (readonly number[])[] = [];
    const addAll = (these: readonly number[]) => {
      for (const text of these) {
        // A dcid means what its words mean, which are no runs.
        if (this.#literals.values[text] === noTerm) {
          vectors.push(table.piecesOf(this.#textOf(text)));
        } else {
          for (let at = starts[text]!; at < starts[text + 1]!; at++) {
            const run = ids[at]!;
            known[run] ??= table.piecesOf(runs.written[run]!);
            vectors.push(known[run]);
          }
        }
        vectors.end();
      }
    };
    for (let at = 0; at < texts.length; at += textsPerStep) {
      addAll(texts.slice(at, at + textsPerStep));
      yield;
    }
    this.#runs = undefined;
    return { vectors, texts: Uint32Array.from(texts) };
  }

  /** Whether its subject has no other text. */
  #isOnly(text: number): boolean {
    return this.words.ownerOf(text - 1) !== this.words.ownerOf(text);
  }

  /** Whether a text, or the dcid of its subject, is the question itself. */
  #isSame(text: number, question: string): boolean {
    const asked = question.trim().toLowerCase();
    return [this.#textOf(text), this.#dcidOf(text)].some((one) => one.toLowerCase() === asked);
  }

  /** Of a text that is not the question. A dcid counts where there is no other text. */
  #scoreOf(text: number, similarity: number): number {
    if (this.#literals.values[text] === noTerm && !this.#isOnly(text)) return 0;
    return Math.min(othersMax, Math.max(1, Math.round(similarity * scoreScale)));
  }

  /** Undefined: it has observations, and no type says what it is. */
  typeOf(node: TermId): IndicatorType | undefined {
    const kind = this.#kinds.get(node);
    return indicatorTypes.find((type) => subjectKinds[type] === kind);
  }

  #dcidOf(text: number): string {
    const node = this.words.ownerOf(text);
    return this.#lines?.get(node)?.dcid ?? this.#graph.dictionary.textOf(node);
  }

  #textOf(text: number): string {
    const literal = this.#literals.values[text] as TermId;
    if (literal === noTerm) return spacedWords(this.#dcidOf(text));
    const line = this.#lines?.get(this.words.ownerOf(text));
    return line?.texts[literal] ?? textWithoutLanguage(this.#graph.dictionary.textOf(literal));
  }
}

// A Commons that was closed must not keep its graph by these.
const madeOf = derived(
  (world: World) => new MadeInSteps(() => Subjects.of(world)),
  ({ graph }) => graph,
  "search.subjects",
);

/** All variables and topics. The first question makes the index. */
export function subjectsOf(world: World, governor?: Governor): Subjects {
  const { source } = world.graph;
  const made = () => madeOf(world).finished(governor);
  // Without the list of the snapshot it reads the graph later.
  return storedSubjects(world) ? lastingStep(source, "search.subjects", made) : made();
}

/** The list of a snapshot that lies elsewhere. Near, the graph is read as fast. */
const storedSubjects = ({ graph, observations }: World): StoredList<SubjectLine> | undefined =>
  graph.source.isFar === true
    ? StoredList.readFrom(observations.source, subjectsList, noSubject)
    : undefined;

/** Statistical variables and topics that a question is about, best first. */
export function searchIndicators(
  world: World,
  question: string,
  types: readonly IndicatorType[],
  how: SearchHow = {},
): IndicatorMatch[] {
  const subjects = subjectsOf(world, how.governor);
  const typeOf = (node: TermId) => subjects.typeOf(node) as IndicatorType;
  return subjects
    .search(question, (node) => types.includes(typeOf(node)), how)
    .map((match) => ({
      ...match,
      shown: subjects.shown(match.node),
      type: typeOf(match.node),
    }));
}
