/** A snapshot over HTTP: object storage, a CDN, any server of files that supports ranges. */

import { requireOptions } from "../../options/required-options.ts";
import type { BlockStore, ByteRange, ReadOptions, StoredSnapshot } from "./block-store.ts";
import { type HttpOptions, HttpPlace, httpRows } from "./http-place.ts";
import { isInPage } from "./in-page.ts";
import { type RangeAnswer, rangeAnswerOf } from "./range-answer.ts";
import { tried } from "./tries.ts";

/** The header of most worlds, and the first bytes after it. */
const headBytes = 1 << 16;

/**
 * A snapshot at an address, or `world.json` with the versions of a world. Each range is a GET with a `Range`; there
 * are no other requests. The server must support ranges, must not compress, and must send an `ETag`, best a strong
 * one, or `Last-Modified`.
 *
 * @param url `https:`, or `http:` of this machine. It may be presigned; its query is secret
 * @throws TypeError for any other
 */
export function httpBlocks(url: string | URL, options: HttpOptions = {}): BlockStore {
  requireOptions("httpBlocks", options, httpRows);
  return new HttpBlocks(new HttpPlace(url, options, "httpBlocks"));
}

class HttpBlocks implements BlockStore {
  readonly name: string;
  readonly #place: HttpPlace;

  constructor(place: HttpPlace) {
    this.#place = place;
    this.name = place.name;
  }

  beside(address: string): BlockStore {
    return new HttpBlocks(this.#place.beside(address));
  }

  async describe(signal: AbortSignal, options: ReadOptions = {}): Promise<StoredSnapshot> {
    const range = { start: 0, end: headBytes };
    const { bytes, length, version } = await this.#tried(range, signal, options);
    return { length, version, head: bytes };
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
    const init: RequestInit & { readonly headers: Record<string, string> } = {
      // With a range, `fetch` asks for bytes as they are: no compression.
      headers: { range: `bytes=${range.start}-${range.end - 1}` },
      ...cacheOf(how),
      signal,
    };
    const read = (response: Response) => rangeAnswerOf(response, range, this.name, how.version);
    return tried(
      () => this.#place.send("GET", init, read),
      signal,
      (error) => this.#place.failure(error),
    );
  }
}

/**
 * The cache of a browser gives ranges of one address one after another, each after a wait for the server. So ranges
 * do not go through it there: those of a round come together.
 */
function cacheOf({ pastCaches }: How): { readonly cache?: "reload" | "no-store" } {
  if (pastCaches === true) return { cache: "reload" };
  return isInPage() ? { cache: "no-store" } : {};
}

interface How extends ReadOptions {
  /** The expected version; undefined for any. */
  readonly version?: string;
}
