/** Node's own SQLite, where it has one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type InputFile, MemoryTree, type SqliteFile } from "../load/index.ts";

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
