/** The service as a `fetch` function. */
import { LimitError } from "../../errors/index.ts";
import { incomingOf } from "./incoming.ts";
import {
  type FetchLimits,
  type FetchSettings,
  type PlainAnswer,
  type RestService,
  refusalOf,
} from "./rest-service.ts";
import { textResponse } from "./text-response.ts";

/** What the global `fetch` takes, limits and `reasons`; they override the options of `open`. */
export interface FetchInit
  extends RequestInit,
    Omit<FetchLimits, "signal">,
    Pick<FetchSettings, "reasons"> {}

/** Like the global `fetch`; of a URL only path and query count, and a bare path will do. */
export type Fetch = (input: Request | URL | string, init?: FetchInit) => Promise<Response>;

/** A service that may answer later, as one does whose world lies elsewhere. */
export interface AnsweringService extends Pick<RestService, "admit" | "optionsOf"> {
  answer(
    ...request: Parameters<RestService["answer"]>
  ): ReturnType<RestService["answer"]> | Promise<PlainAnswer>;
}

/**
 * The promise rejects where that of the global `fetch` would, on a request that is none or was
 * aborted; whatever else goes wrong is an error response.
 */
export function fetchOf(service: AnsweringService): Fetch {
  return async (input, init) => {
    const { method, target, key, signal, text } = incomingOf(input, init);
    signal?.throwIfAborted();
    const options = service.optionsOf(init ?? {}, signal);
    const isReasoned = options.reasons === true;
    const admitted = service.admit(method, target, key, isReasoned);
    if ("status" in admitted) return responseOf(admitted);
    let body = "";
    try {
      if (method === "POST") body = await text(options.maxBodyBytes);
    } catch (error) {
      if (error instanceof LimitError) return responseOf(refusalOf(error, isReasoned));
      throw error;
    }
    signal?.throwIfAborted();
    await admitted.route.row.part?.load();
    const answer = service.answer(admitted, body, options);
    return responseOf(answer instanceof Promise ? await answer : answer);
  };
}

function responseOf({ status, headers, body }: PlainAnswer): Response {
  if (status === 204) return new Response(null, { status, headers });
  return textResponse(body, { status, headers });
}
