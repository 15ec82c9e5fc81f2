/** Calls a store with a limit of time and three tries, and checks its answers. */

import {
  type BlockStore,
  type ByteRange,
  RemoteError,
  reasonOf,
  type StoredSnapshot,
  Tries,
} from "./stores/index.ts";

interface StoreReaderOptions {
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

  /** Name of the store in messages. */
  get name(): string {
    return this.#store.name ?? "remote snapshot";
  }

  /** Ends all calls, and refuses later ones. */
  close(): void {
    this.#closed.abort(new RemoteError("closed", `${this.name}: the reader was closed`));
  }

  /** @throws RemoteError (rejects) */
  async describe(): Promise<StoredSnapshot> {
    const stored = await this.#tried((signal) => this.#store.describe(signal));
    if (isDescription(stored)) return stored;
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

  /** Rejects in time, also when the store ignores its signal. */
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
      // The error of a store that was aborted says nothing; the reason of the signal does.
      ended.signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      closed.removeEventListener("abort", close);
    }
  }
}

function isDescription(stored: unknown): stored is StoredSnapshot {
  if (typeof stored !== "object" || stored === null) return false;
  const { length = -1, version, head } = stored as Partial<StoredSnapshot>;
  const isCounted = Number.isSafeInteger(length) && length >= 0;
  const isHeaded = head === undefined || (head instanceof Uint8Array && head.length <= length);
  return isCounted && typeof version === "string" && isHeaded;
}

/** Counts of reads since a world was opened. */
export interface Traffic {
  /** Questions so far. */
  readonly questions: number;
  /** How often a question waited for the store. */
  readonly rounds: number;
  /** Ranges that were read. */
  readonly reads: number;
  /** Bytes that were read. */
  readonly bytes: number;
  /** Wanted blocks that the cache held. */
  readonly hits: number;
  /** Reads that were tried again. */
  readonly retries: number;
}

/** One call of the store, for `onRead`. */
export interface ReadEvent {
  /** Ranges of the call. */
  readonly ranges: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The counters of a `Traffic`. */
export class TrafficCount {
  questions = 0;
  rounds = 0;
  reads = 0;
  bytes = 0;
  hits = 0;
  retries = 0;

  /** As plain data. */
  get traffic(): Traffic {
    const { questions, rounds, reads, bytes, hits, retries } = this;
    return Object.freeze({ questions, rounds, reads, bytes, hits, retries });
  }
}
