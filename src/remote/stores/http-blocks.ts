/** A snapshot over HTTP: object storage, a CDN, any server of files that supports ranges. */

import { describeArgument } from "../../errors/excerpts.ts";
import { type OptionRows, requireOptions } from "../../options/required-options.ts";
import {
  type BlockStore,
  type ByteRange,
  type ReadOptions,
  RemoteError,
  reasonOf,
  type StoredSnapshot,
} from "./block-store.ts";
import { type RangeAnswer, rangeAnswerOf } from "./range-answer.ts";
import { tried } from "./tries.ts";

/** Options of `httpBlocks`. */
export interface HttpOptions {
  /** Sent with each request, for example for authorization. No message holds them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Requests at the same time. Default: 16. */
  readonly maxConcurrent?: number | undefined;
  /** Whether a server may redirect readers. Default: false. */
  readonly redirects?: boolean | undefined;
  /** What sends the requests. Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** The header of most worlds, and the first bytes after it. */
const headBytes = 1 << 16;
const concurrentDefault = 16;

/**
 * A snapshot at an address. Each range is a GET with a `Range`; there are no other requests. The
 * server must support ranges, must not compress, and must send an `ETag`, best a strong one, or
 * `Last-Modified`.
 *
 * @param url `https:`, or `http:` of this machine. It may be presigned; its query is secret
 * @throws TypeError for any other
 */
export function httpBlocks(url: string | URL, options: HttpOptions = {}): BlockStore {
  requireOptions("httpBlocks", options, httpRows);
  return new HttpBlocks(addressOf(url), options);
}

class HttpBlocks implements BlockStore {
  readonly name: string;
  readonly #url: URL;
  readonly #options: HttpOptions;
  readonly #waiting: (() => void)[] = [];
  #callsLeft: number;

  constructor(url: URL, options: HttpOptions) {
    this.#url = url;
    this.#options = options;
    this.#callsLeft = options.maxConcurrent ?? concurrentDefault;
    this.name = nameOf(url);
  }

  async describe(signal: AbortSignal, options: ReadOptions = {}): Promise<StoredSnapshot> {
    const range = { start: 0, end: headBytes };
    const { bytes, length, version } = await this.#tried(range, signal, options);
    return { length, version, head: bytes };
  }

  beside(address: string): BlockStore {
    // The query of a signed address is right for that address alone.
    const url = new URL(address, this.#url);
    return new HttpBlocks(url, this.#options);
  }

  async read(
    ranges: readonly ByteRange[],
    version: string,
    signal: AbortSignal,
    options: ReadOptions = {},
  ): Promise<readonly Uint8Array[]> {
    // A range that fails ends the others.
    const ended = new AbortController();
    const end = () => ended.abort(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.all(
        ranges.map(async (range) => {
          const { bytes } = await this.#tried(range, ended.signal, { ...options, version });
          return bytes;
        }),
      );
    } catch (error) {
      ended.abort(error);
      throw error;
    } finally {
      signal.removeEventListener("abort", end);
    }
  }

  #tried(range: ByteRange, signal: AbortSignal, how: How): Promise<RangeAnswer> {
    return tried(
      () => this.#inTurn(() => this.#get(range, signal, how), signal),
      signal,
      (error) => `${this.name}: the server cannot be read, three times: ${secretless(error)}`,
    );
  }

  async #get(range: ByteRange, signal: AbortSignal, how: How): Promise<RangeAnswer> {
    const { headers = {}, redirects = false, fetch = globalThis.fetch } = this.#options;
    const response = await fetch(this.#url.href, {
      // With a range, `fetch` asks for bytes as they are: no compression.
      headers: { ...headers, range: `bytes=${range.start}-${range.end - 1}` },
      redirect: redirects ? "follow" : "manual",
      ...(how.pastCaches === true ? { cache: "reload" } : {}),
      signal,
    });
    if (response.redirected && !mayBeRead(new URL(response.url))) {
      await response.body?.cancel().catch(() => {});
      throw new RemoteError("denied", `${this.name}: the server sends readers to plain http:`);
    }
    return await rangeAnswerOf(response, range, this.name, how.version);
  }

  async #inTurn<Result>(action: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#callsLeft > 0) this.#callsLeft--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await action();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#callsLeft++;
      else next();
    }
  }
}

interface How extends ReadOptions {
  /** The expected version; undefined for any. */
  readonly version?: string;
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
function addressOf(address: string | URL): URL {
  const given = String(address);
  if (!URL.canParse(given)) {
    throw new TypeError(`httpBlocks needs a URL, not ${describeArgument(withoutSecrets(given))}`);
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

/** The address in messages, without secrets: user, password, the query of a presigned address. */
function nameOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

const withoutSecrets = (text: string): string => text.replace(/[?#].*$/s, "").replace(/^.*@/s, "");

export const httpRows = {
  headers: { is: ["object"] },
  maxConcurrent: { is: ["whole"], min: 1 },
  redirects: { is: ["flag"] },
  fetch: { is: ["function"] },
} satisfies OptionRows<HttpOptions>;
