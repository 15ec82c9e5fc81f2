/**
 * The library where there are no files: what `index.ts` offers by the same names and types, from
 * modules that need nothing but the language and the web's own `URL`, `Request` and `Response`.
 */

export { RpcError } from "./adapters/index.ts";
export { attach, Commons, open } from "./commons/index.ts";
export {
  DataError,
  ExpressionError,
  LimitError,
  LoadError,
  QueryError,
  RequestError,
  SnapshotError,
  TokenError,
} from "./errors/index.ts";
export { exportFormats } from "./export/index.ts";
export { parseLinkedRelation, parseRelation, printRelation } from "./expr-parser/index.ts";
export { closure } from "./store/index.ts";
