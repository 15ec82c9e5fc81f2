/** Tokens after the VALUES of an INSERT → rows. */
import { isUtf8, wholeText } from "../bytes/native.ts";
import { isMark, type SqlToken } from "./sql-lexer.ts";

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
    if (this.#at < this.#tokens.length) throw new BadRow(`'${this.#shown()}' comes after a value`);
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
  const escapes = /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|\+([\da-fA-F]{6})|([\da-fA-F]{4})|\\)/g;
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
