/**
 * The custom folders of a load → statements. They are one import: ids are numbered over all of
 * them. The order is headers first, which give the ids; then MCF; then entities, which what follows
 * may name; then events and observations; and at last the nodes that the tables made.
 */
import { BlockReader } from "../bytes/byte-blocks.ts";
import { FileLog, type Finding, shown } from "../bytes/diagnostics.ts";
import { Progress } from "../bytes/load-progress.ts";
import type { NodeRun } from "../nodes/node-import.ts";
import { exportDialect, HeaderFit, readCsvRows } from "../records/csv-rows.ts";
import {
  type EntityQuestion,
  EntityQuestions,
  type EntityResolver,
} from "../statements/entity-questions.ts";
import type { FileTask, LoadRun, TableRun } from "../statements/load-run.ts";
import { Statements } from "../statements/statements.ts";
import { hintOf, slipOf } from "../values/slips.ts";
import type { CustomConfig } from "./config.ts";
import type { CustomFile, CustomFolder } from "./custom-folder.ts";
import { loadCustomMcf, prefixesOf } from "./custom-mcf.ts";
import { CustomNodes } from "./custom-nodes.ts";
import { type CustomTable, fatal, openTable } from "./custom-table.ts";
import { FolderVariables } from "./folder-variables.ts";
import type { InputEntry } from "./input-entries.ts";
import { perColumn, perRow } from "./observation-rows.ts";
import {
  askCells,
  type NodeRowContext,
  type ReadableTable,
  type RowReader,
  readRows,
} from "./row-reader.ts";

interface CustomTask extends FileTask {
  readonly file: CustomFile;
}

type CustomRun = NodeRun & LoadRun;

type CustomReadable = ReadableTable<NodeRowContext>;

/** Rows that are nodes are rare: what reads them, and names of months, is loaded when a table needs it. */
async function readerOf(table: CustomTable): Promise<RowReader<NodeRowContext> | undefined> {
  const { form } = table;
  if (form === "perRow" || form === "perColumn") return observationReaders[form](table);
  const { nodeReaders } = await import("./node-rows.ts");
  return nodeReaders[form](table);
}

const observationReaders = { perRow, perColumn };

export class CustomImport {
  readonly #tasks: readonly CustomTask[];
  readonly #configs: readonly CustomConfig[];
  readonly #nodes: CustomNodes;
  /** They have to be known before the first node is read. */
  #prefixes: ReadonlySet<string> = new Set();
  readonly #questions = new EntityQuestions();
  readonly #tables = new Map<CustomTask, CustomReadable>();
  readonly #variables: FolderVariables;

  constructor(tasks: readonly CustomTask[]) {
    this.#tasks = tasks;
    const folders = new Set<CustomFolder>(tasks.map(({ file }) => file.folder));
    this.#configs = [...new Set(Array.from(folders, ({ config }) => config))];
    this.#nodes = new CustomNodes(this.#configs);
    this.#variables = new FolderVariables(folders);
  }

  /**
   * Reads the headers, and the cells that have to be looked up.
   * @returns whether there are any.
   */
  async prepare(run: CustomRun): Promise<boolean> {
    this.#prefixes = await prefixesOf(this.#tasks, run.log, run.progress.signal);
    for (const task of this.#tasks) {
      if (task.file.kind === "table") await run.log.attempt(() => this.#open(task, run));
    }
    for (const { reader } of this.#tables.values()) reader.register(this.#nodes);
    for (const readable of this.#tables.values()) {
      await run.log.attempt(() => this.#collect(readable, run));
    }
    return this.#questions.size > 0;
  }

  answer(resolver: EntityResolver, run: CustomRun): void {
    this.#questions.answer(resolver, () => run.progress.checkCancelled());
  }

  /** What needs nothing to be looked up, for those who look up. */
  async loadNodes(run: CustomRun): Promise<void> {
    for (const task of this.#tasks) await this.#loadMcf(task, run, () => undefined);
    for (const task of this.#tasks) await this.#loadTable(task, run, (form) => form === "entities");
    this.#nodes.write(new Statements(run.sink), () => true);
  }

  async load(run: CustomRun): Promise<void> {
    const variables = this.#variables;
    for (const task of this.#tasks) {
      const { folder } = task.file;
      await this.#loadMcf(task, run, (dcid, block) => variables.add(folder, dcid, block));
    }
    for (const task of this.#tasks) await this.#loadTable(task, run, (form) => form === "entities");
    for (const task of this.#tasks) await this.#loadTable(task, run, (form) => form !== "entities");
    for (const task of this.#tasks) {
      const isLeftOut = task.file.kind === "table" && !this.#tables.has(task);
      if (isLeftOut) run.progress.finished(task.input);
    }
    const statements = new Statements(run.sink);
    const [config] = this.#configs;
    if (config !== undefined) statements.at({ file: config.path, line: undefined, isMade: true });
    await run.log.attempt(() => variables.write(statements, this.#nodes, run.log));
    this.#nodes.write(statements, (dcid) => variables.isDefined(dcid));
    this.#reportProvenances(run);
    for (const config of this.#configs) this.#reportVariables(config, run);
  }

  async #open(task: CustomTask, run: CustomRun): Promise<void> {
    const { input, file } = task;
    const log = new FileLog(run.log, input.path);
    const { config } = file.folder;
    const provenance = this.#nodes.provenanceOf(config, file.entry?.provenance ?? "", file.name);
    const headers: Pick<CustomTable, "header" | "headerLine">[] = [];
    let fit: HeaderFit | undefined;
    // Rows that cannot be read are reported when they are loaded, if there is a header.
    const bad: Finding[] = [];
    const keep = (_: string, finding: Finding) => bad.length === 0 && bad.push(finding);
    const quiet = new FileLog({ isQuiet: true, report: keep }, input.path);
    const { progress } = quietly(run);
    await readCsvRows(input, exportDialect(input), quiet, progress, (cells, line) => {
      if (fit !== undefined) return !fit.row(cells);
      // No row below a header that cannot be read is a header.
      if (bad.length > 0) return false;
      headers.push({ header: cells, headerLine: line });
      fit = new HeaderFit(cells);
      return true;
    });
    const [first] = headers;
    if (first === undefined || fit === undefined) {
      for (const finding of bad) log.report(finding);
      const what = bad.length === 0 ? "the file has no header" : "its header cannot be read";
      return fatal(log, "CSV_HeaderFailure", 1, what);
    }
    const table = openTable(input, file, provenance, first, log);
    const reader = table === undefined ? undefined : await readerOf(table);
    if (table === undefined || reader === undefined) return;
    const { problem } = fit;
    if (problem !== undefined) fatal(log, "CSV_HeaderFailure", first.headerLine, problem);
    else this.#tables.set(task, { table, reader });
  }

  /** Asks for every cell that does not say its dcid itself. */
  async #collect({ table, reader }: CustomReadable, run: CustomRun): Promise<void> {
    const ask = (question: EntityQuestion) => this.#questions.ask(question);
    await askCells(table, reader.entityColumns, ask, quietly(run));
  }

  async #loadMcf(task: CustomTask, run: CustomRun, onNode: NodeHandler): Promise<void> {
    const { input, file, provenance } = task;
    if (file.kind !== "nodes") return;
    const { config } = file.folder;
    const name = file.entry?.provenance ?? "";
    const listed = name === "" ? undefined : this.#nodes.provenanceOf(config, name, "").dcid;
    const own = { ...provenance, listed };
    await run.log.attempt(() => loadCustomMcf(input, own, this.#prefixes, run, onNode));
    run.nodes.endFile();
    run.progress.finished(input);
  }

  async #loadTable(
    task: CustomTask,
    run: CustomRun,
    isWanted: (form: CustomTable["form"]) => boolean,
  ): Promise<void> {
    const readable = this.#tables.get(task);
    if (readable === undefined || !isWanted(readable.table.form)) return;
    const { input } = readable.table;
    const { sink } = run;
    const statements = new Statements(sink);
    const log = new FileLog(run.log, input.path);
    const context = { sink, statements, nodes: this.#nodes, questions: this.#questions, log };
    await run.log.attempt(async () => await readRows(readable, context, run));
    statements.at({ file: input.path, line: undefined, isMade: true });
    readable.reader.end?.(context);
    run.progress.finished(input);
  }

  /** Reports what is used for a provenance that the config does not describe. */
  #reportProvenances({ log }: CustomRun): void {
    const reported = new Set<InputEntry>();
    for (const { file } of this.#tasks) {
      const { folder, entry, name, kind } = file;
      if (entry === undefined || reported.has(entry)) continue;
      const { config } = folder;
      const isNamed = entry.provenance !== "";
      if (!isNamed && kind === "nodes") continue;
      const { dcid, source } = this.#nodes.provenanceOf(config, entry.provenance, name);
      if (source !== "" || this.#variables.isDefined(dcid)) continue;
      reported.add(entry);
      const names = config.provenances
        .map(({ name }) => name)
        .filter((name) => name.length >= shortest);
      const message = () =>
        isNamed
          ? `the provenance ${shown(entry.provenance)} is neither one of the config's sources nor a Provenance node of its MCF files${hintOf(entry.provenance, names)}`
          : `${shown(entry.pattern)} has no provenance; its path is used instead`;
      const counter = isNamed ? "Config_UnknownProvenance" : "Config_NoProvenance";
      const line = entry.provenanceLine;
      log.report(config.path, { level: "warning", counter, line, message });
    }
  }

  /** Reports described variables that no table has, unless a left-out table may have them. */
  #reportVariables(config: CustomConfig, { log }: CustomRun): void {
    const isLeftOut = (task: CustomTask): boolean =>
      task.file.folder.config === config && task.file.kind === "table" && !this.#tables.has(task);
    if (this.#tasks.some(isLeftOut)) return;
    const tables = Array.from(this.#tables.values(), ({ table }) => table);
    const own = tables.filter((table) => table.config === config);
    const columns = own.flatMap(({ header }) => header.filter((one) => !config.variables.has(one)));
    // Rows may name variables, whose values are measured so.
    const hasNames = own.some(({ form }) => form === "perRow");
    for (const [name, { line, facet }] of config.variables) {
      if (this.#nodes.hasVariable(name)) continue;
      const meant = name.length < shortest ? undefined : slipOf(name, columns);
      const hint = meant === undefined ? "" : `; is the column ${shown(meant)} meant?`;
      const read = hasNames ? [...facet.keys()].join(", ") : "";
      const message = () =>
        `${shown(name)} of variables is ${read === "" ? "not read" : `read for its ${read} alone`}: it is neither a column of variables nor one of computedVariables; what rows name is described in MCF${read === "" ? "" : ", and these stay here"}${hint}`;
      log.report(config.path, {
        level: "warning",
        counter: "Config_UnusedVariable",
        line,
        message,
      });
    }
  }
}

/** Shorter names are near to many others. */
const shortest = 4;

type NodeHandler = Parameters<typeof loadCustomMcf>[4];

/** For what is read more than once. */
function quietly({ progress }: CustomRun): Pick<TableRun, "blocks" | "progress"> {
  const quiet = new Progress(0, progress.signal);
  return { progress: quiet, blocks: new BlockReader(quiet) };
}
