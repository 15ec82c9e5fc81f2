/**
 * JSON with the line of every value and key, so that a diagnostic can point at it. Keys that stand
 * twice in an object stay twice: who reads it says so.
 */
import { LoadError } from "../../errors/index.ts";

export interface JsonEntry {
  readonly key: string;
  readonly line: number;
  readonly value: JsonNode;
}

export type JsonNode =
  | { readonly kind: "object"; readonly line: number; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "list"; readonly line: number; readonly items: readonly JsonNode[] }
  /** A number is kept as it is written. */
  | { readonly kind: "text" | "number"; readonly line: number; readonly text: string }
  | { readonly kind: "boolean"; readonly line: number; readonly value: boolean }
  | { readonly kind: "null"; readonly line: number };

/** Objects and lists within one another; more are no data. */
const DEPTH_MAX = 100;

const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z]+/y;
// A sticky alternation would keep a stack entry for each character of a long run of blanks.
const BLANK = /[^ \t\r]/g;

/** @throws LoadError with the line if the text is no JSON or nested too deep. */
export function parseJson(text: string, file: string): JsonNode {
  return new JsonParser(text, file).document();
}

class JsonParser {
  readonly #text: string;
  readonly #file: string;
  #at: number;
  #line = 1;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  document(): JsonNode {
    const value = this.#value(0);
    if (this.#next() !== "") throw this.#error(`expected nothing more, found ${this.#found()}`);
    return value;
  }

  #value(depth: number): JsonNode {
    if (depth > DEPTH_MAX) {
      throw this.#error(`objects and lists are nested more than ${DEPTH_MAX} deep`);
    }
    const next = this.#next();
    const line = this.#line;
    if (next === "{") return { kind: "object", line, entries: this.#entries(depth) };
    if (next === "[") return { kind: "list", line, items: this.#items(depth) };
    if (next === '"') return { kind: "text", line, text: this.#string() };
    const number = this.#match(NUMBER);
    if (number !== undefined) return { kind: "number", line, text: number };
    const word = this.#match(WORD);
    if (word === "true" || word === "false") {
      return { kind: "boolean", line, value: word === "true" };
    }
    if (word === "null") return { kind: "null", line };
    const found = word === undefined ? this.#found() : `'${word.slice(0, 20)}'`;
    throw this.#error(`expected a value, found ${found}`);
  }

  #entries(depth: number): JsonEntry[] {
    const entries: JsonEntry[] = [];
    this.#at += 1;
    if (this.#skip("}")) return entries;
    do {
      if (this.#next() !== '"') throw this.#error(`expected a key, found ${this.#found()}`);
      const line = this.#line;
      const key = this.#string();
      if (!this.#skip(":")) {
        throw this.#error(`expected a colon behind the key '${key}', found ${this.#found()}`);
      }
      entries.push({ key, line, value: this.#value(depth + 1) });
    } while (this.#skip(","));
    if (!this.#skip("}")) throw this.#error(`expected a comma or }, found ${this.#found()}`);
    return entries;
  }

  #items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    this.#at += 1;
    if (this.#skip("]")) return items;
    do items.push(this.#value(depth + 1));
    while (this.#skip(","));
    if (!this.#skip("]")) throw this.#error(`expected a comma or ], found ${this.#found()}`);
    return items;
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end >= 0 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw this.#error("a quoted text never ends");
    this.#at = end + 1;
    try {
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      throw this.#error("a quoted text holds a line break or a bad escape");
    }
  }

  /** Whether an odd number of backslashes stands before a quote. */
  #isEscaped(quote: number): boolean {
    let at = quote;
    while (this.#text.charCodeAt(at - 1) === BACKSLASH) at -= 1;
    return (quote - at) % 2 === 1;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#text) ?? [];
    if (text !== undefined) this.#at += text.length;
    return text;
  }

  #skip(character: string): boolean {
    const isNext = this.#next() === character;
    if (isNext) this.#at += 1;
    return isNext;
  }

  /** The next character that is not blank; "" at the end. */
  #next(): string {
    for (;;) {
      BLANK.lastIndex = this.#at;
      const found = BLANK.exec(this.#text);
      this.#at = found?.index ?? this.#text.length;
      if (this.#text.charCodeAt(this.#at) !== LINE_FEED) return this.#text.charAt(this.#at);
      this.#line += 1;
      this.#at += 1;
    }
  }

  #found(): string {
    const next = this.#next();
    return next === "" ? "the end" : `'${next}'`;
  }

  #error(problem: string): LoadError {
    return new LoadError(`is no JSON: ${problem}`, { file: this.#file, line: this.#line });
  }
}

/** The last entry of a key, as JSON.parse would give it. */
export function entryOf(node: JsonNode, key: string): JsonEntry | undefined {
  return node.kind === "object" ? node.entries.findLast((entry) => entry.key === key) : undefined;
}
