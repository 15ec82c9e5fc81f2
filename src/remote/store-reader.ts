/** Calls a store with a limit of time and three tries, and checks its answers. */

import {
  type BlockStore,
  type ByteRange,
  RemoteError,
  reasonOf,
  type StoredSnapshot,
} from "./stores/block-store.ts";
import { inTime, tried } from "./stores/tries.ts";

interface StoreReaderOptions {
  /** Milliseconds that one call may take. */
  readonly readTimeout: number;
  readonly onRead: ((event: ReadEvent) => void) | undefined;
}

export class StoreReader {
  /** Grows with each read and question. */
  readonly traffic: { -readonly [Count in keyof Traffic]: number };
  readonly #store: BlockStore;
  readonly #options: StoreReaderOptions;
  readonly #calls: Calls;

  /** @param first a reader of the same world: they are counted and closed together */
  constructor(store: BlockStore, options: StoreReaderOptions, first?: StoreReader) {
    this.#store = store;
    this.#options = options;
    this.traffic = first?.traffic ?? {
      questions: 0,
      rounds: 0,
      reads: 0,
      bytes: 0,
      hits: 0,
      retries: 0,
    };
    this.#calls = first === undefined ? { running: new Set(), closed: undefined } : first.#calls;
  }

  /**
   * A reader of another object of the same published world.
   * @throws RemoteError for a store that has one object alone
   */
  beside(address: string): StoreReader {
    const store = this.#store.beside?.(address);
    if (store !== undefined) return new StoreReader(store, this.#options, this);
    const message = `${this.name}: this store holds no versions: it has no method 'beside'`;
    throw new RemoteError("unsuitable", message);
  }

  /** Name of the store in messages. */
  get name(): string {
    return this.#store.name ?? "remote snapshot";
  }

  /** Ends all calls, and refuses later ones. */
  close(): void {
    const { running } = this.#calls;
    this.#calls.closed ??= new RemoteError("closed", `${this.name}: the reader was closed`);
    for (const call of running) call.abort(this.#calls.closed);
  }

  /** @throws RemoteError (rejects) */
  async describe(pastCaches = false): Promise<StoredSnapshot> {
    const stored = await this.#tried((signal) => this.#store.describe(signal, { pastCaches }));
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
    const { traffic } = this;
    const bytes = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    traffic.reads += ranges.length;
    traffic.bytes += bytes;
    const started = performance.now();
    const parts = await this.#tried((signal) =>
      this.#store.read(ranges, version, signal, { pastCaches }),
    );
    this.#options.onRead?.({
      rangeCount: ranges.length,
      bytes,
      milliseconds: performance.now() - started,
    });
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
    const { readTimeout } = this.#options;
    const { running, closed } = this.#calls;
    // Each has a signal of its own: Node warns of one that many calls listen to.
    const own = new AbortController();
    if (closed !== undefined) own.abort(closed);
    running.add(own);
    const message = `${this.name}: the store did not answer within ${readTimeout} ms`;
    const late = () => new RemoteError("timeout", message);
    try {
      return await tried(
        () => inTime(call, readTimeout, late, own.signal),
        own.signal,
        (error) => `${this.name}: the store cannot be read, three times: ${reasonOf(error)}`,
        () => this.traffic.retries++,
      );
    } finally {
      running.delete(own);
    }
  }
}

/** The calls of all readers of a world. */
interface Calls {
  readonly running: Set<AbortController>;
  /** Why there are no more. */
  closed: RemoteError | undefined;
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
  /** Blocks that answers needed and that were here already. */
  readonly hits: number;
  /** Reads that were tried again. */
  readonly retries: number;
}

/** One call of the store, for `onRead`. */
export interface ReadEvent {
  /** Ranges of the call. */
  readonly rangeCount: number;
  readonly bytes: number;
  readonly milliseconds: number;
}
