/** Files on disk as streams of blocks, or as blocks in the memory of others. */
import { closeSync, openSync, readSync } from "node:fs";
import { refuseUtf16, unreadable } from "../load/bytes/byte-blocks.ts";
import type { ByteRange, ByteSource, RawBytes } from "../load/bytes/file-tree.ts";
import { everythingElse } from "../load/bytes/load-progress.ts";

const blockBytes = 1024 * 1024;

/** What is read where the end of a file should be, which may have grown. */
const endBytes = 1024;

/**
 * Reads where the bytes are then looked at: a stream has each block handed over by another thread,
 * asks three times for the end, and costs ten times as much for a small file.
 */
export class FileStream implements RawBytes {
  bytesRead = 0;
  readonly #path: string;
  readonly #size: number;

  constructor(path: string, size: number) {
    this.#path = path;
    this.#size = size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const descriptor = openSync(this.#path, "r");
    try {
      for (;;) {
        const block = Buffer.allocUnsafe(this.#nextBytes());
        const count = readSync(descriptor, block, 0, block.length, null);
        if (count === 0) return;
        this.bytesRead += count;
        yield block.subarray(0, count);
        await everythingElse();
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #nextBytes(): number {
    const left = this.#size - this.bytesRead;
    if (left === 0) return endBytes;
    return left > 0 ? Math.min(left, blockBytes) : blockBytes;
  }
}

/**
 * Reads where the bytes are then looked at: handing blocks over from another thread costs thrice as
 * much. Between blocks everything else has its turn.
 */
export class FileBlocks implements ByteSource {
  position: number;
  readonly #path: string;
  readonly #end: number;
  readonly #isWhole: boolean;
  #descriptor: number | undefined;

  constructor(path: string, range: ByteRange | undefined) {
    this.#path = path;
    this.position = range?.start ?? 0;
    this.#end = range?.end ?? Number.POSITIVE_INFINITY;
    this.#isWhole = range === undefined;
  }

  async read(bytes: Uint8Array, start: number, end: number): Promise<number> {
    await everythingElse();
    const { position } = this;
    const path = this.#path;
    try {
      this.#descriptor ??= openSync(path, "r");
      const length = Math.min(end - start, this.#end - position);
      // A pipe can only be read from where it is.
      const from = this.#isWhole ? null : position;
      const count = readSync(this.#descriptor, bytes, start, length, from);
      if (position === 0) refuseUtf16(bytes.subarray(start, start + count), path);
      this.position += count;
      return count;
    } catch (error) {
      throw unreadable(error, path);
    }
  }

  async close(): Promise<void> {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
