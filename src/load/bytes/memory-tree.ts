/** Files in memory. */

import { LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { FileEntry, FileStats, FileTree, InputFile, LoadHost, RawBytes } from "./file-tree.ts";
import { everythingElse } from "./load-progress.ts";
import { searchable, wholeText } from "./native.ts";
import { basename, dirname, relative } from "./paths.ts";

/** The folder in which the names of files in memory are paths: the current one. */
export const memoryRoot = ".";

const blockBytes = 1024 * 1024;

/** Files by path, as if they lay in the current folder and nothing else did. */
export class MemoryTree implements FileTree {
  readonly gunzip: LoadHost["gunzip"];
  readonly openSqlite: LoadHost["openSqlite"];
  readonly blocks = undefined;
  readonly ranges = undefined;
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Map<string, Map<string, FileEntry>>([[memoryRoot, new Map()]]);

  /** @param files by relative path, without `.` and `..`. */
  constructor(
    files: Iterable<readonly [path: string, content: Uint8Array]>,
    { gunzip, openSqlite }: LoadHost = webHost,
  ) {
    this.gunzip = gunzip;
    this.openSqlite = openSqlite;
    for (const [path, content] of files) {
      const name = nameOf(path);
      this.#files.set(name, content);
      this.#addEntry(name, false);
    }
  }

  async stat(path: string): Promise<FileStats> {
    const content = this.#files.get(nameOf(path));
    if (content === undefined && !this.#folders.has(nameOf(path))) throw missing("stat", path);
    return {
      size: content?.length ?? 0,
      isFile: () => content !== undefined,
      isDirectory: () => content === undefined,
    };
  }

  async realpath(path: string): Promise<string> {
    return nameOf(path);
  }

  async entries(folder: string): Promise<readonly FileEntry[]> {
    const entries = this.#folders.get(nameOf(folder));
    if (entries === undefined) throw missing("scandir", folder);
    return [...entries.values()];
  }

  async text(path: string): Promise<string> {
    return wholeText(this.content(path));
  }

  stream({ path }: InputFile): RawBytes {
    return new MemoryStream(this.content(path));
  }

  /** All bytes of a file. */
  content(path: string): Uint8Array {
    const content = this.#files.get(nameOf(path));
    if (content === undefined) throw missing("open", path);
    return content;
  }

  #addEntry(path: string, isFolder: boolean): void {
    const folder = dirname(path);
    const name = basename(path);
    const entry = { name, isDirectory: () => isFolder, isSymbolicLink: () => false };
    let entries = this.#folders.get(folder);
    if (entries === undefined) {
      entries = new Map();
      this.#folders.set(folder, entries);
      this.#addEntry(folder, true);
    }
    entries.set(name, entry);
  }
}

class MemoryStream implements RawBytes {
  bytesRead = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = searchable(bytes);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const { length } = this.#bytes;
    for (let start = 0; start < length; start = this.bytesRead) {
      this.bytesRead = Math.min(start + blockBytes, length);
      yield this.#bytes.subarray(start, this.bytesRead);
      if (this.bytesRead < length) await everythingElse();
    }
  }
}

/** One name for all spellings of a path. */
function nameOf(path: string): string {
  return relative(memoryRoot, path) || memoryRoot;
}

function missing(call: string, path: string): Error {
  const message = `ENOENT: no such file or directory, ${call} '${path}'`;
  return Object.assign(new Error(message), { code: "ENOENT" });
}

/** There is no SQLite. */
export const webHost: LoadHost = { gunzip, openSqlite: undefined };

/** Browsers decompress one part only: a file of several parts looks damaged to them. */
async function* gunzip(
  raw: RawBytes,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new DecompressionStream("gzip");
  const writing = write(raw, writable.getWriter() as WritableStreamDefaultWriter<Uint8Array>);
  // Its failure is that of the reader.
  writing.catch(() => {});
  const reader = (readable as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await blockFrom(reader, path);
      signal?.throwIfAborted();
      if (done) break;
      yield value;
    }
    await writing;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function write(
  raw: RawBytes,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for await (const block of raw) await writer.write(block);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function blockFrom(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  path: string,
): Promise<Awaited<ReturnType<typeof reader.read>>> {
  try {
    return await reader.read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `is damaged, cut off or of several parts, of which browsers read one (${excerpt(reason)})`;
    throw new LoadError(message, { file: path }, { cause: error });
  }
}
