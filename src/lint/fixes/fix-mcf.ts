/** MCF with what has one cure: line ends, the case of prefixes, and names and values of findings. */

import type { Cure } from "../../load/report/diagnostics.ts";
import { isReferenceProperty } from "../../load/values/mcf-value.ts";

/** A text may well begin with "Schema:". */
const prefix = /^(?:dcid|dcs):(?=\S+$)/i;
const anyPrefix = /^(?:dcid|dcs|schema):(?=\S+$)/i;

/** @param cures of findings about this file, or about what its rows make. */
export function fixedMcf(text: string, cures: readonly Cure[]): string {
  return text
    .split("\n")
    .map((line) => fixedLine(line.replace(/\r$/, ""), cures))
    .join("\n");
}

function fixedLine(line: string, cures: readonly Cure[]): string {
  const [, before = "", property = "", colon = "", values = ""] =
    /^(\s*)([A-Za-z_][^\s:]*)(\s*:)(.*)$/.exec(line) ?? [];
  if (colon === "") return line;
  const named = cures.find(({ of, from }) => of === "property" && from === property);
  const own = cures.filter(({ of, property: about }) => of === "value" && about === property);
  const isReference = property === "Node" || isReferenceProperty(property);
  // The commas of one number part values, too.
  const whole = own.find(({ from }) => from.includes(",") && from === values.trim());
  const fixed =
    whole === undefined
      ? fixedValues(values, isReference ? anyPrefix : prefix, own)
      : values.replace(whole.from, whole.to);
  return before + (named?.to ?? property) + colon + fixed;
}

/** Values between commas; those in quotes may hold commas, and keep their quotes. */
function fixedValues(text: string, prefixes: RegExp, cures: readonly Cure[]): string {
  // A quote that a backslash escapes, or that is not closed: nobody knows where values end.
  if (text.includes("\\") || (text.split('"').length - 1) % 2 === 1) return text;
  return text.replace(/"[^"]*"|[^,"]+/g, (piece) => {
    const [, start = "", value = "", end = ""] = /^(["\s]*)(.*?)(["\s]*)$/s.exec(piece) ?? [];
    const isQuoted = piece.startsWith('"');
    // Quotes make a text of it, unless the property has no texts.
    const isText = isQuoted && prefixes === prefix;
    const [written = ""] = isText ? [] : (prefixes.exec(value) ?? []);
    const name = value.slice(written.length);
    const cure = cures.find(({ from }) => from === name || from === value);
    const kept = cure === undefined ? name : cure.to;
    return start + (isQuoted ? written : written.toLowerCase()) + kept + end;
  });
}
