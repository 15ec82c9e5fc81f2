/** Names of a world that a request may have meant. */

import { nearest } from "../errors/nearest.ts";
import type { Governor } from "../options/governor.ts";
import { placesNamed } from "../resolve/world-searches.ts";
import { searchIndicators } from "../search/subjects.ts";
import { noTerm, type TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";
import type { Suggestion, SuggestionKind } from "./explanation.ts";

/** Names that are compared with one: of more, those that stand around it in byte order. */
const comparedMax = 100_000;

/** In worlds of more nodes nothing is searched that needs an index: to build it takes seconds. */
const searchedNodesMax = 50_000;

/** Names of a request that suggestions are looked up for. */
const askedMax = 3;

/** Texts that are searched for as names; longer ones are none. */
const searchedLengthMax = 200;

const foundMax = 3;

export class KnownNames {
  readonly #world: World;
  readonly #governor: Governor;

  constructor(world: World, governor: Governor) {
    this.#world = world;
    this.#governor = governor;
  }

  /** A node that a suggestion names. */
  node(node: TermId, kind: SuggestionKind = "dcid"): Suggestion {
    const { dcid: value, ...name } = this.#world.graph.named(node);
    return { kind, value, ...name };
  }

  nodes(nodes: Iterable<TermId>, kind: SuggestionKind = "dcid", most = 10): Suggestion[] {
    const found: Suggestion[] = [];
    for (const node of nodes) {
      if (found.length === most) break;
      found.push(this.node(node, kind));
    }
    return found;
  }

  /** Values of a property: nodes or literals. */
  nodesOrTexts(terms: readonly TermId[], kind: SuggestionKind, most = 10): Suggestion[] {
    const { dictionary } = this.#world.graph;
    return terms
      .slice(0, most)
      .map((term) =>
        dictionary.isNode(term) ? this.node(term, kind) : { kind, value: dictionary.textOf(term) },
      );
  }

  /** Nodes that are written or named like these. */
  nearDcids(asked: readonly string[]): Suggestion[] {
    return asked.slice(0, askedMax).flatMap((text) => {
      const near = nearest(text, this.#things(text), stepsMaxOf(text));
      return [...this.#suggested(near, "dcid"), ...this.#named(text)];
    });
  }

  /** Variables with observations that are written like these, or are about what these say. */
  nearVariables(asked: readonly string[]): Suggestion[] {
    const { variables } = this.#world.observations;
    const { dictionary } = this.#world.graph;
    return asked.slice(0, askedMax).flatMap((text) => {
      const known = this.#texts(variables, (node) => dictionary.textOf(node));
      const near = nearest(text, known, stepsMaxOf(text));
      return [...this.#suggested(near, "variable"), ...this.#about(text)];
    });
  }

  /** Nodes with a type whose names are written like these, and nodes that are written so. */
  nearNames(asked: readonly string[]): Suggestion[] {
    const { graph } = this.#world;
    const { dictionary } = graph;
    return asked.slice(0, askedMax).flatMap((text) => {
      const nodes = new Map<string, TermId>();
      let count = 0;
      for (let node = 0; node < dictionary.nodeCount && count < comparedMax; node++) {
        this.#governor.work(1);
        const name = graph.nameOf(node);
        if (name === noTerm || graph.typeSetOf(node) === 0) continue;
        count++;
        this.#governor.work(8);
        nodes.set(dictionary.textOf(name), node);
      }
      const near = nearest(text, nodes.keys(), stepsMaxOf(text));
      const own = dictionary.nodeOf(text);
      return [
        ...(own === undefined ? [] : [this.node(own)]),
        ...near.map((name) => this.node(nodes.get(name) as TermId)),
      ];
    });
  }

  nearProperties(asked: readonly string[]): Suggestion[] {
    return this.#near(asked, this.#world.graph.predicates, "property");
  }

  nearTypes(asked: readonly string[]): Suggestion[] {
    return this.#near(asked, this.types(), "type");
  }

  /** Terms that are written like these. */
  nearTerms(asked: readonly string[], terms: Iterable<TermId>): Suggestion[] {
    return this.#near(asked, terms, "value");
  }

  /** Every type that a node has. */
  types(): Set<TermId> {
    const { graph } = this.#world;
    const types = new Set<TermId>();
    for (let set = 0; set < graph.typeSetCount; set++) {
      this.#governor.work(1);
      for (const type of graph.typesOfSet(set)) types.add(type);
    }
    return types;
  }

  isType(text: string): boolean {
    const node = this.#world.graph.dictionary.nodeOf(text);
    return node !== undefined && this.types().has(node);
  }

  #near(asked: readonly string[], terms: Iterable<TermId>, kind: SuggestionKind): Suggestion[] {
    const { dictionary } = this.#world.graph;
    return asked.slice(0, askedMax).flatMap((text) => {
      const known = this.#texts(terms, (term) => dictionary.textOf(term));
      const near = nearest(text, known, stepsMaxOf(text));
      return near.map((value): Suggestion => ({ kind, value }));
    });
  }

  *#texts(terms: Iterable<TermId>, textOf: (term: TermId) => string): Generator<string> {
    let count = 0;
    for (const term of terms) {
      if (++count > comparedMax) return;
      this.#governor.work(8);
      yield textOf(term);
    }
  }

  #suggested(texts: readonly string[], kind: SuggestionKind): Suggestion[] {
    const { dictionary } = this.#world.graph;
    return texts.map((text) => this.node(dictionary.nodeOf(text) as TermId, kind));
  }

  /** Nodes with a type or observations: names of properties are seldom what was meant. */
  *#things(text: string): Generator<string> {
    const { graph, observations } = this.#world;
    const { dictionary } = graph;
    const { nodeCount } = dictionary;
    const at = nodeCount <= comparedMax ? 0 : this.#placeOf(text) - comparedMax / 2;
    const start = Math.max(0, Math.min(at, nodeCount - comparedMax));
    const end = Math.min(nodeCount, start + comparedMax);
    for (let node = start; node < end; node++) {
      this.#governor.work(8);
      const isThing =
        graph.typeSetOf(node) > 0 ||
        observations.variableCountOf(node) > 0 ||
        observations.seriesCountOf(node) > 0 ||
        graph.out.rows(node).end > graph.out.rows(node).start;
      if (isThing) yield dictionary.textOf(node);
    }
  }

  /** Where a text would stand among the nodes. */
  #placeOf(text: string): number {
    const { dictionary } = this.#world.graph;
    let [start, end] = [0, dictionary.nodeCount];
    while (start < end) {
      const middle = (start + end) >>> 1;
      if (compareUtf8(dictionary.textOf(middle), text) < 0) start = middle + 1;
      else end = middle;
    }
    return start;
  }

  /** Nodes of exactly this name; in a world that is not large also places that it may mean. */
  #named(text: string): Suggestion[] {
    const { graph } = this.#world;
    const exact = graph.linked(graph.dictionary.literalOf(text), "name", "in");
    if (!this.#isSearched(text)) return this.nodes(exact, "dcid", foundMax);
    this.#governor.look();
    const places = placesNamed(this.#world, text, [], undefined, this.#governor);
    this.#governor.look();
    return this.nodes(new Set([...exact, ...places]), "dcid", foundMax);
  }

  #isSearched(text: string): boolean {
    const { nodeCount } = this.#world.graph.dictionary;
    return text.length <= searchedLengthMax && nodeCount <= searchedNodesMax;
  }

  #about(text: string): Suggestion[] {
    if (!this.#isSearched(text)) return [];
    const { observations } = this.#world;
    this.#governor.look();
    const how = { governor: this.#governor };
    const found = searchIndicators(this.#world, text, ["StatisticalVariable"], how);
    this.#governor.look();
    const withData = found
      .map(({ node }) => node)
      .filter((node) => observations.seriesCountOf(node) > 0);
    return this.nodes(withData, "variable", foundMax);
  }
}

/** Half of the letters: what differs more is another name. */
function stepsMaxOf(text: string): number {
  return Math.max(2, Math.ceil(text.length / 2));
}
