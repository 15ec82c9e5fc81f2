/** One version of a snapshot in a store: its header, its blocks, and the columns made of them. */

import { Commons } from "../commons/commons.ts";
import { provideEngine } from "../commons/engine/provide-engine.ts";
import { SnapshotError } from "../errors/errors.ts";
import type { RequestLimits } from "../governor/governor.ts";
import type { StoredObject } from "../parts/world-pointer.ts";
import { endBytes, preludeBytes, readPrelude, tagOfPrelude } from "../snapshot/format.ts";
import { nearEndOf } from "../snapshot/header.ts";
import { Snapshot } from "../snapshot/snapshot.ts";
import { worldFrom } from "../snapshot/world-contents.ts";
import { slicingCrc32 } from "../store/columns/crc32.ts";
import { BlockCache } from "./block-cache.ts";
import { type HeldBytes, RemoteBytes } from "./remote-bytes.ts";
import type { StoreReader } from "./store-reader.ts";
import { RemoteError, type StoredSnapshot } from "./stores/block-store.ts";
import { WatchedColumns } from "./watched-columns.ts";

// The methods of a remote world need all parts of the engine.
provideEngine();

/** Enough for the header of most worlds. */
const headBytes = 1 << 16;
/** The near sections of a world that this library saved are shorter. */
const nearBytesMax = 1 << 18;
/** A longer header is a damaged number. */
const headerBytesMax = 1 << 25;

export interface RemoteWorldOptions {
  readonly reader: StoreReader;
  /** Bytes that blocks and columns may take together. */
  readonly maxCacheBytes: number;
  /** Limits of requests. */
  readonly limits: RequestLimits;
  /** How the store described the snapshot a moment ago. */
  readonly stored?: StoredSnapshot | undefined;
  /** The object that a pointer names. */
  readonly expected?: StoredObject | undefined;
}

export class RemoteWorld {
  readonly cache: BlockCache;
  readonly traffic: StoreReader["traffic"];
  readonly version: string;
  readonly #options: RemoteWorldOptions;
  readonly #length: number;
  readonly #held: readonly HeldBytes[];
  readonly #hasNear: boolean;
  #generation: Generation;

  private constructor(
    options: RemoteWorldOptions,
    stored: { readonly length: number; readonly version: string },
    held: readonly HeldBytes[],
    hasNear: boolean,
  ) {
    const { reader, maxCacheBytes } = options;
    this.#options = options;
    this.traffic = reader.traffic;
    this.version = stored.version;
    this.#length = stored.length;
    this.#held = held;
    this.#hasNear = hasNear;
    this.cache = new BlockCache(reader, stored.version, maxCacheBytes / 2);
    this.#generation = this.#begin();
  }

  /**
   * Reads the header, in two rounds when the store gives the first bytes with the description.
   * Wrong bytes are read once more, past all caches.
   * @throws SnapshotError (rejects) when it is no snapshot that this version reads
   * @throws RemoteError (rejects) when it cannot be read
   */
  static async open(options: RemoteWorldOptions): Promise<RemoteWorld> {
    try {
      return await RemoteWorld.#opened(options, false);
    } catch (error) {
      if (error instanceof RangeError) {
        const message = `${options.reader.name}: its sections are longer than memory`;
        throw new RemoteError("damaged", message);
      }
      const mayPass = error instanceof SnapshotError && retried.includes(error.fault);
      if (!mayPass) throw error;
      options.reader.traffic.retries++;
      return await RemoteWorld.#opened(options, true);
    }
  }

  static async #opened(options: RemoteWorldOptions, pastCaches: boolean): Promise<RemoteWorld> {
    const { reader, stored } = options;
    const { traffic } = reader;
    if (stored === undefined || pastCaches) traffic.rounds++;
    const described = pastCaches ? undefined : stored;
    const { length, version, head: given } = described ?? (await reader.describe(pastCaches));
    const read = async (start: number, end: number): Promise<HeldBytes> => {
      const [bytes = new Uint8Array()] =
        start < end ? await reader.read([{ start, end }], version, pastCaches) : [];
      return { start, bytes };
    };
    let head = pastCaches ? undefined : given;
    if (head === undefined) {
      traffic.rounds++;
      head = (await read(0, Math.min(headBytes, length))).bytes;
    }
    const prelude = readPrelude(head.subarray(0, preludeBytes), slicingCrc32, reader.name);
    const { headerBytes, fileBytes } = prelude;
    requireExpected(options, tagOfPrelude(prelude));
    if (headerBytes > headerBytesMax) {
      throw new RemoteError("damaged", `${reader.name}: its header cannot be so long`);
    }
    const held: HeldBytes[] = [{ start: 0, bytes: head }];
    let hasNear = false;
    // If not, the check of the length throws.
    if (fileBytes === length && preludeBytes + headerBytes + endBytes <= length) {
      traffic.rounds++;
      const near = nearEndOf(head, prelude);
      hasNear = near > preludeBytes + headerBytes && near - head.length <= nearBytesMax;
      const end = hasNear ? near : preludeBytes + headerBytes;
      const rest = read(head.length, Math.max(head.length, end));
      held.push(...(await Promise.all([rest, read(length - endBytes, length)])));
    }
    return new RemoteWorld(options, { length, version }, held, hasNear);
  }

  /** A short text that changes when the contents do. */
  get tag(): string {
    return this.#generation.kept.contentTag;
  }

  get info(): Commons["info"] {
    return this.#generation.kept.info;
  }

  /** The generation for the next question: a new one when the columns have grown too large. */
  generation(): Generation {
    const { filledBytes } = this.#generation.bytes;
    if (filledBytes > this.#options.maxCacheBytes / 2) this.#generation = this.#begin();
    return this.#generation;
  }

  #begin(): Generation {
    const { reader, limits } = this.#options;
    const bytes = new RemoteBytes(reader.name, this.#length, this.#held, this.cache);
    const generation = new Generation(bytes, limits);
    if (this.#hasNear) generation.readNear();
    bytes.filledBytes = 0;
    return generation;
  }
}

/** Faults that wrong bytes in a cache on the way may cause. */
const retried: readonly string[] = ["damaged", "foreign", "truncated"];

/** @throws SnapshotError when a pointer names another snapshot than this one */
function requireExpected({ expected, reader }: RemoteWorldOptions, tag: string): void {
  if (expected === undefined || expected.tag === tag) return;
  const message = `is not the snapshot that the pointer names: its tag is ${tag}, not ${expected.tag}`;
  throw new SnapshotError("damaged", message, { file: reader.name });
}

/**
 * Columns made of the blocks of one version, and the world that answers from them. The memory of
 * columns is freed as a whole only. So a new generation begins when the columns have grown.
 */
export class Generation {
  readonly bytes: RemoteBytes;
  /** The world of all answers. It reads real blocks only. */
  readonly kept: Commons;
  readonly #snapshot: Snapshot;
  /** The same columns, for the worlds of collecting passes. */
  readonly #passing: WatchedColumns;
  readonly #limits: RequestLimits;
  /** Resolves when the pass that runs now ends; undefined when it never waits. */
  #busy: Promise<unknown> | undefined;

  /** @throws `absent` until the bytes before and after the sections are here */
  constructor(bytes: RemoteBytes, limits: RequestLimits) {
    this.bytes = bytes;
    this.#limits = limits;
    this.#snapshot = new Snapshot(bytes, slicingCrc32);
    const sections = this.#snapshot.sectionTable();
    sections.checkLengths();
    const offsets = sections.offsets();
    this.#passing = new WatchedColumns(this.#snapshot, bytes, offsets, true);
    this.kept = this.#over(new WatchedColumns(this.#snapshot, bytes, offsets));
  }

  /**
   * Reads and checks the sections that came with the header.
   * @throws SnapshotError when one is damaged
   */
  readNear(): void {
    this.#snapshot.readNear();
  }

  /** A new world over the same columns. */
  fresh(): Commons {
    return this.#over(this.#passing);
  }

  #over(columns: WatchedColumns): Commons {
    const snapshot = this.#snapshot;
    const { world, info } = worldFrom(columns, snapshot.contents, this.bytes.file);
    return new Commons({ world, info, limits: this.#limits, snapshot });
  }

  /** Runs a pass after the pass before it. Resolves to what the action returned or threw. */
  async run<Result>(
    begin: () => void,
    action: () => Result | Promise<Result>,
  ): Promise<Outcome<Result>> {
    while (this.#busy !== undefined) await this.#busy;
    begin();
    try {
      const result = action();
      if (!(result instanceof Promise)) return { result };
      const settled = result.then(
        (value): Outcome<Result> => ({ result: value }),
        (error: unknown): Outcome<Result> => ({ error }),
      );
      this.#busy = settled;
      const outcome = await settled;
      this.#busy = undefined;
      return outcome;
    } catch (error) {
      return { error };
    }
  }
}

/** The result or the error of a pass. */
export type Outcome<Result> =
  | { readonly result: Result; readonly error?: never }
  | { readonly error: unknown };
