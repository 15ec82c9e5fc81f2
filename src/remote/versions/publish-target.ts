/** Where worlds are published: the side of a store that writes. */

/** What a target holds as its pointer. */
export interface HeldPointer {
  readonly bytes: Uint8Array;
  /** Changes with each write. */
  readonly mark: string;
}

/** How an object is written. */
export interface PutOptions {
  /** Called with the bytes that were written since the last call. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A place for one world and its versions. Users may write targets of their own. Objects never change; the
 * pointer does, and only from what its writer has read.
 */
export interface PublishTarget {
  /** Its name in messages, without secrets. */
  readonly name: string;
  /** The pointer, past all caches; undefined where there is none. */
  readPointer(): Promise<HeldPointer | undefined>;
  /**
   * Writes the pointer in one step, if it is still the one with this mark. Undefined: if there is still none.
   *
   * @returns (resolves) whether it was written
   */
  writePointer(bytes: Uint8Array, mark: string | undefined): Promise<boolean>;
  /**
   * Writes an object. Readers see it whole or not at all. What an earlier call left when its process was killed
   * is in the way of nothing.
   */
  put(address: string, object: Blob, options: PutOptions): Promise<void>;
  /** Removes an object, or what is there of one. That there is none is no error. */
  remove(address: string): Promise<void>;
}

/** Headers by which caches on the way hold each kind of object right. */
export const cacheHeaders = {
  /** An object never changes. */
  object: "public, max-age=31536000, immutable",
  /** Caches ask whether the pointer changed, each time. */
  pointer: "no-cache",
} as const;
