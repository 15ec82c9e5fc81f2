/** One line of N-Triples or N-Quads (W3C recommendations) → a statement about dcids. */

/** `blank` is a label without its `_:`. */
export interface RdfTerm {
  readonly kind: "node" | "blank" | "literal";
  readonly text: string;
}

export interface RdfStatement {
  readonly subject: RdfTerm;
  readonly predicate: string;
  readonly object: RdfTerm;
  /** dcid of the graph; "" for the default one. */
  readonly graph: string;
}

/** A character of an IRI that needs no escape, as a part of a pattern. */
const iriCharacter = '[^<>"{}|^`\\\\\\u0000-\\u0020]';
const iriPart = `<(${iriCharacter}*(?:\\\\[uU][0-9A-Fa-f]{4,8}${iriCharacter}*)*)>`;
const blankPart = '_:([^\\s<>"]+?)';
const literalPart = '"((?:[^"\\\\\\n\\r]|\\\\.)*)"(?:@[A-Za-z0-9-]+|\\^\\^<[^<>\\s]*>)?';
const statement = new RegExp(
  `^[ \\t]*(?:${iriPart}|${blankPart})[ \\t]*${iriPart}[ \\t]*` +
    `(?:${iriPart}|${blankPart}(?=[ \\t.])|${literalPart})[ \\t]*(?:${iriPart})?[ \\t]*\\.[ \\t]*(?:#.*)?$`,
  "u",
);

/** Where Data Commons and schema.org keep their terms; what follows is the dcid. */
export const bases: readonly string[] = [
  "https://datacommons.org/browser/",
  "http://datacommons.org/browser/",
  "https://schema.org/",
  "http://schema.org/",
  "dcid:",
];

export const rdfType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/** Undefined for a line that is no statement: malformed, or of a kind that dcids cannot express. */
export function parseRdfLine(line: string): RdfStatement | undefined {
  const match = statement.exec(line);
  if (match === null) return undefined;
  const [, subjectIri, subjectBlank, predicate, objectIri, objectBlank, literal, graph] = match;
  try {
    return {
      subject: resourceOf(subjectIri, subjectBlank),
      predicate: dcidOfIri(predicate!),
      object:
        literal === undefined
          ? resourceOf(objectIri, objectBlank)
          : { kind: "literal", text: unescaped(literal) },
      graph: graph === undefined ? "" : dcidOfIri(graph),
    };
  } catch {
    // An escape that means no character.
    return undefined;
  }
}

function resourceOf(iri: string | undefined, blank: string | undefined): RdfTerm {
  if (iri !== undefined) return { kind: "node", text: dcidOfIri(iri) };
  return { kind: "blank", text: blank! };
}

/** Percent-encoding is undone below the known bases only: there it was made by an export. */
export function dcidOfIri(encoded: string): string {
  const iri = unescaped(encoded);
  if (iri === rdfType) return "typeOf";
  for (const base of bases) {
    if (!iri.startsWith(base)) continue;
    const name = iri.slice(base.length);
    return name.includes("%") ? decodeURIComponent(name) : name;
  }
  return iri;
}

const escapes: Readonly<Record<string, string>> = {
  t: "\t",
  b: "\b",
  n: "\n",
  r: "\r",
  f: "\f",
  '"': '"',
  "'": "'",
  "\\": "\\",
};

/** @throws RangeError for an escape that names no character. */
function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gsu,
    (_all, short: string | undefined, long: string | undefined, letter: string) => {
      const digits = short ?? long;
      if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16));
      const character = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
      if (character === undefined) throw new RangeError(`\\${letter} is no escape`);
      return character;
    },
  );
}
