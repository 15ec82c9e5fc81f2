/** The seam: where the bytes of a world lie, and how they are read. */

/** Bytes [start, end) of a snapshot. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a store says of a snapshot before anything of it is read. */
export interface StoredSnapshot {
  /** Bytes of the whole snapshot. */
  readonly length: number;
  /** Changes when the bytes do. It is handed to every `read`. */
  readonly version: string;
  /** The first bytes, as many as came along. They save a round of waiting. Default: none. */
  readonly head?: Uint8Array | undefined;
}

/** How a read differs from others. */
export interface ReadOptions {
  /** The bytes were wrong: caches on the way must not give them again. Default: false. */
  readonly pastCaches?: boolean | undefined;
}

/**
 * A snapshot in any store that keeps bytes. A store of one's own is an object of this shape. Its bytes
 * never change under one version.
 */
export interface BlockStore {
  /** What messages call it, without secrets. Default: "remote snapshot". */
  readonly name?: string | undefined;
  /**
   * Length and version of the snapshot that is there now.
   * @throws RemoteError (rejects) when the store gives up; anything else is tried three times
   */
  describe(signal: AbortSignal): Promise<StoredSnapshot>;
  /**
   * The bytes of each range, in the order of the ranges. Ranges ascend.
   * @throws RemoteError (rejects) `replaced` when another version is there now, or what else the store
   * gives up for; anything else is tried three times
   */
  read(
    ranges: readonly ByteRange[],
    version: string,
    signal: AbortSignal,
    options?: ReadOptions,
  ): Promise<readonly Uint8Array[]>;
}
