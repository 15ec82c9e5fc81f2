/** One version of a snapshot in a store: its header, its blocks as far as they are here. */

import type { FetchSettings } from "../../adapters/index.ts";
import { SnapshotError } from "../../errors/index.ts";
import {
  endBytes,
  nearEndOf,
  preludeBytes,
  readPrelude,
  slicingCrc32,
} from "../../snapshot/index.ts";
import { BlockCache, type StoreReader, type TrafficCount } from "../cache/index.ts";
import { RemoteError } from "../store/index.ts";
import { Generation } from "./generation.ts";
import { type HeldPart, RemoteBytes } from "./remote-bytes.ts";

/** Enough for the header of most worlds. */
const headBytes = 1 << 16;
/** What our own worlds have there is less. */
const nearBytesMax = 1 << 18;
/** No world has such a header; a number in a few bytes may say so. */
const headerBytesMax = 1 << 25;

export interface RemoteWorldOptions {
  readonly reader: StoreReader;
  readonly traffic: TrafficCount;
  /** Bytes that blocks and columns may take together. */
  readonly cacheBytes: number;
  readonly settings: FetchSettings;
}

export class RemoteWorld {
  readonly cache: BlockCache;
  readonly traffic: TrafficCount;
  readonly version: string;
  readonly #options: RemoteWorldOptions;
  readonly #length: number;
  readonly #held: readonly HeldPart[];
  readonly #hasNear: boolean;
  #generation: Generation;

  private constructor(
    options: RemoteWorldOptions,
    told: { readonly length: number; readonly version: string },
    held: readonly HeldPart[],
    hasNear: boolean,
  ) {
    const { reader, traffic, cacheBytes } = options;
    this.#options = options;
    this.traffic = traffic;
    this.version = told.version;
    this.#length = told.length;
    this.#held = held;
    this.#hasNear = hasNear;
    this.cache = new BlockCache(reader, told.version, cacheBytes / 2, traffic);
    this.#generation = this.#begin();
  }

  /**
   * Reads the header, in two rounds when the store gives the first bytes with the description. Wrong
   * bytes are read once more, past all caches.
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
      options.traffic.retries++;
      return await RemoteWorld.#opened(options, true);
    }
  }

  static async #opened(options: RemoteWorldOptions, pastCaches: boolean): Promise<RemoteWorld> {
    const { reader, traffic } = options;
    traffic.rounds++;
    const { length, version, head: given } = await reader.describe();
    const read = async (start: number, end: number): Promise<HeldPart> => {
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
    if (headerBytes > headerBytesMax) {
      throw new RemoteError("damaged", `${reader.name}: its header cannot be so long`);
    }
    const held: HeldPart[] = [{ start: 0, bytes: head }];
    let hasNear = false;
    // Else whoever checks the length says what is wrong with it.
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
    return this.#generation.kept.commons.contentTag;
  }

  get info(): Generation["kept"]["commons"]["info"] {
    return this.#generation.kept.commons.info;
  }

  /** Where a question is answered: a new place when the columns have grown too large. */
  generation(): Generation {
    const { filledBytes } = this.#generation.bytes;
    if (filledBytes > this.#options.cacheBytes / 2) this.#generation = this.#begin();
    return this.#generation;
  }

  #begin(): Generation {
    const { reader, settings } = this.#options;
    const bytes = new RemoteBytes(reader.name, this.#length, this.#held, this.cache);
    const generation = new Generation(bytes, settings);
    if (this.#hasNear) generation.readNear();
    bytes.filledBytes = 0;
    return generation;
  }
}

/** What bytes of a cache may be the cause of. */
const retried: readonly string[] = ["damaged", "foreign", "truncated"];
