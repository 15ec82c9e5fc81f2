/** The answer to a request that goes wrong. */

import { errorBody } from "../adapters/edge/rpc-error.ts";
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
 * @param answer makes the answer without the fault
 * @param signal of the request
 * @throws TypeError for a connection that is reset; the signal's reason when a request that hangs
 * is aborted
 */
export async function faultyAnswer(
  fault: Fault,
  answer: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  switch (fault.kind) {
    case "error":
      return errorOf(fault);
    case "status":
      return statusOf(fault);
    case "reset":
      throw connectionError("fetch failed", "ECONNRESET", "read ECONNRESET");
    case "hang":
      return await untilAborted(signal);
    case "truncated":
      return truncated(await answer());
    case "malformed":
      return await malformed(await answer());
  }
}

function errorOf({ code, message, retryAfter }: Fault & { kind: "error" }): Response {
  const error = refused(code, message ?? faultMessages[code]);
  const challenge = error.rpc.status === 401 ? { "www-authenticate": "Bearer" } : {};
  const headers = { "content-type": "application/json", ...challenge, ...retry(retryAfter) };
  return new Response(errorBody(error), { status: error.rpc.status, headers });
}

function statusOf({ status, body = "", retryAfter }: Fault & { kind: "status" }): Response {
  const isNull = [101, 204, 205, 304].includes(status);
  return new Response(isNull ? null : body, { status, headers: retry(retryAfter) });
}

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

async function malformed(whole: Response): Promise<Response> {
  const { status, headers } = whole;
  const text = await whole.text();
  return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers });
}

/** The error of the global `fetch` of Node. */
function connectionError(message: string, code: string, reason: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
