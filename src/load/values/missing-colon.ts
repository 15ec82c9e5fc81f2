/** Lines of MCF whose first colon is not theirs. */
import { shown } from "../bytes/diagnostics.ts";

/** Colons of other writing systems and of mathematics. */
const otherColons = /[\uff1a\ufe55\u2236\ua789]/;

/**
 * Whether the first colon of a line is that of a value or of a name, as in `typeOf dcs:City` and `Node dcid:a`. The official
 * tool cuts the line there, too, and does not report it (behaviour: inputs 2.1).
 */
export function lacksColon(property: string): boolean {
  return (
    otherColons.test(property) || /\s(?:dcid|dcs|schema|l|C|E)$|^node\s|\s"[^"]*$/i.test(property)
  );
}

/** What is wrong with such a line; undefined for any other. */
export function missingColon(property: string): string | undefined {
  if (!lacksColon(property)) return undefined;
  const [word = ""] = property.split(/[\s\uff1a\ufe55\u2236\ua789]/, 1);
  const [other] = otherColons.exec(property) ?? [];
  const astray = /^node$/i.test(word)
    ? ", and this line and those below it belong to the node above"
    : "";
  const hint = other === undefined ? "" : ` (${other} is another character)`;
  return `a colon is missing after ${shown(word)}${hint}: ${shown(property)} is read as a property${astray}`;
}
