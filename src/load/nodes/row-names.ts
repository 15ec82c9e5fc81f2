/** Names of nodes of a table row, which hold within the row. */
import { isObservation, type NodeBlock, type PropertyValue } from "../values/index.ts";
import { reportLostReference, reportUnassignable } from "./lost-references.ts";
import type { BlockSource } from "./node-identity.ts";

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
