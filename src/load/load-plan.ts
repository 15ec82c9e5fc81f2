/** Sources → what is to be read as what. */
import { resolve } from "node:path";
import { LoadError } from "../errors/index.ts";
import { type InputFile, Progress, readBytes } from "./bytes/index.ts";
import { type CustomFile, type CustomTask, customFolders } from "./custom/index.ts";
import { bookkeepingTable, dumpKind, EXPORT_MARK } from "./dump/index.ts";
import { DiagnosticLog } from "./report/index.ts";
import {
  nothingIn,
  type SourceFile,
  sourceFiles,
  type Unread,
  unknownFile,
  unknownTable,
  unusedTemplate,
} from "./sources/index.ts";
import type { FileTask } from "./statements/index.ts";
import {
  recogniseTable,
  type TableHeader,
  type TableKind,
  type TableTask,
  type UnknownHeader,
} from "./tables/index.ts";
import { fits, isTable, isTemplate, readTemplate, Templates } from "./templates/index.ts";

export type Task =
  | (FileTask & { readonly kind: "mcf" | "rdf" | "sql" | "sqlite" | "export" | "json-ld" })
  | (CustomTask & { readonly kind: "custom" })
  | (FileTask & TemplateForm)
  | TableTask;

/** A table that templates describe. */
interface TemplateForm {
  readonly kind: "template";
  readonly templates: readonly InputFile[];
}

export interface LoadPlan {
  readonly tasks: readonly Task[];
  /** All among the sources, those that no table uses included. */
  readonly templates: readonly SourceFile[];
  /** Every file that is read once, templates included. */
  readonly files: number;
  readonly bytes: number;
}

const RDF: ReadonlySet<string> = new Set([".nt", ".nq"]);

/** What becomes of the files of a source. */
interface SourcePlan {
  /** By absolute path. */
  readonly tasks: Map<string, Task>;
  readonly unread: Unread[];
}

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
  const found = await filesOf(sources);
  const files = found.flat();
  const templates = new Templates(files);
  const tasks = new Map<string, Task>();
  const unread: Unread[] = [];
  for (const [index, source] of sources.entries()) {
    const own = await planSource(found[index]!, templates, provenance);
    // A named template may serve the files of another source.
    const isNamed = found[index]!.some((file) => file.isNamed);
    if (own.tasks.size === 0 && !isNamed) throw nothingIn(source, own.unread);
    for (const [path, task] of own.tasks) tasks.set(path, task);
    for (const file of own.unread) unread.push(file);
  }
  if (tasks.size === 0) throw nothingIn(sources.join(", "), unread);
  tellUnread(unread, tasks, log);
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
 * The absolute paths of all files of the sources, loaded or not.
 * @throws LoadError if a source cannot be read.
 */
export async function sourcePaths(sources: readonly string[]): Promise<Set<string>> {
  const files = await filesOf(sources);
  return new Set(files.flat().map(({ path }) => resolve(path)));
}

async function filesOf(sources: readonly string[]): Promise<SourceFile<CustomFile>[][]> {
  return await Promise.all(sources.map((source) => sourceFiles(source, customFolders)));
}

async function planSource(
  files: readonly SourceFile<CustomFile>[],
  templates: Templates,
  provenance: string | undefined,
): Promise<SourcePlan> {
  const tasks = new Map<string, Task>();
  const unread: Unread[] = [];
  for (const file of files) {
    const task = await taskOf(file, templates, provenance);
    if ("kind" in task) tasks.set(resolve(file.path), task);
    else unread.push(task);
  }
  return { tasks, unread };
}

function planOf(tasks: readonly Task[], templates: readonly SourceFile[]): LoadPlan {
  const inputs = new Map<string, InputFile>();
  for (const task of tasks) {
    inputs.set(task.input.path, task.input);
    for (const template of templatesOf(task)) inputs.set(template.path, template);
  }
  const bytes = [...inputs.values()].reduce((sum, { size }) => sum + size, 0);
  return { tasks, templates, files: inputs.size, bytes };
}

/** @throws LoadError for a named file of no known kind; a template waits for its tables. */
async function taskOf(
  file: SourceFile<CustomFile>,
  templates: Templates,
  option: string | undefined,
): Promise<Task | Unread> {
  const { extension, findings, listed, stem } = file;
  if (findings !== undefined) return { path: file.path, findings };
  const base = { input: file, provenance: { listed: listed?.provenance, option, stem } };
  if (file.place !== undefined) return { ...base, kind: "custom", input: file, file: file.place };
  if (listed?.as === "template" || (listed === undefined && isTemplate(file))) {
    return unusedTemplate(file);
  }
  if (listed?.as === "table") {
    return { ...base, kind: "template", templates: [templates.at(listed.template)] };
  }
  if (listed?.as === "observations")
    return { ...base, ...(await listedHeader(file, "observations")) };
  if (RDF.has(extension)) return { ...base, kind: "rdf" };
  if (listed !== undefined && isTable(file)) {
    return { ...base, ...(await listedHeader(file, "triples")) };
  }
  if (listed !== undefined || extension === ".mcf") return { ...base, kind: "mcf" };
  const form = await unlistedForm(file, templates);
  if ("kind" in form) return { ...base, ...form };
  if (!file.isNamed) return form;
  throw new LoadError(form.findings[0]!.message(), { file: file.path });
}

type TableForm = TableHeader | TemplateForm;
type UnlistedForm = TableForm | { readonly kind: "sql" | "sqlite" | "export" | "json-ld" };

async function unlistedForm(
  file: SourceFile,
  templates: Templates,
): Promise<UnlistedForm | Unread> {
  if (file.extension === ".jsonld") return { kind: "json-ld" };
  const dump = await dumpKind(file);
  if (dump !== undefined) return typeof dump === "string" ? { kind: dump } : dump;
  if (!isTable(file)) return unknownFile(file);
  const form = await formOf(file, templates);
  const isExport = "columns" in form && form.columns.includes(EXPORT_MARK);
  return isExport ? { kind: "export" } : form;
}

/** A template of its own says more than a header, and a header more than a template of all. */
async function formOf(file: SourceFile, templates: Templates): Promise<TableForm | Unread> {
  const further = await fitting(file, templates.furtherOf(file));
  const own = templates.ownOf(file);
  if (own !== undefined) return { kind: "template", templates: [own, ...further] };
  const header = file.extension === ".csv" ? await headerOf(file) : NO_HEADER;
  if ("kind" in header) return header;
  const template = templates.onlyOneFor(file);
  if (template !== undefined) return { kind: "template", templates: [template] };
  if (further.length > 0) return { kind: "template", templates: further };
  return (
    (await bookkeepingTable(file)) ??
    unknownTable(file, `${header.problem}; ${templates.missingFor(file)}`)
  );
}

async function fitting(
  file: SourceFile,
  templates: readonly SourceFile[],
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for (const template of templates) {
    // What is wrong with it is told when it is read for good.
    const read = await readTemplate(template, new DiagnosticLog(), new Progress(0));
    if (await fits(file, read)) found.push(template);
  }
  return found;
}

function templatesOf(task: Task): readonly InputFile[] {
  return task.kind === "template" ? task.templates : [];
}

// A dump table is a .csv.
const NO_HEADER: UnknownHeader = { problem: "a .tsv is read through a template only" };

const TABLE_NAMES = { triples: "triple table", observations: "observation table" } as const;

async function listedHeader(file: SourceFile, kind: TableKind): Promise<TableHeader> {
  const header = await headerOf(file);
  if ("kind" in header && header.kind === kind) return header;
  const found = "kind" in header ? `it is a ${TABLE_NAMES[header.kind]}` : header.problem;
  const message = `is no ${TABLE_NAMES[kind]}, as its manifest says: ${found}`;
  throw new LoadError(message, { file: file.path });
}

async function headerOf(file: SourceFile): Promise<TableHeader | UnknownHeader> {
  for await (const start of readBytes(file, new Progress(0))) return recogniseTable(start);
  return { problem: "it is empty" };
}

/** Tells each file that no task reads once. */
function tellUnread(
  files: readonly Unread[],
  tasks: ReadonlyMap<string, Task>,
  log: DiagnosticLog,
): void {
  const known = new Set(tasks.keys());
  for (const task of tasks.values()) {
    for (const { path } of templatesOf(task)) known.add(resolve(path));
  }
  for (const { path, findings } of files) {
    if (known.has(resolve(path))) continue;
    known.add(resolve(path));
    for (const finding of findings) log.report(path, finding);
  }
}
