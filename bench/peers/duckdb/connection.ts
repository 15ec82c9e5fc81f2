/** What both ways of using DuckDB share: the driver, its settings, remembered statements. */

import type { Facet } from "../../../src/wire.ts";
import { facetOfCells } from "../contestant.ts";
import { packageOf } from "../installed.ts";

interface Result {
  getRowsJS(): Promise<unknown[][]>;
  getRowObjectsJS(): Promise<Record<string, unknown>[]>;
}

interface Statement {
  bindVarchar(at: number, text: string): void;
  bindList(at: number, list: unknown, type: unknown): void;
  run(): Promise<Result>;
}

interface Connection {
  run(sql: string): Promise<Result>;
  prepare(sql: string): Promise<Statement>;
  closeSync(): void;
}

interface DuckDbModule {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<Connection> }>;
  };
  readonly VARCHAR: unknown;
  version(): string;
  listValue(items: readonly string[]): unknown;
  LIST(type: unknown): unknown;
}

export const duckDbPackage = "@duckdb/node-api";
const memoryLimit = "18GB";

export const facetColumns =
  "import_name, provenance_url, measurement_method, observation_period, unit, scaling_factor, " +
  "is_dc_aggregate";

/** A generated table, read as texts. */
export const csv = (path: string) =>
  `read_csv('${path}', header = true, quote = '"', escape = '"', delim = ',',
     all_varchar = true, nullstr = '\u0001')`;

/** The table of triples as both ways lay it out. */
export const triplesOf = (path: string) => `
  SELECT subject_id AS subject, predicate, nullif(object_id, '') AS object,
    object_value AS value, provenance
  FROM ${csv(path)}`;

/** Facets get numbers in `facet`, so that points repeat a number instead of seven texts. */
export const facetTable = `CREATE TABLE facet AS
  SELECT cast(row_number() OVER () AS INT) AS facet, *
  FROM (SELECT DISTINCT ${facetColumns} FROM raw)`;

/** One connection to a database in memory. */
export class DuckDbConnection {
  readonly #connection: Connection;
  readonly #module: DuckDbModule;
  readonly #statements = new Map<string, Statement>();

  private constructor(connection: Connection, module: DuckDbModule) {
    this.#connection = connection;
    this.#module = module;
  }

  static version(): string {
    return `DuckDB ${packageOf<DuckDbModule>(duckDbPackage).version()}`;
  }

  static async open(threads = 2): Promise<DuckDbConnection> {
    const module = packageOf<DuckDbModule>(duckDbPackage);
    const instance = await module.DuckDBInstance.create(":memory:");
    const opened = new DuckDbConnection(await instance.connect(), module);
    await opened.run(`SET threads = ${threads}`);
    await opened.run(`SET memory_limit = '${memoryLimit}'`);
    return opened;
  }

  close(): void {
    this.#connection.closeSync();
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql);
  }

  async rows(sql: string): Promise<unknown[][]> {
    return await (await this.#connection.run(sql)).getRowsJS();
  }

  async objects(sql: string): Promise<Record<string, unknown>[]> {
    return await (await this.#connection.run(sql)).getRowObjectsJS();
  }

  async countOf(table: string): Promise<number> {
    const [[count]] = (await this.rows(`SELECT count(*) FROM ${table}`)) as [[bigint]];
    return Number(count);
  }

  /** By number. */
  async facets(): Promise<Facet[]> {
    const facets: Facet[] = [];
    for (const [facet, ...cells] of (await this.rows("SELECT * FROM facet")) as [
      number,
      ...string[],
    ][]) {
      facets[facet] = facetOfCells(cells);
    }
    return facets;
  }

  /** Rows of a statement that is prepared when it is asked for first. */
  async ask(
    sql: string,
    ...parameters: readonly (string | readonly string[])[]
  ): Promise<unknown[][]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = await this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    const { listValue, LIST, VARCHAR } = this.#module;
    for (const [at, parameter] of parameters.entries()) {
      if (typeof parameter === "string") statement.bindVarchar(at + 1, parameter);
      else statement.bindList(at + 1, listValue(parameter), LIST(VARCHAR));
    }
    return await (await statement.run()).getRowsJS();
  }
}
