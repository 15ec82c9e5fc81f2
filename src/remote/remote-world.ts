/** One version of a world in a store: its header, its blocks, and the columns made of them. */

import type { Commons } from "../commons/commons.ts";
import { SnapshotError } from "../errors/errors.ts";
import type { RequestLimits } from "../options/governor.ts";
import { tagOf, type WorldVersion } from "../parts/world-pointer.ts";
import { BlockCache } from "./block-cache.ts";
import { Generation } from "./generation.ts";
import { areLate } from "./late-parts.ts";
import { RemoteBytes } from "./remote-bytes.ts";
import { type ObjectHead, readHead } from "./snapshot-head.ts";
import type { StoreReader } from "./store-reader.ts";
import { RemoteError, type StoredSnapshot } from "./stores/block-store.ts";
import { WorldObjects } from "./world-objects.ts";

export interface RemoteWorldOptions {
  /** Of the snapshot, or of the pointer that names the objects. */
  readonly reader: StoreReader;
  /** Bytes that blocks and columns may take together. */
  readonly maxCacheBytes: number;
  /** Limits of requests. */
  readonly limits: RequestLimits;
  /** How the store described the snapshot a moment ago. */
  readonly stored?: StoredSnapshot | undefined;
  /** The version that the pointer names. */
  readonly named?: WorldVersion | undefined;
}

/** The graph and, of a world in parts, the index. */
type FirstHeads = readonly [graph: ObjectHead, index: ObjectHead | undefined];

export class RemoteWorld {
  readonly cache: BlockCache;
  readonly objects: WorldObjects;
  readonly traffic: StoreReader["traffic"];
  /** A short text that changes when the contents do. */
  readonly tag: string;
  readonly #options: RemoteWorldOptions;
  readonly #heads: FirstHeads;
  #generation: Generation;

  private constructor(options: RemoteWorldOptions, objects: WorldObjects, heads: FirstHeads) {
    const { reader, maxCacheBytes, named } = options;
    this.#options = options;
    this.objects = objects;
    this.#heads = heads;
    this.traffic = reader.traffic;
    this.tag = named === undefined ? heads[0].tag : tagOf(named);
    this.cache = new BlockCache(objects, maxCacheBytes / 2);
    this.#generation = this.#begin();
  }

  /**
   * Reads the header, in two rounds when the store gives the first bytes with the description.
   * Wrong bytes are read once more, past all caches.
   * @throws SnapshotError (rejects) when it is no snapshot that this version reads
   * @throws RemoteError (rejects) when it cannot be read
   */
  static async open(options: RemoteWorldOptions): Promise<RemoteWorld> {
    const { reader, stored, named } = options;
    const objects =
      named === undefined
        ? WorldObjects.alone(reader, stored)
        : WorldObjects.named(reader, [named.snapshot, ...(named.parts ?? [])]);
    try {
      return await RemoteWorld.#opened(options, objects, false);
    } catch (error) {
      if (error instanceof RangeError) {
        const message = `${reader.name}: its sections are longer than memory`;
        throw new RemoteError("damaged", message);
      }
      const mayPass = error instanceof SnapshotError && retried.includes(error.fault);
      if (!mayPass) throw error;
      reader.traffic.retries++;
      return await RemoteWorld.#opened(options, objects, true);
    }
  }

  static async #opened(
    options: RemoteWorldOptions,
    objects: WorldObjects,
    pastCaches: boolean,
  ): Promise<RemoteWorld> {
    // The graph and the index are read in the same rounds.
    const index = objects.count > 1 ? readHead(objects.at(1), pastCaches) : undefined;
    // Its error is that of the graph, where both fail.
    index?.catch(() => {});
    const heads: FirstHeads = [await readHead(objects.at(0), pastCaches), await index];
    const world = new RemoteWorld(options, objects, heads);
    if (!areLate) await world.#generation.kept.ready();
    return world;
  }

  get info(): Commons["info"] {
    return this.#generation.kept.info;
  }

  /** Do its observations lie in objects of their own? */
  get isInParts(): boolean {
    return this.objects.count > 1;
  }

  /** The generation for the next question: a new one when the columns have grown too large. */
  generation(): Generation {
    const { filledBytes } = this.#generation.bytes.run;
    if (filledBytes > this.#options.maxCacheBytes / 2) this.#generation = this.#begin();
    return this.#generation;
  }

  #begin(): Generation {
    const [graph, index] = this.#heads;
    const bytes = new RemoteBytes(graph.name, graph.length, graph.held, this.cache);
    const generation = new Generation(bytes, this.#options.limits, this.objects, graph, index);
    bytes.run.filledBytes = 0;
    return generation;
  }
}

/** Faults that wrong bytes in a cache on the way may cause. */
const retried: readonly string[] = ["damaged", "foreign", "truncated"];
