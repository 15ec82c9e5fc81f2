/**
 * What a caller gets when a request fails. The only place that maps engine errors to codes, and
 * codes to HTTP statuses (behaviour: http 8.2).
 */
import { DataError, LimitError, unreachable } from "../../errors/errors.ts";
import type { RpcCode } from "../../router/fields.ts";

const codes: Readonly<Record<RpcCode, { readonly code: number; readonly status: number }>> = {
  unknown: { code: 2, status: 500 },
  invalidArgument: { code: 3, status: 400 },
  deadlineExceeded: { code: 4, status: 504 },
  notFound: { code: 5, status: 404 },
  resourceExhausted: { code: 8, status: 429 },
  internal: { code: 13, status: 500 },
  unavailable: { code: 14, status: 503 },
  unauthenticated: { code: 16, status: 401 },
};

/**
 * What the real service answers where its handler produced nothing (behaviour: expressions 5, http
 * 8.3).
 */
export const nilMarshal = {
  code: "internal",
  message: "grpc: error while marshaling: proto: Marshal called with nil",
} as const;

/** Which part refused: the gate that checks routes and keys, or the service itself. */
export type RpcDetail = "service_control" | "internal";

/** What an endpoint sends when a request fails. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly {
    readonly "@type": string;
    readonly stackEntries: readonly string[];
    readonly detail: RpcDetail;
  }[];
}

/** A failed request, with the numbers that the real service would answer. */
export class RpcError extends Error {
  /** gRPC code, as in the error body: 3 is an invalid argument. */
  readonly code: number;
  /** HTTP status that belongs to the code. */
  readonly status: number;
  readonly detail: RpcDetail;

  constructor(
    code: RpcCode,
    message: string,
    options: ErrorOptions & { readonly detail?: RpcDetail } = {},
  ) {
    super(message, options);
    this.name = "RpcError";
    this.code = codes[code].code;
    this.status = codes[code].status;
    this.detail = options.detail ?? "internal";
  }

  /** The error body as an endpoint sends it (behaviour: http 8.1). */
  toJSON(): RpcErrorBody {
    const type = "type.googleapis.com/google.rpc.DebugInfo";
    const details = [{ "@type": type, stackEntries: [], detail: this.detail }];
    return { code: this.code, message: this.message, details };
  }
}

/** The error to answer with; whatever it was made from stays readable as its `cause`. */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (!(error instanceof DataError)) {
    return new RpcError("internal", "internal error", { cause: error });
  }
  switch (error.kind) {
    case "limit":
      return new RpcError(codeOfLimit(error), error.message, { cause: error });
    case "expression":
    case "request":
    case "token":
      return new RpcError("invalidArgument", error.message, { cause: error });
    // An invalid query is 500 and code 2 (behaviour: sparql 5.1).
    case "query":
      return new RpcError("unknown", error.message, { cause: error });
    case "load":
    case "snapshot":
      return new RpcError("internal", error.message, { cause: error });
    case "closed":
      return new RpcError("unavailable", error.message, { cause: error });
    default:
      return unreachable(error.kind);
  }
}

/** A limit that no setting moves is about the request itself. */
function codeOfLimit(error: DataError): RpcCode {
  const setting = error instanceof LimitError ? error.setting : undefined;
  if (setting === undefined) return "invalidArgument";
  return setting === "timeout" ? "deadlineExceeded" : "resourceExhausted";
}

/**
 * The error body byte for byte: one space per level and a final newline (behaviour: http 8.1).
 *
 * @param hasReason adds a detail with what the cause says, where the message does not: the real
 * service sends none
 */
export function errorBody(error: RpcError, hasReason = false): string {
  const { code, message, details } = error.toJSON();
  const { cause } = error;
  const reason = cause instanceof Error && cause.message !== message ? [cause.message] : [];
  const further = hasReason ? reason.map((detail) => ({ ...details[0], detail })) : [];
  return `${JSON.stringify({ code, message, details: [...details, ...further] }, null, 1)}\n`;
}
