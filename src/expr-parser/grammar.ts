import {
  EmbeddedActionsParser,
  EOF,
  type IToken,
  type ParserMethod,
  tokenMatcher,
} from "chevrotain";
import { ExpressionError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { Arc, Direction, Filter, FilterKey, Label, Labels } from "./ast.ts";
import {
  Arrow,
  CloseBrace,
  CloseBracket,
  Colon,
  Comma,
  ItemPart,
  NamePart,
  OpenBrace,
  OpenBracket,
  Out,
  Part,
  Plus,
  vocabulary,
  WordPart,
} from "./expression-tokens.ts";

/** What follows the arrow. */
type Body = Omit<Arc, "direction">;

/** A piece of a filter between two commas, cut at its colons, and where it starts. */
interface Pair {
  readonly words: readonly string[];
  readonly start: number;
}

const noFilter: Filter = [];

/**
 * The grammar of relation expressions (behaviour: expressions 1). The service reads expressions by
 * cutting strings, so a closing mark closes only where its piece ends, and anywhere else it is an
 * ordinary character. A rule whose end cannot be known from the next token is therefore given that
 * end, as an offset. Every mistake throws an ExpressionError from the rule that finds it.
 */
export class RelationParser extends EmbeddedActionsParser {
  /** What the tokens were cut from. */
  source: ExpressionText = new ExpressionText("");

  /** @param skipValidations a test validates the grammar, so that no start has to */
  constructor(skipValidations = true) {
    super(vocabulary, { maxLookahead: 1, recoveryEnabled: false, skipValidations });
    this.performSelfAnalysis();
  }

  /** arc* */
  readonly relation: ParserMethod<[], Arc[]> = this.RULE("relation", () => {
    const arcs: Arc[] = [];
    this.MANY(() => {
      const arc = this.SUBRULE(this.arc);
      this.ACTION(() => arcs.push(arc));
    });
    this.OPTION(() => {
      const start = this.here();
      this.AT_LEAST_ONE(() => this.CONSUME(Part));
      const expected = "arc string should start with arrow (-> or <-) but got";
      this.ACTION(() => this.source.fail(`${expected} ${excerpt(this.textFrom(start))}`, start));
    });
    return arcs;
  });

  /** subject arc*; the subject may be an arrow too: only its place makes it the subject. */
  readonly linked: ParserMethod<[], { subject: string; arcs: Arc[] }> = this.RULE("linked", () => {
    const start = this.here();
    this.OR([
      { ALT: () => this.CONSUME(Arrow) },
      { ALT: () => this.AT_LEAST_ONE(() => this.CONSUME(Part)) },
    ]);
    const subject = this.textFrom(start);
    return { subject, arcs: this.SUBRULE(this.relation) };
  });

  /** ("->" | "<-") body */
  readonly arc: ParserMethod<[], Arc> = this.RULE("arc", () => {
    const direction: Direction = this.CONSUME(Arrow).tokenType === Out ? "out" : "in";
    const body = this.OR<Body>({
      DEF: [
        { ALT: () => this.SUBRULE(this.list) },
        { ALT: () => bodyOf(labelsOf(this.CONSUME1(Arrow).image)) },
        { ALT: () => this.SUBRULE(this.property) },
      ],
      // A property may hold brackets, but a bracket in front always opens a list.
      IGNORE_AMBIGUITIES: true,
    });
    return { direction, ...body };
  });

  /** name? ("+" name?)? filter?, where a name after the `+` takes the place of the first. */
  readonly property: ParserMethod<[], Body> = this.RULE("property", () => {
    const start = this.here();
    this.MANY(() => this.CONSUME(NamePart));
    let name = this.textFrom(start);
    let transitive = false;
    this.OPTION(() => {
      this.CONSUME(Plus);
      transitive = true;
      this.OPTION1({
        GATE: () => this.LA(1).tokenType !== OpenBrace,
        DEF: () => {
          const rest = this.here();
          this.AT_LEAST_ONE(() => this.CONSUME(Part));
          name = this.textFrom(rest);
        },
      });
    });
    let filter = noFilter;
    this.OPTION2(() => {
      const end = this.pieceEnd();
      this.ACTION(() => this.expectName(name, start, end));
      filter = this.SUBRULE(this.filter, { ARGS: [end] });
    });
    return bodyOf(labelsOf(name), transitive, filter);
  });

  /** "[" item ("," item)* "]", the last bracket being the end of the piece. */
  readonly list: ParserMethod<[], Body> = this.RULE("list", () => {
    const start = this.here();
    const end = this.pieceEnd();
    this.ACTION(() => this.expectClosedList(start, end));
    const items: Label[] = [];
    const addItem = (item: Label | undefined): void => {
      if (item !== undefined) items.push(item);
    };
    this.CONSUME(OpenBracket);
    addItem(this.SUBRULE(this.item, { ARGS: [this.itemEnd(end - 1)] }));
    this.MANY(() => {
      this.CONSUME(Comma);
      addItem(this.SUBRULE1(this.item, { ARGS: [this.itemEnd(end - 1)] }));
    });
    this.CONSUME(CloseBracket);
    return bodyOf(items.length === 0 ? { kind: "none" } : { kind: "some", items });
  });

  /** name? filter?, up to `end`; undefined when there is nothing. */
  readonly item: ParserMethod<[end: number], Label | undefined> = this.RULE(
    "item",
    (end: number) => {
      const start = this.here();
      this.MANY({ GATE: () => this.here() < end, DEF: () => this.CONSUME(ItemPart) });
      const name = this.textFrom(start);
      let filter = noFilter;
      this.OPTION(() => {
        this.ACTION(() => this.expectName(name, start, end));
        filter = this.SUBRULE(this.filter, { ARGS: [end] });
      });
      return name === "" ? undefined : { name, filter };
    },
  );

  /** "{" pair ("," pair)* "}", the last brace standing right before `end`. */
  readonly filter: ParserMethod<[end: number], Filter> = this.RULE("filter", (end: number) => {
    const start = this.here();
    this.ACTION(() => this.expectClosedFilter(start, end));
    const pairs: Pair[] = [];
    this.CONSUME(OpenBrace);
    pairs.push(this.SUBRULE(this.pair, { ARGS: [end - 1] }));
    this.MANY(() => {
      this.CONSUME(Comma);
      pairs.push(this.SUBRULE1(this.pair, { ARGS: [end - 1] }));
    });
    this.CONSUME(CloseBrace);
    return this.ACTION(() => this.filterOf(pairs, this.textFrom(start)));
  });

  /** word (":" word)*, up to `end`. How many words make sense is for the whole filter to say. */
  readonly pair: ParserMethod<[end: number], Pair> = this.RULE("pair", (end: number) => {
    const start = this.here();
    const words = [this.SUBRULE(this.word, { ARGS: [end] })];
    this.MANY(() => {
      this.CONSUME(Colon);
      words.push(this.SUBRULE1(this.word, { ARGS: [end] }));
    });
    return { words, start };
  });

  /** A key or value, up to `end`: the brackets of `{key:[a,b]}` are no part of it. */
  readonly word: ParserMethod<[end: number], string> = this.RULE("word", (end: number) => {
    const start = this.here();
    this.MANY({ GATE: () => this.here() < end, DEF: () => this.CONSUME(WordPart) });
    return this.textFrom(start).replace(/[[\]]/g, "");
  });

  private filterOf(pairs: readonly Pair[], text: string): Filter {
    const valuesOf = new Map<string, string[]>();
    let latest: string[] | undefined;
    for (const { words, start } of pairs) {
      const [key = "", value] = words;
      if (value !== undefined) {
        if (key === "" || value === "" || words.length > 2) {
          const expected = "expected key:value format (e.g., {typeOf:City})";
          this.source.fail(`invalid filter string: ${excerpt(text)}, ${expected}`, start);
        }
        latest = valuesOf.get(key) ?? [];
        latest.push(value);
        valuesOf.set(key, latest);
      } else if (key !== "") {
        // A word without a colon is one more value of the key before it.
        if (latest === undefined) {
          const expected = "filter must start with a key:value pair (e.g., {typeOf:City})";
          this.source.fail(`invalid filter string: ${excerpt(text)}, ${expected}`, start);
        }
        latest.push(key);
      }
    }
    return Array.from(valuesOf, ([key, values]): FilterKey => ({ key, values }));
  }

  private expectName(name: string, start: number, end: number): void {
    if (name !== "") return;
    const text = this.source.text.slice(start, end);
    this.source.fail(
      `invalid property expression: ${excerpt(text)}, missing property name before filter`,
      this.here(),
    );
  }

  private expectClosedList(start: number, end: number): void {
    const text = this.source.text.slice(start, end);
    if (text.endsWith("]")) return;
    this.source.fail(`invalid list string: ${excerpt(text)}, missing closing bracket ']'`, start);
  }

  private expectClosedFilter(start: number, end: number): void {
    const text = this.source.text.slice(start, end);
    if (text.endsWith("}")) return;
    this.source.fail(
      `invalid filter string: ${excerpt(text)}, expected enclosing '{' and '}'`,
      start,
    );
  }

  /** Where the piece that is being read ends: at the next arrow. */
  private pieceEnd(): number {
    let ahead = 1;
    while (tokenMatcher(this.LA(ahead), Part)) ahead++;
    return this.startOf(this.LA(ahead));
  }

  /**
   * Where the item that starts here ends: at a comma outside braces, at the latest at `listEnd`.
   */
  private itemEnd(listEnd: number): number {
    let depth = 0;
    for (let ahead = 1; ; ahead++) {
      const token = this.LA(ahead);
      const start = this.startOf(token);
      if (start >= listEnd || (token.tokenType === Comma && depth === 0)) return start;
      if (token.tokenType === OpenBrace) depth++;
      // A brace too many closes nothing.
      else if (token.tokenType === CloseBrace) depth = Math.max(0, depth - 1);
    }
  }

  private here(): number {
    return this.startOf(this.LA(1));
  }

  private startOf(token: IToken): number {
    return token.tokenType === EOF ? this.source.text.length : token.startOffset;
  }

  private textFrom(start: number): string {
    return this.source.text.slice(start, this.here());
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

const whitespace = /[ \t\n\r]+/g;
const isWhitespace = (unit: string): boolean =>
  unit === " " || unit === "\t" || unit === "\n" || unit === "\r";

/**
 * An expression as it was written, and as it is read: without any whitespace (behaviour:
 * expressions 2).
 */
export class ExpressionText {
  readonly written: string;
  readonly text: string;

  constructor(written: string) {
    this.written = written;
    this.text = written.replace(whitespace, "");
  }

  /** Throws an error about position `at` of `text`; its position is that in the text as written. */
  fail(message: string, at: number): never {
    throw new ExpressionError(message, this.offsetWritten(at));
  }

  private offsetWritten(at: number): number {
    let unread = at;
    for (let offset = 0; offset < this.written.length; offset++) {
      if (isWhitespace(this.written.charAt(offset))) continue;
      if (unread === 0) return offset;
      unread--;
    }
    return this.written.length;
  }
}
