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
  parseLinkedRelation,
  parseRelation,
  type RelationExpression,
  relationExpression,
} from "./parse-relation.ts";
export { printRelation } from "./print.ts";
