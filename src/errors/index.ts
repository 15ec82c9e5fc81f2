/** Door of the errors: classes by phase, which know no HTTP. */

export {
  DataError,
  type ErrorKind,
  ExpressionError,
  excerpt,
  LimitError,
  type LimitSetting,
  LoadError,
  QueryError,
  RequestError,
  SnapshotError,
  type SnapshotFault,
  TokenError,
  unreachable,
} from "./errors.ts";
