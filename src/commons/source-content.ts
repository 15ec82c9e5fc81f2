/** The content of a file, in whatever form a platform hands it over, as bytes. */

import { LoadError } from "../errors/errors.ts";
import { describeArgument, excerpt } from "../errors/excerpts.ts";
import { isPage, isSnapshot, page } from "../snapshot/format.ts";
import {
  type BlobContent,
  bytesIn,
  bytesOf,
  isBlob,
  isShared,
} from "../store/columns/foreign-values.ts";

/**
 * Bytes in memory of any realm: of a page, of a frame, of a test's window. They must not change as
 * long as they are loaded, or as long as the Commons is in use that was opened from them.
 */
export type SourceBytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Bytes, or what gives them: a `Blob`, a `Response`, a stream of the web or of Node. */
export type ByteContent =
  | SourceBytes
  | BlobContent
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** What a file holds: its text, or its bytes. */
export type FileContent = string | ByteContent;

/** Content that has no name of its own, and the name that decides its format. */
export interface NamedContent {
  readonly name: string;
  readonly content: FileContent;
}

/**
 * Files in memory, by name. They are loaded as a folder of these files would be: the name decides
 * the format. It may be a path with slashes, and diagnostics name the file by it. Streams are read
 * to their end first.
 */
export type MemoryFiles = Readonly<Record<string, FileContent>>;

/**
 * All bytes; a stream is read to its end.
 *
 * @param label what errors call it
 * @returns undefined for what is no content
 * @throws CommonsError `LOAD` (rejects) for an answer that is an error or a web page, and for a stream that fails
 * @throws TypeError (rejects) for a stream of something else
 */
export async function readContent(
  content: unknown,
  label: string,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  const bytes = bytesOf(content);
  // Decoders of browsers refuse shared memory.
  if (bytes !== undefined) return isShared(bytes.buffer) ? new Uint8Array(bytes) : bytes;
  if (isBlob(content)) return await bytesOfFile(content, label);
  if (isResponse(content)) return await bodyOf(content, label, signal);
  const iterator = iteratorOf(content);
  return iterator && (await readAll(iterator, label, signal));
}

/** A file of a page may be changed or gone since it was chosen. */
async function bytesOfFile(blob: BlobContent, label: string): Promise<Uint8Array> {
  try {
    return await bytesIn(blob);
  } catch (cause) {
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    throw new LoadError(`cannot be read: ${reason}`, { file: label }, { cause });
  }
}

/** Content that is given alone: the bytes of a snapshot, or a file by its name. */
export async function readAlone(content: object, signal?: AbortSignal): Promise<object> {
  const name = nameOfContent(content);
  const bytes = await readContent(content, name ?? "a source without a name", signal);
  if (bytes === undefined) return content;
  return isSnapshot(bytes) ? bytes : { [nameAsRead(name ?? "", content, bytes)]: bytes };
}

/** `fetch` has decompressed a `.gz` already that a server sends with `Content-Encoding: gzip`. */
export function nameAsRead(name: string, content: unknown, [first, second]: Uint8Array): string {
  const isGzip = first === 0x1f && second === 0x8b;
  return isResponse(content) && !isGzip ? name.replace(/\.gz$/i, "") : name;
}

/** The name that content brings along; undefined if it has none. */
export function nameOfContent(content: unknown): string | undefined {
  if (typeof content !== "object" || content === null) return undefined;
  if (isBlob(content)) return "name" in content ? String(content.name) : undefined;
  if (isResponse(content)) return lastName(content.url.replace(/[?#].*$/s, ""), true);
  // A stream of Node over a file.
  const { path } = content as { readonly path?: unknown };
  return typeof path === "string" && isStream(content) ? lastName(path, false) : undefined;
}

function lastName(path: string, isEncoded: boolean): string | undefined {
  const [name] = /[^/\\]*$/.exec(path) ?? [];
  if (name === undefined || name === "") return undefined;
  try {
    return isEncoded ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

/** A `Response` of any realm. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== "object" || value === null) return false;
  const { status, ok, url, arrayBuffer } = value as Partial<Response>;
  const isOne = typeof status === "number" && typeof ok === "boolean" && typeof url === "string";
  return isOne && typeof arrayBuffer === "function";
}

/** A stream of the web or of Node, or anything else that gives its parts later. */
export function isStream(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ("getReader" in value || Symbol.asyncIterator in value)
  );
}

async function bodyOf(
  response: Response,
  label: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { status, statusText, ok, body, bodyUsed } = response;
  const file = response.url || label;
  if (!ok) throw new LoadError(`the answer is ${status} ${statusText}`.trimEnd(), { file });
  if (bodyUsed) throw new LoadError("its body was read before", { file });
  const iterator = iteratorOf(body);
  const bytes = iterator === undefined ? new Uint8Array(0) : await readAll(iterator, file, signal);
  if (isPage(bytes)) throw new LoadError(`is ${page}`, { file });
  return bytes;
}

type Parts = Pick<AsyncIterator<unknown>, "next" | "return">;

function iteratorOf(content: unknown): Parts | undefined {
  if (!isStream(content)) return undefined;
  // Not every browser can iterate over its streams.
  if (typeof (content as ReadableStream).getReader === "function") {
    const reader = (content as ReadableStream<unknown>).getReader();
    return {
      next: async () => (await reader.read()) as IteratorResult<unknown>,
      return: async () => {
        await reader.cancel();
        return { done: true, value: undefined };
      },
    };
  }
  return (content as AsyncIterable<unknown>)[Symbol.asyncIterator]();
}

async function readAll(
  parts: Parts,
  label: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  const aborted = abortOf(signal);
  try {
    for (;;) {
      const { done, value } = await Promise.race([nextOf(parts, label), aborted.promise]);
      if (done === true) break;
      const bytes = typeof value === "string" ? new TextEncoder().encode(value) : bytesOf(value);
      if (bytes === undefined) {
        throw new TypeError(`${label} gave ${describeArgument(value)} where bytes are expected`);
      }
      read.push(bytes);
      length += bytes.length;
    }
  } catch (error) {
    // Whoever hangs does not hang this, too.
    Promise.resolve(parts.return?.()).catch(() => {});
    throw error;
  } finally {
    aborted.end();
  }
  return joined(read, length);
}

async function nextOf(parts: Parts, label: string): Promise<IteratorResult<unknown>> {
  try {
    return await parts.next();
  } catch (cause) {
    if (cause instanceof LoadError) throw cause;
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    throw new LoadError(`cannot be read to its end: ${reason}`, { file: label }, { cause });
  }
}

/** Rejects when a signal aborts. */
function abortOf(signal: AbortSignal | undefined): {
  readonly promise: Promise<never>;
  readonly end: () => void;
} {
  let abort = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
  });
  promise.catch(() => {});
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return { promise, end: () => signal?.removeEventListener("abort", abort) };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
