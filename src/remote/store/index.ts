/** Door of the seam: stores, and what goes wrong with them. */

export type { BlockStore, ByteRange, ReadOptions, StoredSnapshot } from "./block-store.ts";
export { RemoteError, type RemoteFault, reasonOf } from "./remote-error.ts";
export { Tries, wait } from "./tries.ts";
