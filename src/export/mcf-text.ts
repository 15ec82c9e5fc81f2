/** Texts as MCF writes them, or undefined where it has no way to (behaviour: inputs 2.3). */

import { isReferenceProperty, trim } from "../load/values/mcf-value.ts";

/** Ends a line, or is in no text file. */
const neverInLine = /[\n\r\0]/;
/** A backslash shields what follows it, also the quote that should close the value. */
const shieldedQuote = /\\(?:"|$)/;
/** Outside of quotes a comma ends a value, and the other two change what follows them. */
const special = /[",\\]/;
/** A node of this type is read as an observation. */
const observationType = "StatVarObservation";

export function mcfValue(property: string, text: string, isNode: boolean): string | undefined {
  if (neverInLine.test(text)) return undefined;
  const isReference = isReferenceProperty(property);
  if (!isNode) return isReference ? undefined : quoted(text);
  if (text === "" || trim(text) !== text) return undefined;
  if (property === "typeOf" && text === observationType) return undefined;
  if (!special.test(text)) return `dcid:${text}`;
  // In quotes only the properties that are always references stay references.
  return isReference ? quoted(`dcid:${text}`) : undefined;
}

function quoted(text: string): string | undefined {
  return shieldedQuote.test(text) ? undefined : `"${text.replaceAll('"', '\\"')}"`;
}

/** Can this stand before the colon of a line? */
export function mcfProperty(property: string): boolean {
  if (property !== trim(property) || property === "" || /[:\n\r\0]/.test(property)) return false;
  if (["Node", "Context", "dcid"].includes(property)) return false;
  return !(property.startsWith("#") || property.startsWith("//"));
}

/** What stands after `Node:`. */
export function mcfNodeName(dcid: string): string | undefined {
  if (dcid === "" || trim(dcid) !== dcid || /[,\n\r\0]/.test(dcid)) return undefined;
  return `dcid:${dcid}`;
}
