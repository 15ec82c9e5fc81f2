/** Reads a table of triples or observations, or a chunk of it. */
import type { FileChunk } from "../bytes/index.ts";
import type { TableRun } from "../statements/index.ts";
import type { TableTask } from "./table-columns.ts";
import { loadObservations } from "./table-observations.ts";
import { loadTriples } from "./table-triples.ts";

/** @returns the line after the last row. */
export async function readTable(
  task: TableTask,
  run: TableRun,
  chunk?: FileChunk,
): Promise<number> {
  const load = task.kind === "triples" ? loadTriples : loadObservations;
  return await load(task.input, task.columns, task.provenance, run, chunk);
}
