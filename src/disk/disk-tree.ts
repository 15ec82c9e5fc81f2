/** Files on disk, as the loader asks for them, and what Node has for formats: zlib and SQLite. */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LoadError } from "../errors/errors.ts";
import { refuseUtf16, unreadable } from "../load/bytes/byte-blocks.ts";
import type {
  ByteRange,
  ByteSource,
  FileTree,
  InputFile,
  LoadHost,
  RawBytes,
  SqliteFile,
} from "../load/bytes/file-tree.ts";
import { everythingElse } from "../load/bytes/load-progress.ts";
import { MemoryTree } from "../load/bytes/memory-tree.ts";
import type { LoadSource } from "../load/load-plan.ts";
import { slashed } from "./file-paths.ts";
import { fileRanges } from "./file-ranges.ts";

const blockBytes = 1024 * 1024;

/** What is read where the end of a file should be, which may have grown. */
const endBytes = 1024;

/** For files on disk, and for files in memory in Node. */
export const diskHost: LoadHost = {
  gunzip,
  get openSqlite() {
    return sqliteOpener(nodeSqlite());
  },
};

/** Asks the file system in this thread: to have another one ask costs ten times as much. */
export const diskTree: FileTree = {
  gunzip: diskHost.gunzip,
  get openSqlite() {
    return diskHost.openSqlite;
  },
  stat: async (path) => statSync(path),
  realpath: async (path) => slashed(realpathSync.native(path)),
  entries: async (folder) => readdirSync(folder, { withFileTypes: true }),
  text: async (path) => await readFile(path, "utf8"),
  stream: ({ path, size }) => new FileStream(path, size),
  blocks: ({ path }, range) => new FileBlocks(path, range),
  ranges: fileRanges,
};

/** What is to be loaded from disk. */
export function onDisk(...paths: readonly string[]): LoadSource[] {
  return paths.map((path) => ({ tree: diskTree, path }));
}

/** A file that a caller names; its ending says whether it is compressed. */
export function fileOnDisk(path: string, size: number): InputFile {
  return { path, size, isGzip: /\.gz$/i.test(path), tree: diskTree };
}

/**
 * Reads where the bytes are then looked at: a stream has each block handed over by another thread,
 * asks three times for the end, and costs ten times as much for a small file.
 */
class FileStream implements RawBytes {
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
class FileBlocks implements ByteSource {
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

/** zlib works in other threads. */
async function* gunzip(
  raw: RawBytes,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zlib = createGunzip({ chunkSize: blockBytes });
  // Not as objects: an empty block would end the file.
  const options = { objectMode: false, ...(signal === undefined ? {} : { signal }) };
  // Who iterates meets every error; the callback only keeps it from being thrown twice.
  yield* pipeline(Readable.from(raw, options), zlib, () => undefined);
  if (zlib.bytesWritten < raw.bytesRead) {
    throw new LoadError("is damaged: bytes follow the end of the compressed data", { file: path });
  }
}

/** The part of `node:sqlite` that is needed. */
export interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => {
    prepare(sql: string): {
      iterate(): Iterable<Readonly<Record<string, unknown>>>;
    };
    close(): void;
  };
}

/** Node's module, which exists from 22.5 on; else undefined. */
export function nodeSqlite(): SqliteModule | undefined {
  // Not imported: its name alone would keep older versions from starting.
  const { getBuiltinModule } = process as { getBuiltinModule?: (name: string) => unknown };
  return getBuiltinModule?.("node:sqlite") as SqliteModule | undefined;
}

/** How files are opened by a module; undefined without one. */
export function sqliteOpener(
  sqlite: SqliteModule | undefined,
): ((input: InputFile) => SqliteFile) | undefined {
  return sqlite && ((input) => new OpenFile(sqlite, input));
}

class OpenFile implements SqliteFile {
  readonly #database: InstanceType<SqliteModule["DatabaseSync"]>;
  /** Made for a file in memory: SQLite opens files on disk only. */
  readonly #folder: string | undefined;

  constructor({ DatabaseSync }: SqliteModule, { path, tree }: InputFile) {
    if (tree instanceof MemoryTree) this.#folder = mkdtempSync(join(tmpdir(), "pocket-commons-"));
    try {
      const file = this.#folder === undefined ? path : join(this.#folder, "memory.db");
      if (tree instanceof MemoryTree) writeFileSync(file, tree.content(path));
      this.#database = new DatabaseSync(file, { readOnly: true });
    } catch (error) {
      this.#removeFolder();
      throw error;
    }
  }

  rows(query: string): Iterable<Readonly<Record<string, unknown>>> {
    return this.#database.prepare(query).iterate();
  }

  close(): void {
    try {
      this.#database.close();
    } finally {
      this.#removeFolder();
    }
  }

  #removeFolder(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
