/** Relation expressions alone: texts to values and back, for programs that need no world. */

export { ExpressionError } from "./errors/index.ts";
export {
  type Arc,
  type ArrowDirection,
  type EntityExpression,
  entityExpression,
  type Filter,
  type FilterKey,
  type Label,
  type Labels,
  type LinkedRelation,
  parseLinkedRelation,
  parseRelation,
  printRelation,
  type Relation,
  type RelationExpression,
  relationExpression,
} from "./expr-parser/index.ts";
