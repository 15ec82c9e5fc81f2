/** Sockets: requests are read within limits, answers are written, and stopping loses none of them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Metrics } from "./metrics.ts";
import type { PlainAnswer } from "./plain-http.ts";
import type { AccessLine } from "./server-options.ts";
import { problem, type Service } from "./service.ts";

export interface ServerLimits {
  readonly bodyBytesMax: number;
  readonly concurrentMax: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly closeTimeout: number;
}

export interface ServerParts {
  readonly service: Service;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly onAccess: ((line: AccessLine) => void) | undefined;
}

const isGone = Symbol("the client went away");

export class HttpServer {
  readonly #parts: ServerParts;
  readonly #server: Server;
  #running = 0;
  #isClosing = false;

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
      (request, response) => void this.#serve(request, response),
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

  /** Takes no more connections, and resolves when the requests that were started are answered. */
  close(): Promise<void> {
    this.#isClosing = true;
    return new Promise((resolve) => {
      const end = setTimeout(
        () => this.#server.closeAllConnections(),
        this.#parts.limits.closeTimeout,
      );
      this.#server.close(() => {
        clearTimeout(end);
        resolve();
      });
      this.#server.closeIdleConnections();
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const time = new Date();
    const { method = "GET", url = "/" } = request;
    this.#running += 1;
    // What was said to a client that went away is lost, and no fault of ours.
    response.on("error", () => undefined);
    try {
      const answer = await this.#answerTo(request, method, url);
      if (answer === isGone) return;
      const bytes = this.#write(request, response, answer);
      response.once("close", () => {
        const milliseconds = performance.now() - started;
        const { metrics, service, onAccess } = this.#parts;
        metrics.count(service.endpointOf(url), method, answer.status, milliseconds);
        onAccess?.({
          time: time.toISOString(),
          method,
          url: withoutKey(url),
          status: answer.status,
          bytes,
          milliseconds: Math.round(milliseconds * 1000) / 1000,
        });
      });
    } finally {
      this.#running -= 1;
    }
  }

  async #answerTo(
    request: IncomingMessage,
    method: string,
    url: string,
  ): Promise<PlainAnswer | typeof isGone> {
    const { service, limits } = this.#parts;
    if (this.#running > limits.concurrentMax) {
      return problem(503, "too many requests at once", { "retry-after": "1" });
    }
    if (!url.startsWith("/")) return problem(400, "the target of a request is a path");
    const body = method === "POST" ? await bodyOf(request, limits.bodyBytesMax) : "";
    if (body === isGone) return isGone;
    if (body === undefined) return problem(413, `a body has at most ${limits.bodyBytesMax} bytes`);
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    try {
      return await service.answer({ method, url, headers, body });
    } catch (error) {
      // As the global `fetch`, that of the library rejects what is no request.
      if (error instanceof TypeError) return problem(400, "this is no request that can be read");
      return problem(500, "internal error");
    }
  }

  #write(request: IncomingMessage, response: ServerResponse, answer: PlainAnswer): number {
    const { status, headers, body } = answer;
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    const isBodyless = status === 204 || status === 304;
    response.writeHead(status, {
      ...headers,
      ...(isBodyless ? {} : { "content-length": bytes }),
      ...(this.#isClosing || !request.complete ? { connection: "close" } : {}),
    });
    const isSent = request.method !== "HEAD" && !isBodyless;
    response.end(isSent ? body : undefined);
    return isSent ? bytes : 0;
  }
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
