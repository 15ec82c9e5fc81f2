/** Tables that the option `columns` describes → statements. */
import { LoadError } from "../../errors/errors.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { type DiagnosticLog, FileLog, shown } from "../report/diagnostics.ts";
import { EntityQuestions, type EntityResolver } from "../statements/entity-questions.ts";
import type { FileTask, LoadRun } from "../statements/load-run.ts";
import { provenanceDcid } from "../statements/provenance.ts";
import { facetTexts, Statements } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isNothing } from "../values/observation-parts.ts";
import { dateIn, type TableDate } from "../values/table-dates.ts";
import {
  type BoundColumns,
  bindColumns,
  cellOf,
  dateWithPart,
  type Part,
  textOf,
  type ValueColumn,
} from "./bound-columns.ts";
import { multiplied, numberIn } from "./cell-forms.ts";
import type { TableColumns } from "./column-option.ts";
import { powerIn } from "./multipliers.ts";
import { type EntityContext, TableEntities } from "./table-entities.ts";
import { readTableRows, sampleTable, type TableSample } from "./table-sample.ts";
import { TableVariables } from "./table-variables.ts";

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
            for (const question of [one.questionOf(cells), one.unmarkedOf(cells)]) {
              if (question !== undefined) this.#questions.ask(question);
            }
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

  async #loadTable(task: ColumnsTask, { sink, log, progress }: LoadRun): Promise<void> {
    const file = task.input.path;
    const statements = new Statements(sink);
    const provenance = provenanceDcid(task.provenance);
    if (!task.bound.isRepeatable) {
      log.described.set(provenance, (observation) => repeatedRows(observation, task));
    }
    const fileLog = new FileLog(log, file);
    const rows = new TableRows(task.bound, {
      questions: this.#questions,
      statements,
      log: fileLog,
      provenance,
    });
    await eachRow(task, fileLog, progress, (cells, line) => {
      progress.rows += 1;
      statements.at({ file, line });
      rows.read(cells, line);
    });
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
): Promise<void> {
  const { skipRows } = bound;
  await readTableRows(input, { ...sample, skipRows }, log, progress, onRow);
}

/** What SDMX and the service write where a facet says nothing. */
const notApplicable: ReadonlySet<string> = new Set(["NotApplicable", "_Z"]);

const datesMax = 100_000;
const notesMax = 20;

/** Rows of one table → observations. */
class TableRows {
  readonly #bound: BoundColumns;
  readonly #context: EntityContext;
  /** By property. */
  readonly #entities: ReadonlyMap<string, TableEntities>;
  readonly #variables: TableVariables;
  readonly #dates = new Map<string, TableDate | undefined>();
  /** Rows that are not read. */
  #others = 0;
  /** Cells of notes, by column and text. */
  readonly #notes = new Map<number, Map<string, number>>();

  constructor(bound: BoundColumns, context: EntityContext) {
    this.#bound = bound;
    this.#context = context;
    this.#variables = new TableVariables(bound, context.statements, context.provenance);
    this.#entities = new Map(
      Array.from(bound.entities, ([property, one]) => [
        property,
        new TableEntities(one, bound.header),
      ]),
    );
  }

  read(cells: readonly string[], line: number): void {
    if (this.#bound.only.some(({ at, cell }) => cells[at] !== cell)) {
      this.#others += 1;
      return;
    }
    const values = this.#bound.values.filter(({ at }) => !isNothing(cells[at]!));
    // A row without a value says nothing: tables are sparse.
    if (values.length === 0) return;
    const entities = new Map<string, string>();
    for (const [property, column] of this.#entities) {
      const dcid = column.dcidOf(cells, line, this.#context);
      // What is wrong with it was reported.
      if (dcid === undefined) return;
      entities.set(property, dcid);
    }
    for (const at of this.#bound.notes) this.#countNote(at, cells[at]!);
    for (const column of values) this.#readValue(column, entities, cells, line);
  }

  #countNote(at: number, cell: string): void {
    if (isNothing(cell)) return;
    const counts = this.#notes.get(at) ?? new Map<string, number>();
    const text = counts.size < notesMax || counts.has(cell) ? cell : "others";
    this.#notes.set(at, counts.set(text, (counts.get(text) ?? 0) + 1));
  }

  /** Reports what concerns the table as a whole. */
  end(): void {
    const { log } = this.#context;
    for (const column of this.#entities.values()) column.end(log);
    for (const [at, counts] of this.#notes) {
      const cells = Array.from(counts, ([cell, count]) => `${shown(cell)} × ${count}`).join(", ");
      const message = () =>
        `notes are not read: column ${shown(this.#bound.header[at]!)}: ${cells}`;
      const times = [...counts.values()].reduce((sum, count) => sum + count, 0);
      log.report({ level: "info", counter: "CSV_NotesNotRead", line: undefined, message }, times);
    }
    if (this.#others === 0) return;
    const counter = "CSV_RowsOfOtherValues";
    const message = () =>
      `rows with other cells than columns.only names are not read: ${this.#others}`;
    log.report({ level: "info", counter, line: undefined, message }, this.#others);
  }

  #readValue(
    column: ValueColumn,
    entities: ReadonlyMap<string, string>,
    cells: readonly string[],
    line: number,
  ): void {
    const { log, statements, provenance } = this.#context;
    const { header, decimal } = this.#bound;
    if (textOf(column.variable, cells) === "") {
      this.#missing("variable", line);
      return;
    }
    const date = this.#dateOf(column.date, cells, line);
    if (date === undefined) return;
    const where = () => `column ${shown(header[column.at]!)}`;
    const facet = facetTexts((field) => {
      const part = column.facet.get(field);
      const text = part && textOf(part, cells);
      if (text !== undefined) return notApplicable.has(text) ? "" : withoutNamespace(text);
      return field === "observationPeriod" ? (date.period ?? "") : "";
    });
    const number = numberIn(cells[column.at]!, decimal, { log, line, where }, facet.unit);
    if (number === undefined) return;
    const multiplier = this.#multiplierOf(column, cells, line);
    if (multiplier === undefined) return;
    const value = multiplier === 1 ? number : multiplied(number, multiplier);
    const variable = this.#variables.dcidOf(column, cells);
    const observation = { variable, date: date.date, value, facet, provenance };
    statements.observationAbout(entities, observation);
  }

  #multiplierOf(
    { multiplier }: ValueColumn,
    cells: readonly string[],
    line: number,
  ): number | undefined {
    if (typeof multiplier === "number") return multiplier;
    const cell = cellOf(multiplier.at, cells, multiplier.values);
    const power = cell === "" ? 0 : powerIn(cell);
    if (power !== undefined) return 10 ** power;
    const column = shown(this.#bound.header[multiplier.at]!);
    const message = () =>
      `${shown(cell)} is no power of ten, such as 3 or Thousands; the observation is not loaded: column ${column}`;
    const { log } = this.#context;
    log.report({ level: "error", counter: "Sanity_MultiplierOfObsValue", line, message });
    return undefined;
  }

  #dateOf(part: Part, cells: readonly string[], line: number): TableDate | undefined {
    if ("constant" in part) return { date: part.constant };
    const { datePart } = this.#bound;
    const own = cells[part.at]!;
    const cell =
      datePart === undefined ? own : dateWithPart(own, cells[datePart.at]!, datePart.sign);
    if (isNothing(own)) {
      this.#missing("date", line);
      return undefined;
    }
    const { log } = this.#context;
    const column = shown(this.#bound.header[part.at]!);
    const found = this.#known(cell);
    if (found === undefined) {
      const message = () =>
        `${shown(cell)} is not a date, such as 2020, 2020-07, Jul 2020 or 2020Q3; the observation is not loaded: column ${column}`;
      log.report({ level: "error", counter: "Sanity_InvalidObsDate", line, message });
    } else if (found.date !== cell) {
      const message = () =>
        `${shown(cell)} is read as ${found.date}, and others like it: column ${column}`;
      log.report({ level: "info", counter: "Sanity_ReadObsDate", line, message, once: column });
    }
    return found;
  }

  #known(cell: string): TableDate | undefined {
    if (this.#dates.has(cell)) return this.#dates.get(cell);
    const found = dateIn(cell, this.#bound.dayFirst);
    if (this.#dates.size < datesMax) this.#dates.set(cell, found);
    return found;
  }

  #missing(suffix: string, line: number): void {
    const message = () => `the row has no ${suffix}; row not loaded`;
    const counter = "Sanity_MissingOrEmpty";
    this.#context.log.report({ level: "error", counter, suffix, line, message });
  }
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
