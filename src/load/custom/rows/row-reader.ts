/** What the readers of all kinds of tables have in common. */
import type { CellRow } from "../../csv/index.ts";
import type { FileLog } from "../../report/index.ts";
import type { EntityQuestions, Place, Sink, Statements } from "../../statements/index.ts";
import type { CustomNodes } from "../nodes/index.ts";
import type { CustomTable } from "./custom-table.ts";
import type { EntityColumn } from "./entity-cells.ts";

/** What the rows of all tables share. Those of observations make no nodes but of their entities. */
export interface RowContext {
  readonly sink: Sink;
  readonly statements: Statements;
  readonly nodes: Pick<CustomNodes, "entity">;
  readonly questions: EntityQuestions;
  readonly log: FileLog;
}

/** What rows share that are nodes themselves. */
export interface NodeRowContext extends RowContext {
  readonly nodes: CustomNodes;
}

export interface TableRow {
  /** As many as the header has. */
  readonly cells: readonly string[];
  readonly line: number;
  /** Counted from 0, whatever becomes of the rows before. */
  readonly index: number;
}

/** @returns false for a row that has to be read as texts: nothing of it was written. */
export type CellReader = (row: CellRow) => boolean;

export interface RowReader<Context extends RowContext = RowContext> {
  /** Columns whose cells may have to be looked up, and their positions. */
  readonly entityColumns: ReadonlyMap<number, EntityColumn>;
  /** Gives ids to what the table names: the order of all tables decides on their numbers. */
  readonly register: (nodes: CustomNodes) => void;
  /** What its rows do not say and the config does. */
  readonly parts?: NonNullable<Place["parts"]>;
  readonly row: (row: TableRow, context: Context) => void;
  /** Reads usual rows as bytes. Default: all are read as texts. */
  readonly cells?: (context: Context) => CellReader;
  /** After the last row. */
  readonly end?: (context: Context) => void;
}

/** Columns that cannot be named: a table saved with its row numbers has such a one. */
export function reportNameless(
  { log, headerLine }: CustomTable,
  positions: readonly number[],
): void {
  for (const at of positions) {
    const message = () => `column ${at + 1} has no name and is not read`;
    log.report({ level: "warning", counter: "CSV_HeaderFailure", line: headerLine, message });
  }
}
