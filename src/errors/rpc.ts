/** What the service answers when a request fails: codes of gRPC and statuses of HTTP. */

import { CommonsError, type ErrorCode, type RpcStatus } from "./errors.ts";

/** The service's errors by their names in gRPC. */
export type RpcCode =
  | "unknown"
  | "invalidArgument"
  | "deadlineExceeded"
  | "notFound"
  | "resourceExhausted"
  | "internal"
  | "unavailable"
  | "dataLoss"
  | "unauthenticated";

/** By name (behaviour: http 8.2). */
export const rpcStatuses: Readonly<Record<RpcCode, RpcStatus>> = {
  unknown: { code: 2, status: 500 },
  invalidArgument: { code: 3, status: 400 },
  deadlineExceeded: { code: 4, status: 504 },
  notFound: { code: 5, status: 404 },
  resourceExhausted: { code: 8, status: 429 },
  internal: { code: 13, status: 500 },
  unavailable: { code: 14, status: 503 },
  dataLoss: { code: 15, status: 500 },
  unauthenticated: { code: 16, status: 401 },
};

/** An error of a request, with what the service answers to it. */
export type AnsweredError = CommonsError & { readonly rpc: RpcStatus };

/** Looks at its members: a program may have this code twice, in two bundles. */
export function isAnswered(error: unknown): error is AnsweredError {
  return error instanceof Error && Reflect.get(error, "rpc") !== undefined;
}

/** What an endpoint sends when a request fails. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly {
    readonly "@type": string;
    readonly stackEntries: readonly string[];
    readonly detail: NonNullable<RpcStatus["detail"]>;
  }[];
}

/** The error body as an endpoint sends it (behaviour: http 8.1). */
export function rpcBodyOf({ message, rpc: { code, detail } }: AnsweredError): RpcErrorBody {
  const type = "type.googleapis.com/google.rpc.DebugInfo";
  const details = detail === undefined ? [] : [{ "@type": type, stackEntries: [], detail }];
  return { code, message, details };
}

/** An error in the service's own words. */
export function refused(
  rpc: RpcCode,
  message: string,
  options: ErrorOptions & Pick<RpcStatus, "detail"> & { readonly code?: ErrorCode } = {},
): AnsweredError {
  const { code = "REQUEST", detail = "internal", cause } = options;
  const answer: RpcStatus = { ...rpcStatuses[rpc], detail };
  return Object.assign(new CommonsError(code, message, { cause }), { rpc: answer });
}
