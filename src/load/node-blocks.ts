/**
 * The node blocks of sources as they stand in the files, beside a load: for readers that ask where
 * something stands and how it was written, which a frozen world no longer knows.
 */
import { readBytes } from "./byte-stream.ts";
import { readCsvRows } from "./csv-rows.ts";
import { DiagnosticLog, FileLog } from "./diagnostics.ts";
import { readLines } from "./lines.ts";
import { planLoad, type Task } from "./load-plan.ts";
import { type InputFile, Progress } from "./load-progress.ts";
import { McfParser } from "./mcf-parser.ts";
import { type NodeBlock, trim } from "./mcf-value.ts";
import { identityOf } from "./node-identity.ts";
import { NONE } from "./sink.ts";
import { sourceFiles } from "./source-files.ts";
import { isTemplate } from "./templates.ts";
import { readTemplate, type Template } from "./tmcf.ts";
import { bindTemplate, TemplateTable } from "./tmcf-table.ts";

/** Where a block comes from: a file of MCF, a row of a table put into a template, a template. */
export type BlockForm = "mcf" | "row" | "template";

export interface SourceBlock {
  readonly file: string;
  readonly form: BlockForm;
  readonly block: NodeBlock;
  /** undefined for a local name alone. */
  readonly dcid: string | undefined;
}

export interface SourceLine {
  readonly file: string;
  readonly text: string;
  readonly line: number;
  /** Which cell or term says what node the line is about; undefined for an observation. */
  readonly subject: number | undefined;
}

export interface BlockVisitor {
  block(block: SourceBlock): void;
  /** A line of a dump table or of RDF; one of a file is not given if `wantsLines` said no. */
  line(line: SourceLine): void;
  wantsLines(): boolean;
}

export interface VisitOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads what `load` reads, in its order, and templates that no table uses.
 * @param log takes the diagnostics of unused templates, which a load does not read; those of all
 * other files were the load's to tell.
 * @throws LoadError for input that cannot be read.
 */
export async function visitBlocks(
  sources: readonly string[],
  visitor: BlockVisitor,
  log: DiagnosticLog,
  { signal }: VisitOptions = {},
): Promise<void> {
  const silent = new DiagnosticLog();
  const progress = new Progress(0, signal);
  const { tasks } = await planLoad(sources, undefined, silent);
  const templates = new Map<string, Template>();
  for (const task of tasks) {
    if (task.kind === "template" && !templates.has(task.template.path)) {
      templates.set(task.template.path, await readTemplate(task.template, silent, progress));
      await visitTemplate(task.template, visitor, progress);
    }
    await visitTask(task, templates, visitor, progress);
  }
  for (const file of (await Promise.all(sources.map(sourceFiles))).flat()) {
    if (!isTemplate(file) || templates.has(file.path)) continue;
    templates.set(file.path, await readTemplate(file, log, progress));
    await visitTemplate(file, visitor, progress);
  }
}

async function visitTask(
  task: Task,
  templates: ReadonlyMap<string, Template>,
  visitor: BlockVisitor,
  progress: Progress,
): Promise<void> {
  const { input } = task;
  if (task.kind === "mcf") await visitMcf(input, "mcf", visitor, progress);
  else if (task.kind === "template") {
    await visitRows(input, templates.get(task.template.path)!, visitor, progress);
  } else if (visitor.wantsLines()) {
    const subject = subjectOf(task);
    await readLines(readBytes(input, progress), input.path, (text, line) => {
      visitor.line({ file: input.path, text, line, subject });
    });
  }
}

function subjectOf(task: Task): number | undefined {
  if (task.kind === "triples") return task.columns.indexOf("subject_id");
  return task.kind === "rdf" ? 0 : undefined;
}

async function visitTemplate(
  input: InputFile,
  visitor: BlockVisitor,
  progress: Progress,
): Promise<void> {
  await visitMcf(input, "template", visitor, progress);
}

async function visitMcf(
  input: InputFile,
  form: "mcf" | "template",
  visitor: BlockVisitor,
  progress: Progress,
): Promise<void> {
  const log = silentLog(input);
  const parser = new McfParser(form === "mcf" ? "instance" : "template", log, (block) => {
    const { prefixes } = parser.context;
    const dcid =
      form === "mcf" ? identityOf(block, { log, provenance: NONE, prefixes }) : undefined;
    visitor.block({ file: input.path, form, block, dcid });
  });
  await readLines(readBytes(input, progress), input.path, (line, number) => {
    parser.line(line, number);
  });
  parser.end();
}

async function visitRows(
  input: InputFile,
  template: Template,
  visitor: BlockVisitor,
  progress: Progress,
): Promise<void> {
  const log = silentLog(input);
  const source = { log, provenance: NONE, prefixes: new Set<string>() };
  const delimiter = delimiterOf(input);
  let table: TemplateTable | "unusable" | undefined;
  await readCsvRows(input, delimiter, log, progress, (cells, line) => {
    if (table === undefined) {
      const header = cells.map(trim);
      const bound = template.isSound ? bindTemplate(template, header, log) : undefined;
      table = bound && new TemplateTable(bound, header.length, delimiter, log);
      table ??= "unusable";
    } else if (table !== "unusable") {
      for (const block of table.row(cells, line)) {
        const dcid = identityOf(block, source);
        visitor.block({ file: input.path, form: "row", block, dcid });
      }
    }
  });
}

function delimiterOf({ path }: InputFile): string {
  return /\.tsv(?:\.gz)?$/i.test(path) ? "\t" : ",";
}

/** A load has told all of it. */
function silentLog({ path }: InputFile): FileLog {
  return new FileLog(new DiagnosticLog(), path);
}

/**
 * The texts of some lines of a file; lines beyond its end have none.
 * @throws LoadError if the file cannot be read.
 */
export async function linesAt(
  path: string,
  numbers: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const last = Math.max(...numbers);
  const input = { path, size: 1, isGzip: path.toLowerCase().endsWith(".gz") };
  let isDone = false;
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of readBytes(input, new Progress(0))) {
      yield chunk;
      if (isDone) return;
    }
  }
  await readLines(chunks(), path, (line, number) => {
    if (numbers.has(number)) found.set(number, Buffer.from(line, "utf8").toString("utf8"));
    if (number >= last) isDone = true;
  });
  return found;
}
