/** Parquet files of both tables, sorted for their questions and written by DuckDB. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Tables } from "../contestant.ts";
import { csv, type DuckDbConnection, facetColumns, facetTable, triplesOf } from "./connection.ts";

export type ParquetTable = "triple" | "point" | "facet" | "entity_variable";

export interface ParquetLayout {
  readonly codec: "snappy" | "zstd";
  /** Rows of a group: what a reader may leave out by the least and the greatest of its texts. */
  readonly groupLength: number;
}

/** A folder with a file per table. */
export class ParquetFiles {
  readonly folder: string;
  readonly #layout: ParquetLayout;

  constructor(folder: string, layout: ParquetLayout) {
    this.folder = folder;
    this.#layout = layout;
  }

  pathOf(table: ParquetTable): string {
    return join(this.folder, `${table}.parquet`);
  }

  /** @returns rows */
  async writeTriples(database: DuckDbConnection, { triples }: Tables): Promise<number> {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    await this.#write(database, "triple", `${triplesOf(triples)} ORDER BY subject, predicate`);
    return await database.countOf(`'${this.pathOf("triple")}'`);
  }

  /** @returns rows */
  async writeObservations(database: DuckDbConnection, { observations }: Tables): Promise<number> {
    await database.run(`CREATE TEMP TABLE raw AS SELECT * FROM ${csv(observations)}`);
    await database.run(facetTable);
    await this.#write(
      database,
      "point",
      `SELECT variable, entity, facet, date, cast(value AS DOUBLE) AS value
       FROM raw JOIN facet USING (${facetColumns}) ORDER BY variable, entity, facet, date`,
    );
    const pairs = "SELECT DISTINCT entity, variable FROM raw ORDER BY entity, variable";
    await this.#write(database, "entity_variable", pairs);
    await this.#write(database, "facet", "SELECT * FROM facet");
    await database.run("DROP TABLE raw");
    await database.run("DROP TABLE facet");
    return await database.countOf(`'${this.pathOf("point")}'`);
  }

  async #write(database: DuckDbConnection, table: ParquetTable, sql: string): Promise<void> {
    const { codec, groupLength } = this.#layout;
    await database.run(`COPY (${sql}) TO '${this.pathOf(table)}'
      (FORMAT parquet, COMPRESSION ${codec}, ROW_GROUP_SIZE ${groupLength})`);
  }
}
