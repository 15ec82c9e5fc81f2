/** Expressions as texts, with types that know that an expression has an arrow. */

import { ExpressionError } from "../errors/index.ts";
import { parseLinkedRelation, parseRelation } from "./parse.ts";

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
