/** DuckDB's reading of one table in a process of its own. */

import { answerParent, childTask } from "../machine/child.ts";
import { DuckDbConnection } from "../peers/duckdb/connection.ts";

export interface ReadCsvTask {
  readonly path: string;
}

export interface ReadCsvResult {
  /** Milliseconds of processor time. */
  readonly cpu: number;
  readonly clock: number;
  readonly rows: number;
}

const { path } = childTask<ReadCsvTask>();
const database = await DuckDbConnection.open(1);
const cpuBefore = process.cpuUsage();
const start = performance.now();
await database.run(`CREATE TABLE data AS SELECT * FROM read_csv('${path}')`);
const clock = performance.now() - start;
const { user, system } = process.cpuUsage(cpuBefore);
const rows = await database.countOf("data");
const result: ReadCsvResult = { cpu: (user + system) / 1000, clock, rows };
answerParent(result);
