/** Bytes of SQL → tokens; quoted texts and comments may go on over lines. */
import { searchable, textOf } from "../bytes/native.ts";

export interface SqlToken {
  /** `name` is a quoted name; `blob` is a hexadecimal one, its digits; `mark` any single character. */
  readonly kind: "word" | "name" | "text" | "number" | "blob" | "mark";
  readonly text: string;
  readonly line: number;
}

// They are matched against bytes: a character beyond ASCII is two to four of them.
const blankForm = /[\t-\r ]+|(?:--|#)[^\n]*/y;
const numberForm = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const wordForm = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const blobForm = /[xX]'[\da-fA-F]*'|0[xX][\da-fA-F]+/y;
const bracketForm = /\[[^\]\n]*\]/y;

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\u001a",
};

/** Marks that begin nothing else. */
const marks: ReadonlySet<string> = new Set([";", ",", "(", ")"]);

const lineFeed = 0x0a;

/** 1 for bytes that are no blank, and begin none and no comment. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w'(),;]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export class SqlLexer {
  /** Offset and line after what was read. */
  at = 0;
  line = 1;
  /** Whether a quote or a comment at `at` goes on after the block. */
  isOpen = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  /** Of the block, made when a token is read. */
  #text: string | undefined;
  /**
   * In MySQL's dumps a backslash escapes the next character of a text; SQLite's know no escapes.
   * Only MySQL puts names into backticks, and its dumps do so before the first text.
   */
  #hasBackslashes = false;

  /** Reads bytes [0, end), which end with a line feed. */
  open(bytes: Uint8Array, end: number): void {
    this.#bytes = bytes;
    this.#end = end;
    this.#text = undefined;
  }

  /** A character per byte, so that offsets are the same. */
  get #latin(): string {
    this.#text ??= latinOf(this.#bytes, this.#end);
    return this.#text;
  }

  /** @returns undefined if no token ends in the block. */
  next(): SqlToken | undefined {
    this.skipBlanks();
    const { at, line } = this;
    if (this.isOpen || at === this.#end) return undefined;
    const latin = this.#latin;
    const token = (kind: SqlToken["kind"], end: number, start = at, textEnd = end): SqlToken => {
      this.at = end;
      return { kind, text: textOf(this.#bytes, start, textEnd), line };
    };
    const quote = latin[at]!;
    if (marks.has(quote)) {
      // A statement per row has one of these after each row.
      this.at = at + 1;
      return { kind: "mark", text: quote, line };
    }
    const blob = matchEnd(blobForm, latin, at);
    if (blob > at) return token("blob", blob, at + 2, latin[blob - 1] === "'" ? blob - 1 : blob);
    if (quote === "'" || quote === '"' || quote === "`") return this.#quoted(quote);
    const number = matchEnd(numberForm, latin, at);
    if (number > at) return token("number", number);
    const word = matchEnd(wordForm, latin, at);
    if (word > at) return token("word", word);
    const name = matchEnd(bracketForm, latin, at);
    if (name > at) return token("name", name, at + 1, name - 1);
    return token("mark", at + 1);
  }

  /** Goes to the next token, over comments as well. */
  skipBlanks(): void {
    this.isOpen = false;
    if (this.#skipFeeds()) return;
    const latin = this.#latin;
    for (;;) {
      const { at } = this;
      if (latin.startsWith("/*", at)) {
        const end = latin.indexOf("*/", at + 2);
        this.isOpen = end < 0;
        if (end < 0) return;
        this.#goTo(end + 2);
      } else {
        const end = Math.max(matchEnd(blankForm, latin, at), wideBlankEnd(this.#bytes, latin, at));
        if (end === at) return;
        this.#goTo(end);
      }
    }
  }

  /** Goes over line feeds. @returns whether a word, a quote or a parenthesis follows: no other blank. */
  #skipFeeds(): boolean {
    const bytes = this.#bytes;
    while (bytes[this.at] === lineFeed && this.at < this.#end) {
      this.at += 1;
      this.line += 1;
    }
    return this.at === this.#end || isPlain[bytes[this.at]!] === 1;
  }

  #goTo(end: number): void {
    const latin = this.#latin;
    for (let feed = latin.indexOf("\n", this.at); feed >= 0 && feed < end; ) {
      this.line += 1;
      feed = latin.indexOf("\n", feed + 1);
    }
    this.at = end;
  }

  #quoted(quote: string): SqlToken | undefined {
    const { at, line } = this;
    const end = this.#quoteEnd(quote, at + 1);
    this.isOpen = end < 0;
    if (end < 0) return undefined;
    const written = textOf(this.#bytes, at + 1, end).replaceAll("\r\n", "\n");
    this.#goTo(end + 1);
    if (quote === "`") this.#hasBackslashes = true;
    const content = written.replaceAll(quote + quote, quote);
    const isEscaped = this.#hasBackslashes && quote !== "`" && content.includes("\\");
    const kind = quote === "'" ? "text" : "name";
    return { kind, text: isEscaped ? unescaped(content) : content, line };
  }

  /** Where the quote ends: a doubled one is a part of the text; -1 if it goes on. */
  #quoteEnd(quote: string, start: number): number {
    const latin = this.#latin;
    const hasBackslashes = this.#hasBackslashes && quote !== "`";
    for (let at = start; at < latin.length; at++) {
      const character = latin[at];
      if (hasBackslashes && character === "\\") at += 1;
      else if (character === quote) {
        if (latin[at + 1] !== quote) return at;
        at += 1;
      }
    }
    return -1;
  }
}

/** A character per byte in [0, end). */
function latinOf(bytes: Uint8Array, end: number): string {
  const block = searchable(bytes, end);
  const isBuffer = typeof Buffer !== "undefined";
  return isBuffer ? (block as Buffer).toString("latin1") : new TextDecoder("latin1").decode(block);
}

/** The offset after what the pattern finds at `at`; `at` itself if that is nothing. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The same for a blank beyond ASCII, as U+00A0. */
function wideBlankEnd(bytes: Uint8Array, latin: string, at: number): number {
  const first = bytes[at]!;
  if (at === latin.length || first < 0xc2) return at;
  const end = at + (first < 0xe0 ? 2 : 3);
  return /^\s$/.test(textOf(bytes, at, end)) ? end : at;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, (_whole, character: string) => escapes[character] ?? character);
}

export function isMark(token: SqlToken, mark: string): boolean {
  return token.kind === "mark" && token.text === mark;
}
