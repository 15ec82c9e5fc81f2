/** DuckDB over sorted Parquet files: no tables and no indexes of its own. */

import { existsSync } from "node:fs";
import type { Facet } from "../../../src/wire.ts";
import type { Answers } from "../../contest/rows.ts";
import { firstColumn, gridOf, latestOf, seriesOf, totalOf } from "../answer-rows.ts";
import type { Contestant, Tables } from "../contestant.ts";
import { DuckDbConnection } from "./connection.ts";
import { ParquetFiles, type ParquetLayout, type ParquetTable } from "./parquet-files.ts";

/** Small groups: most questions are about a few rows. */
const layout: ParquetLayout = { codec: "zstd", groupLength: 16_384 };

const queries = {
  q1: "SELECT coalesce(object, value) FROM triple WHERE subject = $1 AND predicate = 'name'",
  q2: "SELECT predicate, coalesce(object, value), provenance FROM triple WHERE subject = $1",
  o1: `SELECT facet, date, value FROM point WHERE variable = $1 AND entity = $2
       ORDER BY facet, date`,
  o2: `SELECT entity, facet, max(date), arg_max(value, date) FROM point
       WHERE variable = $1 AND entity IN (SELECT unnest($2)) GROUP BY entity, facet`,
  o3: `SELECT variable, entity, facet, value FROM point
       WHERE variable IN (SELECT unnest($1)) AND entity IN (SELECT unnest($2)) AND date = $3`,
  o4: "SELECT variable FROM entity_variable WHERE entity = $1",
  o5: "SELECT count(*), sum(value) FROM point WHERE variable = $1",
  o6: "SELECT count(*), sum(value) FROM point",
} as const;

export class DuckDbOverParquet implements Contestant {
  readonly version = DuckDbConnection.version();
  readonly #files: ParquetFiles;
  #database: DuckDbConnection | undefined;
  #facets: Facet[] = [];

  constructor(store: string) {
    this.#files = new ParquetFiles(`${store}.parquet`, layout);
  }

  async loadTriples(tables: Tables): Promise<number> {
    this.#database = await DuckDbConnection.open();
    return await this.#files.writeTriples(this.#database, tables);
  }

  async loadObservations(tables: Tables): Promise<number> {
    return await this.#files.writeObservations(this.#database!, tables);
  }

  async settle(): Promise<void> {
    this.close();
    await this.reopen();
  }

  save(): string {
    return this.#files.folder;
  }

  async reopen(): Promise<void> {
    this.#database = await DuckDbConnection.open();
    await this.#database.run("SET parquet_metadata_cache = true");
    const tables: readonly ParquetTable[] = ["triple", "point", "entity_variable", "facet"];
    for (const table of tables) {
      const path = this.#files.pathOf(table);
      if (existsSync(path)) await this.#database.run(`CREATE VIEW ${table} AS FROM '${path}'`);
    }
    this.#facets = existsSync(this.#files.pathOf("facet")) ? await this.#database.facets() : [];
  }

  close(): void {
    this.#database?.close();
  }

  readonly answers: Answers = {
    q1: async (node) => firstColumn(await this.#ask(queries.q1, node)),
    q2: async (node) => (await this.#ask(queries.q2, node)) as [string, string, string][],
    o1: async ([variable, entity]) =>
      seriesOf(await this.#ask(queries.o1, variable, entity), this.#facets),
    o2: async ({ variable, entities }) =>
      latestOf(await this.#ask(queries.o2, variable, entities), this.#facets),
    o3: async ({ variables, entities, date }) =>
      gridOf(await this.#ask(queries.o3, variables, entities, date), this.#facets),
    o4: async (entity) => firstColumn(await this.#ask(queries.o4, entity)),
    o5: async (variable) => totalOf(await this.#ask(queries.o5, variable)),
    o6: async () => totalOf(await this.#ask(queries.o6)),
  };

  async #ask(
    sql: string,
    ...parameters: readonly (string | readonly string[])[]
  ): Promise<unknown[][]> {
    return await this.#database!.ask(sql, ...parameters);
  }
}
