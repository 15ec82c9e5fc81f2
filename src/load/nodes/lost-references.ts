/** How nodes without a dcid, and what refers to them, are reported. */
import { type Finding, shown } from "../bytes/diagnostics.ts";
import type { BlockName, NodeBlock, PropertyValue } from "../values/mcf-value.ts";
import { isObservation, observationHint, slipAs } from "../values/observation-parts.ts";
import type { BlockSource } from "./block-names.ts";

/** What a local name means: a dcid, several dcids, a node without a dcid, or no node. */
export type NameState = "known" | "ambiguous" | "nameless" | "unknown";

export type NameStates = (name: string) => NameState;

/**
 * Reports all local references of a node or an observation that needs each of them. As the official
 * tool counts, one whose references all fail never had a chance; of others the failed reference is
 * to blame.
 */
export function reportUnassignable(
  block: NodeBlock,
  { log }: BlockSource,
  stateOf: NameStates,
): void {
  const locals = block.values.filter(({ kind }) => kind === "local");
  const states = locals.map(({ text }) => stateOf(text));
  const [firstNameless] = locals.filter((_value, index) => states[index] === "nameless");
  if (firstNameless !== undefined && !states.includes("known")) {
    log.report(irreplaceable(firstNameless, block.name));
    log.report(unassignable(firstNameless, block));
  }
  for (const [index, value] of locals.entries()) {
    const state = states[index]!;
    if (state === "nameless" && !states.includes("known")) continue;
    reportLostReference(value, block.name, state, log);
  }
}

/** Reports a reference that is left out; none that is known. */
export function reportLostReference(
  value: PropertyValue,
  node: string,
  state: NameState,
  log: BlockSource["log"],
): void {
  if (state === "ambiguous") log.report(ambiguousReference(value, node));
  else if (state === "nameless") log.report(failedReference(value, node));
  else if (state === "unknown") log.report(orphanReference(value, node));
}

const nameIt =
  '; name it "Node: dcid:<id>" or add a line "dcid: <id>" (in a template: "dcid: C:<table>-><column>")';

/** A node that never got a dcid. */
export function namelessNode({ name, line, values }: NodeBlock): Finding {
  const type = values.find(({ property }) => property === "typeOf")?.text;
  const message = () => {
    const what =
      type === undefined ? "has neither a typeOf nor a dcid" : `of type ${shown(type)} has no dcid`;
    const hint = observationHint(values) || (type === undefined ? slipAs("typeOf", values) : "");
    return `node ${shown(name)} ${what} and is not loaded${hint || nameIt}`;
  };
  const counter = "Resolution_DcidAssignmentFailure";
  return { level: "error", counter, suffix: type ?? "Thing", line, message };
}

/** A node whose dcid would contain the dcids of nodes that have none. */
function unassignable({ text }: PropertyValue, { name, line }: BlockName): Finding {
  const message = () =>
    `node ${shown(name)} is not loaded, since ${shown(`l:${text}`)} has no dcid`;
  return { level: "error", counter: "Resolution_UnassignableNodeDcid", line, message };
}

function irreplaceable(value: PropertyValue, node: string): Finding {
  const counter = "Resolution_IrreplaceableLocalRef";
  return { ...lostReference(value, node, "a node without a dcid"), counter };
}

function failedReference(value: PropertyValue, node: string): Finding {
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

/** A reference without a name, which is left out. */
export function emptyReference({ property, line }: PropertyValue, node: string): Finding {
  const message = () => `${property} refers to an empty dcid: node ${shown(node)}`;
  return { level: "error", counter: "Sanity_InvalidChars", suffix: property, line, message };
}

/**
 * A block of a row with the dcids of nodes of the row instead of their names. References to those
 * that have none are left out and reported.
 * @param names dcids by name; undefined for a node without one.
 * @returns undefined for an observation that loses a part.
 */
export function withRowNames(
  block: NodeBlock,
  names: ReadonlyMap<string, string | undefined>,
  source: BlockSource,
): NodeBlock | undefined {
  const values: PropertyValue[] = [];
  let isWhole = true;
  for (const value of block.values) {
    const isOfRow = value.kind === "local" && names.has(value.text);
    const dcid = names.get(value.text);
    if (!isOfRow) values.push(value);
    else if (dcid !== undefined) values.push({ ...value, kind: "reference", text: dcid });
    else isWhole = false;
  }
  if (isWhole) return { ...block, values };
  const stateOf = (name: string) =>
    names.has(name) && names.get(name) === undefined ? "nameless" : "known";
  if (isObservation(block)) {
    reportUnassignable(block, source, stateOf);
    return undefined;
  }
  for (const value of block.values) {
    const state = value.kind === "local" ? stateOf(value.text) : "known";
    reportLostReference(value, block.name, state, source.log);
  }
  return { ...block, values };
}
