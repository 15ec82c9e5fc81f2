/** Reads the rows of a table. */
import { type CellRow, CellRowReader } from "../records/cell-rows.ts";
import { exportDialect, reportWidth, wholeRow } from "../records/csv-rows.ts";
import { KnownCells } from "../records/known-cells.ts";
import { FileLog } from "../report/diagnostics.ts";
import type { EntityQuestion } from "../statements/entity-questions.ts";
import type { TableRun } from "../statements/load-run.ts";
import type { CustomTable } from "./custom-table.ts";
import type { RowContext, RowReader } from "./row-reader.ts";

/** A table, and who reads its rows. */
export interface ReadableTable<Context extends RowContext = RowContext> {
  readonly table: CustomTable;
  readonly reader: RowReader<Context>;
}

/** Rows → what `reader` makes of them. */
export async function readRows<Context extends RowContext>(
  { table, reader }: ReadableTable<Context>,
  context: Context,
  run: Pick<TableRun, "blocks" | "progress">,
): Promise<void> {
  const { input, header } = table;
  const { sink, statements, log } = context;
  const { parts } = reader;
  const file = input.path;
  const place = parts === undefined ? { file } : { file, parts };
  // A sink that asks where statements stand gets the line of each.
  const readCells = sink.at === undefined ? reader.cells?.(context) : undefined;
  let index = -1;
  const asTexts = (cells: readonly string[], line: number) => {
    statements.at({ ...place, line });
    const whole = wholeRow(cells, header.length);
    if (whole === undefined) reportWidth(log, header.length, cells.length, line);
    else reader.row({ cells: whole, line, index }, context);
  };
  const count = () => {
    index += 1;
    run.progress.rows += 1;
  };
  const rows = new CellRowReader(input, exportDialect(input), log, run, {
    header: () => {},
    texts: (cells, line) => {
      // Separators alone are not a row.
      if (cells.every((cell) => cell === "")) return;
      count();
      asTexts(cells, line);
    },
    cells: (row) => {
      if (isEmpty(row)) return;
      count();
      const isUsual = row.count === header.length && readCells?.(row) === true;
      if (!isUsual) asTexts(row.texts(), row.line);
    },
  });
  await rows.read();
}

/** Asks about cells that do not say their dcids themselves, and perhaps about some of odd rows. */
export async function askCells(
  table: CustomTable,
  entityColumns: RowReader["entityColumns"],
  ask: (question: EntityQuestion) => void,
  run: Pick<TableRun, "blocks" | "progress">,
): Promise<void> {
  const { header, input } = table;
  const columns = [...entityColumns]
    .filter(([, column]) => column.asks)
    .map(([at, column]) => {
      const askOf = (cell: string): void => {
        const question = column.questionOf(cell);
        if (question !== undefined) ask(question);
      };
      return { at, askOf, known: new KnownCells(askOf) };
    });
  if (columns.length === 0) return;
  const wanted = Math.max(...columns.map(({ at }) => at)) + 1;
  const asTexts = (cells: readonly string[]) => {
    const whole = wholeRow(cells, header.length);
    if (whole === undefined) return;
    for (const { at, askOf } of columns) askOf(whole[at]!);
  };
  // Another reader of the table reports what is odd in it.
  const silent = new FileLog({ report: () => {} }, input.path);
  const rows = new CellRowReader(input, exportDialect(input), silent, run, {
    wanted,
    header: () => {},
    texts: asTexts,
    cells: (row) => {
      const { bytes, starts, ends, count } = row;
      for (const { at, known } of columns) {
        if (at < count) known.of(bytes, starts[at]!, ends[at]!);
      }
    },
  });
  await rows.read();
}

/** Whether separators are all that a row consists of. */
function isEmpty({ starts, ends, count }: CellRow): boolean {
  for (let cell = 0; cell < count; cell++) if (starts[cell] !== ends[cell]) return false;
  return true;
}
