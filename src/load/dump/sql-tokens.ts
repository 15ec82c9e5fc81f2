/** Lines of SQL → tokens; quoted texts and comments may go on over lines. */

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
const plainQuoted = /'((?:[^'\\]){0,4096})'(?!')/y;

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
    const usual = usualToken(text, at, line);
    if (usual !== undefined) {
      return { token: usual, end: at + usual.text.length + (usual.kind === "text" ? 2 : 0) };
    }
    const found = (kind: SqlToken["kind"], [whole, ...groups]: RegExpExecArray) => {
      const content = groups.find((group) => group !== undefined) ?? whole;
      return { token: { kind, text: content, line }, end: at + whole.length };
    };
    const plain = quote === "'" ? match(plainQuoted, text, at) : undefined;
    if (plain !== undefined) return found("text", plain);
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

const [space, hash, dash, firstOther] = [0x20, 0x23, 0x2d, 0x80];

/** The length of the blanks or the comment at a place. */
function blankAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isPossible = code <= space || code >= firstOther || code === hash || code === dash;
  if (!isPossible) return 0;
  return (match(blankForm, text, at) ?? match(comment, text, at))?.[0].length ?? 0;
}

const singleQuote = 0x27;
const usualMarks: ReadonlySet<string> = new Set(["(", ")", ",", ";"]);

/**
 * What most of a dump consists of: a text without quotes and backslashes in it, or a mark. Undefined
 * for all else, and for what may be longer.
 */
function usualToken(text: string, at: number, line: number): SqlToken | undefined {
  if (text.charCodeAt(at) !== singleQuote) {
    const mark = text.charAt(at);
    return usualMarks.has(mark) ? { kind: "mark", text: mark, line } : undefined;
  }
  const end = text.indexOf("'", at + 1);
  if (end < 0 || text.charCodeAt(end + 1) === singleQuote) return undefined;
  const content = text.slice(at + 1, end);
  return content.includes("\\") ? undefined : { kind: "text", text: content, line };
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
