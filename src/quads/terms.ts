/** Terms of RDF/JS for dcids and texts, as the exports of RDF write them. */

import { iriOf } from "../export/rdf-export.ts";
import { dcidOfIri } from "../load/rdf/rdf-line.ts";

/** What each term has. */
export interface RdfTerm<Type extends string> {
  readonly termType: Type;
  readonly value: string;
  /** Whether the other one is the same term. */
  equals(other: { readonly termType: string; readonly value: string } | null | undefined): boolean;
}

/** An IRI: a dcid as the address at which Data Commons shows it. */
export type RdfNamedNode = RdfTerm<"NamedNode">;

/** An observation: nothing names it outside of its source. */
export type RdfBlankNode = RdfTerm<"BlankNode">;

/** The graph of what has no provenance, and for questions the union of all graphs. */
export type RdfDefaultGraph = RdfTerm<"DefaultGraph">;

/** A text. */
export interface RdfLiteral extends RdfTerm<"Literal"> {
  readonly language: "";
  readonly direction: null;
  readonly datatype: RdfNamedNode;
}

/** A statement, with its provenance as the graph. */
export interface RdfQuad extends Omit<RdfTerm<"Quad">, "equals"> {
  readonly subject: RdfNamedNode | RdfBlankNode;
  readonly predicate: RdfNamedNode;
  readonly object: RdfNamedNode | RdfLiteral;
  readonly graph: RdfNamedNode | RdfDefaultGraph;
  /** Whether the other one is the same quad. */
  equals(other: object | null | undefined): boolean;
}

/** Any term of a pattern. Variables, null and undefined stand for everything. */
export interface RdfPatternTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string | undefined;
  readonly datatype?: { readonly value: string } | undefined;
}

type OtherTerm = { readonly termType: string; readonly value: string } | null | undefined;

/** One whose text is there. */
class FixedTerm<Type extends string> implements RdfTerm<Type> {
  readonly termType: Type;
  readonly value: string;

  constructor(termType: Type, value: string) {
    this.termType = termType;
    this.value = value;
  }

  equals(other: OtherTerm): boolean {
    return other?.termType === this.termType && other.value === this.value;
  }
}

/** Made of many terms whose text nobody asks for: the text is read when it is needed. */
abstract class LateTerm {
  abstract readonly termType: string;
  #read: (() => string) | undefined;
  #value = "";

  constructor(read: () => string) {
    this.#read = read;
  }

  get value(): string {
    if (this.#read !== undefined) {
      this.#value = this.written(this.#read());
      this.#read = undefined;
    }
    return this.#value;
  }

  equals(other: OtherTerm): boolean {
    return other?.termType === this.termType && other.value === this.value;
  }

  protected abstract written(text: string): string;
}

class NamedNode extends LateTerm implements RdfNamedNode {
  readonly termType = "NamedNode";

  protected override written(dcid: string): string {
    return iriOf(dcid);
  }
}

const stringType = "http://www.w3.org/2001/XMLSchema#string";
const datatype: RdfNamedNode = new FixedTerm("NamedNode", stringType);

class Literal extends LateTerm implements RdfLiteral {
  readonly termType = "Literal";
  readonly language = "";
  readonly direction = null;
  readonly datatype = datatype;

  override equals(other: RdfPatternTerm | null | undefined): boolean {
    return super.equals(other) && textOf(other) !== undefined;
  }

  protected override written(text: string): string {
    return text;
  }
}

class Quad implements RdfQuad {
  readonly termType = "Quad";
  readonly value = "";
  readonly subject: RdfQuad["subject"];
  readonly predicate: RdfQuad["predicate"];
  readonly object: RdfQuad["object"];
  readonly graph: RdfQuad["graph"];

  constructor(
    subject: RdfQuad["subject"],
    predicate: RdfQuad["predicate"],
    object: RdfQuad["object"],
    graph: RdfQuad["graph"],
  ) {
    this.subject = subject;
    this.predicate = predicate;
    this.object = object;
    this.graph = graph;
  }

  equals(other: object | null | undefined): boolean {
    const quad = other as Partial<RdfQuad> | null | undefined;
    return (
      this.subject.equals(quad?.subject) &&
      this.predicate.equals(quad?.predicate) &&
      this.object.equals(quad?.object) &&
      this.graph.equals(quad?.graph)
    );
  }
}

export const defaultGraph: RdfDefaultGraph = new FixedTerm("DefaultGraph", "");

export const namedNode = (dcid: () => string): RdfNamedNode => new NamedNode(dcid);

export const literal = (text: () => string): RdfLiteral => new Literal(text);

const pointPrefix = "o";

export const blankNode = (point: number): RdfBlankNode =>
  new FixedTerm("BlankNode", pointPrefix + point);

export function quad(
  ...[subject, predicate, object, graph]: ConstructorParameters<typeof Quad>
): RdfQuad {
  return new Quad(subject, predicate, object, graph);
}

/** The dcid of an IRI that an export would write so; undefined for any other term. */
export function dcidOf(term: RdfPatternTerm): string | undefined {
  if (term.termType !== "NamedNode") return undefined;
  try {
    const dcid = dcidOfIri(term.value);
    return iriOf(dcid) === term.value ? dcid : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a literal without a language and with no other type than text. */
export function textOf(term: RdfPatternTerm | null | undefined): string | undefined {
  if (term?.termType !== "Literal" || (term.language ?? "") !== "") return undefined;
  return (term.datatype?.value ?? stringType) === stringType ? term.value : undefined;
}

/** The point of an observation's blank node. */
export function pointOf({ termType, value }: RdfPatternTerm): number | undefined {
  return termType === "BlankNode" && /^o\d+$/.test(value) ? Number(value.slice(1)) : undefined;
}
