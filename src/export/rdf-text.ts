/**
 * Dcids and literals as N-Triples and N-Quads write them. A dcid becomes an IRI below the address at
 * which Data Commons shows it; what an IRI may not hold is percent-encoded, and so is the percent
 * sign itself, so that reading is the exact inverse.
 */

const base = "https://datacommons.org/browser/";

// biome-ignore lint/suspicious/noControlCharactersInRegex: an IRI may hold none of them.
const notInIri = /[\u0000-\u0020<>"{}|^`\\%\u007f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a literal escapes them all.
const escaped = /["\\\u0000-\u001f\u007f]/g;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\b", "\\b"],
  ["\f", "\\f"],
]);

const hex = (character: string, digits: number): string =>
  character.charCodeAt(0).toString(16).toUpperCase().padStart(digits, "0");

export function iri(dcid: string): string {
  return `<${base}${dcid.replace(notInIri, (character) => `%${hex(character, 2)}`)}>`;
}

export function literal(text: string): string {
  const inner = text.replace(
    escaped,
    (character) => shortEscapes.get(character) ?? `\\u${hex(character, 4)}`,
  );
  return `"${inner}"`;
}
