/**
 * The words of a query. The lexer of the real service is stricter in one way: here a bare constant
 * may hold hyphens, be a date or a negative number. The real one cuts it into pieces without an
 * error (behaviour: sparql 1.1).
 */

import { LimitError, QueryError } from "../../errors/errors.ts";

type TokenKind = "word" | "variable" | "string" | "iri" | "mark" | "end";

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

/** Goes from token to token. Where one is wrong, the error names what was expected. */
export class TokenReader {
  readonly query: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  /** The last token is of kind `end`. */
  constructor(query: string, tokens: readonly Token[]) {
    this.query = query;
    this.#tokens = tokens;
  }

  /** The next token; at the end again and again the last. */
  get token(): Token {
    return this.#tokens[this.#at] as Token;
  }

  /** The token after the next. */
  get following(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)] as Token;
  }

  /** Takes the next token, whatever it is. */
  take(): Token {
    const { token } = this;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  isMark(text: string): boolean {
    return this.token.kind === "mark" && this.token.text === text;
  }

  /** Keywords are recognised in any case. */
  isKeyword(keyword: string): boolean {
    return this.token.kind === "word" && this.token.text.toUpperCase() === keyword;
  }

  /** Takes the next token when it is this keyword. */
  skipKeyword(keyword: string): boolean {
    const isIt = this.isKeyword(keyword);
    if (isIt) this.take();
    return isIt;
  }

  takeMark(text: string): Token {
    return this.isMark(text) ? this.take() : this.expected(`"${text}"`);
  }

  takeKeyword(keyword: string): Token {
    return this.isKeyword(keyword) ? this.take() : this.expected(`keyword ${keyword}`);
  }

  takeVariable(): Token {
    return this.token.kind === "variable" ? this.take() : this.expected("a variable");
  }

  expected(what: string, token: Token = this.token): never {
    return this.fail(`Syntax error: Expected ${what} but got ${described(token)}`, token);
  }

  unsupported(what: string, token: Token = this.token): never {
    return this.fail(`Unsupported: ${what}`, token);
  }

  fail(reason: string, token: Token = this.token): never {
    throw new QueryError(reason, this.query, token.start);
  }
}

/** Long tokens are cut: an error message need not carry a megabyte. */
const describedMax = 60;

function described({ kind, text }: Token): string {
  const short = text.length > describedMax ? `${text.slice(0, describedMax)}…` : text;
  switch (kind) {
    case "end":
      return "end of script";
    case "word":
      return `identifier "${short}"`;
    case "variable":
      return `variable "?${short}"`;
    case "string":
      return `string literal "${short}"`;
    case "iri":
      return `"<${short}>"`;
    case "mark":
      return `"${short}"`;
  }
}
