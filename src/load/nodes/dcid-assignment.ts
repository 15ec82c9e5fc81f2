/**
 * Dcids for nodes without one: places are looked up, the ids of populations and older observations
 * are made from what they say, which may wait for the dcids of other such nodes. All other nodes
 * get none (behaviour: inputs 2.7).
 */

import { isConstraint, olderObservationId, populationId } from "../../ids/observation-id.ts";
import { parseComplexValue } from "../values/complex-value.ts";
import type { NodeBlock, PropertyValue } from "../values/mcf-value.ts";
import { ambiguous, type BlockSource } from "./block-names.ts";
import { type NameState, namelessNode, reportUnassignable } from "./lost-references.ts";
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

type GeneratedKind = "population" | "observation";

/** The first type with one of the two endings decides; undefined for all other nodes. */
export function generatedKind(types: readonly string[]): GeneratedKind | undefined {
  for (const type of types) {
    if (type.endsWith("Population")) return "population";
    if (type.endsWith("Observation")) return "observation";
  }
  return undefined;
}

/**
 * @param dcidOf a local name's dcid: every name that the node refers to has one.
 * @returns undefined if the node does not say enough.
 */
function generatedId(
  kind: GeneratedKind,
  block: NodeBlock,
  dcidOf: (name: string) => string | undefined,
): string | undefined {
  const texts = new Map<string, string[]>();
  for (const value of block.values) {
    const text = keyText(value, dcidOf);
    // A complex value that cannot be read: the node would get the id of another node.
    if (text === undefined) return undefined;
    if (text === "") continue;
    const known = texts.get(value.property);
    if (known === undefined) texts.set(value.property, [text]);
    else if (!known.includes(text)) known.push(text);
  }
  const valuesOf = (property: string): readonly string[] => texts.get(property) ?? [];
  return kind === "population" ? populationOf(texts, valuesOf) : olderObservationId(valuesOf);
}

function keyText(
  { kind, text }: PropertyValue,
  dcidOf: (name: string) => string | undefined,
): string | undefined {
  if (kind === "local") return dcidOf(text);
  if (kind !== "complex") return text;
  const complex = parseComplexValue(text);
  return "dcid" in complex ? complex.dcid : undefined;
}

function populationOf(
  texts: ReadonlyMap<string, readonly string[]>,
  valuesOf: (property: string) => readonly string[],
): string | undefined {
  const [populationType] = valuesOf("populationType");
  const [location] = valuesOf("location");
  if (populationType === undefined || location === undefined) return undefined;
  const named = valuesOf("constraintProperties");
  const constraints = new Map<string, string>();
  for (const [property, [value]] of texts) {
    const isNamed = named.length === 0 || named.includes(property);
    if (isNamed && isConstraint(property)) constraints.set(property, value!);
  }
  const memberOf = valuesOf("memberOf")[0] ?? "";
  return populationId({ populationType, location, memberOf, constraints });
}
