/** One search for places, variables, types and all other nodes: home, header and fields ask it. */
import type { CatalogEntity, CatalogVariable } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import { type Named, nameOf } from "./named.ts";
import { tellingFirst } from "./type-order.ts";
import { type ReadWord, WordIndex } from "./word-index.ts";

export interface Found extends Named {
  readonly kind: "variable" | "node";
  /** Of a node: its types. */
  readonly types: readonly string[];
  /** Variables of a node; entities of a variable. */
  readonly observed: number;
}

export interface FoundPage {
  /** The best first. */
  readonly lines: readonly Found[];
  /** Nodes whose texts were searched. */
  readonly searched: number;
  /** Nodes of the world that were not, because there are so many. */
  readonly left: number;
  /** Words that were read as others, and words that nothing has. */
  readonly words: readonly ReadWord[];
}

export interface Search {
  readonly text: string;
  readonly type: string;
  /** `place`: with observations; `variable`: with observations; or any. */
  readonly kind: string;
  readonly limit: number;
}

interface Entry {
  readonly found: Found;
  /** Of a variable: types of the nodes that it is about. */
  readonly about: readonly string[];
}

interface Searched {
  readonly entries: readonly Entry[];
  readonly index: WordIndex;
  readonly left: number;
}

/** Of more nodes, those with observations are searched, variables first: an index takes memory. */
const entriesMax = 200_000;

/** What is searched, and what a word in it counts for. */
const texts = [
  ["name", 3],
  ["nameWithLanguage", 2],
  ["alternateName", 2],
  ["shortDisplayName", 2],
  ["searchDescription", 1],
  ["description", 1],
] as const;
const dcidWeight = 2;

const made = new WeakMap<Commons["engine"]["graph"], Searched>();

function searchedIn(commons: Commons): Searched {
  const { graph } = commons.engine;
  const known = made.get(graph);
  if (known !== undefined) return known;
  const variables = commons.catalog.variables().map(variableEntry);
  const isVariable = new Set(variables.map(({ found }) => found.dcid));
  const nodes = commons.catalog
    .entities()
    .map(nodeEntry)
    .filter(({ found }) => !isVariable.has(found.dcid))
    .sort((a, b) => Number(b.found.observed > 0) - Number(a.found.observed > 0));
  const all = [...variables, ...nodes];
  const entries = all.slice(0, entriesMax);
  const predicates = texts.map(([name, weight]) => [graph.predicateOf(name), weight] as const);
  const index = new WordIndex();
  for (const [at, { found }] of entries.entries()) {
    index.add(at, found.dcid, dcidWeight);
    const node = graph.dictionary.nodeOf(found.dcid);
    for (const [predicate, weight] of predicates) {
      if (node === undefined || predicate === undefined) continue;
      for (const value of graph.valuesOf(node, predicate)) {
        index.add(at, graph.dictionary.textOf(value), weight);
      }
    }
  }
  const searched = { entries, index, left: all.length - entries.length };
  made.set(graph, searched);
  return searched;
}

const variableEntry = (line: CatalogVariable): Entry => ({
  found: { ...nameOf(line), kind: "variable", types: [], observed: line.entityCount },
  about: line.entityTypes,
});

const nodeEntry = (line: CatalogEntity): Entry => ({
  found: {
    ...nameOf(line),
    kind: "node",
    types: tellingFirst(line.types),
    observed: line.variableCount,
  },
  about: [],
});

/** So many lines of a list are put in order. */
const listedMax = 2000;

/** Without a text: variables about nodes of a type, or nodes of a type; the most observed first. */
function listOf({ catalog }: Commons, { kind, type, limit }: Search): readonly Found[] {
  const search = { limit: listedMax, ...(type === "" ? {} : { type }) };
  const entries =
    kind === "variable"
      ? catalog.variables(search).map(variableEntry)
      : type === ""
        ? []
        : catalog.entities(search).map(nodeEntry);
  return entries
    .map(({ found }) => found)
    .filter(({ observed }) => kind !== "place" || observed > 0)
    .sort((a, b) => b.observed - a.observed)
    .slice(0, limit);
}

/**
 * Nodes and variables by words of their names, other names, descriptions and dcids, the best first: what is
 * called as the text, what has the most of its words. `kind` and `type` keep some: nodes of the type, variables
 * about such nodes. Without a text: all of a type, or all variables.
 */
export function searchOf(commons: Commons, wanted: Search): FoundPage {
  const { kind, type, limit } = wanted;
  const text = wanted.text.trim();
  if (text === "") return { lines: listOf(commons, wanted), searched: 0, left: 0, words: [] };
  const { entries, index, left } = searchedIn(commons);
  const isWanted = ({ found, about }: Entry) =>
    (type === "" || (found.kind === "variable" ? about : found.types).includes(type)) &&
    (kind !== "variable" || found.kind === "variable") &&
    (kind !== "place" || (found.kind === "node" && found.observed > 0));
  const { matches, words } = index.find(text);
  const lower = text.toLowerCase();
  const lines = matches
    .flatMap(({ entry, words: count, score }) => {
      const one = entries[entry];
      if (one === undefined || !isWanted(one)) return [];
      return [{ found: one.found, count, score, distance: distanceOf(one.found, lower) }];
    })
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        b.count - a.count ||
        b.score - a.score ||
        b.found.observed - a.found.observed,
    )
    .slice(0, limit)
    .map(({ found }) => found);
  const searched = entries.filter(isWanted).length;
  const known = lines.some(({ dcid }) => dcid === text);
  const exact = known || type !== "" || kind !== "" ? [] : unlisted(commons, text);
  return { lines: [...exact, ...lines].slice(0, limit), searched, left, words };
}

/** The node whose dcid the text is: those without a type and without observations are in no list. */
function unlisted({ engine: { graph } }: Commons, text: string): Found[] {
  const { dictionary } = graph;
  const node = dictionary.nodeOf(text);
  if (node === undefined) return [];
  const name = graph.nameOf(node);
  const known = name < dictionary.termCount ? { name: dictionary.textOf(name) } : {};
  return [{ dcid: text, ...known, kind: "node", types: [], observed: 0 }];
}

/** The same text comes first, then what begins with it. */
function distanceOf({ dcid, name = "" }: Named, text: string): number {
  const ours = [name.toLowerCase(), dcid.toLowerCase()];
  if (ours.includes(text)) return 0;
  return ours.some((one) => one.startsWith(text)) ? 1 : 2;
}
