/**
 * Dcids for nodes without one: places are looked up, the ids of populations and older observations
 * are made from what they say, which may wait for the dcids of other such nodes. All other nodes
 * get none (behaviour: inputs 2.7).
 */

import type { NodeBlock } from "../values/index.ts";
import { generatedId, generatedKind } from "./generated-ids.ts";
import { ambiguous } from "./local-names.ts";
import { type NameState, namelessNode, reportUnassignable } from "./lost-references.ts";
import type { BlockSource } from "./node-identity.ts";
import { isPlaceType, type PlaceIdentities } from "./place-identity.ts";

/** All blocks of a local name, as one. */
export interface NamelessNode {
  readonly block: NodeBlock;
  readonly source: BlockSource;
}

/** The dcid of a name of other nodes; AMBIGUOUS, or undefined for none. */
export type KnownNames = (name: string) => string | undefined;

/**
 * Names are distinct. What gets no dcid is reported.
 * @param places undefined where places are not looked up.
 * @returns dcids by name.
 */
export function assignDcids(
  nodes: readonly NamelessNode[],
  known: KnownNames,
  places: PlaceIdentities | undefined,
): ReadonlyMap<string, string> {
  const assignment = new Assignment(nodes, known, places);
  assignment.run();
  return assignment.dcids;
}

class Assignment {
  readonly dcids = new Map<string, string>();
  readonly #nodes = new Map<string, NamelessNode>();
  readonly #known: KnownNames;
  readonly #places: PlaceIdentities | undefined;
  /** By the name that they wait for. */
  readonly #waiting = new Map<string, NamelessNode[]>();

  constructor(
    nodes: readonly NamelessNode[],
    known: KnownNames,
    places: PlaceIdentities | undefined,
  ) {
    for (const node of nodes) this.#nodes.set(node.block.name, node);
    this.#known = known;
    this.#places = places;
  }

  run(): void {
    const queue = [...this.#nodes.values()];
    // It grows while it is read: a node comes again when the one it waited for has its dcid.
    for (const node of queue) {
      const { name } = node.block;
      if (!this.#assign(node)) continue;
      for (const next of this.#waiting.get(name) ?? []) queue.push(next);
      this.#waiting.delete(name);
    }
    const stateOf = (name: string) => this.#stateOf(name);
    for (const waiting of this.#waiting.values()) {
      for (const { block, source } of waiting) reportUnassignable(block, source, stateOf);
    }
  }

  /** @returns whether it has its dcid now. */
  #assign(node: NamelessNode): boolean {
    const { block, source } = node;
    const types = typesOf(block);
    const kind = generatedKind(types);
    const missing = kind && block.values.find((value) => this.#isMissing(value));
    if (missing !== undefined) {
      const waiting = this.#waiting.get(missing.text);
      if (waiting === undefined) this.#waiting.set(missing.text, [node]);
      else waiting.push(node);
      return false;
    }
    let dcid: string | undefined;
    if (kind !== undefined) dcid = generatedId(kind, block, (name) => this.#dcidOf(name));
    else if (types.some(isPlaceType)) dcid = this.#places?.dcidOf(block, source);
    if (dcid === undefined) source.log.report(namelessNode(block));
    else this.dcids.set(block.name, dcid);
    return dcid !== undefined;
  }

  #isMissing({ kind, text }: NodeBlock["values"][number]): boolean {
    return kind === "local" && this.#dcidOf(text) === undefined;
  }

  #dcidOf(name: string): string | undefined {
    return this.dcids.get(name) ?? (this.#known(name) || undefined);
  }

  #stateOf(name: string): NameState {
    if (this.#dcidOf(name) !== undefined) return "known";
    if (this.#known(name) === ambiguous) return "ambiguous";
    return this.#nodes.has(name) ? "nameless" : "unknown";
  }
}

export function typesOf({ values }: NodeBlock): string[] {
  return values.filter(({ property }) => property === "typeOf").map(({ text }) => text);
}
