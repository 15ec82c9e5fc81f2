/**
 * What a caller gets when a request fails. The only place that says what the service answers to each
 * error of the engine (behaviour: http 8.2).
 */
import { CommonsError, type ErrorCode } from "../../errors/errors.ts";
import {
  type AnsweredError,
  type RpcCode,
  refused,
  rpcBodyOf,
  rpcStatuses,
} from "../../errors/rpc.ts";

/**
 * What the real service answers where its handler produced nothing (behaviour: expressions 5, http
 * 8.3).
 */
export const nilMarshal = {
  code: "internal",
  message: "grpc: error while marshaling: proto: Marshal called with nil",
} as const;

/** By the code of an error. A limit has one of its own: see `rpcCodeOf`. */
const rpcCodes: Readonly<Record<Exclude<ErrorCode, "LIMIT">, RpcCode>> = {
  EXPRESSION: "invalidArgument",
  REQUEST: "invalidArgument",
  TOKEN: "invalidArgument",
  // An invalid query is 500 and code 2 (behaviour: sparql 5.1).
  QUERY: "unknown",
  LOAD: "internal",
  SNAPSHOT: "internal",
  MOCK: "internal",
  INTERNAL: "internal",
  REMOTE: "unavailable",
  CLOSED: "unavailable",
};

/** A limit that no setting moves is about the request itself. */
function rpcCodeOf({ code, setting }: CommonsError): RpcCode {
  if (code !== "LIMIT") return rpcCodes[code];
  if (setting === undefined) return "invalidArgument";
  return setting === "timeout" ? "deadlineExceeded" : "resourceExhausted";
}

/** The error of a failed request: the same one, with what the service answers to it. */
export function answered(error: unknown): AnsweredError {
  const known =
    error instanceof CommonsError
      ? error
      : refused("internal", "internal error", { code: "INTERNAL", cause: error });
  const { rpc = { ...rpcStatuses[rpcCodeOf(known)], detail: "internal" } } = known;
  return Object.assign(known, { rpc });
}

/**
 * The error body byte for byte: one space per level and a final newline (behaviour: http 8.1).
 *
 * @param hasReason adds a detail with what the cause says, where the message does not: the real
 * service sends none
 */
export function errorBody(error: unknown, hasReason = false): string {
  const known = answered(error);
  const { message, cause } = known;
  const body = rpcBodyOf(known);
  const reason = cause instanceof Error && cause.message !== message ? [cause.message] : [];
  const further = hasReason ? reason.map((detail) => ({ ...body.details[0], detail })) : [];
  return `${JSON.stringify({ ...body, details: [...body.details, ...further] }, null, 1)}\n`;
}
