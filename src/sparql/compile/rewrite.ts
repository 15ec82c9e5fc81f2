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

import {
  type Copied,
  copyCall,
  copyParenthesised,
  copyToken,
  isCall,
} from "./expression-rewriter.ts";
import { otherEngine, PatternRewriter } from "./pattern-rewriter.ts";
import { Prologue, StandardText } from "./standard-text.ts";
import { type Dialect, TokenReader, tokensOf } from "./tokens.ts";

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
  readonly #patterns: PatternRewriter;
  /** Of expressions where no group may stand. */
  readonly #copied: Copied;

  constructor(query: string, dialect: Dialect) {
    const reader = new TokenReader(query, tokensOf(query, dialect));
    const prologue = new Prologue(dialect);
    const { out } = this;
    this.#reader = reader;
    this.#dialect = dialect;
    this.#prologue = prologue;
    this.#patterns = new PatternRewriter(reader, out, dialect, prologue, () => this.#inner());
    this.#copied = { reader, out, prologue, group: undefined };
  }

  rewrite(): void {
    const reader = this.#reader;
    this.#prologue.take(reader);
    for (const form of ["CONSTRUCT", "ASK", "DESCRIBE", "INSERT", "DELETE"]) {
      if (!reader.isKeyword(form)) continue;
      if (this.#dialect === "documented") reader.unsupported(form);
      if (form === "ASK") {
        this.#ask();
        return;
      }
      const isUpdate = form === "INSERT" || form === "DELETE";
      reader.unsupported(`${form}; ${isUpdate ? "a world never changes" : otherEngine}`);
    }
    this.#query();
    if (reader.token.kind !== "end") reader.expected("end of script");
  }

  #ask(): void {
    const reader = this.#reader;
    this.out.add("ASK", reader.take());
    this.out.clause = "where";
    this.#where();
    this.out.clause = "modifiers";
    if (reader.isKeyword("VALUES")) this.#patterns.values();
    if (reader.token.kind !== "end") reader.expected("end of script");
  }

  /** A query within a group, up to the brace that ends it. */
  #inner(): void {
    const { clause } = this.out;
    this.out.clause = "select";
    this.#query();
    this.out.clause = clause;
  }

  #query(): void {
    const reader = this.#reader;
    this.out.add("SELECT", reader.takeKeyword("SELECT"));
    if (reader.isKeyword("DISTINCT")) this.out.add("DISTINCT", reader.take());
    if (this.#dialect === "documented") this.#selectVariables();
    else this.#selectAnything();
    this.out.clause = "where";
    this.#where();
    this.out.clause = "modifiers";
    if (this.#dialect === "documented") this.#orderAndLimit();
    else this.#modifiers();
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
    if (reader.isKeyword("REDUCED")) reader.unsupported("REDUCED; write DISTINCT, or neither");
    while (!reader.isKeyword("WHERE") && !reader.isMark("{")) {
      if (reader.token.kind === "variable") this.out.addVariable(reader.take());
      else if (reader.isMark("*")) this.out.add("*", reader.take());
      else if (reader.isMark("(")) copyParenthesised(this.#copied);
      else if (reader.isKeyword("FROM")) reader.unsupported(this.#oneGraph());
      else reader.expected("a variable");
    }
  }

  #where(): void {
    const reader = this.#reader;
    if (reader.isKeyword("FROM")) reader.unsupported(this.#oneGraph());
    // The real service requires the word; standard SPARQL does not.
    if (this.#dialect === "documented" || reader.isKeyword("WHERE")) {
      this.out.add("WHERE", reader.takeKeyword("WHERE"));
    }
    this.#patterns.group();
  }

  #oneGraph(): string {
    return this.#dialect === "documented" ? "FROM" : `FROM; ${otherEngine}`;
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
    while (reader.token.kind !== "end" && !reader.isMark("}")) {
      const { token } = reader;
      const keyword = token.text.toUpperCase();
      if (token.kind === "word" && modifierKeywords.has(keyword)) {
        this.out.add(keyword, reader.take());
      } else if (reader.isKeyword("VALUES")) this.#patterns.values();
      else if (reader.isMark("(")) copyParenthesised(this.#copied);
      else if (isCall(reader)) copyCall(this.#copied);
      else copyToken(this.#copied);
    }
  }
}

const modifierKeywords = new Set(["GROUP", "BY", "HAVING", "ORDER", "ASC", "DESC"])
  .add("LIMIT")
  .add("OFFSET");
