/** The store of a world for other threads: they share its calls, its counts, and the blocks that are kept here. */

import type { BlockCache } from "./block-cache.ts";
import type { StoreReader, Traffic } from "./store-reader.ts";
import type { BlockStore } from "./stores/block-store.ts";
import { shifted, type WantedRange, type WorldObjects } from "./world-objects.ts";

/** @param world whose blocks are kept for all threads */
export function storeForThreads(
  reader: StoreReader,
  world: { readonly objects: WorldObjects; readonly cache: BlockCache },
): BlockStore {
  return {
    name: reader.name,
    describe: async (_, { pastCaches = false } = {}) => {
      reader.traffic.rounds++;
      return await reader.describe(pastCaches);
    },
    read: async (ranges, version, _, { pastCaches = false } = {}) => {
      const object = world.objects.find(reader.name);
      if (object !== undefined && (await object.describe()).version === version) {
        const moved = ranges.map((range) => shifted(range, object.start));
        return await readBlocks(moved, world.cache, pastCaches, reader.traffic);
      }
      reader.traffic.rounds++;
      return await reader.read(ranges, version, pastCaches);
    },
    beside: (address) => storeForThreads(reader.beside(address), world),
  };
}

/** What a thread counts, and the store does not see. */
export type ThreadCounts = Pick<Traffic, "questions" | "hits">;

/** What lies between the wanted blocks stays zero. */
async function readBlocks(
  ranges: readonly WantedRange[],
  cache: BlockCache,
  pastCaches: boolean,
  traffic: StoreReader["traffic"],
): Promise<readonly Uint8Array[]> {
  const wanted = ranges.map(({ start, end, blocks }) => ({
    start,
    end,
    blocks: blocks ?? [{ position: start, byteLength: end - start }],
  }));
  const places = wanted.flatMap(({ blocks }) => blocks);
  if (pastCaches) for (const { position } of places) cache.refuse(position);
  const held = places.filter(({ position }) => cache.get(position) !== undefined).length;
  traffic.hits += held;
  if (held < places.length) traffic.rounds++;
  const found = await cache.load(places);
  return wanted.map(({ start, end, blocks }) => {
    const bytes = new Uint8Array(end - start);
    for (const { position, byteLength } of blocks) {
      const block = found.get(position)?.subarray(0, byteLength);
      if (block !== undefined) bytes.set(block, position - start);
    }
    return bytes;
  });
}
