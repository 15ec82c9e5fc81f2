import { expect, test } from "vitest";
import {
  diskTree,
  fileOnDisk,
  nodeSqlite,
  type SqliteModule,
  sqliteOpener,
} from "../../../../src/disk/disk-tree.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { loadSqlite } from "../../../../src/load/dump/sqlite-file.ts";
import { DiagnosticLog } from "../../../../src/load/report/diagnostics.ts";
import { loadTexts, withFolder } from "../load-texts.ts";
import { RecordingSink } from "../recording-sink.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A database of these tables, as far as the loader looks at it. */
function databaseOf(tables: Readonly<Record<string, Rows>>): SqliteModule {
  return {
    DatabaseSync: class {
      prepare(sql: string) {
        const [, table] = /^SELECT \* FROM (\w+)$/.exec(sql) ?? [];
        const names = Object.keys(tables).map((name) => ({ name }));
        return { iterate: () => (table === undefined ? names : tables[table]!) };
      }
      close(): void {}
    },
  };
}

function run() {
  return { sink: new RecordingSink(), log: new DiagnosticLog(), progress: new Progress(0) };
}

/** A file, where there is this SQLite. */
function inputFor(sqlite: SqliteModule | undefined): InputFile {
  const tree = { ...diskTree, openSqlite: sqliteOpener(sqlite) };
  return { ...fileOnDisk("d.db", 1), tree };
}

const provenance = { listed: undefined, option: undefined, stem: "d" };

test("rows of a database are read like those of a dump", () => {
  const context = run();
  const sqlite = databaseOf({
    triples: [
      { subject_id: "s", predicate: "typeOf", object_id: "T", object_value: null },
      { subject_id: "s", predicate: "name", object_id: "", object_value: "S" },
    ],
    observations: [{ entity: "e", variable: "v", date: "2020", value: 1.5, provenance: "p" }],
    sqlite_sequence: [],
  });
  loadSqlite(inputFor(sqlite), provenance, context);
  expect(context.sink.lines).toEqual(['s name "S"', "s typeOf T"]);
  expect(context.sink.observations).toMatchObject([{ entity: "e", value: "1.5", provenance: "p" }]);
  expect(context.progress.rows).toBe(3);
});

test("a load that is cancelled reads no further, and says why", () => {
  const controller = new AbortController();
  const progress = new Progress(0, controller.signal);
  const context = { ...run(), progress };
  let closed = 0;
  const many: SqliteModule = {
    DatabaseSync: class {
      prepare(sql: string) {
        if (!sql.includes("FROM triples")) return { iterate: () => [{ name: "triples" }] };
        return {
          *iterate() {
            for (let row = 0; row < 20_000; row++) {
              if (row === 1) controller.abort(new Error("enough"));
              yield { subject_id: `s${row}`, predicate: "name", object_id: "", object_value: "x" };
            }
          },
        };
      }
      close(): void {
        closed += 1;
      }
    },
  };
  expect(() => loadSqlite(inputFor(many), provenance, context)).toThrow("enough");
  expect([progress.rows, closed]).toEqual([4096, 1]);
});

test("without SQLite, the error says how to go on", () => {
  expect(() => loadSqlite(inputFor(undefined), provenance, run())).toThrow(
    /only Node reads, from version 22\.5.*sqlite3 FILE \.dump/,
  );
});

test("a file that SQLite cannot read is refused with its reason", () => {
  const broken: SqliteModule = {
    DatabaseSync: class {
      constructor() {
        throw new Error("file is not a database");
      }
      prepare(): never {
        throw new Error("unreachable");
      }
      close(): void {}
    },
  };
  expect(() => loadSqlite(inputFor(broken), provenance, run())).toThrow(
    "d.db: is not a SQLite file that can be read (file is not a database)",
  );
});

test("a .db of something else in a folder is passed over", async () => {
  const { diagnostics } = await loadTexts({
    "Thumbs.db": "x",
    "a.mcf": 'Node: dcid:n\nname: "n"\n',
  });
  expect(diagnostics).toEqual(["info Source_UnrecognisedFile Thumbs.db"]);
});

test.skipIf(nodeSqlite() === undefined)("a real database is read by Node itself", async () => {
  await withFolder({}, async (folder) => {
    const { DatabaseSync } = nodeSqlite() as unknown as {
      DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
    };
    const path = `${folder}/d.db`;
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE triples (subject_id, predicate, object_id, object_value)");
    database.exec("INSERT INTO triples VALUES ('s', 'name', NULL, 'S')");
    database.close();
    const context = run();
    loadSqlite(fileOnDisk(path, 1), provenance, context);
    expect(context.sink.lines).toEqual(['s name "S"']);
  });
});
