/** The store of a world for other threads: they share its calls, its counts, and the blocks that are kept here. */

import type { BlockCache } from "./block-cache.ts";
import type { StoreReader } from "./store-reader.ts";
import type { BlockStore, ByteRange } from "./stores/block-store.ts";
import type { BlockPlace } from "./world-objects.ts";

/** A range, and which blocks in it are wanted. Default: all of it is one. */
type WantedRange = ByteRange & { readonly blocks?: readonly BlockPlace[] };

/** @param world whose blocks are kept: those of its first object are shared */
export function storeForThreads(
  reader: StoreReader,
  world: { readonly name: string; readonly version: string; readonly cache: BlockCache },
): BlockStore {
  return {
    name: reader.name,
    describe: async (_, { pastCaches = false } = {}) => {
      reader.traffic.rounds++;
      return await reader.describe(pastCaches);
    },
    read: async (ranges, version, _, { pastCaches = false } = {}) => {
      reader.traffic.rounds++;
      const isFirst = reader.name === world.name && version === world.version;
      if (!isFirst) return await reader.read(ranges, version, pastCaches);
      return await readBlocks(ranges, world.cache, pastCaches);
    },
    beside: (address) => storeForThreads(reader.beside(address), world),
  };
}

/** What lies between the wanted blocks stays zero. */
async function readBlocks(
  ranges: readonly WantedRange[],
  cache: BlockCache,
  pastCaches: boolean,
): Promise<readonly Uint8Array[]> {
  const wanted = ranges.map(({ start, end, blocks }) => ({
    start,
    end,
    blocks: blocks ?? [{ position: start, byteLength: end - start }],
  }));
  const places = wanted.flatMap(({ blocks }) => blocks);
  if (pastCaches) for (const { position } of places) cache.refuse(position);
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
