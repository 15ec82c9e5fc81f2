import { CommonsError } from "../../errors/errors.ts";

/**
 * JSON as the gateway's reader takes it: single quotes, unquoted keys, trailing commas, raw control
 * characters in strings, escapes of anything. Documented requests rely on it, with raw newlines
 * and backslash-newline inside a query (behaviour: http 4.2). One pass, linear in the text.
 */

/** No request nests deeper than a handful of levels. */
const depthMax = 100;

/** Characters shown before and after the place of an error. */
const context = 20;

const escaped: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/**
 * The value that `text` spells; objects have no prototype.
 *
 * @throws CommonsError `REQUEST` with the reason, the text around the place, and a caret under it.
 */
export function readLenientJson(text: string): unknown {
  return new LenientReader(text).document();
}

class LenientReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value("Expected a value.");
    if (this.#next() !== "") this.#fail("Parsing terminated before end of input.");
    return value;
  }

  /** `expected` is the complaint when nothing that could be a value stands here. */
  #value(expected: string): unknown {
    const first = this.#next();
    if (first === "{") return this.#nested(() => this.#members());
    if (first === "[") return this.#nested(() => this.#elements());
    if (first === '"' || first === "'") return this.#string(first);
    if (first === "-" || (first >= "0" && first <= "9")) return this.#number();
    if (this.#take("true")) return true;
    if (this.#take("false")) return false;
    if (this.#take("null")) return null;
    if (/[\w$}\]:,]/.test(first)) this.#fail("Unexpected token.");
    return this.#failExpecting(expected);
  }

  #nested<Value>(read: () => Value): Value {
    if (this.#depth === depthMax) this.#fail("Message too deep. Max recursion depth reached.");
    this.#depth++;
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #members(): Record<string, unknown> {
    const members: Record<string, unknown> = Object.create(null);
    while (this.#next() !== "}") {
      const key = this.#key();
      if (this.#next() !== ":") this.#failExpecting("Expected : between key:value pair.");
      this.#at++;
      members[key] = this.#value("Expected a value.");
      this.#separator("}", "Expected , or } after key:value pair.");
    }
    this.#at++;
    return members;
  }

  #elements(): unknown[] {
    const elements: unknown[] = [];
    while (this.#next() !== "]") {
      elements.push(this.#value("Expected a value or ] within an array."));
      this.#separator("]", "Expected , or ] after array value.");
    }
    this.#at++;
    return elements;
  }

  /** Steps over a comma; the closing mark is left to the caller. */
  #separator(closing: string, expected: string): void {
    const mark = this.#next();
    if (mark === ",") this.#at++;
    else if (mark !== closing) this.#failExpecting(expected);
  }

  #key(): string {
    const first = this.#next();
    if (first === '"' || first === "'") return this.#string(first);
    return this.#match(/[A-Za-z_$][\w$]*/y) ?? this.#failExpecting("Expected an object key or }.");
  }

  #string(quote: string): string {
    let value = "";
    let start = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === quote) return value + this.#text.slice(start, this.#at++);
      if (character === "\\") {
        value += this.#text.slice(start, this.#at) + this.#escape();
        start = this.#at + 1;
      }
    }
    this.#at = this.#text.length;
    return this.#fail("Closing quote expected in string.");
  }

  /** What the escape at the current place means; ends on its last character. */
  #escape(): string {
    const character = this.#text[++this.#at] ?? "";
    if (character !== "u") return escaped[character] ?? character;
    const digits = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[\da-f]{4}$/i.test(digits)) this.#fail("Illegal hex string.");
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #number(): number {
    const start = this.#at;
    if (this.#match(/-?0[\dx]/iy) !== undefined) {
      this.#at = start;
      this.#fail("Octal/hex numbers are not valid JSON values.");
    }
    const run = this.#match(/[-+.\de]+/iy) ?? "";
    if (!/^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(run)) {
      this.#at = start;
      this.#fail("Unable to parse number.");
    }
    return Number(run);
  }

  /** The next character that is not whitespace, not taken; empty at the end. */
  #next(): string {
    do this.#match(/[ \t\n\v\f\r]*/y);
    while (
      // A backslash at a line's end is what is left of a shell's line continuation.
      this.#match(/\\\r?\n/y) !== undefined
    );
    return this.#text[this.#at] ?? "";
  }

  #take(word: string): boolean {
    const found = this.#text.startsWith(word, this.#at);
    if (found) this.#at += word.length;
    return found;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #failExpecting(expected: string): never {
    const atEnd = this.#at >= this.#text.length;
    return this.#fail(atEnd ? `Unexpected end of string. ${expected}` : expected);
  }

  #fail(reason: string): never {
    const begin = Math.max(0, this.#at - context);
    const around = this.#text.slice(begin, this.#at + context);
    throw new CommonsError("REQUEST", `${reason}\n${around}\n${" ".repeat(this.#at - begin)}^`);
  }
}
