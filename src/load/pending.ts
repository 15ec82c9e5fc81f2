/** What waits for the dcid of a local name, and how it is reported when none comes. */
import { type Finding, shown } from "./diagnostics.ts";
import { ownCopy } from "./lines.ts";
import { AMBIGUOUS, LocalNames } from "./local-names.ts";
import type { NodeBlock, PropertyValue } from "./mcf-value.ts";
import type { BlockSource } from "./node-identity.ts";
import type { ObservationParts } from "./observation-parts.ts";

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
      const parts = Array.from(pending.parts, (part) => part && ownValue(part));
      return { ...pending, parts, node: ownCopy(pending.node) };
    }
  }
}

function ownValue({ kind, line, property, text }: PropertyValue): PropertyValue {
  return { kind, line, property: ownCopy(property), text: ownCopy(text) };
}

/** Reports everything that no name of the load could settle. */
export function reportLost(
  lost: readonly Pending[],
  names: LocalNames,
  checkCancelled: () => void,
): void {
  const nameless = new LocalNames();
  for (const pending of lost) {
    if (pending.kind === "node") nameless.add(pending.block.name, pending.block.name);
  }
  for (const [index, pending] of lost.entries()) {
    if (index % 4096 === 0) checkCancelled();
    if (pending.kind === "node") pending.source.log.report(namelessNode(pending.block));
    else reportLostValues(pending, names, nameless);
  }
}

function reportLostValues(
  pending: Exclude<Pending, { kind: "node" }>,
  names: LocalNames,
  nameless: LocalNames,
): void {
  const { node, source } = pending;
  for (const value of pending.kind === "value" ? [pending.value] : pending.parts) {
    if (value?.kind !== "local") continue;
    const dcid = names.dcidOf(value.text);
    // Another part of the observation is missing, not this one.
    if (dcid !== undefined && dcid !== AMBIGUOUS) continue;
    const isNameless = nameless.dcidOf(value.text) !== undefined;
    if (dcid === AMBIGUOUS) source.log.report(ambiguousReference(value, node));
    else
      source.log.report(isNameless ? failedReference(value, node) : orphanReference(value, node));
  }
}

/** A node that never got a dcid. */
export function namelessNode({ name, line, values }: NodeBlock): Finding {
  const type = values.find(({ property }) => property === "typeOf")?.text ?? "Thing";
  const message = () =>
    `node ${shown(name)} of type ${shown(type)} has no dcid and is not loaded; name it ` +
    '"Node: dcid:<id>" or add a line "dcid: <id>" (in a template: "dcid: C:<table>-><column>")';
  const counter = "Resolution_DcidAssignmentFailure";
  return { level: "error", counter, suffix: type, line, message };
}

/** A reference to a node that never got a dcid. */
export function failedReference(value: PropertyValue, node: string): Finding {
  const counter = "Resolution_ReferenceToFailedNode";
  const suffix = value.property;
  return { ...lostReference(value, node, "a node without a dcid"), counter, suffix };
}

function orphanReference(value: PropertyValue, node: string): Finding {
  const counter = "Resolution_OrphanLocalReference";
  const suffix = value.property;
  return { ...lostReference(value, node, "no node of these files"), counter, suffix };
}

function ambiguousReference(value: PropertyValue, node: string): Finding {
  const counter = "Resolution_IrreplaceableLocalRef";
  return { ...lostReference(value, node, "nodes with different dcids"), counter };
}

function lostReference(
  { property, text, line }: PropertyValue,
  node: string,
  target: string,
): Omit<Finding, "counter" | "suffix"> {
  const message = () =>
    `property ${shown(property)} of node ${shown(node)} refers to ${shown(`l:${text}`)}, ` +
    `which is ${target}; it is not loaded`;
  return { level: "error", line, message };
}
