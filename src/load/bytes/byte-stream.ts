/** Files → chunks of bytes: decompression, progress, cancellation and what cannot be read. */
import { closeSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip, type Gunzip } from "node:zlib";
import { excerpt, LoadError } from "../../errors/index.ts";
import type { InputFile, Progress } from "./load-progress.ts";

const chunkBytes = 1024 * 1024;

/** What is read where the end of a file should be, which may have grown. */
const endBytes = 1024;

/** So many times its size a `.gz` may expand, beyond these bytes: ordinary tables expand far less. */
const expansionMax = 200;
const expansionFree = 256 * 1024 * 1024;

/**
 * The content of a file, decompressed if it is a `.gz`, chunk by chunk.
 * @throws LoadError if the file cannot be read, is damaged or is UTF-16.
 */
export async function* readBytes(
  input: InputFile,
  progress: Progress,
): AsyncGenerator<Buffer, void, undefined> {
  const { path } = input;
  if (input.isGzip && input.size === 0) throw new LoadError("is an empty .gz", { file: path });
  const raw = chunksOf(input);
  const gunzip = input.isGzip ? createGunzip({ chunkSize: chunkBytes }) : undefined;
  const content = gunzip === undefined ? raw : through(gunzip, raw, progress.signal);
  let isFirst = true;
  let expanded = 0;
  try {
    for await (const chunk of content) {
      progress.checkCancelled();
      if (isFirst) refuseUtf16(chunk, path);
      isFirst = false;
      expanded += chunk.length;
      if (gunzip !== undefined) refuseBomb(input, expanded, raw.bytesRead);
      progress.reached(input, raw.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
  if (gunzip !== undefined && gunzip.bytesWritten < raw.bytesRead) {
    throw new LoadError("is damaged: bytes follow the end of the compressed data", { file: path });
  }
}

/**
 * All of a file as it lies there, for small ones.
 * @throws LoadError if the file cannot be read.
 */
export async function readText({ path, content }: InputFile): Promise<string> {
  try {
    return Buffer.from(content ?? (await readFile(path))).toString("utf8");
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** A file as it lies there, and how much of it was read. */
interface RawBytes extends AsyncIterable<Buffer> {
  readonly bytesRead: number;
}

function chunksOf({ path, size, content }: InputFile): RawBytes {
  return content === undefined ? new FileChunks(path, size) : new MemoryChunks(content);
}

/** What zlib makes of bytes, in other threads. */
function through(
  gunzip: Gunzip,
  raw: RawBytes,
  signal: AbortSignal | undefined,
): AsyncIterable<Buffer> {
  // Not as objects: an empty chunk would end the file.
  const options = { objectMode: false, ...(signal === undefined ? {} : { signal }) };
  // Who iterates meets every error; the callback only keeps it from being thrown twice.
  return pipeline(Readable.from(raw, options), gunzip, () => undefined);
}

class MemoryChunks implements RawBytes {
  bytesRead = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    const { buffer, byteOffset, length } = this.#bytes;
    for (let start = 0; start < length; start = this.bytesRead) {
      this.bytesRead = Math.min(start + chunkBytes, length);
      yield Buffer.from(buffer, byteOffset + start, this.bytesRead - start);
      if (this.bytesRead < length) await everythingElse();
    }
  }
}

/**
 * Reads where the bytes are then looked at: a stream has each chunk handed over by another thread,
 * asks three times for the end, and costs ten times as much for a small file.
 */
class FileChunks implements RawBytes {
  bytesRead = 0;
  readonly #path: string;
  readonly #size: number;

  constructor(path: string, size: number) {
    this.#path = path;
    this.#size = size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    const descriptor = openSync(this.#path, "r");
    try {
      for (;;) {
        const chunk = Buffer.allocUnsafe(this.#nextBytes());
        const count = readSync(descriptor, chunk, 0, chunk.length, null);
        if (count === 0) return;
        this.bytesRead += count;
        yield chunk.subarray(0, count);
        await everythingElse();
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #nextBytes(): number {
    const left = this.#size - this.bytesRead;
    if (left === 0) return endBytes;
    return left > 0 ? Math.min(left, chunkBytes) : chunkBytes;
  }
}

/** The real one: fake timers of a test would have a load wait for ever. */
const { setImmediate: soon } = globalThis;

/** Ends when all else that waits had its turn. */
export async function everythingElse(): Promise<void> {
  await new Promise<void>((resolve) => soon(resolve));
}

/** A few kilobytes can expand to a full memory. */
function refuseBomb({ path }: InputFile, expanded: number, read: number): void {
  if (expanded <= expansionFree || expanded <= read * expansionMax) return;
  const message = `expands more than ${expansionMax} times: decompress it to load it all the same`;
  throw new LoadError(message, { file: path });
}

/** An error of the file system or of zlib in our words; others stay as they are. */
export function unreadable(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return error;
  }
  const { code, message } = error;
  const problem = code.startsWith("Z_") ? "is damaged or cut off" : "cannot be read";
  // The file system begins its messages with the code, zlib does not.
  const reason = message.startsWith(`${code}:`) ? message : `${code}: ${message}`;
  return new LoadError(`${problem} (${excerpt(reason)})`, { file }, { cause: error });
}

/** @throws LoadError for the first bytes of a file in UTF-16. */
export function refuseUtf16(chunk: Uint8Array, file: string): void {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new LoadError("is UTF-16; convert the file to UTF-8 first", { file });
  }
}
