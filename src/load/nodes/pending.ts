/** What waits for the dcid of a local name. */

import { ownCopy } from "../bytes/native.ts";
import type { NodeBlock, PropertyValue } from "../values/mcf-value.ts";
import type { ObservationParts } from "../values/observation-parts.ts";
import type { BlockSource, LocalNames } from "./block-names.ts";
import type { NamelessNode } from "./dcid-assignment.ts";
import {
  type NameStates,
  namelessNode,
  reportLostReference,
  reportUnassignable,
} from "./lost-references.ts";

export type Pending =
  /** A node whose own dcid is not known. */
  | { readonly kind: "node"; readonly block: NodeBlock; readonly source: BlockSource }
  /** A triple whose object is not known. */
  | {
      readonly kind: "value";
      readonly subject: number;
      readonly value: PropertyValue;
      readonly node: string;
      readonly source: BlockSource;
    }
  /** An observation with an unknown part. */
  | {
      readonly kind: "observation";
      readonly parts: ObservationParts;
      readonly node: string;
      readonly source: BlockSource;
    };

/** The same with texts of its own, since it outlives the block of lines it was read from. */
export function toPending(pending: Pending): Pending {
  switch (pending.kind) {
    case "node": {
      const { name, line, values } = pending.block;
      return { ...pending, block: { name: ownCopy(name), line, values: values.map(ownValue) } };
    }
    case "value":
      return { ...pending, value: ownValue(pending.value), node: ownCopy(pending.node) };
    case "observation": {
      const { values, properties, further, dcid } = pending.parts;
      const parts = {
        properties: properties.map(ownCopy),
        values: Array.from(values, (part) => part && ownValue(part)),
        further: further.map(ownValue),
        dcid: ownCopy(dcid),
      };
      return { ...pending, parts, node: ownCopy(pending.node) };
    }
  }
}

function ownValue({ kind, line, property, text }: PropertyValue): PropertyValue {
  return { kind, line, property: ownCopy(property), text: ownCopy(text) };
}

/** The nodes that wait and have no dcid under any name, each with the values of all its blocks. */
export function namelessNodes(pending: readonly Pending[], names: LocalNames): NamelessNode[] {
  const nodes = new Map<string, NamelessNode>();
  for (const one of pending) {
    if (one.kind !== "node" || names.dcidOf(one.block.name) !== undefined) continue;
    const { block, source } = one;
    const first = nodes.get(block.name);
    if (first === undefined) {
      nodes.set(block.name, { block: { ...block, values: [...block.values] }, source });
    } else for (const value of block.values) first.block.values.push(value);
  }
  return [...nodes.values()];
}

/** Reports everything that no name of the load could settle. */
export function reportLost(
  lost: readonly Pending[],
  stateOf: NameStates,
  checkCancelled: () => void,
): void {
  for (const [index, pending] of lost.entries()) {
    if (index % 4096 === 0) checkCancelled();
    const { source } = pending;
    if (pending.kind === "node") source.log.report(namelessNode(pending.block));
    else if (pending.kind === "value") {
      const { value, node } = pending;
      reportLostReference(value, node, stateOf(value.text), source.log);
    } else {
      const values = pending.parts.values.filter((part) => part !== undefined);
      const line = Math.min(...values.map((value) => value.line));
      reportUnassignable({ name: pending.node, line, values }, source, stateOf);
    }
  }
}
