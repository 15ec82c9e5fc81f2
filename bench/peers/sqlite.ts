/** What both layouts of SQLite share: the driver, its settings and remembered statements. */

import { packageOf } from "./installed.ts";

type Cell = string | number;

export interface Statement {
  run(...parameters: readonly (Cell | null)[]): unknown;
  all(...parameters: readonly Cell[]): unknown[];
  raw(): Statement;
}

export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  pragma(text: string): unknown;
  close(): void;
}

type DatabaseClass = new (path: string, options?: { readonly readonly: boolean }) => Database;

export const sqlitePackage = "better-sqlite3";

/** A database file, with statements prepared once. */
export class SqliteFile {
  readonly path: string;
  #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, mode: "create" | "read") {
    this.path = path;
    const Class = packageOf<DatabaseClass>(sqlitePackage);
    this.#database = new Class(path, { readonly: mode === "read" });
    this.#database.pragma("cache_size = -1000000");
    this.#database.pragma("mmap_size = 17179869184");
    this.#database.pragma("temp_store = memory");
    if (mode === "read") return;
    // Nothing is at stake: a load that fails is begun anew.
    this.#database.pragma("page_size = 8192");
    this.#database.pragma("journal_mode = off");
    this.#database.pragma("synchronous = off");
  }

  static version(): string {
    const file = new SqliteFile(":memory:", "create");
    const [[version]] = file.rows("SELECT sqlite_version()") as [[string]];
    file.close();
    return `SQLite ${version}`;
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** For inserts. */
  statement(sql: string): Statement {
    return this.#database.prepare(sql);
  }

  /** Rows as arrays of cells. */
  rows(sql: string, ...parameters: readonly Cell[]): unknown[][] {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql).raw();
      this.#statements.set(sql, statement);
    }
    return statement.all(...parameters) as unknown[][];
  }

  close(): void {
    this.#database.close();
  }
}

/** Lists go in as JSON; a list that is asked for again is not printed again. */
export class JsonLists {
  readonly #texts = new WeakMap<readonly string[], string>();

  of(list: readonly string[]): string {
    let text = this.#texts.get(list);
    if (text === undefined) {
      text = JSON.stringify(list);
      this.#texts.set(list, text);
    }
    return text;
  }
}
