/**
 * Standard SPARQL text under construction, with the way back from each of its places to the query
 * as it was written.
 *
 * A constant of the dialect, bare or quoted, means a node or a literal with that text. It becomes
 * an IRI in a scheme of our own, percent-encoded where IRIs allow no other way.
 */

import { QueryError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { VariableId } from "../plan.ts";
import type { Dialect, Token, TokenReader } from "./tokens.ts";

const scheme = "dcid:";
const forbidden = /[<>"{}|^`\\%\p{Cc}\s]/gu;

/** Names that we make begin so. Names of users never reach sparqljs in this form. */
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
type Clause = "select" | "where" | "modifiers";

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

  /**
   * Variable names may hold `/`, `:` and letters that standard SPARQL has not: these get others.
   */
  #standardName(written: string): string {
    const known = this.#standardNames.get(written);
    if (known !== undefined) return known;
    const name = plainName.test(written) ? written : this.generatedName();
    this.#standardNames.set(written, name);
    this.writtenNames.set(name, written);
    return name;
  }
}

/**
 * BASE and PREFIX lines, and the constants that they change. The documented dialect reads and
 * ignores the lines: `schema:name` is just a text (behaviour: sparql 2.2). The extended one expands
 * prefixes. IRIs of schema.org and of the Data Commons browser become the dcids that they end in.
 */
const namespace = /^https?:\/\/(?:www\.)?(?:schema\.org|datacommons\.org\/browser)\//;

export class Prologue {
  readonly #isExtended: boolean;
  readonly #iris = new Map<string, string>();

  constructor(dialect: Dialect) {
    this.#isExtended = dialect === "extended";
  }

  /** Reads all BASE and PREFIX lines that come next. */
  take(reader: TokenReader): void {
    for (;;) {
      if (reader.skipKeyword("BASE")) this.#takeIri(reader);
      else if (reader.skipKeyword("PREFIX")) {
        if (reader.token.kind !== "word") reader.expected("a prefix");
        // The colon may be missing, as the real service allows.
        const name = reader.take().text.replace(/:$/, "");
        this.#iris.set(name, this.#takeIri(reader));
      } else return;
    }
  }

  /**
   * The text of the constant that comes next: one token, a quoted one with its language or type.
   */
  takeConstant(reader: TokenReader): string {
    const { kind, text } = reader.take();
    if (!this.#isExtended) return text;
    if (kind === "iri") return text.replace(namespace, "");
    if (kind === "word") return this.expanded(text);
    if (reader.isMark("@") && reader.following.kind === "word") {
      reader.take();
      // Texts in a language are stored so: `California@en`.
      return `${text}@${reader.take().text}`;
    }
    if (reader.isMark("^^")) {
      reader.take();
      reader.take();
    }
    return text;
  }

  #takeIri(reader: TokenReader): string {
    return reader.token.kind === "iri" ? reader.take().text : reader.expected('"<"');
  }

  expanded(word: string): string {
    const colon = word.indexOf(":");
    const iri = colon < 0 ? undefined : this.#iris.get(word.slice(0, colon));
    return iri === undefined ? word : (iri + word.slice(colon + 1)).replace(namespace, "");
  }
}

/**
 * Numbers the variables of a query as its patterns mention them, and reports what is wrong with
 * them.
 */
export class VariableTable {
  /** Names as written; empty for variables that stand nowhere in the query. */
  readonly names: string[];
  readonly uses: number[];
  readonly #numbers = new Map<string, VariableId>();
  readonly #standard: StandardText;
  readonly #query: string;

  constructor(standard: StandardText, query: string, outer?: VariableTable) {
    this.#standard = standard;
    this.#query = query;
    this.names = outer?.names ?? [];
    this.uses = outer?.uses ?? [];
  }

  /** Names of a query within this one: other variables, numbered on. */
  inner(): VariableTable {
    return new VariableTable(this.#standard, this.#query, this);
  }

  /** A variable between patterns that were one, such as the parts of a path. */
  fresh(): VariableId {
    this.uses.push(0);
    return this.names.push("") - 1;
  }

  /** Another end of a pattern is this variable. */
  count(variable: VariableId): void {
    this.uses[variable] = (this.uses[variable] ?? 0) + 1;
  }

  /** Number of a variable that a pattern mentions. */
  use(name: string): VariableId {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.#numbers.set(name, number);
      this.names.push(this.written(name));
      this.uses.push(0);
    }
    this.count(number);
    return number;
  }

  has(name: string): boolean {
    return this.#numbers.has(name);
  }

  /** Number of a variable that some pattern must bind. */
  bound(name: string, clause: Clause): VariableId {
    return this.#numbers.get(name) ?? this.unrecognized(name, clause);
  }

  /** The name in the standard text. */
  standardNameOf(variable: VariableId): string {
    for (const [name, number] of this.#numbers) if (number === variable) return name;
    return "";
  }

  /** Whether a variable stands in the query; others replace lists of constants. */
  isWritten(name: string): boolean {
    return this.#standard.writtenNames.has(name);
  }

  /** The name that the user wrote. */
  written(name: string): string {
    return this.#standard.writtenNames.get(name) ?? name;
  }

  /** The back end's words for a column that it does not know (behaviour: sparql 5). */
  unrecognized(name: string, clause: Clause): never {
    const place = this.#standard.placeOf(name, clause);
    throw new QueryError(`Unrecognized name: ${excerpt(this.written(name))}`, this.#query, place);
  }

  /** `name`: a variable whose first place in WHERE or SELECT is meant. */
  fail(reason: string, name?: string): never {
    const standard = this.#standard;
    const place = name === undefined ? 0 : standard.placeOf(name, "where");
    throw new QueryError(reason, this.#query, place);
  }
}
