/** A store that goes wrong at random, in each way that a store can. */

import type { BlockStore, ByteRange, ReadOptions } from "../../src/remote/stores/block-store.ts";
import type { MemoryStore } from "./stores/memory-store.ts";

export class FaultyStore implements BlockStore {
  readonly name = "faulty";
  /** What went wrong, and how often. */
  readonly faults: Record<string, number> = {};
  readonly #store: MemoryStore;
  readonly #random: () => number;
  readonly #share: number;

  /** @param share of the reads that go wrong */
  constructor(store: MemoryStore, random: () => number, share: number) {
    this.#store = store;
    this.#random = random;
    this.#share = share;
  }

  describe() {
    return this.#store.describe();
  }

  async read(
    ranges: readonly ByteRange[],
    version: string,
    _signal?: AbortSignal,
    _options?: ReadOptions,
  ): Promise<readonly Uint8Array[]> {
    const parts = [...(await this.#store.read(ranges, version))];
    if (this.#random() >= this.#share) return parts;
    const at = Math.floor(this.#random() * parts.length);
    const part = (parts[at] as Uint8Array).slice();
    const kinds = ["drop", "slow", "never", "truncated", "wrong", "other", "replaced"];
    const kind = kinds[Math.floor(this.#random() * kinds.length)] as string;
    this.faults[kind] = (this.faults[kind] ?? 0) + 1;
    switch (kind) {
      case "drop":
        throw new Error("connection reset");
      case "slow":
        await new Promise((done) => setTimeout(done, 20));
        return parts;
      case "never":
        return await new Promise(() => {});
      case "truncated":
        parts[at] = part.subarray(0, Math.floor(this.#random() * part.length));
        return parts;
      case "wrong":
        part[Math.floor(this.#random() * part.length)]! ^= 1 + Math.floor(this.#random() * 255);
        break;
      case "other":
        part.fill(Math.floor(this.#random() * 256));
        break;
      default:
        this.#store.replace(this.#store.bytes);
    }
    parts[at] = part;
    return parts;
  }
}
