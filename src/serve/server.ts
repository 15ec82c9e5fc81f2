/** Sockets: requests are read within limits, answers are written, and stopping loses none of them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import type { Service } from "./http-service.ts";
import type { Metrics } from "./metrics.ts";
import type { ServedAnswer, ServerAnswer, ServerRequest } from "./plain-http.ts";
import type { AccessLine } from "./server-options.ts";

interface ServerLimits {
  readonly bodyBytesMax: number;
  readonly concurrentMax: number;
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

/** Milliseconds in which a client that was answered sends its next request. */
const closingPause = 100;

const isGone = Symbol("the client went away");

type Answering = ServedAnswer | Promise<ServedAnswer | typeof isGone>;

export class HttpServer {
  readonly #parts: ServerParts;
  readonly #server: Server;
  #running = 0;
  #isClosing = false;
  /** When the last request came. */
  #lastAsked = Number.NEGATIVE_INFINITY;

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
  }

  /** @returns the port. Rejects with Node's error when it cannot listen there. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        const address = this.#server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  /**
   * Takes no more connections, and resolves when the requests that were started are answered. A
   * connection that was just asked may carry the next request already: it is closed by the answer to
   * that, or a moment later.
   */
  close(): Promise<void> {
    this.#isClosing = true;
    return new Promise((resolve) => {
      const end = setTimeout(
        () => this.#server.closeAllConnections(),
        this.#parts.limits.closeTimeout,
      );
      const wait = Math.max(0, this.#lastAsked + closingPause - performance.now());
      const idle = setTimeout(() => this.#server.closeIdleConnections(), wait);
      // That of HTTP closes idle connections at once.
      SocketServer.prototype.close.call(this.#server, () => {
        clearTimeout(end);
        clearTimeout(idle);
        resolve();
      });
    });
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    this.#lastAsked = started;
    this.#running += 1;
    // What was said to a client that went away is lost, and no fault of ours.
    response.on("error", () => undefined);
    const answer = this.#answerTo(request);
    if (answer instanceof Promise) {
      void answer.then((one) => this.#send(request, response, one, started));
    } else {
      this.#send(request, response, answer, started);
    }
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: ServedAnswer | typeof isGone,
    started: number,
  ): void {
    this.#running -= 1;
    if (answer === isGone) return;
    const { metrics, onAccess } = this.#parts;
    const { method = "GET", url = "/" } = request;
    response.once("close", () => {
      const milliseconds = performance.now() - started;
      metrics.count(answer.endpoint, method, answer.status, milliseconds);
      onAccess?.({
        time: new Date(performance.timeOrigin + started).toISOString(),
        method,
        url: withoutKey(url),
        status: answer.status,
        bytes,
        milliseconds: Math.round(milliseconds * 1000) / 1000,
      });
    });
    const bytes = this.#write(request, response, answer);
  }

  #answerTo(request: IncomingMessage): Answering {
    const { service, limits } = this.#parts;
    const { method = "GET", url = "/" } = request;
    if (this.#running > limits.concurrentMax) {
      return service.refusal(url, 503, "too many requests at once", { "retry-after": "1" });
    }
    if (!url.startsWith("/")) {
      return service.refusal(url, 400, "the target of a request is a path");
    }
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    if (method !== "POST") return this.#ask({ method, url, headers, body: "" });
    const { bodyBytesMax } = limits;
    return bodyOf(request, bodyBytesMax).then((body) => {
      if (body === isGone) return isGone;
      if (body !== undefined) return this.#ask({ method, url, headers, body });
      return service.refusal(url, 413, `a body has at most ${bodyBytesMax} bytes`);
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

  #write(request: IncomingMessage, response: ServerResponse, answer: ServerAnswer): number {
    const { status, headers, body } = answer;
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    const isBodyless = status === 204 || status === 304;
    response.writeHead(status, {
      ...headers,
      ...(isBodyless ? {} : { "content-length": bytes }),
      ...(this.#isClosing || isBodyLeft(request) ? { connection: "close" } : {}),
    });
    const isSent = request.method !== "HEAD" && !isBodyless;
    response.end(isSent ? body : undefined);
    return isSent ? bytes : 0;
  }
}

/** Whether more of a request will arrive, which is not read. */
function isBodyLeft({ complete, headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return !complete && (headers["transfer-encoding"] !== undefined || Number(length ?? 0) > 0);
}

/**
 * The text of a body. It is read by hand: leaving an iteration would end the connection before the
 * answer is there.
 *
 * @returns undefined when it is longer than allowed, and the rest is not read; `isGone` when the
 * client went away
 */
function bodyOf(
  request: IncomingMessage,
  bytesMax: number,
): Promise<string | undefined | typeof isGone> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve(undefined);
    });
    request.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.once("error", () => resolve(isGone));
    request.once("close", () => resolve(isGone));
  });
}

/** Keys are no business of those who read logs. */
function withoutKey(url: string): string {
  return url.replace(/([?&]key=)[^&]*/g, "$1…");
}
