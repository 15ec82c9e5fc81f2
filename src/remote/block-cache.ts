/** Raw blocks of one version of a world: those read last, and those that are being read. */

import { LRUCache } from "lru-cache";
import type { ByteRange } from "./stores/block-store.ts";
import type { BlockPlace, WorldObject, WorldObjects } from "./world-objects.ts";

export class BlockCache {
  readonly #objects: WorldObjects;
  readonly #kept: LRUCache<number, Uint8Array>;
  /** Blocks that are being read now, so that no block is read twice at once. */
  readonly #underWay = new Map<number, Promise<Uint8Array>>();
  /** Positions of wrong blocks. They are read past the caches between here and the store. */
  readonly #wrong = new Set<number>();

  /** @param bytesMax of the blocks that are kept */
  constructor(objects: WorldObjects, bytesMax: number) {
    this.#objects = objects;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, Math.floor(bytesMax)),
      sizeCalculation: ({ length }) => Math.max(1, length),
    });
  }

  /** A block, when the cache holds it. */
  get(position: number): Uint8Array | undefined {
    return this.#kept.get(position);
  }

  /** Drops a block whose bytes are wrong. */
  refuse(position: number): void {
    this.#kept.delete(position);
    this.#wrong.add(position);
  }

  /**
   * Blocks by their positions. Blocks that the cache does not hold are read together.
   * @throws RemoteError (rejects)
   */
  async load(places: readonly BlockPlace[]): Promise<Map<number, Uint8Array>> {
    const wanted = new Map<number, Promise<Uint8Array>>();
    const unread: BlockPlace[] = [];
    for (const place of places) {
      const kept = this.#kept.get(place.position);
      const underWay = this.#underWay.get(place.position);
      if (kept !== undefined && kept.length >= place.byteLength) {
        wanted.set(place.position, Promise.resolve(kept));
      } else if (underWay !== undefined) wanted.set(place.position, underWay);
      else unread.push(place);
    }
    // Object by object: others that wait for blocks of one do not need another one.
    for (const [object, places] of this.#objects.divided(unread)) {
      const isWrong = ({ position }: BlockPlace) => this.#wrong.has(position);
      this.#begin(object, places.filter(isWrong), true, wanted);
      const others = places.filter((place) => !isWrong(place));
      this.#begin(object, others, false, wanted);
    }
    const blocks = new Map<number, Uint8Array>();
    await Promise.all(wanted.values());
    for (const [position, bytes] of wanted) blocks.set(position, await bytes);
    return blocks;
  }

  #begin(
    object: WorldObject,
    places: readonly BlockPlace[],
    pastCaches: boolean,
    wanted: Map<number, Promise<Uint8Array>>,
  ): void {
    if (places.length === 0) return;
    const ranges = joined(places);
    const read = object.read(ranges, pastCaches);
    for (const [at, { start, blocks }] of ranges.entries()) {
      for (const { position, byteLength } of blocks) {
        const promise = read.then((parts) => {
          const part = parts[at] ?? new Uint8Array();
          const from = position - start;
          // A copy: a view would keep the whole range in memory.
          const isAll = from === 0 && part.length === byteLength;
          const bytes = isAll ? part : new Uint8Array(part.subarray(from, from + byteLength));
          this.#underWay.delete(position);
          this.#wrong.delete(position);
          this.#kept.set(position, bytes);
          return bytes;
        });
        promise.catch(() => this.#underWay.delete(position));
        this.#underWay.set(position, promise);
        wanted.set(position, promise);
      }
    }
  }
}

/** A range to read, and the blocks in it. */
interface BlockRange extends ByteRange {
  readonly blocks: readonly BlockPlace[];
}

/**
 * One request for two blocks also reads the bytes between them: at most this many times the longer
 * block.
 */
const gapBlocks = 2;
/** And at most this many bytes. */
const gapMax = 1 << 15;
/** Longer ranges are divided, and read at the same time. */
const rangeMax = 1 << 21;

function gapBetween(before: number, after: number): number {
  return Math.min(gapMax, gapBlocks * Math.max(before, after));
}

/** Joins blocks that are near each other to ranges. Ranges ascend. */
export function joined(blocks: readonly BlockPlace[]): BlockRange[] {
  const ranges: { start: number; end: number; blocks: BlockPlace[] }[] = [];
  for (const block of [...blocks].sort((one, other) => one.position - other.position)) {
    const end = block.position + block.byteLength;
    const last = ranges.at(-1);
    const before = last?.blocks.at(-1)?.byteLength ?? 0;
    const gap = gapBetween(before, block.byteLength);
    const isNear = last !== undefined && block.position - last.end <= gap;
    if (last === undefined || !isNear || end - last.start > rangeMax) {
      ranges.push({ start: block.position, end, blocks: [block] });
    } else {
      last.end = Math.max(last.end, end);
      last.blocks.push(block);
    }
  }
  return ranges;
}
