/** Lines of SQL → tokens; quoted texts and comments may go on over lines. */
import { isUtf8, wholeText } from "../bytes/native.ts";

export interface SqlToken {
  /** `name` is a quoted name; `blob` is a hexadecimal one, its digits; `mark` any single character. */
  readonly kind: "word" | "name" | "text" | "number" | "blob" | "mark";
  readonly text: string;
  readonly line: number;
}

/** What a line left open. */
interface OpenQuote {
  readonly quote: "'" | '"' | "`" | "/*";
  readonly line: number;
  readonly pieces: string[];
  size: number;
}

const blankForm = /[\s\ufeff]+/y;
const comment = /(?:--|#).*/sy;
const blobForm = /[xX]'([\da-fA-F]*)'|0[xX]([\da-fA-F]+)/y;
const numberForm = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const wordForm = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const bracketForm = /\[([^\]]*)\]/y;

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\u001a",
};

export class SqlTokens {
  /**
   * In MySQL's dumps a backslash escapes the next character of a text; SQLite's know no escapes.
   * Only MySQL puts names into backticks, and its dumps do so before the first text.
   */
  #hasBackslashes = false;
  #open: OpenQuote | undefined;

  /** Where a quote or comment began that has not ended, and how long it is by now. */
  get open(): { readonly line: number; readonly size: number } | undefined {
    return this.#open;
  }

  *ofLine(text: string, line: number): Generator<SqlToken, void, undefined> {
    let at = 0;
    if (this.#open !== undefined) {
      const token = this.#close(text, 0, this.#open);
      if (token === undefined) return;
      at = token.end;
      if (token.token !== undefined) yield token.token;
    }
    while (at < text.length) {
      const blank = blankAt(text, at);
      if (blank > 0) {
        at += blank;
        continue;
      }
      const quote = quoteAt(text, at);
      const simple = this.#simple(text, at, line, quote);
      if (simple !== undefined) {
        at = simple.end;
        yield simple.token;
        continue;
      }
      this.#open = { quote: quote!, line, pieces: [], size: 0 };
      const closed = this.#close(text, at + quote!.length, this.#open);
      if (closed === undefined) return;
      at = closed.end;
      if (closed.token !== undefined) yield closed.token;
    }
  }

  /** @returns undefined for a quote or comment that has to be followed to its end. */
  #simple(
    text: string,
    at: number,
    line: number,
    quote: OpenQuote["quote"] | undefined,
  ): { readonly token: SqlToken; readonly end: number } | undefined {
    const found = (kind: SqlToken["kind"], [whole, ...groups]: RegExpExecArray) => {
      const content = groups.find((group) => group !== undefined) ?? whole;
      return { token: { kind, text: content, line }, end: at + whole.length };
    };
    const blob = match(blobForm, text, at);
    if (blob !== undefined) return found("blob", blob);
    if (quote !== undefined) return undefined;
    const number = match(numberForm, text, at);
    if (number !== undefined) return found("number", number);
    const word = match(wordForm, text, at);
    if (word !== undefined) return found("word", word);
    const brackets = match(bracketForm, text, at);
    if (brackets !== undefined) return found("name", brackets);
    return { token: { kind: "mark", text: text.charAt(at), line }, end: at + 1 };
  }

  /** Follows a quote from `start` on. @returns undefined if the line ends first. */
  #close(
    text: string,
    start: number,
    open: OpenQuote,
  ): { readonly token: SqlToken | undefined; readonly end: number } | undefined {
    const end = open.quote === "/*" ? text.indexOf("*/", start) : this.#quoteEnd(text, start, open);
    const piece = text.slice(start, end < 0 ? undefined : end);
    open.size += piece.length + 1;
    if (open.quote !== "/*") open.pieces.push(piece);
    if (end < 0) return undefined;
    this.#open = undefined;
    if (open.quote === "/*") return { token: undefined, end: end + 2 };
    const { quote, line } = open;
    if (quote === "`") this.#hasBackslashes = true;
    const content = open.pieces.join("\n").replaceAll(quote + quote, quote);
    const kind = quote === "'" ? "text" : "name";
    const isEscaped = this.#hasBackslashes && quote !== "`" && content.includes("\\");
    return { token: { kind, text: isEscaped ? unescaped(content) : content, line }, end: end + 1 };
  }

  /** Where the quote ends: a doubled one is a part of the text; -1 if it goes on. */
  #quoteEnd(text: string, start: number, { quote }: OpenQuote): number {
    for (let at = start; at < text.length; at++) {
      const character = text.charAt(at);
      if (this.#hasBackslashes && character === "\\" && quote !== "`") at += 1;
      else if (character === quote) {
        if (text.charAt(at + 1) !== quote) return at;
        at += 1;
      }
    }
    return -1;
  }
}

/** The length of the blanks or the comment at a place. */
function blankAt(text: string, at: number): number {
  return (match(blankForm, text, at) ?? match(comment, text, at))?.[0].length ?? 0;
}

function quoteAt(text: string, at: number): OpenQuote["quote"] | undefined {
  const character = text.charAt(at);
  if (character === "'" || character === '"' || character === "`") return character;
  return text.startsWith("/*", at) ? "/*" : undefined;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, (_whole, character: string) => escapes[character] ?? character);
}

export type SqlValue = string | null;

interface SqlValues {
  readonly values: readonly SqlValue[];
  readonly line: number;
}

/** Tokens of one row; more are no row of ours. */
const tokensMax = 10_000;
const depthMax = 20;

/** Why a row cannot be read; the words are for a message. */
class BadRow extends Error {}

export class SqlRows {
  #depth = 0;
  #tokens: SqlToken[] = [];

  /** Whether a row has begun and not ended. */
  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /**
   * @returns a row that the token ends or what is wrong with it; undefined while the row goes on;
   * "end" for what follows the last row.
   */
  take(token: SqlToken): SqlValues | { readonly problem: string } | "end" | undefined {
    if (this.#depth === 0) {
      if (isMark(token, ",")) return undefined;
      if (!isMark(token, "(")) return "end";
      this.#tokens = [token];
      this.#depth = 1;
      return undefined;
    }
    if (isMark(token, "(")) this.#depth += 1;
    else if (isMark(token, ")")) this.#depth -= 1;
    if (this.#depth === 0) return this.#row();
    if (this.#tokens.length <= tokensMax) this.#tokens.push(token);
    return undefined;
  }

  /** Forgets a row that has no end. */
  reset(): void {
    this.#depth = 0;
    this.#tokens = [];
  }

  #row(): SqlValues | { readonly problem: string } {
    const [opening, ...tokens] = this.#tokens;
    this.#tokens = [];
    if (tokens.length >= tokensMax) return { problem: "it has too many parts" };
    try {
      return { values: new ValueReader(tokens).list(), line: opening!.line };
    } catch (error) {
      if (error instanceof BadRow) return { problem: error.message };
      throw error;
    }
  }
}

class ValueReader {
  readonly #tokens: readonly SqlToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens;
  }

  list(): SqlValue[] {
    const values = [this.#value()];
    while (this.#skip(",")) values.push(this.#value());
    if (this.#at < this.#tokens.length)
      throw new BadRow(`'${this.#shown()}' stands behind a value`);
    return values;
  }

  /** Constants and calls with `||` between them. */
  #value(): SqlValue {
    if (this.#depth++ > depthMax) throw new BadRow("calls are nested too deep");
    let value = this.#single();
    while (this.#skip("|") && this.#skip("|")) {
      const next = this.#single();
      value = value === null || next === null ? null : value + next;
    }
    this.#depth -= 1;
    return value;
  }

  #single(): SqlValue {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new BadRow("a value is missing");
    this.#at += 1;
    switch (token.kind) {
      case "text":
      case "number":
        return token.text;
      case "blob":
        return blobText(token.text);
      case "word":
        return this.#word(token.text);
      default:
        throw new BadRow(`'${token.text.slice(0, 40)}' is not a constant`);
    }
  }

  #word(word: string): SqlValue {
    const name = word.toLowerCase();
    if (name === "null") return null;
    if (name === "true" || name === "false") return name === "true" ? "1" : "0";
    // MySQL's mark of a character set.
    if (name.startsWith("_")) return this.#single();
    const call = functions.get(name);
    if (call === undefined || !this.#skip("(")) throw new BadRow(`'${word}' is not a constant`);
    const values = [this.#value()];
    while (this.#skip(",")) values.push(this.#value());
    if (!this.#skip(")")) throw new BadRow(`a call of ${word} has no end`);
    return call(values);
  }

  #skip(mark: string): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined || !isMark(token, mark)) return false;
    this.#at += 1;
    return true;
  }

  #shown(): string {
    return (this.#tokens[this.#at]?.text ?? "").slice(0, 40);
  }
}

/** SQLite's shell writes line breaks and control characters of texts as calls of these. */
const functions: ReadonlyMap<string, (values: readonly SqlValue[]) => SqlValue> = new Map([
  ["unistr", ([text = null]: readonly SqlValue[]) => text && unistr(text)],
  [
    "replace",
    ([text = null, from = null, to = null]: readonly SqlValue[]) =>
      text === null || from === null || to === null || from === ""
        ? text
        : text.replaceAll(from, to),
  ],
  ["char", (values: readonly SqlValue[]) => values.map(characterOf).join("")],
]);

/** `\XXXX`, `\+XXXXXX`, `\uXXXX` and `\UXXXXXXXX` by number, and `\\` for a backslash. */
function unistr(text: string): string {
  const escapes = /\\(?:u([\da-f]{4})|U([\da-f]{8})|\+([\da-f]{6})|([\da-f]{4})|\\)/gi;
  return text.replace(escapes, (whole, ...groups: (string | undefined)[]) => {
    const digits = groups.slice(0, 4).find((group) => group !== undefined);
    return digits === undefined ? whole.slice(1) : characterOf(`0x${digits}`);
  });
}

function characterOf(code: SqlValue): string {
  const number = Number(code);
  if (!(number >= 0 && number <= 0x10_ffff)) throw new BadRow(`${code} is no character`);
  return String.fromCodePoint(Math.floor(number));
}

function blobText(digits: string): string {
  const pairs = digits.match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  if (digits.length % 2 === 1 || !isUtf8(bytes)) throw new BadRow("a blob is not UTF-8 text");
  return wholeText(bytes);
}

export function isMark(token: SqlToken, mark: string): boolean {
  return token.kind === "mark" && token.text === mark;
}
