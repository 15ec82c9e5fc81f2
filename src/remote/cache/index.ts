/** Door of the cache: raw blocks, and the reads that fill it. */

export { BlockCache } from "./block-cache.ts";
export type { BlockPlace } from "./ranges.ts";
export { StoreReader } from "./store-reader.ts";
export { type ReadEvent, type Traffic, TrafficCount } from "./traffic.ts";
