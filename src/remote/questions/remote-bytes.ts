/** The bytes of a snapshot that lies elsewhere, as far as they are here. */

import type { MemoryPlace, SnapshotBytes, WantedBlock } from "../../snapshot/index.ts";
import type { BlockCache } from "../cache/index.ts";
import { absent, Pass } from "./pass.ts";

/** Bytes that stay here: those around the sections. */
export interface HeldPart {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Row accesses between two looks at the clock. */
const ticksPerLook = 1 << 10;

export class RemoteBytes implements SnapshotBytes {
  readonly file: string;
  readonly byteLength: number;
  readonly isForeign = true;
  /** The pass that runs now. */
  pass = new Pass("throwing", Number.POSITIVE_INFINITY);
  /** Blocks of the question that runs now: they are here even when the cache holds fewer. */
  own: ReadonlyMap<number, Uint8Array> = new Map();
  /** Bytes that were copied into columns. */
  filledBytes = 0;
  readonly #held: readonly HeldPart[];
  readonly #cache: BlockCache;
  #ticks = 0;

  constructor(file: string, byteLength: number, held: readonly HeldPart[], cache: BlockCache) {
    this.file = file;
    this.byteLength = byteLength;
    this.#held = held;
    this.#cache = cache;
  }

  /** @throws `absent` where a byte is not here; the pass wants it then */
  read(target: Uint8Array, position: number): void {
    for (let at = 0; at < target.length; ) {
      const found = this.#find(position + at);
      if (found === undefined) {
        this.pass.want(position + at, target.length - at);
        throw absent;
      }
      const part = found.subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
    }
    this.filledBytes += target.length;
  }

  async ready(): Promise<void> {}

  inPlace(): MemoryPlace | undefined {
    return undefined;
  }

  /** @throws `absent`, or the end of a pass that has wanted enough */
  isAbsent(block: WantedBlock): boolean {
    const { position, byteLength, wantedEnd, sectionEnd } = block;
    if (this.#find(position) !== undefined) return false;
    const { pass } = this;
    pass.want(position, byteLength);
    if (pass.mode === "collecting") {
      if (pass.isFull) pass.end();
      return true;
    }
    const end = pass.endOf(position, byteLength, wantedEnd, sectionEnd);
    for (let at = position + byteLength; at < end && !pass.isFull; at += byteLength) {
      if (this.#find(at) === undefined) pass.want(at, Math.min(byteLength, sectionEnd - at));
    }
    throw absent;
  }

  /** A question accesses rows: it ends when it takes too long, also where nothing else counts. */
  tick(ticks: number): void {
    this.#ticks += ticks;
    if (this.#ticks < ticksPerLook) return;
    this.#ticks = 0;
    this.pass.look();
  }

  close(): void {}

  /** Bytes from a position on, one at least. */
  #find(position: number): Uint8Array | undefined {
    const block = this.own.get(position) ?? this.#cache.get(position);
    if (block !== undefined) return block;
    for (const { start, bytes } of this.#held) {
      if (start <= position && position < start + bytes.length) {
        return bytes.subarray(position - start);
      }
    }
    return undefined;
  }
}
