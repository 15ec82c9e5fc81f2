/** Asks the server that this page came from. */
import type { Answer, AskInit } from "./answer.ts";

export async function askServer(path: string, { method = "GET", body, signal }: AskInit) {
  const response = await fetch(path, {
    method,
    headers: {
      // The documented endpoints want one; a server with keys does not show this page.
      "x-api-key": "explorer",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
  } satisfies Answer;
}
