/** An address of HTTP and what is sent there: for readers and for publishers. */

import { describeArgument } from "../../errors/excerpts.ts";
import type { OptionRows } from "../../options/required-options.ts";
import { RemoteError, reasonOf } from "./block-store.ts";

/** Options of `httpBlocks` and `httpTarget`. */
export interface HttpOptions {
  /**
   * Sent with each request, for example for authorization. A function is called before each request, so that it
   * can renew a token. No message holds them.
   */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined;
  /**
   * Makes the address that a request is sent to, for example a presigned one. It is called before each request with
   * the plain address and the method. Default: the plain address.
   */
  readonly sign?: ((url: string, method: string) => string | Promise<string>) | undefined;
  /** Requests at the same time. Default: 16. */
  readonly maxConcurrent?: number | undefined;
  /** Whether a server may redirect readers, at most five times. Other origins get no `headers`. Default: false. */
  readonly redirects?: boolean | undefined;
  /** What sends the requests. It may sign them. Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export const httpRows = {
  headers: { is: ["object", "function"] },
  sign: { is: ["function"] },
  maxConcurrent: { is: ["whole"], min: 1 },
  redirects: { is: ["flag"] },
  fetch: { is: ["function"] },
} satisfies OptionRows<HttpOptions>;

const concurrentDefault = 16;
const hopsMax = 5;

export class HttpPlace {
  /** The address in messages, without secrets: user, password, the query of a presigned address. */
  readonly name: string;
  readonly #url: URL;
  readonly #options: HttpOptions;
  readonly #waiting: (() => void)[] = [];
  readonly #what: string;
  #callsLeft: number;

  /**
   * @param what the function that was given the address
   * @throws TypeError for an address that may not be read
   */
  constructor(url: string | URL, options: HttpOptions, what: string) {
    this.#url = addressOf(url, what);
    this.#options = options;
    this.#what = what;
    this.#callsLeft = options.maxConcurrent ?? concurrentDefault;
    this.name = nameOf(this.#url);
  }

  /** A place beside this one. The query of a presigned address is right for that address alone. */
  beside(address: string): HttpPlace {
    return new HttpPlace(new URL(address, this.#url), this.#options, this.#what);
  }

  /**
   * Sends one request, in its turn.
   *
   * @param read takes the answer, before the next request has its turn
   * @throws RemoteError (rejects) `denied` for a redirect that may not be followed
   */
  async send<Result>(
    method: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { headers = {}, sign } = this.#options;
    return await this.#inTurn(async () => {
      const given = typeof headers === "function" ? await headers() : headers;
      const plain = this.#url.href;
      const url = sign === undefined ? plain : addressOf(await sign(plain, method), "sign").href;
      const response = await this.#answerOf(url, { ...init, method }, given);
      if (response.redirected) requireSecret(new URL(response.url), this.name);
      return await read(response);
    }, init.signal);
  }

  /** Follows redirects by hand: the given headers are for the first origin alone. */
  async #answerOf(
    first: string,
    init: RequestInit,
    given: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { redirects = false, fetch = globalThis.fetch } = this.#options;
    for (let url = new URL(first), hops = 0; ; hops++) {
      const own = url.origin === new URL(first).origin ? given : {};
      const headers = { ...own, ...(init.headers as Readonly<Record<string, string>>) };
      const response = await fetch(url.href, { ...init, headers, redirect: "manual" });
      const { status, type } = response;
      if (!redirects) return response;
      // A page does not see where it is sent.
      if (type === "opaqueredirect" && Object.keys(given).length === 0) {
        return await fetch(url.href, { ...init, headers, redirect: "follow" });
      }
      const location = response.headers.get("location");
      if (status < 300 || status >= 400 || location === null) return response;
      await response.body?.cancel().catch(() => {});
      url = this.#next(location, url, hops);
    }
  }

  /** @throws RemoteError for a place that may not be read, and after too many */
  #next(location: string, from: URL, hops: number): URL {
    const next = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    if (hops >= hopsMax || next === undefined) {
      throw new RemoteError("denied", `${this.name}: the server sends readers on and on`);
    }
    requireSecret(next, this.name);
    return next;
  }

  /** Why all tries failed. */
  failure(error: unknown): string {
    return `${this.name}: the server cannot be read, three times: ${secretless(error)}`;
  }

  async #inTurn<Result>(
    action: () => Promise<Result>,
    signal: AbortSignal | null | undefined,
  ): Promise<Result> {
    if (this.#callsLeft > 0) this.#callsLeft--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await action();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#callsLeft++;
      else next();
    }
  }
}

/** Errors of `fetch` have the reason in their cause. It may hold a secret address. */
function secretless(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reasonOf(cause).replaceAll(/\bhttps?:\S+/gi, "an address");
}

/**
 * The address, when it may be read: `https:`, or `http:` of this machine.
 * @throws TypeError for any other
 */
function addressOf(address: string | URL, what: string): URL {
  const given = String(address);
  if (!URL.canParse(given)) {
    throw new TypeError(`${what} needs a URL, not ${describeArgument(withoutSecrets(given))}`);
  }
  const url = new URL(given);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`${nameOf(url)}: put the password into the option 'headers', not the URL`);
  }
  if (mayBeRead(url)) return url;
  const shown = url.protocol === "http:" ? nameOf(url) : url.protocol;
  throw new TypeError(`${shown}: a world is read by https:, or from this machine by http:`);
}

/** Whether no one on the way can read or change the bytes. */
function mayBeRead({ protocol, hostname }: URL): boolean {
  if (protocol === "https:") return true;
  const isLoopback =
    hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === "http:" && isLoopback;
}

/** @throws RemoteError for a place to which no redirect may lead */
function requireSecret(url: URL, name: string): void {
  if (mayBeRead(url)) return;
  throw new RemoteError("denied", `${name}: the server sends readers to plain http:`);
}

/** The address in messages, without secrets: user, password, the query of a presigned address. */
function nameOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

const withoutSecrets = (text: string): string => text.replace(/[?#].*$/s, "").replace(/^.*@/s, "");
