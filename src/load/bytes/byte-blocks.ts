/** Files → blocks of bytes in one reused buffer, for readers that need no chunk for itself. */
import { closeSync, openSync, readSync } from "node:fs";
import { everythingElse, readBytes, refuseUtf16, unreadable } from "./byte-stream.ts";
import type { InputFile, Progress } from "./load-progress.ts";

const blockBytesUsual = 512 * 1024;
/** Small files have smaller blocks: never smaller than this. */
const blockBytesMin = 4 * 1024;

/** Bytes behind a block, for readers that look at several at once or put an end of line there. */
const padding = 8;

/** Part of a file that is not compressed: bytes [start, end). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A range between two rows or nodes, and the number of its first line. */
export interface FilePart {
  readonly range: ByteRange;
  readonly firstLine: number;
}

/**
 * Takes bytes [0, end), which hold until it returns and may be changed. A block begins with what
 * was left over of the one before.
 * @param isLast nothing follows.
 * @returns where that begins which needs more bytes.
 */
export type BlockHandler = (bytes: Uint8Array, end: number, isLast: boolean) => number;

/** Reads one file after the other. */
export class BlockReader {
  readonly #progress: Progress;
  readonly #blockBytes: number;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(progress: Progress, blockBytes: number = blockBytesUsual) {
    this.#progress = progress;
    this.#blockBytes = blockBytes;
  }

  /**
   * Hands the content of a file, decompressed if it is a `.gz`, or a range of it to `onBlock`.
   * @throws LoadError if the file cannot be read, is damaged or is UTF-16.
   */
  async read(input: InputFile, onBlock: BlockHandler, range?: ByteRange): Promise<void> {
    const progress = this.#progress;
    // Chunks count the progress themselves.
    const isChunked = input.isGzip || input.content !== undefined;
    const source = isChunked ? new ChunkSource(input, progress) : new FileSource(input, range);
    let bytes = this.#roomFor(input);
    let rest = 0;
    try {
      for (;;) {
        // Each block doubles what is there, so that a long row is not scanned too often.
        if (2 * rest >= bytes.length - padding) bytes = withLength(bytes, 2 * bytes.length);
        const count = await source.read(bytes, rest, bytes.length - padding);
        progress.checkCancelled();
        if (count > 0 && !isChunked) progress.reached(input, source.position);
        const end = rest + count;
        const left = onBlock(bytes, end, count === 0);
        if (count === 0) return;
        bytes.copyWithin(0, left, end);
        rest = end - left;
      }
    } finally {
      await source.close();
    }
  }

  /** Twice the size of a small file: a last row that is not ended is left over, and looked at again. */
  #roomFor({ size, isGzip }: InputFile): Uint8Array {
    const isKnown = size > 0 && !isGzip;
    const enough = isKnown ? Math.max(2 * size + 1, blockBytesMin) : Number.POSITIVE_INFINITY;
    const length = Math.min(this.#blockBytes, enough) + padding;
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes;
  }
}

/** Where blocks come from. `read` fills [start, end) as far as it can; 0 says that all is read. */
interface ByteSource {
  /** Bytes of the file that were read. */
  readonly position: number;
  read(bytes: Uint8Array, start: number, end: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Reads where the bytes are then looked at: handing blocks over from another thread costs thrice as
 * much. Between blocks everything else has its turn.
 */
class FileSource implements ByteSource {
  position: number;
  readonly #path: string;
  readonly #end: number;
  readonly #isWhole: boolean;
  #descriptor: number | undefined;

  constructor({ path }: InputFile, range: ByteRange | undefined) {
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

/** Chunks of a stream, or of memory. */
class ChunkSource implements ByteSource {
  readonly position = 0;
  readonly #chunks: AsyncGenerator<Buffer, void, undefined>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(input: InputFile, progress: Progress) {
    this.#chunks = readBytes(input, progress);
  }

  async read(bytes: Uint8Array, start: number, end: number): Promise<number> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done || value === undefined) return 0;
      this.#chunk = value;
    }
    const piece = this.#chunk.subarray(0, end - start);
    bytes.set(piece, start);
    this.#chunk = this.#chunk.subarray(piece.length);
    return piece.length;
  }

  async close(): Promise<void> {
    await this.#chunks.return();
  }
}

function withLength(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}
