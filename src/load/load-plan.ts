/** Sources → what is to be read as what. */
import { LoadError } from "../errors/errors.ts";
import { type DiagnosticLog, shown } from "./bytes/diagnostics.ts";
import type { FileTree, InputFile } from "./bytes/file-tree.ts";
import { MemoryTree, memoryRoot } from "./bytes/memory-tree.ts";
import { resolve } from "./bytes/paths.ts";
import type { CustomFile } from "./custom/custom-folder.ts";
import type { TableColumns } from "./described/column-option.ts";
import type { DescribedTable } from "./described/columns-import.ts";
import { tableHeader } from "./dump/table-header.ts";
import { expectedFiles, furtherInputs, recognise, type Task } from "./formats.ts";
import type { Candidate } from "./input-format.ts";
import { Templates } from "./mcf/templates.ts";
import {
  isTable,
  nothingIn,
  type SourceFile,
  type Unread,
  unknownFile,
  unknownTable,
  unreadFile,
} from "./sources/source-file.ts";
import { type ConfiguredFolders, sourceFiles } from "./sources/source-files.ts";

export interface LoadPlan {
  readonly tasks: readonly Task[];
  /** All among the sources, those that no table uses included. */
  readonly templates: readonly SourceFile[];
  /** Every file that is read, once, templates included. */
  readonly inputs: readonly InputFile[];
  readonly bytes: number;
}

/** A path, and where it lies. */
export interface LoadSource {
  readonly tree: FileTree;
  readonly path: string;
  /** What the columns of its tables hold. Default: what the option of the load says. */
  readonly columns?: TableColumns;
  /** Default: a table that nothing describes is not read. */
  readonly propose?: TableProposer;
}

/**
 * What the columns hold of a table in a layout of a publisher, or why it cannot be read; undefined for
 * other tables.
 * @throws LoadError if the file cannot be read.
 */
export type TableProposer = (
  file: InputFile,
) => Promise<{ readonly columns: TableColumns } | { readonly problem: string } | undefined>;

/** What messages call a source. */
export function labelOf(source: LoadSource | undefined): string {
  const isMemory = source?.tree instanceof MemoryTree && source.path === memoryRoot;
  return isMemory ? "files in memory" : String(source?.path);
}

/** The options about the files of sources. */
interface PlanOptions {
  /** Dcid of the provenance node of all files that have none. */
  readonly provenance?: string | undefined;
  /** Whether manifests may name files outside of their folders. Default: false. */
  readonly allowOutside?: boolean | undefined;
  /** What the columns hold of tables that do not state it themselves. */
  readonly columns?: TableColumns | undefined;
  readonly propose?: TableProposer | undefined;
}

/** What becomes of the files of a source. */
interface SourcePlan {
  /** By absolute path. */
  readonly tasks: Map<string, Task>;
  readonly unread: Unread[];
}

/**
 * @throws LoadError for a source that cannot be read, and for a named file or a folder in which
 * there is nothing to load; if the log goes on, only for a source that is not there.
 * @throws TypeError if the option `columns` is none.
 */
export async function planLoad(
  sources: readonly LoadSource[],
  options: PlanOptions,
  log: DiagnosticLog,
): Promise<LoadPlan> {
  const { refused } = log;
  const { columns } = options;
  if (columns !== undefined) (await import("./described/check-columns.ts")).checkColumns(columns);
  const found = await filesOf(sources, options, log);
  const files = found.flat();
  const templates = new Templates(files);
  const tasks = new Map<string, Task>();
  const unread: Unread[] = [];
  let isUsed = columns === undefined;
  for (const [index, source] of sources.entries()) {
    const further = { ...options, columns: source.columns ?? columns, propose: source.propose };
    const own = await planSource(found[index]!, templates, further, log);
    const described = [...own.tasks.values()].some(({ kind }) => kind === "columns");
    isUsed ||= source.columns === undefined && described;
    // A named template may serve the files of another source.
    const isNamed = found[index]!.some((file) => file.isNamed);
    if (own.tasks.size === 0 && !isNamed && log.refused === refused) {
      log.refuse(nothingIn(labelOf(source), own.unread, expectedFiles, log.goesOn));
    }
    for (const [path, task] of own.tasks) tasks.set(path, task);
    for (const file of own.unread) unread.push(file);
  }
  // What cannot be read is reason enough for finding nothing.
  if (tasks.size === 0 && log.refused === refused) {
    log.refuse(nothingIn(sources.map(labelOf).join(", "), unread, expectedFiles, log.goesOn));
  }
  tellUnread(unread, tasks, log);
  if (!isUsed && log.refused === refused) {
    const file = sources.map(labelOf).join(", ");
    log.refuse(
      new LoadError("no table in it has the columns that the option columns names", { file }),
    );
  }
  return planOf([...tasks.values()], templates.all);
}

/**
 * What a plan has for some of its files. Tables keep their templates, whoever has these.
 * @param paths absolute ones.
 */
export function partOfPlan(plan: LoadPlan, paths: ReadonlySet<string>): LoadPlan {
  const isPart = ({ path }: InputFile): boolean => paths.has(resolve(path));
  return planOf(
    plan.tasks.filter(({ input }) => isPart(input)),
    plan.templates.filter(isPart),
  );
}

/**
 * The absolute paths of the sources and of all their files, loaded or not.
 * @throws LoadError if a source cannot be read.
 */
export async function sourcePaths(
  sources: readonly LoadSource[],
  options: PlanOptions,
  log: DiagnosticLog,
): Promise<Set<string>> {
  const files = await filesOf(sources, options, log);
  const all = [...sources, ...files.flat()];
  return new Set(all.map(({ path }) => resolve(path)));
}

/** Folders that have a config of ours; what reads them is imported with the first config. */
const customFolders: ConfiguredFolders<CustomFile> = {
  configName: "config.json",
  open: async (tree, path) =>
    await (await import("./custom/custom-folder.ts")).openCustomFolder(tree, path),
};

async function filesOf(
  sources: readonly LoadSource[],
  { allowOutside = false }: PlanOptions,
  log: DiagnosticLog,
): Promise<SourceFile<CustomFile>[][]> {
  const reading = { configured: customFolders, log, allowsOutside: allowOutside };
  const found = await Promise.all(
    sources.map(({ path, tree }) => sourceFiles(path, { ...reading, tree })),
  );
  refuseDoubles(found.flat());
  return found;
}

/** @throws LoadError if a file in memory has the path of one on disk */
function refuseDoubles(files: readonly SourceFile[]): void {
  const inMemory = new Set(files.filter(isInMemory).map(({ path }) => resolve(path)));
  if (inMemory.size === 0) return;
  const double = files.find((file) => !isInMemory(file) && inMemory.has(resolve(file.path)));
  if (double === undefined) return;
  throw new LoadError("is also the name of a file in memory: give that another name", {
    file: double.path,
  });
}

function isInMemory({ tree }: SourceFile): boolean {
  return tree instanceof MemoryTree;
}

async function planSource(
  files: readonly SourceFile<CustomFile>[],
  templates: Templates,
  options: PlanOptions,
  log: DiagnosticLog,
): Promise<SourcePlan> {
  const tasks = new Map<string, Task>();
  const unread: Unread[] = [];
  for (const file of files) {
    const task = await log.attempt(() => taskOf(file, templates, options, log));
    if (task === undefined) continue;
    if ("kind" in task) tasks.set(resolve(file.path), task);
    else unread.push(task);
  }
  return { tasks, unread };
}

function planOf(tasks: readonly Task[], templates: readonly SourceFile[]): LoadPlan {
  const inputs = new Map<string, InputFile>();
  for (const task of tasks) {
    inputs.set(task.input.path, task.input);
    for (const further of furtherInputs(task)) inputs.set(further.path, further);
  }
  const bytes = [...inputs.values()].reduce((sum, { size }) => sum + size, 0);
  return { tasks, templates, inputs: [...inputs.values()], bytes };
}

/** @throws LoadError for a named file of no known kind. */
async function taskOf(
  file: SourceFile<CustomFile>,
  templates: Templates,
  { provenance: option, columns, propose }: PlanOptions,
  log: DiagnosticLog,
): Promise<Task | Unread> {
  const { findings, held, listed, stem } = file;
  if (findings !== undefined) return { path: file.path, findings };
  const sheet = columns?.sheet;
  if (sheet !== undefined && held !== undefined && held.name !== sheet) {
    return unreadFile(file, "info", `is not read: columns.sheet names ${shown(sheet)}`);
  }
  const facts = file.provenance;
  const provenance = { listed: facts?.dcid ?? listed?.provenance, option, stem, facts };
  const candidate = { file, templates, columns, log, header: async () => await tableHeader(file) };
  const known = await recognise(candidate, provenance);
  const described = known ?? (await inLayout(candidate, propose));
  if (described !== undefined && "together" in described) {
    return { ...described, kind: "columns", input: file, provenance };
  }
  const found = described ?? (await unknown(candidate));
  if ("kind" in found) return found;
  if (!file.isNamed || found.mayWait === true) return found;
  throw new LoadError(found.findings[0]!.message(), { file: file.path });
}

/** A table that needs no description: its layout is that of a publisher. */
async function inLayout(
  { file, columns, log }: Candidate,
  propose: TableProposer | undefined,
): Promise<DescribedTable | Unread | undefined> {
  if (propose === undefined || columns !== undefined || file.listed !== undefined) return undefined;
  const found = isTable(file) ? await propose(file) : undefined;
  if (found === undefined) return undefined;
  if ("problem" in found) return unknownTable(file, found.problem);
  const { describeTable } = await import("./described/columns-import.ts");
  const described = await describeTable(file, found.columns, log);
  return "problem" in described ? unknownTable(file, described.problem) : described;
}

async function unknown({ file, templates, columns, log, header }: Candidate): Promise<Unread> {
  if (!isTable(file)) return unknownFile(file, expectedFiles);
  if (columns !== undefined) {
    const { describeTable } = await import("./described/columns-import.ts");
    const described = await describeTable(file, columns, log);
    if ("problem" in described) return unknownTable(file, described.problem);
  }
  const found = await header();
  const { problem, isDamaged = false } = "problem" in found ? found : { problem: "" };
  if (isDamaged) return unreadFile(file, "error", `is of no known kind: ${problem}`);
  return unknownTable(file, `${problem}; ${templates.missingFor(file)}`);
}

/** Reports each file that no task reads; each of them once. */
function tellUnread(
  files: readonly Unread[],
  tasks: ReadonlyMap<string, Task>,
  log: DiagnosticLog,
): void {
  const known = new Set(tasks.keys());
  for (const task of tasks.values()) {
    for (const { path } of furtherInputs(task)) known.add(resolve(path));
  }
  for (const { path, findings } of files) {
    if (known.has(resolve(path))) continue;
    known.add(resolve(path));
    for (const finding of findings) log.report(path, finding);
  }
}
