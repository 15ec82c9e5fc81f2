/** Sources → what is to be read as what. */
import { resolve } from "node:path";
import { LoadError } from "../errors.ts";
import { type InputFile, Progress, readBytes } from "./byte-stream.ts";
import type { DiagnosticLog } from "./diagnostics.ts";
import type { FileProvenance } from "./provenance.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";
import { recogniseTable, type TableHeader, type TableKind } from "./table-columns.ts";

interface TaskInput {
  readonly input: InputFile;
  readonly provenance: FileProvenance;
}

export type Task =
  | (TaskInput & { readonly kind: "mcf" })
  | (TaskInput & { readonly kind: "template"; readonly template: InputFile })
  | (TaskInput & { readonly kind: TableKind; readonly columns: readonly string[] });

export interface LoadPlan {
  readonly tasks: readonly Task[];
  /** Every file that is read once, templates included. */
  readonly files: number;
  readonly bytes: number;
}

const TEMPLATE = ".tmcf";
const TABLE: ReadonlySet<string> = new Set([".csv", ".tsv"]);
const KNOWN_KINDS =
  ".mcf, .csv or .tsv beside its .tmcf, or a .csv with the columns of a dump table (each also as .gz)";

/**
 * @param provenance of files that have none of their own.
 * @throws LoadError for a source that cannot be read, and for a named file or a folder in which
 * there is nothing to load.
 */
export async function planLoad(
  sources: readonly string[],
  provenance: string | undefined,
  log: DiagnosticLog,
): Promise<LoadPlan> {
  const found = await Promise.all(sources.map(sourceFiles));
  const files = found.flat();
  const tasks = new Map<string, Task>();
  for (const [index, source] of sources.entries()) {
    const own = await tasksOf(found[index]!, files, provenance);
    // A named template may serve the files of another source.
    const isNamed = found[index]!.some((file) => file.isNamed);
    if (own.size === 0 && !isNamed) throw nothingIn(source);
    for (const [path, task] of own) tasks.set(path, task);
  }
  if (tasks.size === 0) throw nothingIn(sources.join(", "));
  tellUnused(files, tasks, log);
  return planOf([...tasks.values()]);
}

/** By absolute path. */
async function tasksOf(
  own: readonly SourceFile[],
  files: readonly SourceFile[],
  provenance: string | undefined,
): Promise<Map<string, Task>> {
  const tasks = new Map<string, Task>();
  for (const file of own) {
    const task = await taskOf(file, files, provenance);
    if (task !== undefined) tasks.set(resolve(file.path), task);
  }
  return tasks;
}

function planOf(tasks: readonly Task[]): LoadPlan {
  const inputs = new Map<string, InputFile>();
  for (const task of tasks) {
    inputs.set(task.input.path, task.input);
    if (task.kind === "template") inputs.set(task.template.path, task.template);
  }
  const bytes = [...inputs.values()].reduce((sum, { size }) => sum + size, 0);
  return { tasks, files: inputs.size, bytes };
}

/** @returns undefined for a template, and for an unknown file of a folder. */
async function taskOf(
  file: SourceFile,
  files: readonly SourceFile[],
  option: string | undefined,
): Promise<Task | undefined> {
  const { extension, listed, stem } = file;
  const base = { input: file, provenance: { listed: listed?.provenance, option, stem } };
  if (listed?.as === "template") return undefined;
  if (listed?.as === "table") return { ...base, ...listedTemplate(listed.template, files) };
  if (listed?.as === "observations") return { ...base, ...(await listedHeader(file)) };
  if (listed !== undefined || extension === ".mcf") return { ...base, kind: "mcf" };
  const form = TABLE.has(extension) ? await formOf(file, files) : undefined;
  if (form !== undefined) return { ...base, ...form };
  if (!file.isNamed || extension === TEMPLATE) return undefined;
  throw new LoadError(`is of no known kind; expected ${KNOWN_KINDS}`, { file: file.path });
}

type TableForm = TableHeader | { readonly kind: "template"; readonly template: InputFile };

/** A template of its own says more than a header, and a header more than a template of all. */
async function formOf(
  file: SourceFile,
  files: readonly SourceFile[],
): Promise<TableForm | undefined> {
  const own = files.find((other) => isTemplateBeside(other, file) && other.stem === file.stem);
  if (own !== undefined) return { kind: "template", template: own };
  const header = file.extension === ".csv" ? await headerOf(file) : undefined;
  if (header !== undefined) return header;
  const template = onlyTemplate(file, files);
  return template && { kind: "template", template };
}

function listedTemplate(path: string | undefined, files: readonly SourceFile[]) {
  const template = files.find((file) => file.listed?.as === "template" && file.path === path)!;
  return { kind: "template", template } as const;
}

async function listedHeader(file: SourceFile): Promise<TableHeader> {
  const header = await headerOf(file);
  if (header?.kind === "observations") return header;
  throw new LoadError("is no observation table, as its manifest says", { file: file.path });
}

function isTemplateBeside({ extension, folder }: SourceFile, file: SourceFile): boolean {
  return extension === TEMPLATE && folder === file.folder;
}

/** The template of all tables of a folder, or of all files that the caller named. */
function onlyTemplate(file: SourceFile, files: readonly SourceFile[]): SourceFile | undefined {
  const beside = files.filter((other) => isTemplateBeside(other, file));
  if (beside.length === 1) return beside[0];
  if (!file.isNamed) return undefined;
  const named = files.filter(({ extension, isNamed }) => extension === TEMPLATE && isNamed);
  return (
    named.find(({ stem }) => stem === file.stem) ?? (named.length === 1 ? named[0] : undefined)
  );
}

async function headerOf(file: SourceFile): Promise<TableHeader | undefined> {
  for await (const start of readBytes(file, new Progress(0))) return recogniseTable(start);
  return undefined;
}

/** Names the files that no task reads. */
function tellUnused(
  files: readonly SourceFile[],
  tasks: ReadonlyMap<string, Task>,
  log: DiagnosticLog,
): void {
  const used = new Set(tasks.keys());
  for (const task of tasks.values()) {
    if (task.kind === "template") used.add(resolve(task.template.path));
  }
  for (const { extension, path } of files) {
    if (used.has(resolve(path))) continue;
    used.add(resolve(path));
    const isTemplate = extension === TEMPLATE;
    const message = () =>
      isTemplate
        ? "the template is not used: no CSV goes with it"
        : `the file is not loaded: it is of no known kind (${KNOWN_KINDS})`;
    const counter = isTemplate ? "Source_UnusedTemplate" : "Source_UnrecognisedFile";
    log.report(path, { level: isTemplate ? "warning" : "info", counter, line: undefined, message });
  }
}

function nothingIn(source: string): LoadError {
  return new LoadError(`there is nothing to load; expected ${KNOWN_KINDS}`, { file: source });
}
