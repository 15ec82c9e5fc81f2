/** Ways to the tools: standard input and output, and HTTP. */
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { disposingLater } from "../../errors/errors.ts";
import type { AskedCommons } from "../../index.ts";
import { isObject } from "../../router/read-fields.ts";
import { type AgentOptions, checkAgentOptions } from "./agent-options.ts";
import { AgentTools } from "./agent-tools.ts";
import { loaded, serverOf } from "./mcp-server.ts";

/** Tools that are served over standard input and output. */
export interface StdioServing {
  /** Resolves when standard input has ended and all that it asked is answered. */
  readonly ended: Promise<void>;
  /** Ends the conversation. `await using` calls it. */
  close(): Promise<void>;
  /** As `close`. */
  readonly [disposingLater]: () => Promise<void>;
}

/** Where a conversation is read and written. */
export interface StdioOptions extends AgentOptions {
  /** Default: standard input. */
  readonly input?: Readable | undefined;
  /** Default: standard output. */
  readonly output?: Writable | undefined;
}

/**
 * Answers on standard output what comes on standard input.
 *
 * @throws TypeError (rejects) for options that are none, and where the SDK is not installed
 */
export async function serveStdio(
  commons: AskedCommons,
  { input = process.stdin, output = process.stdout, ...options }: StdioOptions = {},
): Promise<StdioServing> {
  checkAgentOptions("serveStdio", options);
  const server = await serverOf(new AgentTools(() => commons, options));
  const { StdioServerTransport } = await loaded(
    () => import("@modelcontextprotocol/sdk/server/stdio.js"),
  );
  const transport = new StdioServerTransport(input, output);
  const inputEnded = new Promise<void>((resolve) => input.once("end", resolve));
  await server.connect(transport);
  const calls = new OpenCalls(transport);
  const ended = inputEnded.then(() => calls.answered());
  const close = () => server.close();
  return { ended, close, [disposingLater]: close };
}

/** A transport of the SDK, as far as it is needed here. */
type Messages = Pick<Server["transport"] & object, "onmessage" | "send">;

/** The requests of a conversation that have no answer yet. */
class OpenCalls {
  readonly #open = new Set<unknown>();
  #none: () => void = () => undefined;

  constructor(transport: Messages) {
    const { onmessage, send } = transport;
    transport.onmessage = (message, extra) => {
      if ("method" in message && "id" in message) this.#open.add(message.id);
      if (isCancelled(message)) this.#close(message.params["requestId"]);
      onmessage?.call(transport, message, extra);
    };
    transport.send = async (message, options) => {
      await send.call(transport, message, options);
      // The server asks its clients nothing.
      if ("id" in message) this.#close(message.id);
    };
  }

  #close(id: unknown): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#none();
  }

  /** Resolves when there is none. */
  answered(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#none = resolve;
    });
  }
}

interface Cancelled {
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether nobody waits for an answer any more. */
const isCancelled = (message: unknown): message is Cancelled =>
  isObject(message) &&
  message["method"] === "notifications/cancelled" &&
  isObject(message["params"]);

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

/** The tools by streamable HTTP, for a server of your own. */
export interface McpHttp {
  /** @throws TypeError (rejects) where the SDK is not installed */
  answer(request: McpRequest): Promise<McpAnswer>;
  /** Ends all conversations. `await using` calls it. */
  close(): Promise<void>;
  /** As `close`. */
  readonly [disposingLater]: () => Promise<void>;
}

/**
 * Answers messages by HTTP. A client that begins with `initialize` has a session, in which it can cancel
 * what it asked; any other message is answered by itself.
 *
 * @param commons the world of this moment
 * @throws TypeError for options that are none
 */
export function mcpOverHttp(commons: () => AskedCommons, options: AgentOptions = {}): McpHttp {
  checkAgentOptions("mcpOverHttp", options);
  const sessions = new Sessions(new AgentTools(commons, options));
  const close = () => sessions.close();
  return { answer: (request) => sessions.answer(request), close, [disposingLater]: close };
}

/** Of more, the one that was used longest ago is ended. Its client begins a new one. */
const sessionsMax = 256;

const sessionHeader = "mcp-session-id";

class Sessions {
  readonly #agent: AgentTools;
  /** By id, those used last at the end. */
  readonly #open = new Map<string, Session>();

  constructor(agent: AgentTools) {
    this.#agent = agent;
  }

  async answer(request: McpRequest): Promise<McpAnswer> {
    const { method, headers, body } = request;
    // GET would open a stream of messages of the server, and it has none.
    if (method !== "POST" && method !== "DELETE") {
      return { status: 405, headers: { allow: "POST, DELETE" }, body: "" };
    }
    const message = method === "POST" ? parsed(body) : undefined;
    const id = headers[sessionHeader];
    if (id !== undefined) {
      const session = this.#open.get(id);
      if (session === undefined) return noSession;
      this.#open.delete(id);
      if (method === "POST") this.#open.set(id, session);
      return await session.answer(request, message);
    }
    if (method === "DELETE") return { ...noSession, status: 400 };
    const isBegun = isObject(message) && message["method"] === "initialize";
    const session = await Session.open(this.#agent, isBegun);
    const answer = await session.answer(request, message);
    const begun = answer.headers[sessionHeader];
    if (begun === undefined) await session.close();
    else await this.#keep(begun, session);
    return answer;
  }

  async #keep(id: string, session: Session): Promise<void> {
    this.#open.set(id, session);
    if (this.#open.size <= sessionsMax) return;
    for (const [oldest, one] of this.#open) {
      this.#open.delete(oldest);
      await one.close();
      return;
    }
  }

  async close(): Promise<void> {
    const sessions = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(sessions.map((session) => session.close()));
  }
}

const noSession: McpAnswer = {
  status: 404,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    jsonrpc: "2.0",
    error: { code: -32_001, message: "there is no such session: begin with initialize" },
    id: null,
  }),
};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

class Session {
  readonly #server: Server;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  /** By id of a request that waits: ends the waiting. */
  readonly #waiting = new Map<unknown, () => void>();

  private constructor(server: Server, transport: WebStandardStreamableHTTPServerTransport) {
    this.#server = server;
    this.#transport = transport;
  }

  static async open(agent: AgentTools, hasId: boolean): Promise<Session> {
    const server = await serverOf(agent);
    const { WebStandardStreamableHTTPServerTransport: Transport } = await loaded(
      () => import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
    );
    const transport = new Transport({
      enableJsonResponse: true,
      ...(hasId && { sessionIdGenerator: () => randomUUID() }),
    });
    await server.connect(transport);
    return new Session(server, transport);
  }

  async answer({ method, url, headers, body }: McpRequest, message: unknown): Promise<McpAnswer> {
    const sent = Object.entries(headers).filter(
      (header): header is [string, string] => typeof header[1] === "string",
    );
    const request = new Request(`http://localhost${url}`, {
      method,
      headers: sent,
      ...(method === "POST" && { body }),
    });
    const id = isObject(message) && "method" in message ? message["id"] : undefined;
    // The SDK answers nothing to what was cancelled, and the client would wait for ever.
    const cancelled = new Promise<Response>((resolve) => {
      this.#waiting.set(id, () => resolve(new Response(null, { status: 202 })));
    });
    try {
      const response = await Promise.race([this.#transport.handleRequest(request), cancelled]);
      if (isCancelled(message)) this.#waiting.get(message.params["requestId"])?.();
      const body = await response.text();
      const { status } = response;
      // A page of another origin cannot read its session otherwise.
      const exposed = { "access-control-expose-headers": sessionHeader };
      return { status, headers: { ...Object.fromEntries(response.headers), ...exposed }, body };
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Whoever still waits is answered, too. */
  async close(): Promise<void> {
    for (const end of this.#waiting.values()) end();
    await this.#server.close();
  }
}
