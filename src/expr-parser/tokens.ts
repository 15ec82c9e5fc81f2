/**
 * The tokens of an expression that has lost its whitespace. Every character belongs to some token,
 * and neighbours touch, so any run of tokens is a slice of the text. Which of the marks mean
 * something depends on where they stand; in each kind of word some are ordinary characters
 * (behaviour: expressions 2).
 */

/** A mark, or `text` for a run of anything else. */
export type TokenKind = "->" | "<-" | "[" | "]" | "{" | "}" | "+" | "," | ":" | "text" | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
}

// The text is cut at `->` before `<-`: `<->` is a `<` and an outgoing arrow. A `-` or `<` is text
// only when no arrow starts there.
const pattern = /(->|<-(?!>)|[[\]{}+,:])|[^[\]{}+,:<-]+|[<-]/g;

/** The tokens of a text in their order. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(pattern), ({ 1: mark, index }) => ({
    kind: (mark as TokenKind | undefined) ?? "text",
    start: index,
  }));
}

/** An arrow always ends the word before it, even inside brackets and braces. */
export function isArrow({ kind }: Token): boolean {
  return kind === "->" || kind === "<-";
}

/** Anything that is not an arrow. */
export function isPart(token: Token): boolean {
  return !isArrow(token) && token.kind !== "end";
}

/** May stand in a property outside a list, which ends at the first `+` or `{`. */
export function isNamePart(token: Token): boolean {
  return isPart(token) && token.kind !== "+" && token.kind !== "{";
}

/** May stand in a property inside a list, which ends at `,` or `{`. */
export function isItemPart(token: Token): boolean {
  return isPart(token) && token.kind !== "," && token.kind !== "{";
}

/** May stand in a key or value of a filter, which ends at `,` or `:`. */
export function isWordPart(token: Token): boolean {
  return isPart(token) && token.kind !== "," && token.kind !== ":";
}
