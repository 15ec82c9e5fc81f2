import { type ILexerConfig, type IToken, Lexer, tokenMatcher } from "chevrotain";
import { ExpressionError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { LinkedRelation, Relation } from "./ast.ts";
import { Arrow, vocabulary } from "./expression-tokens.ts";
import { ExpressionText, RelationParser } from "./grammar.ts";

/** Texts that are remembered, of each of the two kinds. */
const memoSizeMax = 512;
/** UTF-16 units; a longer text is read anew each time, so that the memo stays small. */
const memoTextLengthMax = 4096;

/**
 * Reads the `property` of a v2 node or resolve request: arcs from nodes named elsewhere.
 * Blank text is a relation without arcs. The result is deeply frozen and may be shared.
 *
 * @throws ExpressionError with the service's own text (behaviour: expressions 3).
 */
export const parseRelation: (text: string) => Relation = remembering(readRelation);

/**
 * Reads the `entity.expression` of a v2 observation request: a subject, then arcs. Accepts any
 * arcs; which of them name entities is for the caller to say (behaviour: observation 9). The result
 * is deeply frozen and may be shared.
 *
 * @throws ExpressionError with the service's own text (behaviour: expressions 3).
 */
export const parseLinkedRelation: (text: string) => LinkedRelation = remembering(readLinked);

function readRelation(source: ExpressionText): Relation {
  const tokens = tokensOf(source);
  const pieces = piecesOf(tokens);
  // A lone piece is an arrow that names no property.
  if (pieces.count % 2 !== 0 && pieces.count !== 1) {
    const expected = "expected alternating arrows and properties (e.g., ->name)";
    source.fail(
      `invalid expression string: ${excerpt(source.written)}, ${expected}`,
      pieces.lastStart,
    );
  }
  return { arcs: run((parser) => parser.relation(), source, tokens) };
}

function readLinked(source: ExpressionText): LinkedRelation {
  const tokens = tokensOf(source);
  const pieces = piecesOf(tokens);
  if (pieces.count % 2 === 0 || pieces.count === 1) {
    const expected = "expected subject DCID followed by arrow and property (e.g., geoId/06->name)";
    source.fail(
      `invalid expression string: ${excerpt(source.written)}, ${expected}`,
      pieces.lastStart,
    );
  }
  return run((parser) => parser.linked(), source, tokens);
}

/** Pieces are the arrows and the runs of other tokens between them; here, how many and the last. */
function piecesOf(tokens: readonly IToken[]): { count: number; lastStart: number } {
  const pieces = { count: 0, lastStart: 0 };
  let wasArrow = true;
  for (const token of tokens) {
    const isArrow = tokenMatcher(token, Arrow);
    if (isArrow || wasArrow) {
      pieces.count++;
      pieces.lastStart = token.startOffset;
    }
    wasArrow = isArrow;
  }
  return pieces;
}

/**
 * For a quick start: a test validates the vocabulary. Without `safeMode` the lexer would first work
 * out which token begins with which character, which pays for long texts only.
 */
const lexerConfig: ILexerConfig = {
  positionTracking: "onlyOffset",
  skipValidations: true,
  safeMode: true,
};

// Made on the first parse: analysing the grammar takes longer than reading hundreds of texts.
let lexer: Lexer | undefined;
let parser: RelationParser | undefined;

function tokensOf(source: ExpressionText): IToken[] {
  lexer ??= new Lexer(vocabulary, lexerConfig);
  return lexer.tokenize(source.text).tokens;
}

function run<T>(rule: (parser: RelationParser) => T, source: ExpressionText, tokens: IToken[]): T {
  parser ??= new RelationParser();
  parser.source = source;
  parser.input = tokens;
  try {
    const value = rule(parser);
    // The rules throw for every mistake in the text: what is left here is a mistake in them.
    if (parser.errors[0] !== undefined) throw parser.errors[0];
    return value;
  } finally {
    // The tokens of a long text are many times its size.
    parser.source = new ExpressionText("");
    parser.input = [];
  }
}

/** `read` on deeply frozen results, with a memo that forgets its oldest text when it is full. */
function remembering<T extends object>(read: (source: ExpressionText) => T): (text: string) => T {
  const memo = new Map<string, T>();
  return (text) => {
    const known = memo.get(text);
    if (known !== undefined) return known;
    const value = frozen(read(new ExpressionText(text)));
    if (text.length > memoTextLengthMax) return value;
    const [oldest] = memo.size < memoSizeMax ? [] : memo.keys();
    if (oldest !== undefined) memo.delete(oldest);
    memo.set(text, value);
    return value;
  };
}

/** Freezes a tree of plain objects and arrays; an AST is never deeper than its types. */
function frozen<T extends object>(tree: T): T {
  for (const branch of Object.values(tree)) {
    if (typeof branch === "object" && branch !== null) frozen(branch);
  }
  return Object.freeze(tree);
}

/**
 * A relation expression: `->name`, `<-containedInPlace+{typeOf:County}`. The type refuses a bare
 * property name in the source of a program. Use `relationExpression` for other texts.
 */
export type RelationExpression = `->${string}` | `<-${string}`;

/**
 * An expression that begins with a node: `country/USA<-containedInPlace+{typeOf:State}`. Use
 * `entityExpression` for texts that are computed at run time.
 */
export type EntityExpression = `${string}->${string}` | `${string}<-${string}`;

/**
 * Gives a text that is computed at run time the type of a relation expression. White space before
 * the first arrow is left out.
 *
 * @throws ExpressionError when the text is not a relation expression
 */
export function relationExpression(text: string): RelationExpression {
  const trimmed = text.trimStart();
  const { arcs } = parseRelation(trimmed);
  if (arcs.length > 0 && beginsWithArrow(trimmed)) return trimmed;
  throw new ExpressionError("a relation expression begins with -> or <-", 0);
}

/**
 * Gives a text that is computed at run time the type of an entity expression.
 *
 * @throws ExpressionError when the text is no entity expression
 */
export function entityExpression(text: string): EntityExpression {
  parseLinkedRelation(text);
  if (hasArrow(text)) return text;
  throw new ExpressionError("an entity expression has -> or <- after a dcid", 0);
}

function beginsWithArrow(text: string): text is RelationExpression {
  return text.startsWith("->") || text.startsWith("<-");
}

function hasArrow(text: string): text is EntityExpression {
  return text.includes("->") || text.includes("<-");
}
