/**
 * The node blocks of sources as they stand in the files, read apart from a load: for readers that
 * ask how something was written, which a frozen world no longer knows.
 */
import { fileOnDisk } from "../../disk/index.ts";
import {
  type BlockCut,
  bindTemplate,
  cutOf,
  DiagnosticLog,
  delimiterOf,
  FileLog,
  type InputFile,
  identityOf,
  type LoadPlan,
  McfParser,
  type NodeBlock,
  noId,
  Progress,
  prefixesOf,
  readBytes,
  readCsvRows,
  readLines,
  readTemplate,
  type Template,
  TemplateTable,
  trim,
  withoutPrefixes,
} from "../../load/index.ts";

/**
 * Where a block comes from: a file of MCF, such a file in a custom folder, a row of a table put
 * into a template, a template.
 */
export type BlockForm = "mcf" | "custom" | "row" | "template";

export interface SourceBlock {
  readonly file: string;
  readonly form: BlockForm;
  readonly block: NodeBlock;
  /** undefined for a local name alone. */
  readonly dcid: string | undefined;
}

export type BlockVisitor = (block: SourceBlock) => void;

export interface VisitOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads what a load by this plan reads, in its order, and templates that no table uses. Templates
 * of tables that are no part of the plan themselves are not visited.
 * @param log takes the diagnostics of unused templates, which a load does not read; those of all
 * other files were the load's to tell. Of a file that cannot be read, the blocks up to there are
 * visited, if the log goes on.
 * @throws LoadError for input that cannot be read, if the log does not go on.
 */
export async function visitBlocks(
  plan: LoadPlan,
  visit: BlockVisitor,
  log: DiagnosticLog,
  { signal }: VisitOptions = {},
): Promise<void> {
  const silent = new DiagnosticLog();
  const progress = new Progress(0, signal);
  const { tasks } = plan;
  const visited = new Set(plan.templates.map(({ path }) => path));
  const templates = new Map<string, Template>();
  const openTemplate = async (input: InputFile, told: DiagnosticLog): Promise<void> => {
    if (templates.has(input.path)) return;
    const template = await log.attempt(() => readTemplate(input, told, progress));
    if (template === undefined) return;
    templates.set(input.path, template);
    if (visited.has(input.path)) await visitMcf(input, "template", visit, progress);
  };
  const custom = tasks.filter((task) => task.kind === "custom");
  const prefixes = await prefixesOf(custom, log, signal);
  for (const task of tasks) {
    const cut = cutOf(task);
    const own = cut.into === "rows" ? cut.templates : [];
    for (const template of own) await openTemplate(template, silent);
    await log.attempt(() => visitTask(task.input, cut, templates, prefixes, visit, progress));
  }
  for (const template of plan.templates) await openTemplate(template, log);
}

async function visitTask(
  input: InputFile,
  cut: BlockCut,
  templates: ReadonlyMap<string, Template>,
  prefixes: ReadonlySet<string>,
  visit: BlockVisitor,
  progress: Progress,
): Promise<void> {
  switch (cut.into) {
    case "nodes": {
      const further = cut.form === "custom" ? prefixes : new Set<string>();
      return await visitMcf(input, cut.form, visit, progress, further);
    }
    case "rows": {
      const own = cut.templates.flatMap(({ path }) => templates.get(path) ?? []);
      return await visitRows(input, own, visit, progress);
    }
    case "nothing":
      return;
  }
}

async function visitMcf(
  input: InputFile,
  form: Exclude<BlockForm, "row">,
  visit: BlockVisitor,
  progress: Progress,
  further: ReadonlySet<string> = new Set(),
): Promise<void> {
  const log = silentLog(input);
  const parser = new McfParser(form === "mcf" ? "instance" : form, log, (written) => {
    const block = form === "custom" ? withoutPrefixes(written, parser.context.prefixes) : written;
    const { prefixes } = parser.context;
    const source = { log, provenance: noId, prefixes };
    const dcid = form === "template" ? undefined : identityOf(block, source);
    visit({ file: input.path, form, block, dcid });
  });
  for (const prefix of further) parser.context.prefixes.add(prefix);
  await readLines(readBytes(input, progress), input.path, (line, number) => {
    parser.line(line, number);
  });
  parser.end();
}

async function visitRows(
  input: InputFile,
  templates: readonly Template[],
  visit: BlockVisitor,
  progress: Progress,
): Promise<void> {
  const log = silentLog(input);
  const source = { log, provenance: noId, prefixes: new Set<string>() };
  const delimiter = await delimiterOf(input, templates);
  let tables: readonly TemplateTable[] | undefined;
  await readCsvRows(input, { delimiter, hasEscapes: true }, log, progress, (cells, line) => {
    if (tables === undefined) {
      const header = cells.map(trim);
      const bound = templates.map(
        (template) => (template.isSound ? bindTemplate(template, header, log) : undefined) ?? [],
      );
      tables = bound.map((nodes) => new TemplateTable(nodes, header.length, delimiter, log));
      return true;
    }
    for (const block of tables.flatMap((table) => table.row(cells, line))) {
      const dcid = identityOf(block, source);
      visit({ file: input.path, form: "row", block, dcid });
    }
    return true;
  });
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
  const input = fileOnDisk(path, 1);
  let isDone = false;
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of readBytes(input, new Progress(0))) {
      yield chunk;
      if (isDone) return;
    }
  }
  const take = (line: string, number: number) => {
    if (numbers.has(number)) found.set(number, Buffer.from(line, "utf8").toString("utf8"));
    if (number >= last) isDone = true;
  };
  await readLines(chunks(), path, take, () => isDone);
  return found;
}
