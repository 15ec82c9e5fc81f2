/** Whether the option `columns` describes a table. */
import type { InputFile } from "../bytes/index.ts";
import type { DiagnosticLog } from "../report/index.ts";
import { bindColumns } from "./bound-columns.ts";
import type { TableColumns } from "./column-option.ts";
import { type ColumnsForm, ColumnsImport, type ColumnsTask } from "./columns-import.ts";
import { sampleTable } from "./table-sample.ts";

/** A table that the option describes, and what reads all of them. */
export interface DescribedTable extends ColumnsForm {
  readonly together: (tasks: readonly ColumnsTask[]) => ColumnsImport;
}

/**
 * @returns what reads the table, or why the option does not fit it.
 * @throws LoadError if the table cannot be read.
 */
export async function describeTable(
  input: InputFile,
  columns: TableColumns,
  log: DiagnosticLog,
): Promise<DescribedTable | { readonly problem: string }> {
  const sample = await sampleTable(input, columns, log, 1);
  if (sample.header === undefined) return { problem: "it is empty" };
  const bound = bindColumns(columns, sample.header);
  if ("problem" in bound) return bound;
  return { sample, bound, together: (tasks) => new ColumnsImport(tasks) };
}
