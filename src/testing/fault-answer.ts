/** The answer to a request that goes wrong. */

import { errorBody } from "../adapters/edge/rpc-error.ts";
import type { PlainAnswer } from "../adapters/edge/service.ts";
import { CommonsError } from "../errors/errors.ts";
import { type RpcCode, refused } from "../errors/rpc.ts";
import { type Fault, untilAborted } from "./fault-plan.ts";

/** Messages of errors that the documents show without a text: one for each error of the service. */
export const faultMessages: Readonly<Record<RpcCode, string>> = {
  unauthenticated: "Method doesn't allow unregistered callers",
  invalidArgument: "API key not valid. Please pass a valid API key.",
  notFound: "Method does not exist.",
  resourceExhausted: "Quota exceeded for quota metric",
  deadlineExceeded: "context deadline exceeded",
  internal: "grpc: error while marshaling: proto: Marshal called with nil",
  unavailable: "The service is currently unavailable.",
  dataLoss: "data loss",
  unknown: "internal error",
};

/**
 * @param whole the answer without the fault
 * @param signal of the request
 * @param onHeld as `untilAborted`
 * @throws TypeError for a connection that is reset; the signal's reason when a request that hangs
 * is aborted
 */
export async function faultyAnswer(
  fault: Fault,
  whole: Response,
  signal: AbortSignal,
  onHeld: () => void,
): Promise<Response> {
  switch (fault.kind) {
    case "hang":
      return await untilAborted(signal, onHeld);
    case "truncated":
      return truncated(whole);
    case "malformed":
      return new Response(halfOf(await whole.text()), whole);
    default: {
      const { status, headers, body } = ownAnswer(fault);
      return new Response(withoutBody.includes(status) ? null : body, { status, headers });
    }
  }
}

/**
 * The same at once.
 *
 * @throws TypeError for a connection that is reset
 * @throws CommonsError `MOCK` for a fault that takes time
 */
export function faultyAnswerNow(fault: Fault, whole: PlainAnswer): PlainAnswer {
  switch (fault.kind) {
    case "hang":
    case "truncated":
      throw new CommonsError("MOCK", `an answer at once cannot be '${fault.kind}': use fetch`);
    case "malformed":
      return { ...whole, body: halfOf(whole.body) };
    default:
      return ownAnswer(fault);
  }
}

/**
 * What a fault answers, whatever was asked.
 *
 * @throws TypeError for a connection that is reset
 */
export function ownAnswer(fault: Fault & { kind: "error" | "status" | "reset" }): PlainAnswer {
  if (fault.kind === "reset")
    throw connectionError("fetch failed", "ECONNRESET", "read ECONNRESET");
  if (fault.kind === "error") return errorOf(fault);
  return { status: fault.status, headers: retry(fault.retryAfter), body: fault.body ?? "" };
}

function errorOf({ code, message, retryAfter }: Fault & { kind: "error" }): PlainAnswer {
  const error = refused(code, message ?? faultMessages[code]);
  const { status } = error.rpc;
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  const headers = { "content-type": "application/json", ...challenge, ...retry(retryAfter) };
  return { status, headers, body: errorBody(error) };
}

/** Responses of these statuses have no body. */
const withoutBody: readonly number[] = [204, 205, 304];

function retry(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

/** The first half of the bytes, then an error as of a connection that is closed. */
function truncated(whole: Response): Response {
  const { status, headers } = whole;
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const bytes = new Uint8Array(await whole.arrayBuffer());
      controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      controller.error(connectionError("terminated", "UND_ERR_SOCKET", "other side closed"));
    },
  });
  return new Response(body, { status, headers });
}

/** Half of a text of JSON, which is none. */
export function halfOf<Body extends string | Uint8Array>(body: Body): Body {
  return body.slice(0, Math.floor(body.length / 2)) as Body;
}

/** The error of the global `fetch` of Node. */
function connectionError(message: string, code: string, reason: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
