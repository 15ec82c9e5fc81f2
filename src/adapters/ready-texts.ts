/** Texts that nearly every entry of an answer repeats, as strings that are made once per graph. */

import type { Graph, PredicateId, TermId } from "../store/index.ts";
import { perGraph } from "./per-graph.ts";

export const readyTexts: (graph: Graph) => ReadyTexts = perGraph((graph) => new ReadyTexts(graph));

/** Of more predicates, provenances or sets of types the rest is read anew each time. */
export const readyMax = 0x1_0000;

export class ReadyTexts {
  readonly #graph: Graph;
  readonly #labels: string[] = [];
  readonly #provenances: (string | undefined)[] = [];
  readonly #types: (readonly string[])[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** dcid of a predicate. */
  labelOf(predicate: PredicateId): string {
    const known = this.#labels[predicate];
    if (known !== undefined) return known;
    const label = this.#graph.dictionary.textOf(this.#graph.predicates[predicate] as TermId);
    if (predicate < readyMax) this.#labels[predicate] = label;
    return label;
  }

  /** dcid of a provenance number, or undefined for "none". */
  provenanceOf(provenance: number): string | undefined {
    const known = this.#provenances[provenance];
    if (known !== undefined) return known;
    const dcid = this.#graph.provenanceDcid(provenance);
    if (provenance < readyMax) this.#provenances[provenance] = dcid;
    return dcid;
  }

  /** Dcids of a set of types, ascending; to be copied into answers, which callers may change. */
  typesOf(set: number): readonly string[] {
    const known = this.#types[set];
    if (known !== undefined) return known;
    const { dictionary } = this.#graph;
    const nodes = this.#graph.typesOfSet(set).filter((type) => dictionary.isNode(type));
    const types = nodes.map((type) => dictionary.textOf(type));
    if (set < readyMax) this.#types[set] = types;
    return types;
  }
}
