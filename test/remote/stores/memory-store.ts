/** A snapshot in memory, as a store of blocks. */

import {
  type BlockStore,
  type ByteRange,
  RemoteError,
} from "../../../src/remote/stores/block-store.ts";

export class MemoryStore implements BlockStore {
  readonly name = "memory";
  bytes: Uint8Array;
  version = "1";
  /** Ranges of each call of `read`. */
  readonly calls: (readonly ByteRange[])[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Another snapshot in the place of this one. */
  replace(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.version = `${Number(this.version) + 1}`;
  }

  async describe() {
    const { bytes, version } = this;
    return { length: bytes.length, version, head: bytes.slice(0, 1 << 16) };
  }

  async read(ranges: readonly ByteRange[], version: string): Promise<readonly Uint8Array[]> {
    if (version !== this.version) throw new RemoteError("replaced", "memory: it was replaced");
    this.calls.push(ranges);
    return ranges.map(({ start, end }) => this.bytes.slice(start, end));
  }
}
