/** Files → chunks of bytes: decompression, progress, cancellation and what cannot be read. */
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { excerpt, LoadError } from "../../errors/index.ts";
import type { InputFile, Progress } from "./load-progress.ts";

const chunkBytes = 1024 * 1024;

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
  const { signal } = progress;
  const raw = rawOf(input, signal);
  const gunzip = input.isGzip ? createGunzip({ chunkSize: chunkBytes }) : undefined;
  // The iteration below meets every error; the callback only keeps it from being thrown twice.
  const content: AsyncIterable<Buffer> =
    gunzip === undefined ? raw.stream : pipeline(raw.stream, gunzip, () => undefined);
  let isFirst = true;
  let expanded = 0;
  try {
    for await (const chunk of content) {
      progress.checkCancelled();
      if (isFirst) refuseUtf16(chunk, path);
      isFirst = false;
      expanded += chunk.length;
      if (gunzip !== undefined) refuseBomb(input, expanded, raw.bytesRead());
      progress.reached(input, raw.bytesRead());
      yield chunk;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
  if (gunzip !== undefined && gunzip.bytesWritten < raw.bytesRead()) {
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
interface RawBytes {
  readonly stream: Readable;
  readonly bytesRead: () => number;
}

function rawOf({ path, content }: InputFile, signal: AbortSignal | undefined): RawBytes {
  const options = { highWaterMark: chunkBytes, ...(signal === undefined ? {} : { signal }) };
  if (content === undefined) {
    const stream = createReadStream(path, options);
    return { stream, bytesRead: () => stream.bytesRead };
  }
  let position = 0;
  function* chunks(bytes: Uint8Array): Generator<Buffer, void, undefined> {
    while (position < bytes.length) {
      const start = position;
      position = Math.min(start + chunkBytes, bytes.length);
      yield Buffer.from(bytes.buffer, bytes.byteOffset + start, position - start);
    }
  }
  // Not as objects: an empty chunk would end the file.
  const stream = Readable.from(chunks(content), { ...options, objectMode: false });
  return { stream, bytesRead: () => position };
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
