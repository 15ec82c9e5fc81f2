import { excerpt } from "../errors/index.ts";
import type { Arc, Filter, FilterKey, Label, Labels } from "./ast.ts";
import type { ExpressionText } from "./source.ts";
import {
  isArrow,
  isItemPart,
  isNamePart,
  isPart,
  isWordPart,
  type Token,
  tokensOf,
} from "./tokens.ts";

/** What follows the arrow. */
type Body = Omit<Arc, "direction">;

/** A piece of a filter between two commas, cut at its colons, and where it starts. */
interface Pair {
  readonly words: readonly string[];
  readonly start: number;
}

const noFilter: Filter = [];

/**
 * The grammar of relation expressions (behaviour: expressions 1), a method per rule. The service reads
 * expressions by cutting strings, so a closing mark closes only where its piece ends, and anywhere else
 * it is an ordinary character. A rule whose end cannot be known from the next token is therefore given
 * that end, as an offset. Every mistake throws an ExpressionError from the rule that finds it.
 */
export class RelationParser {
  readonly tokens: readonly Token[];
  readonly #source: ExpressionText;
  #at = 0;

  constructor(source: ExpressionText) {
    this.#source = source;
    this.tokens = tokensOf(source.text);
  }

  /** arc* */
  relation(): Arc[] {
    const arcs: Arc[] = [];
    while (isArrow(this.#next)) arcs.push(this.#arc());
    if (!isPart(this.#next)) return arcs;
    const start = this.#here;
    this.#skip(isPart);
    const expected = "arc string should start with arrow (-> or <-) but got";
    this.#source.fail(`${expected} ${excerpt(this.#textFrom(start))}`, start);
  }

  /** subject arc*; the subject may be an arrow too: only its place makes it the subject. */
  linked(): { subject: string; arcs: Arc[] } {
    if (isArrow(this.#next)) this.#at += 1;
    else this.#skip(isPart);
    const subject = this.#textFrom(0);
    return { subject, arcs: this.relation() };
  }

  /** ("->" | "<-") body */
  #arc(): Arc {
    const direction = this.#next.kind === "->" ? "out" : "in";
    this.#at += 1;
    return { direction, ...this.#body() };
  }

  /** A property may hold brackets, but a bracket in front always opens a list. */
  #body(): Body {
    if (this.#next.kind === "[") return this.#list();
    if (!isArrow(this.#next)) return this.#property();
    const start = this.#here;
    this.#at += 1;
    return bodyOf(labelsOf(this.#textFrom(start)));
  }

  /** name? ("+" name?)? filter?, where a name after the `+` takes the place of the first. */
  #property(): Body {
    const start = this.#here;
    this.#skip(isNamePart);
    let name = this.#textFrom(start);
    const transitive = this.#next.kind === "+";
    if (transitive) name = this.#nameBehindPlus() ?? name;
    if (this.#next.kind !== "{") return bodyOf(labelsOf(name), transitive);
    const end = this.#pieceEnd();
    this.#expectName(name, start, end);
    return bodyOf(labelsOf(name), transitive, this.#filter(end));
  }

  #nameBehindPlus(): string | undefined {
    this.#at += 1;
    if (!isPart(this.#next) || this.#next.kind === "{") return undefined;
    const start = this.#here;
    this.#skip(isPart);
    return this.#textFrom(start);
  }

  /** "[" item ("," item)* "]", the last bracket being the end of the piece. */
  #list(): Body {
    const start = this.#here;
    const end = this.#pieceEnd();
    this.#expectClosedList(start, end);
    const items: Label[] = [];
    do {
      // The bracket, or a comma.
      this.#at += 1;
      const item = this.#item(this.#itemEnd(end - 1));
      if (item !== undefined) items.push(item);
    } while (this.#next.kind === ",");
    // The closing bracket.
    this.#at += 1;
    return bodyOf(items.length === 0 ? { kind: "none" } : { kind: "some", items });
  }

  /** name? filter?, up to `end`; undefined when there is nothing. */
  #item(end: number): Label | undefined {
    const start = this.#here;
    this.#skip(isItemPart, end);
    const name = this.#textFrom(start);
    if (this.#next.kind !== "{") return name === "" ? undefined : { name, filter: noFilter };
    this.#expectName(name, start, end);
    return { name, filter: this.#filter(end) };
  }

  /** "{" pair ("," pair)* "}", the last brace standing right before `end`. */
  #filter(end: number): Filter {
    const start = this.#here;
    this.#expectClosedFilter(start, end);
    const pairs: Pair[] = [];
    do {
      // The brace, or a comma.
      this.#at += 1;
      pairs.push(this.#pair(end - 1));
    } while (this.#next.kind === ",");
    // The closing brace.
    this.#at += 1;
    return this.#filterOf(pairs, this.#textFrom(start));
  }

  /** word (":" word)*, up to `end`. How many words make sense is for the whole filter to say. */
  #pair(end: number): Pair {
    const start = this.#here;
    const words = [this.#word(end)];
    while (this.#next.kind === ":") {
      this.#at += 1;
      words.push(this.#word(end));
    }
    return { words, start };
  }

  /** A key or value, up to `end`: the brackets of `{key:[a,b]}` are no part of it. */
  #word(end: number): string {
    const start = this.#here;
    this.#skip(isWordPart, end);
    return this.#textFrom(start).replace(/[[\]]/g, "");
  }

  #filterOf(pairs: readonly Pair[], text: string): Filter {
    const valuesOf = new Map<string, string[]>();
    let latest: string[] | undefined;
    for (const { words, start } of pairs) {
      const [key = "", value] = words;
      if (value !== undefined) {
        if (key === "" || value === "" || words.length > 2) {
          const expected = "expected key:value format (e.g., {typeOf:City})";
          this.#source.fail(`invalid filter string: ${excerpt(text)}, ${expected}`, start);
        }
        latest = valuesOf.get(key) ?? [];
        latest.push(value);
        valuesOf.set(key, latest);
      } else if (key !== "") {
        // A word without a colon is one more value of the key before it.
        if (latest === undefined) {
          const expected = "filter must start with a key:value pair (e.g., {typeOf:City})";
          this.#source.fail(`invalid filter string: ${excerpt(text)}, ${expected}`, start);
        }
        latest.push(key);
      }
    }
    return Array.from(valuesOf, ([key, values]): FilterKey => ({ key, values }));
  }

  #expectName(name: string, start: number, end: number): void {
    if (name !== "") return;
    const text = this.#source.text.slice(start, end);
    this.#source.fail(
      `invalid property expression: ${excerpt(text)}, missing property name before filter`,
      this.#here,
    );
  }

  #expectClosedList(start: number, end: number): void {
    const text = this.#source.text.slice(start, end);
    if (text.endsWith("]")) return;
    this.#source.fail(`invalid list string: ${excerpt(text)}, missing closing bracket ']'`, start);
  }

  #expectClosedFilter(start: number, end: number): void {
    const text = this.#source.text.slice(start, end);
    if (text.endsWith("}")) return;
    this.#source.fail(
      `invalid filter string: ${excerpt(text)}, expected enclosing '{' and '}'`,
      start,
    );
  }

  /** Where the piece that is being read ends: at the next arrow. */
  #pieceEnd(): number {
    let at = this.#at;
    while (isPart(this.#tokenAt(at))) at += 1;
    return this.#tokenAt(at).start;
  }

  /**
   * Where the item that starts here ends: at a comma outside braces, at the latest at `listEnd`.
   */
  #itemEnd(listEnd: number): number {
    let depth = 0;
    for (let at = this.#at; ; at++) {
      const { kind, start } = this.#tokenAt(at);
      if (start >= listEnd || (kind === "," && depth === 0)) return start;
      if (kind === "{") depth++;
      // A brace too many closes nothing.
      else if (kind === "}") depth = Math.max(0, depth - 1);
    }
  }

  get #next(): Token {
    return this.#tokenAt(this.#at);
  }

  get #here(): number {
    return this.#next.start;
  }

  /** Behind the end there is nothing but the end. */
  #tokenAt(at: number): Token {
    return this.tokens[at] ?? { kind: "end", start: this.#source.text.length };
  }

  #skip(isOfWord: (token: Token) => boolean, end = Number.POSITIVE_INFINITY): void {
    while (this.#here < end && isOfWord(this.#next)) this.#at += 1;
  }

  #textFrom(start: number): string {
    return this.#source.text.slice(start, this.#here);
  }
}

function bodyOf(labels: Labels, transitive = false, filter = noFilter): Body {
  return { labels, transitive, filter };
}

/** Labels of a property that does not stand in a list. */
function labelsOf(name: string): Labels {
  if (name === "") return { kind: "none" };
  if (name === "*") return { kind: "any" };
  return { kind: "some", items: [{ name, filter: noFilter }] };
}
