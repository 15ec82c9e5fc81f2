/** One search for places, variables, types and all other nodes: the page, the command and programs ask it. */

import type { Governor } from "../options/governor.ts";
import { meaningRows } from "../options/request-rows.ts";
import { type OptionRows, requireOptions, withDefaults } from "../options/required-options.ts";
import { findIn, type ReadWord } from "../search/find-in.ts";
import { meaning } from "../search/meaning.ts";
import { textsOf, withoutTotal } from "../search/subject-texts.ts";
import { dcidWeight, type SearchHow, subjectsOf } from "../search/subjects.ts";
import { WordIndex } from "../search/word-index.ts";
import { derived, lastingStep } from "../store/columns/column-source.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";
import { textsOf as namesOf, setsOf, VariableLines } from "./catalog-lines.ts";
import { areLookedUp, nodesCalled } from "./names-begun.ts";

/** A node that a search found. */
export interface FoundNode {
  readonly dcid: string;
  /** Its first name; left out where it has none. */
  readonly name?: string;
  /** A variable has observations; all others are nodes. */
  readonly kind: "variable" | "node";
  /** Ascending; of a variable none. */
  readonly types: readonly string[];
  /** Variables of a node; entities of a variable. */
  readonly observed: number;
}

/** What a search found, and what it searched. */
export interface FoundPage {
  /** The best first. */
  readonly lines: readonly FoundNode[];
  /** Nodes whose texts were searched. */
  readonly searched: number;
  /** Nodes of the world that were not, because there are so many. */
  readonly left: number;
  /** Each word, what it was read as, and whether anything has it. */
  readonly words: readonly ReadWord[];
}

/** What is searched for. */
export interface EverythingSearch {
  /** Words, as somebody types them. Empty: all variables, with that `kind`, or all nodes of the `type`, the most observed first; else nothing. */
  readonly text: string;
  /** dcid of a type: nodes that have it, variables with observations about such nodes. None for a name that the world lacks. */
  readonly type?: string | undefined;
  /** `variable` or `place`, each with observations. Default: any node. */
  readonly kind?: string | undefined;
  /** Lines at most. Default: 10. */
  readonly limit?: number | undefined;
  /** Whether variables and topics are found by what they mean, too. Default: true. */
  readonly meaning?: boolean | undefined;
}

export const everythingRows = {
  text: { is: ["text"], isRequired: true },
  type: { is: ["text"] },
  kind: { is: ["text"], choices: ["", "variable", "place"] },
  limit: { is: ["whole"] },
  ...meaningRows,
} satisfies OptionRows<EverythingSearch>;

/** As of a word of a name. */
const nameWeight = 3;

/** Of more nodes that are no variables, those with observations are searched: an index takes memory. */
const nodesMax = 200_000;

/** Nodes that are neither variables nor topics, by their words. */
interface OtherNodes {
  readonly nodes: ReadonlySet<TermId>;
  readonly words: WordIndex;
  readonly left: number;
}

function othersIn(world: World): OtherNodes {
  const { graph, observations } = world;
  const { kinds: subjects } = subjectsOf(world);
  if (areLookedUp(graph)) {
    const left = graph.dictionary.nodeCount - subjects.size;
    return { nodes: new Set(), words: new WordIndex(), left };
  }
  const observed: TermId[] = [];
  const typed: TermId[] = [];
  for (const [node, set] of graph.typeSets.entries()) {
    if (subjects.has(node)) continue;
    if (observations.variableCountOf(node) > 0) observed.push(node);
    else if (set !== 0) typed.push(node);
  }
  const all = [...observed, ...typed];
  const nodes = new Set(all.slice(0, nodesMax));
  const words = new WordIndex();
  for (const node of nodes) {
    words.add(node, graph.dictionary.textOf(node), dcidWeight);
    for (const [literal, weight] of textsOf(graph, node)) {
      words.add(node, graph.dictionary.textOf(literal), weight);
    }
  }
  return { nodes, words, left: all.length - nodes.size };
}

const madeOthers = derived(othersIn, ({ graph }) => graph, "search.others");

export const othersOf = (world: World): OtherNodes =>
  lastingStep(world.graph.source, "search.others", () => madeOthers(world));

/** What has any word of a text, and of the nodes that are not indexed what begins with the text. */
export function matchesOf(
  world: World,
  text: string,
  withDcids: boolean,
  governor?: Governor,
): ReturnType<typeof findIn> {
  const subjects = subjectsOf(world, governor);
  const { matches, words } = findIn([subjects.words, othersOf(world).words], text, governor);
  if (!areLookedUp(world.graph)) return { matches, words };
  const called = nodesCalled(world, text, withDcids).filter((node) => !subjects.kinds.has(node));
  // It has all the words.
  const all = called.map((owner) => ({ owner, words: words.length, score: nameWeight }));
  const had = words.map((word) =>
    word.isSlip ? { ...word, found: [word.asked], isSlip: false } : word,
  );
  return { matches: [...all, ...matches], words: called.length > 0 ? had : words };
}

interface Ranked {
  /** 0: its name or its dcid is the text; 1: it begins with it; 2: neither. */
  readonly distance: number;
  /** How much of the question it answers: a part of its words, or how similar it is. */
  readonly share: number;
  readonly score: number;
}

/** Some of the given variables: those that are similar to a question, the best first. */
export function variablesLike(
  world: World,
  question: string,
  variables: ReadonlySet<TermId>,
): TermId[] {
  const found = subjectsOf(world).search(question, (node) => variables.has(node));
  return found.map(({ node }) => node);
}

/** Loads the table of meanings, where it is not there yet. */
export const loadMeaning = (): Promise<void> => meaning.load();

/**
 * Nodes by the words of their names, other names, descriptions and dcids, the best first: what is
 * called as the text, what has the most of its words, and variables that mean something similar.
 */
export function searchEverything(
  world: World,
  given: EverythingSearch,
  { governor, ...defaults }: SearchHow = {},
): FoundPage {
  requireOptions("catalog.search", given, everythingRows);
  const wanted = withDefaults(given, defaults);
  const { limit = 10 } = wanted;
  const text = wanted.text.trim();
  const isWanted = filterOf(world, wanted);
  if (text === "") {
    const listed = listOf(world, wanted).filter(isWanted).sort(mostObserved(world));
    const lines = listed.slice(0, limit).map((node) => lineOf(world, node));
    return { lines, searched: 0, left: 0, words: [] };
  }
  const subjects = subjectsOf(world, governor);
  const others = othersOf(world);
  const { matches, words } = matchesOf(world, text, true, governor);
  const lower = text.toLowerCase();
  const ranked = new Map<TermId, Ranked>();
  for (const { owner, words: count, score } of matches) {
    if (!isWanted(owner)) continue;
    const distance = distanceOf(world, owner, lower);
    ranked.set(owner, { distance, share: count / words.length, score });
  }
  for (const { node, score: share } of subjects.search(text, isWanted, { ...wanted, governor })) {
    const known = ranked.get(node) ?? { distance: 2, share, score: 0 };
    ranked.set(node, { ...known, share: Math.max(share, known.share) });
  }
  const byObserved = mostObserved(world);
  // Whether a variable has data is a block to read from afar: that it is one is enough.
  const mayHaveData = (node: TermId) =>
    Number(subjects.kinds.has(node) || world.observations.variableCountOf(node) > 0);
  const nodes = [...ranked]
    .sort(
      ([a, of], [b, other]) =>
        of.distance - other.distance ||
        other.share - of.share ||
        mayHaveData(b) - mayHaveData(a) ||
        other.score - of.score ||
        byObserved(a, b),
    )
    .slice(0, limit)
    .map(([node]) => node);
  const exact = world.graph.dictionary.nodeOf(text);
  const isListed = exact === undefined || nodes.includes(exact) || !isWanted(exact);
  const best = isListed ? nodes : [exact, ...nodes].slice(0, limit);
  let searched = 0;
  for (const known of [subjects.kinds.keys(), others.nodes]) {
    for (const node of known) if (isWanted(node)) searched++;
  }
  return { lines: best.map((node) => lineOf(world, node)), searched, left: others.left, words };
}

/** All variables, or all nodes of a type. */
function listOf({ graph, observations }: World, { kind, type = "" }: EverythingSearch): TermId[] {
  if (kind === "variable") return [...observations.variables];
  if (type === "") return [];
  const isOfType = setsOf(graph, type);
  return [...graph.typeSets.keys()].filter((node) => isOfType[graph.typeSetOf(node)] === 1);
}

/** Which nodes are wanted. */
function filterOf(world: World, { kind, type = "" }: EverythingSearch): (node: TermId) => boolean {
  const { graph, observations } = world;
  const isVariable = (node: TermId) => seriesCountOf(world, node) > 0;
  const isOfType = type === "" ? undefined : setsOf(graph, type);
  const about = new Set(
    isOfType === undefined
      ? []
      : new VariableLines(graph, observations).about(observations.variables, type),
  );
  return (node) => {
    if (isVariable(node)) return kind !== "place" && (isOfType === undefined || about.has(node));
    if (kind === "variable") return false;
    if (kind === "place" && observations.variableCountOf(node) === 0) return false;
    return isOfType === undefined || isOfType[graph.typeSetOf(node)] === 1;
  };
}

/** Series of a variable; 0 of another node. */
export function seriesCountOf(world: World, node: TermId): number {
  // From afar, each node that cannot be a variable is a block to look into.
  if (areLookedUp(world.graph) && !subjectsOf(world).kinds.has(node)) return 0;
  return world.observations.seriesCountOf(node);
}

/** The same, and variables of another node. */
export const observedCountOf = (world: World, node: TermId): number =>
  seriesCountOf(world, node) || world.observations.variableCountOf(node);

function mostObserved(world: World): (a: TermId, b: TermId) => number {
  return (a, b) => observedCountOf(world, b) - observedCountOf(world, a);
}

function lineOf(world: World, node: TermId): FoundNode {
  const { graph, observations } = world;
  const { dcid, name } = named(world, node);
  const line = name === undefined ? { dcid } : { dcid, name };
  if (seriesCountOf(world, node) === 0) {
    const types = namesOf(graph, graph.typesOfSet(graph.typeSetOf(node)));
    return { ...line, kind: "node", types, observed: observations.variableCountOf(node) };
  }
  const { start, end } = observations.seriesOfVariable(node);
  if (graph.source.isFar === true && observations.further.ofRange({ start, end }).length === 0) {
    const { entityCount } = new VariableLines(graph, observations).lineOf(node);
    return { ...line, kind: "variable", types: [], observed: entityCount };
  }
  let observed = 0;
  let last: TermId | undefined;
  for (let series = start; series < end; series++) {
    const entity = observations.entityOf(series);
    if (entity !== last) observed++;
    last = entity;
  }
  return { ...line, kind: "variable", types: [], observed };
}

/** dcid and first name; from afar those of variables and topics are in their index. */
export function named(
  world: World,
  node: TermId,
): { readonly dcid: string; readonly name?: string } {
  const line = areLookedUp(world.graph) ? subjectsOf(world).line(node) : undefined;
  return line ?? world.graph.named(node);
}

/** 0 where its name or its dcid is the text, 1 where it begins with it. */
function distanceOf(world: World, node: TermId, text: string): number {
  const { dcid, name = "" } = named(world, node);
  const ours = [name, withoutTotal(name), dcid].map((one) => one.toLowerCase());
  if (ours.includes(text)) return 0;
  return ours.some((one) => one.startsWith(text)) ? 1 : 2;
}
