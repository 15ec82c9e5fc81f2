/** Texts of a request as the gateway reads them: its URL, its query (behaviour: http 3), its body. */

import { CommonsError, LimitError, unreachable } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { refused } from "../../errors/rpc.ts";
import type { FieldFault, QueryPair, ReadingStyle } from "../../router/read-fields.ts";

/** The part of a URL that answers depend on. */
export interface Target {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

/**
 * A path that stays as it is when a `URL` reads it, and a query that says the same: a `URL` writes some
 * of its characters as escapes.
 */
const plainTarget = /^(\/[\w\-.~!$&()*+,;=:@%/]*)(\?[!"$-~]+)?$/;
/** Segments that a `URL` takes out of a path, however they are written. */
const dotSegment = /\/(?:\.|%2e)/i;

/**
 * Path and query of a text that begins with `/`, as a `URL` reads them, but without making one, which
 * takes as long as a small answer. Undefined where a `URL` may change or refuse something.
 */
export function plainTargetOf(text: string): Target | undefined {
  const match = plainTarget.exec(text);
  if (match === null) return undefined;
  const [, pathname = "", search = ""] = match;
  return dotSegment.test(pathname) ? undefined : { pathname, search };
}

/**
 * @param input a URL, of which only path and query count; a path alone will do
 * @throws TypeError when it is no URL
 */
export function targetOf(input: string): Target {
  return plainTargetOf(input) ?? new URL(absolute(input));
}

/** A bare path is a path on this machine. */
export const absolute = (input: string): string =>
  input.startsWith("/") ? `http://localhost${input}` : input;

/** Pieces without a name or without `=` say nothing. `query` may begin with `?`. */
export function splitQuery(query: string): readonly QueryPair[] {
  if (query === "") return [];
  const pairs: QueryPair[] = [];
  for (const piece of query.replace(/^\?/, "").split("&")) {
    const equals = piece.indexOf("=");
    if (equals > 0) pairs.push([piece.slice(0, equals), piece.slice(equals + 1)]);
  }
  return pairs;
}

/** A `+` that people write for chaining: where a filter begins, or the text ends. */
const bareChaining = /\+(?=\{|%7B[^%]*:|$)/gi;

/**
 * Text of an encoded name or value. A bare `+` has two meanings in the wild: form encoders write it
 * for a space, and people write it for the chaining operator, which must be encoded but often is
 * not (behaviour: http 3.4). Whoever encodes one plus or the colon of a filter encodes all
 * of them, as form encoders do: there it is a space. Elsewhere it chains where chaining may stand.
 *
 * @throws CommonsError `REQUEST` on an escape that is not UTF-8.
 */
export function decodeQueryText(encoded: string): string {
  return decodePercent(encoded.includes("+") ? withSpaces(encoded) : encoded);
}

/**
 * Text with its percent escapes read, `%2F` among them.
 *
 * @throws CommonsError `REQUEST` on an escape that is not UTF-8 (behaviour: http 3.6).
 */
function decodePercent(encoded: string): string {
  if (!encoded.includes("%")) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new CommonsError("REQUEST", "Invalid request URI");
  }
}

function withSpaces(encoded: string): string {
  const chained = /%2B/i.test(encoded) ? encoded : encoded.replace(bareChaining, "%2B");
  return chained.replaceAll("+", " ");
}

/** The text of a body after its way through UTF-8. */
export function decoded(body: string): string {
  return (body.startsWith("\uFEFF") ? body.slice(1) : body).toWellFormed();
}

export function tooLarge(bytesMax: number): LimitError {
  const message = `the body is longer than ${bytesMax} bytes: send less, or raise 'maxBodyBytes'`;
  return new LimitError(message, { setting: "maxBodyBytes" });
}

export function tooLate(timeout: number): LimitError {
  const message = `the body did not arrive in ${timeout} ms: send it sooner, or raise 'timeout'`;
  return new LimitError(message, { setting: "timeout" });
}

/** JSON as the gateway reads it, strict or nearly so; no text at all is an empty object. */
export function parseBody(body: string): unknown {
  if (body === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return readLenientJson(body);
  }
}

/** Documented endpoints: names that they do not know are refused (behaviour: http 6). */
export const documented: ReadingStyle = {
  first: "body",
  decodeQuery: decodeQueryText,
  decodePath: decodePercent,
  refuse: refuseField,
};

/** Documented endpoints as today's public service reads them: it passes over unknown names. */
export const documentedToday: ReadingStyle = {
  ...documented,
  refuse: (fault) => {
    if (fault.kind !== "unknown") refuseField(fault);
  },
};

/**
 * @throws CommonsError `REQUEST` for names and values
 * @throws CommonsError what the row says about a missing field or another word than its own
 */
function refuseField(fault: FieldFault): never {
  switch (fault.kind) {
    case "body":
      throw new CommonsError("REQUEST", "Root element must be a message.");
    case "unknown": {
      const { name, within } = fault;
      throw new CommonsError(
        "REQUEST",
        `Could not find field "${excerpt(name)}" in the type "${within.type}".`,
      );
    }
    case "inner":
      throw new CommonsError(
        "REQUEST",
        `Encountered a non-leaf field "${excerpt(fault.name)}" that is not a message while parsing a field path`,
      );
    case "value": {
      const { path, value, type } = fault;
      throw new CommonsError("REQUEST", `${path}: invalid value ${shown(value)} for type ${type}`);
    }
    case "dcid":
      throw new CommonsError(
        "REQUEST",
        `CheckValidDCIDs failed with invalid node: ${shortened(fault.dcid)}`,
      );
    case "path":
      throw new CommonsError("REQUEST", "Invalid request URI");
    case "choice": {
      const { code, message } = fault.field.invalid;
      throw refused(code, message);
    }
    case "missing": {
      const { name, missing } = fault.field;
      // The real service's text may not say what is missing; the cause does.
      const cause = new CommonsError("REQUEST", `${name} is missing`);
      throw refused(missing?.code ?? "invalidArgument", missing?.message ?? "", { cause });
    }
    default:
      return unreachable(fault);
  }
}

/** A short rendering: what was sent may be as large and as deep as the sender likes. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "[...]";
  if (typeof value === "object" && value !== null) return "{...}";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(shortened(value));
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

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
