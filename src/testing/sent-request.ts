/** Requests as a mock gets them, by `fetch` or at once. */

import type { FetchInit } from "../adapters/edge/fetch.ts";
import type { PlainRequest } from "../adapters/edge/service.ts";

/** A request that is answered at once. */
export interface MockedRequest extends Omit<PlainRequest, "body" | "headers"> {
  /** Names in small or capital letters; pairs, as a `Headers` has them, too. */
  readonly headers?: PlainRequest["headers"] | Iterable<readonly [string, string]> | null;
  /** A text. Other bodies take time to read: they are refused. */
  readonly body?: unknown;
}

/** @throws TypeError for what is no request, and for a body that is no text */
export function atOnce({ method, url, headers, body }: MockedRequest): PlainRequest {
  if (typeof url !== "string") {
    throw new TypeError(
      "answer needs { method, url, headers, body }: 'url' is an address or a path",
    );
  }
  if (typeof (body ?? "") !== "string") {
    throw new TypeError("an answer at once needs a body that is a text: use fetch");
  }
  const pairs = isPairs(headers) ? [...headers] : Object.entries(headers ?? {});
  const lowered = pairs.map(([name, value]) => [name.toLowerCase(), value] as const);
  return { method, url, headers: Object.fromEntries(lowered), body: (body ?? "") as string };
}

function isPairs(
  headers: MockedRequest["headers"],
): headers is Iterable<readonly [string, string]> {
  return headers !== null && headers !== undefined && Symbol.iterator in headers;
}

/** A path alone goes to this machine, as with `commons.fetch`. */
export async function readRequest(
  input: Request | URL | string,
  init: FetchInit | undefined,
): Promise<{ readonly request: Request; readonly body: string }> {
  const isPath = typeof input === "string" && input.startsWith("/");
  const request = new Request(isPath ? `http://localhost${input}` : input, init);
  request.signal.throwIfAborted();
  return { request, body: await request.text() };
}
