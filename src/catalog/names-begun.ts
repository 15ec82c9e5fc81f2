/**
 * Nodes by what they are called, looked up in the columns of a world that is elsewhere and too large to index: a
 * search then reads a few blocks, not the names of all nodes.
 */

import { describing } from "../search/subject-texts.ts";
import type { Graph } from "../store/graph/graph.ts";
import { nameKeyOf, textWithoutLanguage } from "../store/graph/name-keys.ts";
import { SearchColumns } from "../store/graph/search-columns.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import type { World } from "../world/world.ts";

/** A world elsewhere with more nodes is not indexed: of so many, their texts have about half a megabyte. */
const indexedMax = 5000;
/** Texts that begin with one spelling. */
const begunMax = 24;
/** More nodes are not looked at: the names, types and numbers of each lie in blocks of their own. */
const calledMax = 12;

/** Whether nodes that are neither variables nor topics are looked up, not indexed. */
export const areLookedUp = ({ source, dictionary }: Graph): boolean =>
  source.isFar === true && dictionary.nodeCount > indexedMax;

/** Nodes that are called as a text in any case, and some whose names or dcids begin with it: the most observed. */
export function nodesCalled(
  { graph, observations }: World,
  text: string,
  withDcids: boolean,
): TermId[] {
  const { dictionary } = graph;
  const literals = new Set(literalsWith(graph, nameKeyOf(text)));
  const begun = withDcids ? dictionary.nodesBeginningWith(text, begunMax) : [];
  const nodes = new Set(begun);
  for (const spelling of spellingsOf(text)) {
    for (const one of dictionary.literalsBeginningWith(spelling, begunMax)) literals.add(one);
  }
  for (const literal of literals) for (const node of bearersOf(graph, literal)) nodes.add(node);
  return Array.from(nodes, (node) => ({
    node,
    count: observations.variableCountOf(node),
  }))
    .sort((a, b) => b.count - a.count)
    .slice(0, calledMax)
    .map(({ node }) => node);
}

/** Shorter texts begin too many names. */
const lettersMin = 3;

/** Nodes with observations whose names begin with a text, the most observed first. */
export function namesBegun(world: World, text: string): TermId[] {
  if (text.length < lettersMin) return [];
  const lower = text.toLowerCase();
  return nodesCalled(world, text, false).filter(
    (node) =>
      world.observations.variableCountOf(node) > 0 &&
      world.graph.nameTextOf(node)?.toLowerCase().startsWith(lower) === true,
  );
}

/** Literals with a key. */
function literalsWith(graph: Graph, key: string): TermId[] {
  const probable = SearchColumns.of(graph)?.literalsOf(key) ?? [];
  const textOf = (literal: TermId) => textWithoutLanguage(graph.dictionary.textOf(literal));
  return probable.filter((literal) => nameKeyOf(textOf(literal)) === key);
}

function bearersOf(graph: Graph, literal: TermId): TermId[] {
  return describing.flatMap(([property]) => graph.linked(literal, property, "in"));
}

/** As it is typed, and as names are often written: `new y`, `New y`, `New Y`. */
function spellingsOf(text: string): ReadonlySet<string> {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  const each = text.replace(/(?<=^|\s)\S/g, (letter) => letter.toUpperCase());
  return new Set([text, first, each]);
}
