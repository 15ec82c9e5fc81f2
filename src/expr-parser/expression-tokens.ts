import { createToken, Lexer } from "chevrotain";

/**
 * The tokens of an expression that has lost its whitespace. Every character belongs to some token,
 * so the lexer never fails, and neighbours touch, so any run of tokens is a slice of the text.
 * Which of the marks mean something depends on where they stand; the categories say in what kind of
 * word each is an ordinary character (behaviour: expressions 2).
 */

/** An arrow always ends the word before it, even inside brackets and braces. */
export const Arrow = createToken({ name: "Arrow", pattern: Lexer.NA });
export const Out = createToken({ name: "Out", pattern: "->", categories: [Arrow] });
// The text is cut at `->` before `<-`: `<->` is a `<` and an outgoing arrow.
export const In = createToken({ name: "In", pattern: /<-(?!>)/, categories: [Arrow] });

/** Anything that is not an arrow. */
export const Part = createToken({ name: "Part", pattern: Lexer.NA });
/** May stand in a property outside a list, which ends at the first `+` or `{`. */
export const NamePart = createToken({ name: "NamePart", pattern: Lexer.NA });
/** May stand in a property inside a list, which ends at `,` or `{`. */
export const ItemPart = createToken({ name: "ItemPart", pattern: Lexer.NA });
/** May stand in a key or value of a filter, which ends at `,` or `:`. */
export const WordPart = createToken({ name: "WordPart", pattern: Lexer.NA });

const everywhere = [Part, NamePart, ItemPart, WordPart];

export const OpenBracket = createToken({
  name: "OpenBracket",
  pattern: "[",
  categories: everywhere,
});
export const CloseBracket = createToken({
  name: "CloseBracket",
  pattern: "]",
  categories: everywhere,
});
export const OpenBrace = createToken({
  name: "OpenBrace",
  pattern: "{",
  categories: [Part, WordPart],
});
export const CloseBrace = createToken({
  name: "CloseBrace",
  pattern: "}",
  categories: everywhere,
});
export const Plus = createToken({
  name: "Plus",
  pattern: "+",
  categories: [Part, ItemPart, WordPart],
});
export const Comma = createToken({ name: "Comma", pattern: ",", categories: [Part, NamePart] });
export const Colon = createToken({
  name: "Colon",
  pattern: ":",
  categories: [Part, NamePart, ItemPart],
});
export const Text = createToken({
  name: "Text",
  // A `-` or `<` reaches this pattern only when no arrow starts there.
  pattern: /[^[\]{}+,:<-]+|[<-]/,
  categories: everywhere,
  line_breaks: false,
});

export const vocabulary = [
  Arrow,
  Out,
  In,
  Part,
  NamePart,
  ItemPart,
  WordPart,
  OpenBracket,
  CloseBracket,
  OpenBrace,
  CloseBrace,
  Plus,
  Comma,
  Colon,
  Text,
];
