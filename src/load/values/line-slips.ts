/** Lines of MCF that say something else than what was meant, because of what stands before their first colon. */
import { shown } from "../bytes/diagnostics.ts";

interface LineSlip {
  readonly counter: string;
  readonly message: string;
}

/** Colons of other writing systems and of mathematics. */
const otherColons = /[\uff1a\ufe55\u2236\ua789]/;

const astray = "this line and those below it belong to the node above";

/**
 * Whether a line is `node: dcid:a`, or its first colon is that of a value or of a name, as in `typeOf dcs:City` and
 * `Node dcid:a`. The official tool reads a property there, too, and does not report it (behaviour: inputs 2.1).
 */
export function isLineSlip(property: string): boolean {
  return (
    otherColons.test(property) ||
    /\s(?:dcid|dcs|schema|l|C|E)$|^node(?:\s|$)|\s"[^"]*$/i.test(property)
  );
}

/** What is wrong with such a line; undefined for any other. */
export function lineSlip(property: string): LineSlip | undefined {
  if (!isLineSlip(property)) return undefined;
  const [word = ""] = property.split(/[\s\uff1a\ufe55\u2236\ua789]/, 1);
  if (word === property) {
    const message = `${shown(word)} is a property; a new node begins with ${shown("Node:")}, so ${astray}`;
    return { counter: "MCF_UnexpectedProperty", message };
  }
  const [other] = otherColons.exec(property) ?? [];
  const hint = other === undefined ? "" : ` (${other} is another character)`;
  const end = /^node$/i.test(word) ? `, and ${astray}` : "";
  const message = `a colon is missing after ${shown(word)}${hint}: ${shown(property)} is read as a property${end}`;
  return { counter: "MCF_MalformedColonLessLine", message };
}
