/** Ways to the tools: standard input and output, and HTTP. */
import type { Readable, Writable } from "node:stream";
import { disposingLater } from "../../errors/closed.ts";
import type { AskedCommons } from "../../index.ts";
import { createMcpServer, loaded } from "./mcp-server.ts";

/** Tools that are served over standard input and output. */
export interface StdioServing {
  /** Resolves when standard input ends. */
  readonly ended: Promise<void>;
  /** Ends the conversation. `await using` calls it. */
  close(): Promise<void>;
  /** As `close`. */
  readonly [disposingLater]: () => Promise<void>;
}

/**
 * Answers on standard output what comes on standard input.
 *
 * @throws TypeError (rejects) where the SDK is not installed
 */
export async function serveStdio(
  commons: AskedCommons,
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Promise<StdioServing> {
  const server = await createMcpServer(() => commons);
  const { StdioServerTransport } = await loaded(
    () => import("@modelcontextprotocol/sdk/server/stdio.js"),
  );
  const ended = new Promise<void>((resolve) => input.once("end", resolve));
  await server.connect(new StdioServerTransport(input, output));
  const close = () => server.close();
  return { ended, close, [disposingLater]: close };
}

/** A message of the Model Context Protocol by HTTP. */
export interface McpRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** The answer to an `McpRequest`: status, headers and body of HTTP. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A message by HTTP. Nothing is kept between two of them: each has a server of its own.
 *
 * @throws TypeError (rejects) where the SDK is not installed
 */
export async function answerMcp(
  commons: AskedCommons,
  { method, url, headers, body }: McpRequest,
): Promise<McpAnswer> {
  // GET would open a stream of messages of the server, and it has none.
  if (method !== "POST") return { status: 405, headers: { allow: "POST" }, body: "" };
  const server = await createMcpServer(() => commons);
  const { WebStandardStreamableHTTPServerTransport } = await loaded(
    () => import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const sent = Object.entries(headers).filter(
      (header): header is [string, string] => typeof header[1] === "string",
    );
    const request = new Request(`http://localhost${url}`, { method, headers: sent, body });
    const response = await transport.handleRequest(request);
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  } finally {
    await server.close();
  }
}
