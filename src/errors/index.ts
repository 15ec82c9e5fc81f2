/** Door of the errors: classes by phase, without statuses of HTTP. */

export {
  DataError,
  type ErrorKind,
  ExpressionError,
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
export { describeArgument, excerpt, pathExcerpt } from "./excerpts.ts";
