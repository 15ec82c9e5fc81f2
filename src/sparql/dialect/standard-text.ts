/**
 * Standard SPARQL text under construction, with the way back from each of its places to the query
 * as it was written.
 *
 * A constant of the dialect, bare or quoted, means a node or a literal with that text. It becomes an
 * IRI in a scheme of our own, percent-encoded where IRIs allow no other way.
 */

import type { Token } from "./tokens.ts";

const scheme = "dcid:";
const forbidden = /[<>"{}|^`\\%\p{Cc}\s]/gu;

/** Names that begin so are ours: what users write never reaches sparqljs in this form. */
const ownPrefix = "__";
const plainName = /^[A-Za-z][A-Za-z0-9_]*$/;

export function constantIri(text: string): string {
  return `<${scheme}${text.replace(forbidden, encodeURIComponent)}>`;
}

/** The text that `constantIri` was given; of a foreign IRI the IRI itself. */
export function constantOf(iri: string): string {
  return iri.startsWith(scheme) ? decodeURIComponent(iri.slice(scheme.length)) : iri;
}

/** Parts of a query in which the first place of each variable is remembered, for error messages. */
export type Clause = "select" | "where" | "modifiers";

export class StandardText {
  /** The part that is being written. */
  clause: Clause = "select";
  readonly #places: Readonly<Record<Clause, Map<string, number>>> = {
    select: new Map(),
    where: new Map(),
    modifiers: new Map(),
  };
  readonly #pieces: string[] = [];
  /** For each piece where it begins here, and the token it came from there. */
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];
  #length = 0;
  readonly #standardNames = new Map<string, string>();
  /** The name that the user wrote, by the name in the standard text. */
  readonly writtenNames: Map<string, string> = new Map();
  #generated = 0;

  get text(): string {
    return this.#pieces.join(" ");
  }

  /** Parts of the text. A text in quotes is a part of its own. */
  get pieces(): readonly string[] {
    return this.#pieces;
  }

  add(piece: string, origin: Token): void {
    this.#pieces.push(piece);
    this.#starts.push(this.#length);
    this.#origins.push(origin.start);
    this.#length += piece.length + 1;
  }

  addVariable(token: Token): void {
    const name = this.#standardName(token.text);
    const places = this.#places[this.clause];
    if (!places.has(name)) places.set(name, token.start);
    this.add(`?${name}`, token);
  }

  /** A variable that no user can have written. */
  generatedName(): string {
    return `${ownPrefix}${this.#generated++}`;
  }

  /** Where in the query a variable first stands in one of its parts; 0 when it does not. */
  placeOf(name: string, clause: Clause): number {
    return this.#places[clause].get(name) ?? 0;
  }

  /** Where in the query the first token at or after a place of the standard text stands. */
  originOf(offset: number): number {
    const at = this.#starts.findIndex((start) => start >= offset);
    return this.#origins[at] ?? this.#origins.at(-1) ?? 0;
  }

  /** Variable names may hold `/`, `:` and letters that standard SPARQL has not: these get others. */
  #standardName(written: string): string {
    const known = this.#standardNames.get(written);
    if (known !== undefined) return known;
    const name = plainName.test(written) ? written : this.generatedName();
    this.#standardNames.set(written, name);
    this.writtenNames.set(name, written);
    return name;
  }
}
