/** Makes databases with Node's own SQLite, which exists from 22.5 on. */

type Sqlite = {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
};

function sqlite(): Sqlite | undefined {
  const { getBuiltinModule } = process as { getBuiltinModule?: (name: string) => unknown };
  return getBuiltinModule?.("node:sqlite") as Sqlite | undefined;
}

export function hasSqlite(): boolean {
  return sqlite() !== undefined;
}

/** @param lines of SQL, each a statement */
export function writeDatabase(path: string, lines: Iterable<string>): void {
  const database = new (sqlite()!.DatabaseSync)(path);
  for (const line of lines) database.exec(line);
  database.close();
}
