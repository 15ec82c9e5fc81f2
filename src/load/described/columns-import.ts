/** Tables that the option `columns` describes → statements. */
import { LoadError } from "../../errors/errors.ts";
import { type DiagnosticLog, FileLog, shown } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import type { CellRow } from "../records/cell-columns.ts";
import { EntityQuestions, type EntityResolver } from "../statements/entity-questions.ts";
import type { FileTask, LoadRun } from "../statements/load-run.ts";
import { provenanceDcid } from "../statements/provenance.ts";
import { Statements } from "../statements/statements.ts";
import { type BoundColumns, bindColumns, type Part } from "./bound-columns.ts";
import type { TableColumns } from "./column-option.ts";
import { DescribedCells } from "./described-cells.ts";
import { DescribedRows } from "./described-rows.ts";
import { TableEntities } from "./table-entities.ts";
import { readTableRows, sampleTable, type TableSample, type UsualRows } from "./table-sample.ts";

/** A table and where in it everything stands. */
interface ColumnsForm {
  readonly sample: TableSample;
  readonly bound: BoundColumns;
}

type ColumnsTask = FileTask & ColumnsForm;

/** All such tables of a load: names of their entities are looked up among all other files. */
class ColumnsImport {
  readonly #tasks: readonly ColumnsTask[];
  readonly #questions = new EntityQuestions();

  constructor(tasks: readonly ColumnsTask[]) {
    this.#tasks = tasks;
  }

  async prepare({ log, progress }: LoadRun): Promise<boolean> {
    for (const task of this.#tasks) {
      const named = [...task.bound.entities.values()].filter(({ nameAt }) => nameAt !== undefined);
      if (named.length === 0) continue;
      const entities = named.map((one) => new TableEntities(one, task.bound.header));
      await log.attempt(() =>
        eachRow(task, new FileLog(log.quiet(), task.input.path), quietly(progress), (cells) => {
          for (const one of entities) {
            for (const question of one.questionsOf(cells)) this.#questions.ask(question);
          }
        }),
      );
    }
    return this.#questions.size > 0;
  }

  /** Entities are what other files say they are. */
  async loadNodes(): Promise<void> {}

  answer(resolver: EntityResolver, { progress }: LoadRun): void {
    this.#questions.answer(resolver, () => progress.checkCancelled());
  }

  async load(run: LoadRun): Promise<void> {
    for (const task of this.#tasks) {
      await run.log.attempt(() => this.#loadTable(task, run));
      run.progress.finished(task.input);
    }
  }

  async #loadTable(task: ColumnsTask, run: LoadRun): Promise<void> {
    const { sink, log, progress } = run;
    const file = task.input.path;
    const statements = new Statements(sink);
    const provenance = provenanceDcid(task.provenance);
    if (!task.bound.isRepeatable) {
      log.described.set(provenance, (observation) => repeatedRows(observation, task));
    }
    const fileLog = new FileLog(log, file);
    const context = { questions: this.#questions, statements, log: fileLog, provenance };
    const rows = new DescribedRows(task.bound, context);
    const cells = DescribedCells.of(task.bound, rows, sink, context);
    const usual = cells && {
      blocks: run.blocks,
      read: (row: CellRow) => {
        const reading = cells.read(row);
        if (reading !== "odd") progress.rows += 1;
        return reading;
      },
    };
    const onRow = (cells: readonly string[], line: number) => {
      progress.rows += 1;
      statements.at({ file, line });
      rows.read(cells, line);
    };
    await eachRow(task, fileLog, progress, onRow, usual);
    rows.end();
  }
}

function repeatedRows(observation: string, { input, bound }: ColumnsTask): LoadError {
  const unread = unreadIn(bound);
  const which = unread === "" ? "" : `, where these columns are not read: ${unread}`;
  const problem =
    `rows say different values of ${observation}${which}. In the option columns, dimensions makes parts of the ` +
    'variable, only reads some of the rows, and repeated: "later" takes the later row';
  return new LoadError(problem, { file: input.path });
}

/** Headings of columns without a part in the observations. */
function unreadIn(bound: BoundColumns): string {
  const read = new Set<number | undefined>([
    bound.datePart?.at,
    ...bound.notes,
    ...bound.only.map(({ at }) => at),
    ...bound.dimensions.flatMap(({ at, nameAt }) => [at, nameAt]),
    ...[...bound.entities.values()].flatMap(({ id, nameAt }) => [atOf(id), nameAt]),
    ...bound.values.flatMap(({ at, date, variable, nameAt, multiplier, facet }) => {
      const parts = [date, variable, ...facet.values()].map(atOf);
      return [at, nameAt, typeof multiplier === "number" ? undefined : multiplier.at, ...parts];
    }),
  ]);
  const unread = bound.header.filter((heading, at) => heading !== "" && !read.has(at));
  return unread.map(shown).join(", ");
}

function atOf(part: Part | undefined): number | undefined {
  return part !== undefined && "at" in part ? part.at : undefined;
}

function quietly({ signal }: Progress): Progress {
  return new Progress(0, signal);
}

async function eachRow(
  { input, sample, bound }: ColumnsTask,
  log: FileLog,
  progress: Progress,
  onRow: (cells: readonly string[], line: number) => void,
  usual?: UsualRows,
): Promise<void> {
  const { skipRows } = bound;
  await readTableRows(input, { ...sample, skipRows }, log, progress, onRow, usual);
}

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
  const sample = await sampleTable(input, columns, log, { rowsMax: 1 });
  if (sample.header === undefined) return { problem: "it is empty" };
  const misfit = sample.metadata?.problem ?? misfitOf(sample, columns);
  if (misfit !== undefined) return { problem: misfit };
  const bound = bindColumns(columns, sample.header);
  if ("problem" in bound) return bound;
  return { sample, bound, together: (tasks) => new ColumnsImport(tasks) };
}

/** Why a table has not the layout that the option names. */
function misfitOf({ broken, layout }: TableSample, columns: TableColumns): string | undefined {
  if (columns.layout === undefined || layout !== undefined) return undefined;
  const named = `columns.layout is ${shown(columns.layout)}`;
  if (broken === undefined) return `${named}, and no line is a header of this layout`;
  return `${named}, and the header breaks it: expected ${broken.expected}, found ${broken.found}`;
}
