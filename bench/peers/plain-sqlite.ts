/**
 * SQLite as the self-hosted service lays it out: one wide table of texts, indexes by subject only.
 * It takes part where that layout can keep up, which is where all rows of a node are wanted.
 */

import { rmSync } from "node:fs";
import type { Answers } from "../contest/rows.ts";
import { firstColumn, labelsByNode } from "./answer-rows.ts";
import type { Contestant, Tables } from "./contestant.ts";
import { readRows } from "./csv-rows.ts";
import { JsonLists, SqliteFile } from "./sqlite.ts";

const queries = {
  q1: `SELECT coalesce(nullif(object_id, ''), object_value) FROM triples
       WHERE subject_id = ? AND predicate = 'name'`,
  q2: `SELECT predicate, coalesce(nullif(object_id, ''), object_value) FROM triples
       WHERE subject_id = ?`,
  q5: `SELECT DISTINCT subject_id, predicate FROM triples
       WHERE subject_id IN (SELECT value FROM json_each(?))`,
} as const;

export class PlainSqlite implements Contestant {
  readonly version = SqliteFile.version();
  readonly #path: string;
  readonly #lists = new JsonLists();
  #file: SqliteFile | undefined;

  constructor(store: string) {
    this.#path = `${store}.db`;
  }

  loadTriples({ triples }: Tables): number {
    rmSync(this.#path, { force: true });
    this.#file = new SqliteFile(this.#path, "create");
    this.#file.execute(`
      CREATE TABLE triples (subject_id VARCHAR(255), predicate VARCHAR(255),
        object_id VARCHAR(255), object_value TEXT);
      BEGIN`);
    const insert = this.#file.statement("INSERT INTO triples VALUES (?, ?, ?, ?)");
    const rows = readRows(triples, ([subject, predicate, object, value]) =>
      insert.run(subject!, predicate!, object!, value!),
    );
    this.#file.execute(`
      COMMIT;
      CREATE INDEX triples_subject_id ON triples (subject_id);
      CREATE INDEX triples_subject_id_predicate ON triples (subject_id, predicate)`);
    return rows;
  }

  settle(): void {
    this.close();
    this.reopen();
  }

  save(): string {
    return this.#path;
  }

  reopen(): void {
    this.#file = new SqliteFile(this.#path, "read");
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  readonly answers: Answers = {
    q1: (node) => firstColumn(this.#file!.rows(queries.q1, node)),
    q2: (node) => this.#file!.rows(queries.q2, node) as [string, string][],
    q5: (nodes) => labelsByNode(this.#file!.rows(queries.q5, this.#lists.of(nodes))),
  };
}
