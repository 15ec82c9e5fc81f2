/** Walks over tokens and says what it expected where they are not what they should be. */

import { QueryError } from "../../errors/index.ts";
import type { Token } from "./tokens.ts";

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
