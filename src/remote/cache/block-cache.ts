/** Raw blocks of one version of a snapshot: those read last, and those that are on their way. */

import { LRUCache } from "lru-cache";
import { type BlockPlace, joined } from "./ranges.ts";
import type { StoreReader } from "./store-reader.ts";
import type { TrafficCount } from "./traffic.ts";

export class BlockCache {
  readonly #reader: StoreReader;
  readonly #version: string;
  readonly #traffic: TrafficCount;
  readonly #kept: LRUCache<number, Uint8Array>;
  /** Blocks that somebody reads at this moment: nobody reads them twice at once. */
  readonly #onTheirWay = new Map<number, Promise<Uint8Array>>();
  /** Blocks that were wrong: they are read past the caches of others. */
  readonly #wrong = new Set<number>();

  /** @param bytesMax of the blocks that are kept */
  constructor(reader: StoreReader, version: string, bytesMax: number, traffic: TrafficCount) {
    this.#reader = reader;
    this.#version = version;
    this.#traffic = traffic;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, Math.floor(bytesMax)),
      sizeCalculation: ({ length }) => Math.max(1, length),
    });
  }

  /** A block that is here. */
  get(position: number): Uint8Array | undefined {
    return this.#kept.get(position);
  }

  /** Forgets a block whose bytes are wrong. */
  refuse(position: number): void {
    this.#kept.delete(position);
    this.#wrong.add(position);
  }

  /**
   * Blocks by their positions, read together if they are not here.
   * @throws RemoteError (rejects)
   */
  async load(places: readonly BlockPlace[]): Promise<Map<number, Uint8Array>> {
    const wanted = new Map<number, Promise<Uint8Array>>();
    const unread: BlockPlace[] = [];
    for (const place of places) {
      const kept = this.#kept.get(place.position);
      const underWay = this.#onTheirWay.get(place.position);
      if (kept !== undefined && kept.length >= place.byteLength) {
        this.#traffic.hits++;
        wanted.set(place.position, Promise.resolve(kept));
      } else if (underWay !== undefined) wanted.set(place.position, underWay);
      else unread.push(place);
    }
    const isWrong = ({ position }: BlockPlace) => this.#wrong.has(position);
    this.#begin(unread.filter(isWrong), true, wanted);
    this.#begin(
      unread.filter((place) => !isWrong(place)),
      false,
      wanted,
    );
    const blocks = new Map<number, Uint8Array>();
    await Promise.all(wanted.values());
    for (const [position, bytes] of wanted) blocks.set(position, await bytes);
    return blocks;
  }

  #begin(
    places: readonly BlockPlace[],
    pastCaches: boolean,
    wanted: Map<number, Promise<Uint8Array>>,
  ): void {
    if (places.length === 0) return;
    const ranges = joined(places);
    const read = this.#reader.read(ranges, this.#version, pastCaches);
    for (const [at, { start, blocks }] of ranges.entries()) {
      for (const { position, byteLength } of blocks) {
        const promise = read.then((parts) => {
          const part = parts[at] ?? new Uint8Array();
          const from = position - start;
          // A copy: a view would keep all of the range.
          const isAll = from === 0 && part.length === byteLength;
          const bytes = isAll ? part : new Uint8Array(part.subarray(from, from + byteLength));
          this.#onTheirWay.delete(position);
          this.#wrong.delete(position);
          this.#kept.set(position, bytes);
          return bytes;
        });
        promise.catch(() => this.#onTheirWay.delete(position));
        this.#onTheirWay.set(position, promise);
        wanted.set(position, promise);
      }
    }
  }
}
