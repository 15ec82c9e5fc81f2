/**
 * Data Commons SPARQL into standard SPARQL, token by token (behaviour: sparql 1, sparql 2).
 *
 *   SELECT ?n WHERE{ ?s typeOf State . ?s dcid (geoId/06 "geoId/07") . ?s name ?n } LIMIT 5
 *   SELECT ?n WHERE { ?s <dcid:typeOf> <dcid:State> . ?s <dcid:dcid> ?__0
 *     VALUES ?__0 { <dcid:geoId/06> <dcid:geoId/07> } . ?s <dcid:name> ?n } LIMIT 5
 *
 * Whatever the documented dialect does not know is refused here, by name and place, so that
 * sparqljs sees only what it accepts.
 */

import { CommonsError, LimitError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { typeProperty } from "../plan.ts";
import { copyCall, copyParenthesised, copyToken, isCall } from "./expression-rewriter.ts";
import { constantIri, Prologue, StandardText } from "./standard-text.ts";
import { type Dialect, type Token, TokenReader, tokensOf } from "./tokens.ts";

/** Brings a query to standard form. Throws QueryError, CommonsError and LimitError. */
export function toStandard(query: string, dialect: Dialect): StandardText {
  const rewriter = new QueryRewriter(query, dialect);
  rewriter.rewrite();
  return rewriter.out;
}

class QueryRewriter {
  readonly out = new StandardText();
  readonly #reader: TokenReader;
  readonly #dialect: Dialect;
  readonly #prologue: Prologue;

  constructor(query: string, dialect: Dialect) {
    this.#reader = new TokenReader(query, tokensOf(query, dialect));
    this.#dialect = dialect;
    this.#prologue = new Prologue(dialect);
  }

  rewrite(): void {
    const reader = this.#reader;
    this.#prologue.take(reader);
    for (const form of ["CONSTRUCT", "ASK", "DESCRIBE", "INSERT", "DELETE"]) {
      if (reader.isKeyword(form)) reader.unsupported(form);
    }
    this.out.add("SELECT", reader.takeKeyword("SELECT"));
    if (reader.isKeyword("DISTINCT")) this.out.add("DISTINCT", reader.take());
    if (this.#dialect === "documented") this.#selectVariables();
    else this.#selectAnything();
    this.out.clause = "where";
    this.#where();
    this.out.clause = "modifiers";
    if (this.#dialect === "documented") this.#orderAndLimit();
    else this.#modifiers();
    if (reader.token.kind !== "end") reader.expected("end of script");
  }

  #selectVariables(): void {
    const reader = this.#reader;
    if (reader.isMark("*")) reader.unsupported("SELECT *");
    if (reader.isMark("(")) reader.unsupported("expressions in SELECT");
    if (reader.token.kind !== "variable") {
      reader.fail("Syntax error: SELECT list must not be empty");
    }
    while (reader.token.kind === "variable") this.out.addVariable(reader.take());
  }

  #selectAnything(): void {
    const reader = this.#reader;
    if (reader.isKeyword("REDUCED")) reader.unsupported("REDUCED");
    while (!reader.isKeyword("WHERE") && !reader.isMark("{")) {
      if (reader.token.kind === "variable") this.out.addVariable(reader.take());
      else if (reader.isMark("*")) this.out.add("*", reader.take());
      else if (reader.isMark("(")) copyParenthesised(reader, this.out, this.#prologue);
      else if (reader.isKeyword("FROM")) reader.unsupported("FROM");
      else reader.expected("a variable");
    }
  }

  #where(): void {
    const reader = this.#reader;
    if (reader.isKeyword("FROM")) reader.unsupported("FROM");
    // The real service requires the word; standard SPARQL does not.
    if (this.#dialect === "documented" || reader.isKeyword("WHERE")) {
      this.out.add("WHERE", reader.takeKeyword("WHERE"));
    }
    new PatternRewriter(reader, this.out, this.#dialect, this.#prologue).group();
  }

  #orderAndLimit(): void {
    const reader = this.#reader;
    if (reader.isKeyword("ORDER")) this.#orderBy();
    if (reader.isKeyword("LIMIT")) this.#limit();
    for (const keyword of ["OFFSET", "GROUP", "HAVING", "VALUES"]) {
      if (reader.isKeyword(keyword)) reader.unsupported(keyword);
    }
    if (reader.isKeyword("ORDER")) reader.unsupported("ORDER BY after LIMIT");
    if (reader.token.kind === "variable") reader.unsupported("several keys of ORDER BY");
  }

  #orderBy(): void {
    const reader = this.#reader;
    this.out.add("ORDER", reader.take());
    this.out.add("BY", reader.takeKeyword("BY"));
    if (reader.token.kind === "variable") {
      this.out.addVariable(reader.take());
      return;
    }
    if (!reader.isKeyword("ASC") && !reader.isKeyword("DESC")) reader.expected("a variable");
    const direction = reader.take();
    this.out.add(direction.text.toUpperCase(), direction);
    this.out.add("(", reader.takeMark("("));
    this.out.addVariable(reader.takeVariable());
    this.out.add(")", reader.takeMark(")"));
  }

  #limit(): void {
    const reader = this.#reader;
    this.out.add("LIMIT", reader.take());
    const { kind, text } = reader.token;
    if (kind !== "word" || !/^\d+$/.test(text)) reader.expected("an integer");
    this.out.add(text, reader.take());
  }

  /** GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET, whose grammar is left to sparqljs. */
  #modifiers(): void {
    const reader = this.#reader;
    while (reader.token.kind !== "end") {
      const { token } = reader;
      const keyword = token.text.toUpperCase();
      if (token.kind === "word" && modifierKeywords.has(keyword)) {
        this.out.add(keyword, reader.take());
      } else if (reader.isKeyword("VALUES")) reader.unsupported("VALUES");
      else if (reader.isMark("(")) copyParenthesised(reader, this.out, this.#prologue);
      else if (isCall(reader)) copyCall(reader, this.out, this.#prologue);
      else copyToken(reader, this.out, this.#prologue);
    }
  }
}

const modifierKeywords = new Set(["GROUP", "BY", "HAVING", "ORDER", "ASC", "DESC"])
  .add("LIMIT")
  .add("OFFSET");

/**
 * What stands between the braces of WHERE: patterns, and in the extended dialect groups of them.
 */
/** Patterns are matched nested into each other, on the stack. */
const patternsMax = 256;
/** So are conditions and groups. */
const groupsMax = 256;
const depthMax = 32;

/** Words that open something else than a pattern; the first two whatever follows them. */
const groupKeywords = [
  "FILTER",
  "SELECT",
  "OPTIONAL",
  "UNION",
  "MINUS",
  "GRAPH",
  "SERVICE",
  "BIND",
].concat("VALUES");

/** An object list waits for the end of its pattern, where VALUES may stand. */
interface PendingList {
  readonly variable: string;
  readonly constants: readonly string[];
  readonly origin: Token;
}

class PatternRewriter {
  readonly #reader: TokenReader;
  readonly #out: StandardText;
  readonly #dialect: Dialect;
  readonly #prologue: Prologue;
  #patterns = 0;
  #groups = 0;
  #pending: PendingList[] = [];

  constructor(reader: TokenReader, out: StandardText, dialect: Dialect, prologue: Prologue) {
    this.#reader = reader;
    this.#out = out;
    this.#dialect = dialect;
    this.#prologue = prologue;
  }

  /** `{ … }` */
  group(depth = 0): void {
    const reader = this.#reader;
    if (depth > depthMax) reader.unsupported(`groups nested deeper than ${depthMax}`);
    this.#out.add("{", reader.takeMark("{"));
    while (!reader.isMark("}")) this.#element(depth);
    this.#out.add("}", reader.take());
  }

  #element(depth: number): void {
    const reader = this.#reader;
    const keyword = this.#groupKeyword();
    const isGroup = reader.isMark("{");
    if (keyword === undefined && !isGroup) {
      this.#pattern();
      return;
    }
    if (this.#dialect === "documented") {
      reader.unsupported(keyword ?? "groups within WHERE");
    }
    if (++this.#groups > groupsMax) {
      throw new LimitError(`a query holds at most ${groupsMax} groups and conditions`);
    }
    if (isGroup) this.group(depth + 1);
    else if (keyword === "FILTER") this.#filter();
    else if (keyword === "OPTIONAL" || keyword === "UNION") {
      this.#out.add(keyword, reader.take());
      this.group(depth + 1);
    } else reader.unsupported(keyword === "SELECT" ? "subqueries" : `${keyword}`);
    if (reader.isMark(".")) this.#out.add(".", reader.take());
  }

  #filter(): void {
    const reader = this.#reader;
    this.#out.add("FILTER", reader.take());
    if (reader.isMark("(")) copyParenthesised(reader, this.#out, this.#prologue);
    else if (isCall(reader)) copyCall(reader, this.#out, this.#prologue);
    else if (reader.isKeyword("EXISTS") || reader.isKeyword("NOT")) reader.unsupported("EXISTS");
    else reader.expected('"("');
  }

  /** One subject, predicate and object, or in the extended dialect lists of the last two. */
  #pattern(): void {
    const reader = this.#reader;
    this.#subjectOrPredicate("a subject");
    this.#predicateAndObjects();
    while (this.#dialect === "extended" && reader.isMark(";")) {
      this.#out.add(";", reader.take());
      if (!this.#isTerm()) break;
      this.#predicateAndObjects();
    }
    for (const { variable, constants, origin } of this.#pending.splice(0)) {
      this.#out.add(`VALUES ?${variable} { ${constants.map(constantIri).join(" ")} }`, origin);
    }
    if (reader.isMark(".")) this.#out.add(".", reader.take());
    else if (!reader.isMark("}") && !reader.isMark("{") && this.#groupKeyword() === undefined) {
      reader.expected('"." or "}"');
    }
  }

  #predicateAndObjects(): void {
    const predicate = this.#predicate();
    this.#object(predicate);
    while (this.#dialect === "extended" && this.#reader.isMark(",")) {
      this.#out.add(",", this.#reader.take());
      this.#object(predicate);
    }
  }

  /** Text of the predicate; undefined when it is a variable, which the documented dialect lacks. */
  #predicate(): string | undefined {
    const reader = this.#reader;
    const { token } = reader;
    if (token.kind === "variable" && this.#dialect === "documented") return this.#wildcard();
    if (this.#dialect === "extended") {
      if (token.kind === "mark" && "^!(".includes(token.text)) reader.unsupported("property paths");
      if (token.kind === "word" && token.text.includes("/")) reader.unsupported("property paths");
      if (token.kind === "word" && token.text === "a") {
        this.#out.add(constantIri(typeProperty), reader.take());
        return typeProperty;
      }
    }
    const predicate = this.#subjectOrPredicate("a predicate");
    const isPath = reader.token.kind === "mark" && "+*/|^?".includes(reader.token.text);
    if (isPath) reader.unsupported("property paths");
    return predicate;
  }

  /** There are no wildcards: `?p` is a property of that very name (behaviour: sparql 3.5). */
  #wildcard(): string {
    const token = this.#reader.take();
    const property = `?${token.text}`;
    this.#out.add(constantIri(property), token);
    return property;
  }

  #subjectOrPredicate(what: string): string | undefined {
    const reader = this.#reader;
    const { token } = reader;
    if (token.kind === "variable") {
      this.#out.addVariable(reader.take());
      return undefined;
    }
    if (token.kind === "mark" && this.#dialect === "extended" && token.text === "[") {
      reader.unsupported("blank nodes");
    }
    if (!this.#isTerm()) reader.expected(what);
    const text = this.#constant();
    this.#out.add(constantIri(text), token);
    return text;
  }

  /**
   * One object, or a list in parentheses. Several objects without parentheses are what a forgotten
   * dot leaves. The real service takes them for a list, and its answer is another one.
   */
  #object(predicate: string | undefined): void {
    if (++this.#patterns > patternsMax) {
      throw new LimitError(`a query holds at most ${patternsMax} patterns`);
    }
    const reader = this.#reader;
    const origin = reader.token;
    if (reader.isMark("[")) reader.unsupported("blank nodes");
    const isList = reader.isMark("(");
    if (isList) this.#list(predicate);
    else if (origin.kind === "variable") this.#out.addVariable(reader.take());
    else if (this.#isTerm()) this.#out.add(constantIri(this.#constant()), origin);
    else reader.expected("an object");
    if (this.#isTerm() && this.#groupKeyword() === undefined) {
      if (predicate === typeProperty) this.#refuseTypes([origin]);
      reader.expected('"." or "}"');
    }
  }

  #list(predicate: string | undefined): void {
    const reader = this.#reader;
    const origin = reader.take();
    const tokens: Token[] = [];
    const constants: string[] = [];
    while (!reader.isMark(")")) {
      if (!this.#isTerm()) reader.expected("a constant");
      tokens.push(reader.token);
      constants.push(reader.token.kind === "variable" ? reader.take().text : this.#constant());
    }
    if (tokens.length === 0) reader.expected("a constant");
    reader.take();
    const [first] = tokens as [Token];
    if (tokens.length === 1) {
      if (first.kind === "variable") this.#out.addVariable(first);
      else this.#out.add(constantIri(constants[0] as string), first);
      return;
    }
    if (predicate === typeProperty && this.#dialect === "documented") this.#refuseTypes(tokens);
    const variable = tokens.find(({ kind }) => kind === "variable");
    if (variable !== undefined) reader.expected("a constant", variable);
    const name = this.#out.generatedName();
    this.#out.add(`?${name}`, origin);
    this.#pending.push({ variable: name, constants, origin });
  }

  /**
   * The documented answer to several types (behaviour: sparql 5.3). Takes whatever follows up to
   * the end of the pattern into the message.
   */
  #refuseTypes(tokens: Token[]): never {
    const reader = this.#reader;
    const all = [...tokens];
    // The first object was taken already, a list as a whole.
    while (this.#isTerm() && all.length < typesShownMax) all.push(reader.take());
    const words = all.map(({ kind, text }) => (kind === "variable" ? `?${text}` : text));
    const shown = excerpt(words.join(" "));
    throw new CommonsError("REQUEST", `Node should be string, got [${shown}] of type []string`);
  }

  #isTerm(): boolean {
    const { kind } = this.#reader.token;
    if (kind === "iri") {
      if (this.#dialect === "documented") this.#reader.expected("a bare or quoted constant");
      return true;
    }
    return kind === "word" || kind === "string" || kind === "variable";
  }

  /** The text of the next token or tokens, which are a constant. */
  #constant(): string {
    return this.#prologue.takeConstant(this.#reader);
  }

  /** The upper-case keyword that comes next, unless it is plainly meant as a constant. */
  #groupKeyword(): string | undefined {
    const { token, following } = this.#reader;
    if (token.kind !== "word") return undefined;
    const at = groupKeywords.indexOf(token.text.toUpperCase());
    const isConstant = at > 1 && (following.kind === "word" || following.kind === "string");
    return isConstant ? undefined : groupKeywords[at];
  }
}

const typesShownMax = 100;
