/**
 * Lines of N-Triples and N-Quads as most of them look: terms with single blanks between, without
 * escapes. Any other line is left to the pattern of `parseRdfLine`.
 */
import { ownCopy } from "../bytes/index.ts";
import {
  dcidOfIri,
  iriCharacter,
  parseRdfLine,
  type RdfStatement,
  type RdfTerm,
} from "./rdf-line.ts";

const plainIri = new RegExp(`^${iriCharacter}*$`, "u");
const plainLabel = /^[A-Za-z\d]+$/;

// What is remembered must have an end, since IRIs are text of the input.
const irisMax = 50_000;

/** A term, and where the next one begins. */
interface Found {
  readonly term: RdfTerm;
  readonly end: number;
}

/** Reads the lines of a file, which have many IRIs in common. */
export class RdfLines {
  /** Dcids of plain IRIs. */
  readonly #iris = new Map<string, string>();

  /** Undefined for a line that is no statement, as `parseRdfLine` says. */
  statement(line: string): RdfStatement | undefined {
    return this.#usual(line) ?? parseRdfLine(line);
  }

  /** `<s> <p> <o> <g> .`; the subject may be a blank node, and the graph missing. */
  #usual(line: string): RdfStatement | undefined {
    const subject = line[0] === "_" ? labelAt(line, 0) : this.#iriAt(line, 0);
    const predicate = subject && this.#iriAt(line, subject.end);
    const object = predicate && this.#objectAt(line, predicate.end);
    if (object === undefined) return undefined;
    const graph = line[object.end] === "<" ? this.#iriAt(line, object.end) : undefined;
    const { end } = graph ?? object;
    if (line.length !== end + 1 || line[end] !== ".") return undefined;
    return {
      subject: subject!.term,
      predicate: predicate!.term.text,
      object: object.term,
      graph: graph?.term.text ?? "",
    };
  }

  #objectAt(line: string, start: number): Found | undefined {
    if (line[start] === "_") return labelAt(line, start);
    return line[start] === '"' ? literalAt(line, start) : this.#iriAt(line, start);
  }

  #iriAt(line: string, start: number): Found | undefined {
    const end = line.indexOf("> ", start);
    if (line[start] !== "<" || end < 0) return undefined;
    const dcid = this.#dcidOf(line.slice(start + 1, end));
    return dcid === undefined ? undefined : { term: { kind: "node", text: dcid }, end: end + 2 };
  }

  /** @returns undefined for an IRI that is not plain. */
  #dcidOf(iri: string): string | undefined {
    const known = this.#iris.get(iri);
    if (known !== undefined) return known;
    if (iri.includes("%") || !plainIri.test(iri)) return undefined;
    if (this.#iris.size >= irisMax) this.#iris.clear();
    // A slice would keep its whole block of lines.
    const own = ownCopy(iri);
    const dcid = dcidOfIri(own);
    this.#iris.set(own, dcid);
    return dcid;
  }
}

function labelAt(line: string, start: number): Found | undefined {
  const end = line.indexOf(" ", start);
  const text = line.startsWith("_:", start) ? line.slice(start + 2, end) : "";
  if (end < 0 || !plainLabel.test(text)) return undefined;
  return { term: { kind: "blank", text }, end: end + 1 };
}

function literalAt(line: string, start: number): Found | undefined {
  const end = line.indexOf('"', start + 1);
  if (end < 0 || line[end + 1] !== " ") return undefined;
  const text = line.slice(start + 1, end);
  if (text.includes("\\") || text.includes("\r")) return undefined;
  return { term: { kind: "literal", text }, end: end + 2 };
}
