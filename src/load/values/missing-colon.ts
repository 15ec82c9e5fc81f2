/** Lines of MCF whose first colon is not theirs. */
import { shown } from "../bytes/diagnostics.ts";

/**
 * Whether the first colon of a line is that of a value or of a name, as in `typeOf dcs:City` and `Node dcid:a`. The official
 * tool cuts the line there, too, and does not report it (behaviour: inputs 2.1).
 */
export function lacksColon(property: string): boolean {
  return /\s(?:dcid|dcs|schema|l|C|E)$|^node\s|\s"[^"]*$/i.test(property);
}

/** What is wrong with such a line; undefined for any other. */
export function missingColon(property: string): string | undefined {
  if (!lacksColon(property)) return undefined;
  const [word = ""] = property.split(/\s/, 1);
  const astray = /^node$/i.test(word)
    ? ", and this line and those below it belong to the node above"
    : "";
  return `a colon is missing after ${shown(word)}: ${shown(property)} is read as a property${astray}`;
}
