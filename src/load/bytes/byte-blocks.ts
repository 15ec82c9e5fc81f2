/** Files → blocks of bytes, each of its own or in one buffer that is used again. */

import { CommonsError, LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { ByteRange, ByteSource, InputFile } from "./file-tree.ts";
import type { Progress } from "./load-progress.ts";

const blockBytesUsual = 512 * 1024;
/** Small files have smaller blocks: never smaller than this. */
const blockBytesMin = 4 * 1024;

/** Bytes after a block, for readers that look at several at once or put an end of line there. */
const padding = 8;

/** A range of a large file that one thread reads, and the number of its first line. */
export interface FileChunk {
  readonly range: ByteRange;
  readonly firstLine: number;
}

/**
 * Takes bytes [0, end), which hold until it returns and may be changed. A block begins with what
 * was left over of the one before.
 * @param isLast nothing follows.
 * @returns where that begins which needs more bytes.
 */
type BlockHandler = (bytes: Uint8Array, end: number, isLast: boolean) => number;

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
    // A stream counts the progress itself.
    const blocks = input.isGzip ? undefined : input.tree.blocks;
    const isStream = blocks === undefined;
    const source = blocks?.(input, range) ?? new StreamSource(input, progress);
    let bytes = this.#roomFor(input);
    let rest = 0;
    try {
      for (;;) {
        // Each block doubles what is there, so that a long row is not scanned too often.
        if (2 * rest >= bytes.length - padding) bytes = withLength(bytes, 2 * bytes.length);
        const count = await source.read(bytes, rest, bytes.length - padding);
        progress.checkCancelled();
        if (count > 0 && !isStream) progress.reached(input, source.position);
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

/** Blocks of a stream, or of memory. */
class StreamSource implements ByteSource {
  readonly position = 0;
  readonly #blocks: AsyncGenerator<Uint8Array, void, undefined>;
  #block: Uint8Array = new Uint8Array(0);

  constructor(input: InputFile, progress: Progress) {
    this.#blocks = readBytes(input, progress);
  }

  async read(bytes: Uint8Array, start: number, end: number): Promise<number> {
    while (this.#block.length === 0) {
      const { done, value } = await this.#blocks.next();
      if (done || value === undefined) return 0;
      this.#block = value;
    }
    const piece = this.#block.subarray(0, end - start);
    bytes.set(piece, start);
    this.#block = this.#block.subarray(piece.length);
    return piece.length;
  }

  async close(): Promise<void> {
    await this.#blocks.return();
  }
}

function withLength(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}

/** So many times its size a `.gz` may expand, beyond these bytes: ordinary tables expand far less. */
const expansionMax = 200;
const expansionFree = 256 * 1024 * 1024;

/**
 * The content of a file, decompressed if it is a `.gz`, block by block.
 * @throws LoadError if the file cannot be read, is damaged or is UTF-16.
 */
export async function* readBytes(
  input: InputFile,
  progress: Progress,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { path, tree, isGzip } = input;
  if (isGzip && input.size === 0) throw new LoadError("is an empty .gz", { file: path });
  let isFirst = true;
  let expanded = 0;
  try {
    const raw = tree.stream(input);
    for await (const block of isGzip ? tree.gunzip(raw, path, progress.signal) : raw) {
      progress.checkCancelled();
      if (isFirst) refuseUtf16(block, path);
      isFirst = false;
      expanded += block.length;
      if (isGzip) refuseBomb(input, expanded, raw.bytesRead);
      progress.reached(input, raw.bytesRead);
      yield block;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
}

/**
 * All of a file as it lies there, for small ones.
 * @throws LoadError if the file cannot be read.
 */
export async function readText({ path, tree }: InputFile): Promise<string> {
  try {
    return await tree.text(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** A few kilobytes can expand to a full memory. */
function refuseBomb({ path }: InputFile, expanded: number, read: number): void {
  if (!isBomb(expanded, read)) return;
  const message = `expands more than ${expansionMax} times: decompress it to load it all the same`;
  throw new LoadError(message, { file: path });
}

/** Whether bytes expand more than ordinary tables do. */
export function isBomb(expanded: number, read: number): boolean {
  return expanded > expansionFree && expanded > read * expansionMax;
}

/** An error of the file system or of zlib in our words; others stay as they are. */
export function unreadable(error: unknown, file: string): unknown {
  if (error instanceof CommonsError || !(error instanceof Error)) return error;
  if (!("code" in error) || typeof error.code !== "string") return error;
  const { code, message } = error;
  const problem = code.startsWith("Z_") ? "is damaged or cut off" : "cannot be read";
  // The file system begins its messages with the code, zlib does not.
  const reason = message.startsWith(`${code}:`) ? message : `${code}: ${message}`;
  return new LoadError(`${problem} (${excerpt(reason)})`, { file }, { cause: error });
}

/** @throws LoadError for the first bytes of a file in UTF-16. */
export function refuseUtf16(block: Uint8Array, file: string): void {
  const [first, second] = block;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new LoadError("is UTF-16; convert the file to UTF-8 first", { file });
  }
}
