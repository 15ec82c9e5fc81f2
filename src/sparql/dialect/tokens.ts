/**
 * The words of a query. The real service's lexer is stricter than what is written here in one way:
 * a bare constant may hold hyphens and be a date or a negative number, where the real one silently
 * cuts it into a list of pieces (behaviour: sparql 1.1).
 */

import { LimitError, QueryError } from "../../errors/index.ts";

export type TokenKind = "word" | "variable" | "string" | "iri" | "mark" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** A string's content, a variable's name, what an IRI's angle brackets hold; else as written. */
  readonly text: string;
  /** UTF-16 units [start, end) of the query. */
  readonly start: number;
  readonly end: number;
}

/** `documented`: what the service describes. `extended`: that and much of standard SPARQL. */
export type Dialect = "documented" | "extended";

/** Parsing costs about 20 µs per token, so this is about a second. */
const tokensMax = 50_000;

const blank = /[ \t\r\n]*/uy;
const blankOrComment = /(?:[ \t\r\n]|#[^\r\n]*)*/uy;
const word = /(?:-?\d+\.\d+|-(?=\d)|[\p{L}\p{N}_:])[\p{L}\p{M}\p{N}_:/-]*/uy;
const iri = /<([^<>"{}|^`\\\s]*)>/uy;
const mark = /&&|\|\||!=|<=|>=|\^\^|[\s\S]/uy;
const variable: Readonly<Record<Dialect, RegExp>> = {
  documented: /\?([\p{L}\p{M}\p{N}_:/]+)/uy,
  extended: /[?$]([\p{L}\p{M}\p{N}_]+)/uy,
};
const escapes: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  documented: new Map(Object.entries({ n: "\n", "\\": "\\", '"': '"', "'": "'" })),
  extended: new Map(
    Object.entries({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\\": "\\", '"': '"', "'": "'" }),
  ),
};

/** All tokens of a query, the last of kind `end`. */
export function tokensOf(query: string, dialect: Dialect): Token[] {
  const tokens: Token[] = [];
  const skip = dialect === "documented" ? blank : blankOrComment;
  for (let at = skipped(skip, query, 0); at < query.length; ) {
    const token = tokenAt(query, at, dialect);
    refuseJoined(query, tokens.at(-1), token);
    tokens.push(token);
    if (tokens.length > tokensMax) {
      throw new LimitError(`a query holds at most ${tokensMax} words and marks`);
    }
    at = skipped(skip, query, token.end);
  }
  tokens.push({ kind: "end", text: "", start: query.length, end: query.length });
  return tokens;
}

function skipped(skip: RegExp, query: string, at: number): number {
  skip.lastIndex = at;
  skip.test(query);
  return skip.lastIndex;
}

function tokenAt(query: string, start: number, dialect: Dialect): Token {
  const first = query[start];
  if (first === '"' || first === "'") return stringAt(query, start, first, dialect);
  // A mark is whatever is nothing else.
  return (matchedAt("variable", variable[dialect], query, start) ??
    matchedAt("word", word, query, start) ??
    matchedAt("iri", iri, query, start) ??
    matchedAt("mark", mark, query, start)) as Token;
}

function matchedAt(
  kind: TokenKind,
  pattern: RegExp,
  query: string,
  start: number,
): Token | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(query);
  if (match === null) return undefined;
  return { kind, text: match[1] ?? match[0], start, end: pattern.lastIndex };
}

function stringAt(query: string, start: number, quote: string, dialect: Dialect): Token {
  let text = "";
  for (let at = start + 1; at < query.length; at++) {
    const unit = query[at] as string;
    if (unit === quote) return { kind: "string", text, start, end: at + 1 };
    if (unit === "\n" || unit === "\r") break;
    if (unit !== "\\") {
      text += unit;
      continue;
    }
    const meant = escapes[dialect].get(query[++at] ?? "");
    if (meant === undefined) {
      throw new QueryError("Syntax error: Illegal escape sequence", query, at - 1);
    }
    text += meant;
  }
  throw new QueryError("Syntax error: Unclosed string literal", query, start);
}

/** `a"b"` and `"""a"""` would fall into pieces that mean something else. */
function refuseJoined(query: string, before: Token | undefined, token: Token): void {
  if (before === undefined || before.end !== token.start) return;
  const isText = token.kind === "word" || token.kind === "string" || token.kind === "variable";
  const wasText = before.kind === "word" || before.kind === "string" || before.kind === "variable";
  const hasString = token.kind === "string" || before.kind === "string";
  if (isText && wasText && hasString) {
    throw new QueryError(
      "Syntax error: Missing whitespace before or after a string",
      query,
      token.start,
    );
  }
}
