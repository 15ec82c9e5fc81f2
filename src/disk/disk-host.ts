/** What Node has for formats: zlib, and SQLite. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LoadError } from "../errors/errors.ts";
import type { InputFile, LoadHost, RawBytes, SqliteFile } from "../load/bytes/file-tree.ts";
import { MemoryTree } from "../load/bytes/memory-tree.ts";

const blockBytes = 1024 * 1024;

/** For files on disk, and for files in memory in Node. */
export const diskHost: LoadHost = {
  gunzip,
  get openSqlite() {
    return sqliteOpener(nodeSqlite());
  },
};

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
