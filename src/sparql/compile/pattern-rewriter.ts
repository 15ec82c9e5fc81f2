/**
 * What stands between the braces of WHERE: patterns, and in the extended dialect groups of them,
 * token by token into standard SPARQL.
 */

import { CommonsError, LimitError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { typeProperty } from "../plan.ts";
import {
  type Copied,
  copyCall,
  copyExists,
  copyParenthesised,
  isCall,
} from "./expression-rewriter.ts";
import { copyPath } from "./path-rewriter.ts";
import { constantIri, type Prologue, type StandardText } from "./standard-text.ts";
import type { Dialect, Token, TokenReader } from "./tokens.ts";

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

export class PatternRewriter {
  readonly #reader: TokenReader;
  readonly #out: StandardText;
  readonly #dialect: Dialect;
  readonly #prologue: Prologue;
  readonly #query: () => void;
  #patterns = 0;
  #groups = 0;
  #depth = 0;
  #pending: PendingList[] = [];

  /** `query` copies the SELECT, WHERE and modifiers of a query within a group. */
  constructor(
    reader: TokenReader,
    out: StandardText,
    dialect: Dialect,
    prologue: Prologue,
    query: () => void,
  ) {
    this.#query = query;
    this.#reader = reader;
    this.#out = out;
    this.#dialect = dialect;
    this.#prologue = prologue;
  }

  /** `{ … }` */
  group(): void {
    const reader = this.#reader;
    if (++this.#depth > depthMax + 1) reader.unsupported(`groups nested deeper than ${depthMax}`);
    this.#out.add("{", reader.takeMark("{"));
    if (this.#dialect === "extended" && reader.isKeyword("SELECT")) this.#query();
    else while (!reader.isMark("}")) this.#element();
    this.#out.add("}", reader.takeMark("}"));
    this.#depth--;
  }

  #element(): void {
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
    this.#countGroup();
    if (isGroup) this.group();
    else this.#keyword(keyword ?? "");
    if (reader.isMark(".")) this.#out.add(".", reader.take());
  }

  #keyword(keyword: string): void {
    const reader = this.#reader;
    switch (keyword) {
      case "FILTER":
        this.#filter();
        return;
      case "OPTIONAL":
      case "UNION":
      case "MINUS":
        this.#out.add(keyword, reader.take());
        this.group();
        return;
      case "BIND":
        this.#out.add(keyword, reader.take());
        if (!reader.isMark("(")) reader.expected('"("');
        copyParenthesised(this.#copied());
        return;
      case "VALUES":
        this.values();
        return;
      case "SELECT":
        reader.unsupported("SELECT beside other parts of a group; give it braces of its own");
        break;
      default:
        reader.unsupported(`${keyword}; ${otherEngine}`);
    }
  }

  #copied(): Copied {
    const group = (): void => {
      this.#countGroup();
      this.group();
    };
    return { reader: this.#reader, out: this.#out, prologue: this.#prologue, group };
  }

  #countGroup(): void {
    if (++this.#groups > groupsMax) {
      throw new LimitError(`a query holds at most ${groupsMax} groups and conditions`);
    }
  }

  /** `VALUES ?a { … }` or `VALUES (?a ?b) { ( … ) … }` */
  values(): void {
    const reader = this.#reader;
    this.#out.add("VALUES", reader.take());
    if (reader.isMark("(")) {
      this.#out.add("(", reader.take());
      while (reader.token.kind === "variable") this.#out.addVariable(reader.take());
      this.#out.add(")", reader.takeMark(")"));
    } else this.#out.addVariable(reader.takeVariable());
    this.#out.add("{", reader.takeMark("{"));
    while (!reader.isMark("}")) {
      const { token } = reader;
      if (reader.isMark("(") || reader.isMark(")")) this.#out.add(token.text, reader.take());
      else if (reader.isKeyword("UNDEF")) this.#out.add("UNDEF", reader.take());
      else if (token.kind !== "variable" && this.#isTerm()) {
        this.#out.add(constantIri(this.#constant()), token);
      } else reader.expected("a constant");
    }
    this.#out.add("}", reader.take());
  }

  #filter(): void {
    const reader = this.#reader;
    this.#out.add("FILTER", reader.take());
    const copied = this.#copied();
    if (reader.isMark("(")) copyParenthesised(copied);
    else if (isCall(reader)) copyCall(copied);
    else {
      if (reader.isKeyword("NOT")) this.#out.add("NOT", reader.take());
      if (reader.isKeyword("EXISTS")) copyExists(copied);
      else reader.expected('"("');
    }
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
    if (this.#dialect === "extended" && token.kind !== "variable") {
      const copied = { reader, out: this.#out, prologue: this.#prologue };
      return copyPath(copied, () => this.#countPattern());
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
      reader.unsupported("blank nodes; name a variable instead");
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
    this.#countPattern();
    const reader = this.#reader;
    const origin = reader.token;
    if (reader.isMark("[")) reader.unsupported("blank nodes; name a variable instead");
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

  #countPattern(): void {
    if (++this.#patterns > patternsMax) {
      throw new LimitError(`a query holds at most ${patternsMax} patterns`);
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

/** What to do about constructs that the extended dialect lacks. */
export const otherEngine: string = "an engine of SPARQL 1.1 answers it over pocket-commons/rdf";
