/** Reads a table of triples or observations, or a part of it. */
import type { FilePart } from "../bytes/index.ts";
import type { TableRun } from "../statements/index.ts";
import type { TableTask } from "./table-columns.ts";
import { loadObservations } from "./table-observations.ts";
import { loadTriples } from "./table-triples.ts";

/** @returns the line behind the last row. */
export async function readTable(task: TableTask, run: TableRun, part?: FilePart): Promise<number> {
  const load = task.kind === "triples" ? loadTriples : loadObservations;
  return await load(task.input, task.columns, task.provenance, run, part);
}
