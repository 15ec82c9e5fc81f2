/** Relation expressions alone: texts to values and back, for programs that need no world. */

export { CommonsError } from "./errors/errors.ts";
export type {
  Arc,
  Direction,
  Filter,
  FilterKey,
  Label,
  Labels,
  LinkedRelation,
  Relation,
} from "./expr-parser/ast.ts";
export {
  type EntityExpression,
  entityExpression,
  parseLinkedRelation,
  parseRelation,
  type RelationExpression,
  relationExpression,
} from "./expr-parser/parse-relation.ts";
export { printRelation } from "./expr-parser/print.ts";
