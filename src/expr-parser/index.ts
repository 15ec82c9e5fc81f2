/** Door of the relation expressions: text ⇄ AST. Knows neither graph nor HTTP. */
export type {
  Arc,
  ArrowDirection,
  Filter,
  FilterKey,
  Label,
  Labels,
  LinkedRelation,
  Relation,
} from "./ast.ts";
export {
  type EntityExpression,
  entityExpression,
  type RelationExpression,
  relationExpression,
} from "./expression-text.ts";
export { parseLinkedRelation, parseRelation } from "./parse.ts";
export { printRelation } from "./print.ts";
