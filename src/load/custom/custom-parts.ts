/**
 * Tables of observations in parts, which several threads may read: what rows say of entities is known
 * before, and their variables have their ids. A part leaves what only the import itself can take.
 */
import { type FilePart, type InputFile, Progress } from "../bytes/index.ts";
import { exportDialect, readCsvRows, wholeRow } from "../csv/index.ts";
import { FileLog } from "../report/index.ts";
import {
  type EntityAnswers,
  type EntityQuestion,
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
  questionsReader,
  type ReadableTable,
  type ReadRows,
  type RowReader,
  rowsReader,
  type TableRow,
} from "./rows/index.ts";

/** What is read: rows, or before them the cells that have to be looked up. */
type Reads = "rows" | "cells";

/** Plain data. */
export interface CustomTableTask {
  readonly reads: Reads;
  readonly input: InputFile;
  readonly table: PlainTable;
  /** To what cells ask. */
  readonly answers: EntityAnswers;
}

/** What parts leave, as plain data. */
interface Left {
  /** Dcids of entities. */
  readonly rows: readonly string[];
  readonly cells: readonly EntityQuestion[];
}

/**
 * Reads a table in parts.
 * @param taskOf undefined for a table of which every part needs those before it.
 * @returns false if nothing was read.
 */
export type ReadTableInParts<Run> = <What extends Reads>(
  what: What,
  input: InputFile,
  run: Run,
  taskOf: () => Promise<CustomTableTask | undefined>,
  take: (left: Left[What]) => void,
) => Promise<boolean>;

/** Whether parts know what the table is: rows of other forms number and name those of others. */
export function isDivisible({ form, headerLine }: CustomTable): boolean {
  return (form === "perRow" || form === "perColumn") && headerLine === 1;
}

export function cellsTask({ input, log: _log, config, ...table }: CustomTable): CustomTableTask {
  // Findings of the config were told, and are no plain data.
  const plain = { ...table, config: { ...config, findings: [] } };
  return { reads: "cells", input, table: plain, answers: new Map() };
}

/** @returns undefined for a table whose first row does not tell whether the others can be read. */
export async function rowsTask(
  table: CustomTable,
  { accepts }: Pick<RowReader, "accepts">,
  answers: EntityAnswers,
): Promise<CustomTableTask | undefined> {
  const { input, table: plain } = cellsTask(table);
  if (accepts !== undefined) {
    const first = await firstRow(table);
    if (first === undefined || !accepts(first)) return undefined;
  }
  return { reads: "rows", input, table: { ...plain, hasDates: true }, answers };
}

/** @returns undefined if there is none, or something has to be said before. */
async function firstRow({ input, header, headerLine }: CustomTable): Promise<TableRow | undefined> {
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
 * Reads one part after the other. Each leaves what none before it had: entities, or questions.
 * @returns a function, which returns the line behind the last row.
 */
export function customReader(
  task: CustomTableTask,
  run: TableRun,
  leave: (left: Left[Reads]) => void,
): (part: FilePart) => Promise<number> {
  return task.reads === "rows" ? readRows(task, run, leave) : readCells(task, run, leave);
}

function readRows(
  task: CustomTableTask,
  run: TableRun,
  leave: (left: Left["rows"]) => void,
): ReadRows {
  const { sink } = run;
  const entities = new NewOnes<string>();
  const nodes = {
    entity: (dcid: string, type: string) => {
      if (type !== "") entities.add(dcid, dcid);
    },
  };
  const context = {
    sink,
    statements: new Statements(sink),
    nodes,
    questions: new EntityQuestions(task.answers),
    log: new FileLog(run.log, task.input.path),
  };
  return entities.leftBy(rowsReader(readableTable(task), context, run), leave);
}

function readCells(
  task: CustomTableTask,
  run: TableRun,
  leave: (left: Left["cells"]) => void,
): ReadRows {
  const questions = new NewOnes<EntityQuestion>();
  const ask = (question: EntityQuestion) =>
    questions.add(`${question.property}\n${question.text}`, question);
  const { table, reader } = readableTable(task);
  return questions.leftBy(questionsReader(table, reader.entityColumns, ask, run), leave);
}

/** What there is to say of the header was said. */
function readableTable({ input, table: plain }: CustomTableTask): ReadableTable {
  const table = { ...plain, input, log: new FileLog(nobody, input.path) };
  return { table, reader: (table.form === "perRow" ? perRow : perColumn)(table)! };
}

/** What a part has that none before it had. */
class NewOnes<One> {
  readonly #known = new Set<string>();
  #new: One[] = [];

  add(key: string, one: One): void {
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#new.push(one);
  }

  /** Leaves them behind each part. */
  leftBy(read: ReadRows, leave: (left: readonly One[]) => void): ReadRows {
    return async (part) => {
      const line = await read(part);
      if (this.#new.length > 0) leave(this.#new);
      this.#new = [];
      return line;
    };
  }
}
