/** SQLite as the package `sql.js` has it, for places that have none of their own. The file lies in memory. */
import type { InputFile, SqliteFile } from "../bytes/file-tree.ts";
import { wholeOf } from "../held/file-slices.ts";

type Row = Readonly<Record<string, unknown>>;

/** The part of `sql.js` that is needed. */
interface SqlJs {
  readonly Database: new (
    bytes: Uint8Array,
  ) => {
    prepare(query: string): {
      step(): boolean;
      getAsObject(parameters: null, options: { readonly useBigInt: boolean }): Row;
      free(): void;
    };
    close(): void;
  };
}

/** Undefined if the package is not installed. */
export async function loadSqlJs(): Promise<SqlJs | undefined> {
  try {
    // @ts-expect-error: the package has no types.
    const { default: start } = (await import("sql.js")) as { default: () => Promise<SqlJs> };
    return await start();
  } catch {
    return undefined;
  }
}

/** @throws LoadError if the file cannot be read */
export async function openInMemory({ Database }: SqlJs, input: InputFile): Promise<SqliteFile> {
  const database = new Database(await wholeOf(input));
  return {
    *rows(query) {
      const statement = database.prepare(query);
      try {
        while (statement.step()) yield statement.getAsObject(null, { useBigInt: true });
      } finally {
        statement.free();
      }
    },
    close: () => database.close(),
  };
}
