/**
 * Dcids that follow from what a node says: of a population and of an observation of the older type
 * (behaviour: inputs 2.7, ids). A StatVarObservation is not a node here and needs none.
 */
import { isConstraint, olderObservationId, populationId } from "../../ids/index.ts";
import { type NodeBlock, type PropertyValue, parseComplexValue } from "../values/index.ts";

export type GeneratedKind = "population" | "observation";

/** Told by the first type that says so; undefined for all other nodes. */
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
export function generatedId(
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
