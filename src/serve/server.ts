/** Sockets: requests are read within limits, answers are written, and stopping loses none of them. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Socket, Server as SocketServer } from "node:net";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import type { Service } from "./http-service.ts";
import type { ServedAnswer, ServerAnswer, ServerRequest } from "./plain-http.ts";
import { type BodyRefusal, bodyOf, bodyRefusalOf, isGone } from "./request-body.ts";
import type { AccessLine } from "./server-options.ts";
import type { Metrics } from "./watch/metrics.ts";

interface ServerLimits {
  readonly maxBodyBytes: number;
  readonly maxConcurrent: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly closeTimeout: number;
}

interface ServerParts {
  readonly service: Service;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly onAccess: ((line: AccessLine) => void) | undefined;
}

/** Milliseconds after which all has been read that was written before a server began to end. */
const readingPause = 100;
/** Milliseconds in which a busy client that was answered sends its next request. */
const askingPause = 1000;
/** Turns of the event loop in which one more connection is accepted, if there is one, and read. */
const turnsToAccept = 3;
/** Connections that the system keeps for a server until it accepts them. */
const backlog = 511;
/** Milliseconds in which a client that still sends its body may read the refusal of it. */
const lingering = 2000;

type Answering = ServedAnswer | Promise<ServedAnswer | typeof isGone>;

export class HttpServer {
  readonly #parts: ServerParts;
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();
  /** Those on which no answer will come, as somebody asked for. */
  readonly #hung = new WeakSet<Socket>();
  /** How many there were so far. */
  #accepted = 0;
  /** Requests that are not answered yet. */
  #running = 0;
  /** Whether answers are the last ones of their connections. */
  #isLast = false;
  /** Whether the time of the end is over. */
  #isLate = false;
  #cut = 0;
  #closed: Promise<number> | undefined;

  constructor(parts: ServerParts) {
    const { headersTimeout, requestTimeout } = parts.limits;
    this.#parts = parts;
    this.#server = createServer(
      // How often it looks for what is late.
      {
        headersTimeout,
        requestTimeout,
        connectionsCheckingInterval: Math.min(1000, headersTimeout),
      },
      (request, response) => this.#serve(request, response),
    );
    // Clients that wait before they send a body learn at once that it is refused.
    this.#server.on("checkContinue", (request, response) => this.#serve(request, response));
    this.#server.on("connection", (socket) => {
      this.#accepted += 1;
      this.#connections.set(socket, { open: 0, bytesRead: 0, since: performance.now() });
      socket.once("close", () => this.#connections.delete(socket));
    });
  }

  /** @returns the port. Rejects with Node's error when it cannot listen there. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, backlog, () => {
        this.#server.off("error", reject);
        const address = this.#server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  /**
   * Takes no more connections, and resolves when all requests that had arrived are answered and the
   * answers are sent, or when `closeTimeout` has passed.
   *
   * @returns (resolves) how many requests and answers were cut
   */
  close(): Promise<number> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<number> {
    const late = setTimeout(() => {
      this.#isLate = true;
      this.#server.closeAllConnections();
    }, this.#parts.limits.closeTimeout);
    await this.#acceptAll();
    let isEnded = false;
    const ended = new Promise<void>((resolve) => {
      // That of HTTP would cut answers that are being sent. Bun has no other.
      const server: SocketServer = this.#server;
      const { close } = server instanceof SocketServer ? SocketServer.prototype : server;
      close.call(server, () => {
        isEnded = true;
        resolve();
      });
    });
    while (!isEnded) {
      await Promise.race([ended, pause(readingPause)]);
      await turn();
      this.#isLast = true;
      this.#closeIdle();
    }
    clearTimeout(late);
    // Connections report their end a turn later.
    await turn();
    // Ends the search for connections that are late.
    this.#server.close();
    return this.#cut;
  }

  /** Connections that the system has made, and requests that lie in them, had arrived. */
  async #acceptAll(): Promise<void> {
    const most = this.#accepted + backlog;
    let known: number;
    do {
      known = this.#accepted;
      for (let turns = 0; turns < turnsToAccept; turns++) await turn();
    } while (this.#accepted > known && this.#accepted < most && !this.#isLate);
  }

  /**
   * A connection that was just asked may carry the next request already: it is closed by the answer to
   * that, or a moment later. Node itself takes an answer for sent once it is written, which a slow
   * client may not have read.
   */
  #closeIdle(): void {
    const asked = performance.now() - askingPause;
    for (const [socket, { open, bytesRead, since }] of this.#connections) {
      const isOver = this.#isLate || this.#hung.has(socket);
      const isIdle = open === 0 && socket.bytesRead === bytesRead && since <= asked;
      if (isIdle || isOver) socket.destroy();
    }
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    this.#running += 1;
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (connection !== undefined) connection.open += 1;
    // What was said to a client that went away is lost, and no fault of ours.
    response.on("error", () => undefined);
    const sent: SentAnswer = { endpoint: undefined, status: 0, bytes: 0, isWhole: false };
    response.once("finish", () => {
      sent.isWhole = !socket.destroyed;
    });
    response.once("close", () => {
      if (this.#isLate && !sent.isWhole) this.#cut += 1;
      if (connection !== undefined) rest(connection, socket);
      this.#report(request, sent, started);
    });
    const answer = this.#answerTo(request, response);
    if (answer instanceof Promise) {
      void answer.then((one) => this.#send(request, response, one, sent));
    } else {
      this.#send(request, response, answer, sent);
    }
  }

  #report(
    { method = "GET", url = "/" }: IncomingMessage,
    { endpoint, status, bytes, isWhole }: SentAnswer,
    started: number,
  ): void {
    const milliseconds = performance.now() - started;
    const { metrics, onAccess, service } = this.#parts;
    metrics.count(endpoint ?? service.nameOf(url), method, status, milliseconds);
    onAccess?.({
      time: new Date(performance.timeOrigin + started).toISOString(),
      method,
      url: withoutKey(url),
      status,
      bytes,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      ...(isWhole ? {} : { cut: true }),
    });
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: ServedAnswer | typeof isGone,
    sent: SentAnswer,
  ): void {
    this.#running -= 1;
    if (answer === isGone) return;
    sent.endpoint = answer.endpoint;
    sent.status = answer.status;
    const { broken } = answer;
    if (broken === "reset") request.socket.resetAndDestroy();
    else if (broken === "hang") this.#hung.add(request.socket);
    else this.#write(request, response, answer, sent);
  }

  #answerTo(request: IncomingMessage, response: ServerResponse): Answering {
    const { service, limits } = this.#parts;
    const { method = "GET", url = "/" } = request;
    if (this.#running > limits.maxConcurrent) {
      return service.refusal(url, 503, "too many requests at once", { "retry-after": "1" });
    }
    if (!url.startsWith("/")) {
      return service.refusal(url, 400, "the target of a request is a path");
    }
    if (hasTwoHosts(request)) return service.refusal(url, 400, "a request has one header Host");
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    if (method !== "POST") return this.#ask({ method, url, headers, body: "" });
    const refuse = ({ status, message, headers = {} }: BodyRefusal) =>
      service.refusal(url, status, message, headers);
    const refusal = bodyRefusalOf(request, limits.maxBodyBytes);
    if (refusal !== undefined) return refuse(refusal);
    if (headers["expect"] !== undefined) response.writeContinue();
    return bodyOf(request, limits.maxBodyBytes).then((body) => {
      if (body === isGone) return isGone;
      return typeof body === "string" ? this.#ask({ method, url, headers, body }) : refuse(body);
    });
  }

  #ask(request: ServerRequest): ServedAnswer | Promise<ServedAnswer> {
    const { service } = this.#parts;
    const refuse = (error: unknown): ServedAnswer => {
      const { url } = request;
      // As the global `fetch`, the library throws for what is no request.
      return error instanceof TypeError
        ? service.refusal(url, 400, "this is no request that can be read")
        : service.refusal(url, 500, "internal error");
    };
    try {
      const answer = service.answer(request);
      return answer instanceof Promise ? answer.catch(refuse) : answer;
    } catch (error) {
      return refuse(error);
    }
  }

  #write(
    request: IncomingMessage,
    response: ServerResponse,
    answer: ServerAnswer,
    sent: SentAnswer,
  ): void {
    const { status, headers, body, rest } = answer;
    const bytes = lengthOf(body);
    const isBodyless = status === 204 || status === 304;
    response.writeHead(status, {
      ...headers,
      ...(isBodyless || rest !== undefined ? {} : { "content-length": bytes }),
      ...(this.#isLast || isBodyLeft(request) ? { connection: "close" } : {}),
    });
    const shown = request.method === "HEAD" || isBodyless ? "" : body;
    sent.bytes = shown === "" ? 0 : bytes;
    if (answer.broken === "truncated") {
      response.write(shown.slice(0, Math.ceil(shown.length / 2)), () => request.socket.destroy());
    } else if (shown !== "" && rest !== undefined) void sendPieces(response, body, rest, sent);
    else if (isBodyLeft(request)) void endLater(request, response, shown);
    else response.end(shown);
  }
}

/** What is known of a connection. */
interface Connection {
  /** Requests whose answer is not wholly sent yet. */
  open: number;
  /** Bytes that had come when the last answer was sent, and when that was. */
  bytesRead: number;
  since: number;
}

/** One of its answers was sent. */
function rest(connection: Connection, { bytesRead }: Socket): void {
  connection.open -= 1;
  connection.bytesRead = bytesRead;
  connection.since = performance.now();
}

/** An answer as far as it was sent. */
interface SentAnswer {
  endpoint: string | undefined;
  /** 0: there is none yet. */
  status: number;
  bytes: number;
  isWhole: boolean;
}

/** One of two names would be that of another server (RFC 9112, 3.2). Node keeps the first of them. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

const lengthOf = (body: string | Uint8Array): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;

/** Makes each piece once the client has taken those before; a client that goes away ends it. */
async function sendPieces(
  response: ServerResponse,
  first: string | Uint8Array,
  rest: Iterable<string>,
  sent: SentAnswer,
): Promise<void> {
  const ended = once(response, "close").catch(() => undefined);
  try {
    let isTaken = response.write(first);
    for (const piece of rest) {
      if (!isTaken) await Promise.race([once(response, "drain"), ended]);
      if (response.destroyed) return;
      isTaken = response.write(piece);
      sent.bytes += Buffer.byteLength(piece);
    }
    response.end();
  } catch {
    // Its beginning is sent: that it ends early is all that can be said.
    response.destroy();
  }
}

/**
 * Sends an answer to a client that is still sending. To close a connection with bytes that nobody read
 * resets it, and the client would lose the answer: so what comes is thrown away for a while.
 */
async function endLater(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Uint8Array,
): Promise<void> {
  response.write(body);
  request.resume();
  const isOver = new Promise<void>((resolve) => {
    request.once("close", resolve).once("end", resolve);
  });
  await Promise.race([isOver, pause(lingering, undefined, { ref: false })]);
  response.end();
}

/** Whether more of a request will arrive, which is not read. */
function isBodyLeft({ complete, headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return !complete && (headers["transfer-encoding"] !== undefined || Number(length ?? 0) > 0);
}

/** Keys are no business of those who read logs. */
function withoutKey(url: string): string {
  return url.replace(/([?&](?:api_)?key=)[^&]*/g, "$1…");
}
