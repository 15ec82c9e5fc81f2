/** Calls a store: with a limit of time, three tries, and a look at what came. */

import type { BlockStore, ByteRange, StoredSnapshot } from "../store/index.ts";
import { RemoteError, reasonOf, Tries } from "../store/index.ts";
import type { ReadEvent, TrafficCount } from "./traffic.ts";

export interface StoreReaderOptions {
  readonly traffic: TrafficCount;
  /** Milliseconds that one call may take. */
  readonly readTimeout: number;
  readonly onRead: ((event: ReadEvent) => void) | undefined;
}

export class StoreReader {
  readonly #store: BlockStore;
  readonly #options: StoreReaderOptions;
  readonly #closed = new AbortController();

  constructor(store: BlockStore, options: StoreReaderOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** What messages call the store. */
  get name(): string {
    return this.#store.name ?? "remote snapshot";
  }

  /** Ends every call that is under way; there are no others. */
  close(): void {
    this.#closed.abort(new RemoteError("closed", `${this.name}: the reader was closed`));
  }

  /** @throws RemoteError (rejects) */
  async describe(): Promise<StoredSnapshot> {
    const told = await this.#tried((signal) => this.#store.describe(signal));
    if (isDescription(told)) return told;
    throw new RemoteError("unsuitable", `${this.name}: the store told no length and version`);
  }

  /**
   * The bytes of each range.
   * @throws RemoteError (rejects)
   */
  async read(
    ranges: readonly ByteRange[],
    version: string,
    pastCaches: boolean,
  ): Promise<readonly Uint8Array[]> {
    const { traffic, onRead } = this.#options;
    const bytes = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    traffic.reads += ranges.length;
    traffic.bytes += bytes;
    const started = performance.now();
    const parts = await this.#tried((signal) =>
      this.#store.read(ranges, version, signal, { pastCaches }),
    );
    onRead?.({ ranges: ranges.length, bytes, milliseconds: performance.now() - started });
    for (const [at, { start, end }] of ranges.entries()) {
      const part: unknown = parts[at];
      if (part instanceof Uint8Array && part.length === end - start) continue;
      const given = part instanceof Uint8Array ? `${part.length} bytes` : "no bytes";
      const message = `${this.name}: the store gave ${given} where ${end - start} lie, from ${start}`;
      throw new RemoteError("truncated", message, { offset: start });
    }
    return parts;
  }

  async #tried<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const closed = this.#closed.signal;
    for (const tries = new Tries(); ; ) {
      closed.throwIfAborted();
      try {
        return await this.#inTime(call);
      } catch (error) {
        closed.throwIfAborted();
        if (error instanceof RemoteError) throw error;
        if (tries.isOver) {
          const message = `${this.name}: the store cannot be read, three times: ${reasonOf(error)}`;
          throw new RemoteError("unavailable", message);
        }
        this.#options.traffic.retries++;
        await tries.pause(closed);
      }
    }
  }

  /** A store may forget its signal: nobody waits longer for it. */
  async #inTime<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { readTimeout } = this.#options;
    const ended = new AbortController();
    const closed = this.#closed.signal;
    const close = () => ended.abort(closed.reason);
    closed.addEventListener("abort", close, { once: true });
    const message = `${this.name}: the store did not answer within ${readTimeout} ms`;
    const late = () => ended.abort(new RemoteError("deadline", message));
    const timer = setTimeout(late, readTimeout);
    const end = new Promise<never>((_, reject) => {
      ended.signal.addEventListener("abort", () => reject(ended.signal.reason), { once: true });
    });
    try {
      return await Promise.race([call(ended.signal), end]);
    } catch (error) {
      // What a store throws when it is told to end says nothing; the reason does.
      ended.signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      closed.removeEventListener("abort", close);
    }
  }
}

function isDescription(told: unknown): told is StoredSnapshot {
  if (typeof told !== "object" || told === null) return false;
  const { length = -1, version, head } = told as Partial<StoredSnapshot>;
  const isCounted = Number.isSafeInteger(length) && length >= 0;
  const isHeaded = head === undefined || (head instanceof Uint8Array && head.length <= length);
  return isCounted && typeof version === "string" && isHeaded;
}
