/**
 * Tables of observations in parts, which several threads may read: what rows say of entities is known
 * before, and their variables have their ids. A part leaves what only the import itself can take.
 */
import { type FilePart, type InputFile, Progress } from "../bytes/index.ts";
import { exportDialect, readCsvRows, wholeRow } from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import {
  type EntityAnswers,
  EntityQuestions,
  Statements,
  type TableRun,
} from "../statements/index.ts";
import {
  type CustomTable,
  nobody,
  type PlainTable,
  perColumn,
  perRow,
  type RowReader,
  rowsReader,
  type TableRow,
} from "./rows/index.ts";

/** Plain data. */
export interface CustomTableTask {
  readonly input: InputFile;
  readonly table: PlainTable;
  /** To what cells ask. */
  readonly answers: EntityAnswers;
}

/** Reads tables in parts. */
export interface TableParts<Run> {
  /** Lets threads start, if there will be something to read. */
  getReady(input: InputFile, run: Run): void;
  /**
   * @param taskOf undefined for a table of which every part needs those before it.
   * @param addEntities takes the dcids of entities that a part names.
   * @returns false if nothing was read.
   */
  read(
    input: InputFile,
    run: Run,
    taskOf: () => Promise<CustomTableTask | undefined>,
    addEntities: (dcids: readonly string[]) => void,
  ): Promise<boolean>;
}

/** Whether parts know what the table is: rows of other forms number and name those of others. */
export function isDivisible({ form, headerLine }: CustomTable): boolean {
  return (form === "perRow" || form === "perColumn") && headerLine === 1;
}

/** @returns undefined for a table whose first row does not tell whether the others can be read. */
export async function tableTask(
  { input, log: _log, config, ...names }: CustomTable,
  accepts: RowReader["accepts"],
  answers: EntityAnswers,
): Promise<CustomTableTask | undefined> {
  if (accepts !== undefined) {
    const first = await firstRow(input, names);
    if (first === undefined || !accepts(first)) return undefined;
  }
  // Findings of the config were told, and are no plain data.
  const table = { ...names, config: { ...config, findings: [] }, hasDates: true };
  return { input, table, answers };
}

/** @returns undefined if there is none, or something has to be said before. */
async function firstRow(
  input: InputFile,
  { header, headerLine }: Pick<PlainTable, "header" | "headerLine">,
): Promise<TableRow | undefined> {
  let isOdd = false;
  let first: TableRow | undefined;
  const report = () => {
    isOdd = true;
  };
  const log = new FileLog({ report }, input.path);
  await readCsvRows(input, exportDialect(input), log, new Progress(0), (row, line) => {
    if (line === headerLine) return true;
    const cells = row.every((cell) => cell === "") ? undefined : wholeRow(row, header.length);
    if (cells !== undefined && !isOdd) first = { cells, line, index: 0 };
    return false;
  });
  return first;
}

/**
 * Reads one part after the other. Each leaves the dcids of entities that no part before it named.
 * @returns a function, which returns the line behind the last row.
 */
export function customReader(
  { input, table: plain, answers }: CustomTableTask,
  run: TableRun,
  leave: (dcids: readonly string[]) => void,
): (part: FilePart) => Promise<number> {
  const { sink } = run;
  // What there is to say of the header was said.
  const table = { ...plain, input, log: new FileLog(nobody, input.path) };
  const reader = (table.form === "perRow" ? perRow : perColumn)(table)!;
  const entities = new Set<string>();
  let left: string[] = [];
  const entity = (dcid: string, type: string): void => {
    if (type === "" || entities.has(dcid)) return;
    entities.add(dcid);
    left.push(dcid);
  };
  const read = rowsReader(
    { table, reader },
    {
      sink,
      statements: new Statements(sink),
      nodes: { entity },
      questions: new EntityQuestions(answers),
      log: new FileLog(run.log, input.path),
    },
    run,
  );
  return async (part) => {
    const line = await read(part);
    if (left.length > 0) leave(left);
    left = [];
    return line;
  };
}
