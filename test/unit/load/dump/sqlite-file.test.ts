import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import {
  diskTree,
  fileOnDisk,
  nodeSqlite,
  type SqliteModule,
  sqliteOpener,
} from "../../../../src/disk/disk-tree.ts";
import { DiagnosticLog } from "../../../../src/load/bytes/diagnostics.ts";
import type { InputFile } from "../../../../src/load/bytes/file-tree.ts";
import { Progress } from "../../../../src/load/bytes/load-progress.ts";
import { loadSqlite } from "../../../../src/load/dump/sqlite-file.ts";
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

test("rows of a database are read like those of a dump", async () => {
  const context = run();
  const sqlite = databaseOf({
    triples: [
      { subject_id: "s", predicate: "typeOf", object_id: "T", object_value: null },
      { subject_id: "s", predicate: "name", object_id: "", object_value: "S" },
    ],
    observations: [{ entity: "e", variable: "v", date: "2020", value: 1.5, provenance: "p" }],
    sqlite_sequence: [],
  });
  await loadSqlite(inputFor(sqlite), provenance, context);
  expect(context.sink.lines).toEqual(['s name "S"', "s typeOf T"]);
  expect(context.sink.observations).toMatchObject([{ entity: "e", value: "1.5", provenance: "p" }]);
  expect(context.progress.rows).toBe(3);
});

test("cells of any kind are texts, names of columns are in small letters, and lines are rows", async () => {
  const context = run();
  const told: string[] = [];
  const log = new DiagnosticLog({
    onDiagnostic: ({ counter, line, file }) => told.push(`${file} ${counter} ${line}`),
  });
  const bytes = new Uint8Array(Buffer.from("_café_"));
  const sqlite = databaseOf({
    Triples: [],
    triples: [
      {
        SUBJECT_ID: "s",
        Predicate: "name",
        object_id: undefined,
        object_value: bytes.subarray(1, 6),
      },
      { SUBJECT_ID: "s", Predicate: "size", object_id: "", object_value: 12345678901234567890n },
      { SUBJECT_ID: "", Predicate: "size", object_id: "", object_value: 1 },
    ],
    imports: [{ imported_at: "2024", status: "SUCCESS", metadata: null }],
    others: [{ a: 1 }],
  });
  await loadSqlite(inputFor(sqlite), provenance, { ...context, log });
  expect(context.sink.lines).toEqual(['s name "café"', 's size "12345678901234567890"']);
  expect(log.imports).toEqual([{ importedAt: "2024", status: "SUCCESS", metadata: "" }]);
  expect(told).toEqual([
    "d.db Sanity_MissingOrEmpty_subject_id 3",
    "d.db Dump_Bookkeeping undefined",
  ]);
});

test("a load that is cancelled reads no further, and says why", async () => {
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
  await expect(loadSqlite(inputFor(many), provenance, context)).rejects.toThrow("enough");
  expect([progress.rows, closed]).toEqual([4096, 1]);
});

/** A database as SQLite itself writes it. */
async function database(sql: string): Promise<Uint8Array> {
  // @ts-expect-error: the package has no types.
  const { default: start } = await import("sql.js");
  const { Database } = await start();
  const made = new Database();
  made.run(sql);
  return made.export();
}

const sql = `CREATE TABLE triples (subject_id, predicate, object_id, object_value);
INSERT INTO triples VALUES ('s', 'name', '', 'S'), ('s', 'size', '', 9007199254740993), ('s', 'part', '', 0.1);`;

test("without SQLite of its own a place has that of a package, also for a .gz and within a zip", async () => {
  const bytes = await database(sql);
  const files = {
    "a.db": bytes,
    "b.db.gz": gzipSync(bytes),
    "c.zip": zipSync({ "d.sqlite": bytes }),
  };
  for (const [name, content] of Object.entries(files)) {
    const { sink, diagnostics } = await loadTexts({ [name]: content });
    expect([name, diagnostics, sink.lines]).toEqual([
      name,
      [],
      ['s name "S"', 's part "0.1"', 's size "9007199254740993"'],
    ]);
  }
});

test("a database that is cut off or damaged is refused", async () => {
  const bytes = await database(sql);
  for (const content of [bytes.slice(0, 3_000), bytes.slice(0, 5_000).fill(7, 100)]) {
    await expect(loadTexts({ "a.db": content })).rejects.toThrow(
      /a\.db: is not a SQLite file that can be read/,
    );
  }
});

test("a file that SQLite cannot read is refused with its reason", async () => {
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
  await expect(loadSqlite(inputFor(broken), provenance, run())).rejects.toThrow(
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
    await loadSqlite(fileOnDisk(path, 1), provenance, context);
    expect(context.sink.lines).toEqual(['s name "S"']);
  });
});
