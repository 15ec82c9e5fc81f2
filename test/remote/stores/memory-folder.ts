/** Objects in memory by their names, each of which is a store of blocks. */

import {
  type BlockStore,
  type ByteRange,
  RemoteError,
} from "../../../src/remote/stores/block-store.ts";

export class MemoryFolder {
  readonly objects = new Map<string, Uint8Array>();
  /** Names of objects, in the order in which they were described or read. */
  readonly asked: string[] = [];
  /** As many first bytes as a description has. */
  headBytes = 1 << 10;
  /** Thrown by each call, while it is there. */
  failure: Error | undefined;

  store(name: string): BlockStore {
    const bytesOf = (): Uint8Array => {
      this.asked.push(name);
      if (this.failure !== undefined) throw this.failure;
      const bytes = this.objects.get(name);
      if (bytes === undefined) throw new RemoteError("missing", `${name}: there is none`);
      return bytes;
    };
    return {
      name,
      describe: async () => {
        const bytes = bytesOf();
        return { length: bytes.length, version: "1", head: bytes.slice(0, this.headBytes) };
      },
      read: async (ranges: readonly ByteRange[]) => {
        const bytes = bytesOf();
        return ranges.map(({ start, end }) => bytes.slice(start, end));
      },
      beside: (address) => this.store(`${name.replace(/[^/]*$/, "")}${address}`),
    };
  }
}
