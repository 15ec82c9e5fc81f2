/** Reads the node blocks and the lines of sources once more: a frozen world does not hold them. */
import { readBytes } from "../load/bytes/byte-blocks.ts";
import { DiagnosticLog, FileLog } from "../load/bytes/diagnostics.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import { damageMark, readLines } from "../load/bytes/lines.ts";
import { Progress } from "../load/bytes/load-progress.ts";
import { ownCopy } from "../load/bytes/native.ts";
import { prefixesOf, withoutPrefixes } from "../load/custom/custom-mcf.ts";
import { cutOf } from "../load/formats.ts";
import type { BlockCut } from "../load/input-format.ts";
import type { LoadPlan } from "../load/load-plan.ts";
import { McfParser } from "../load/mcf/mcf-parser.ts";
import { delimiterOf, readTemplate, type Template } from "../load/mcf/tmcf.ts";
import { bindTemplate, TemplateTable } from "../load/mcf/tmcf-table.ts";
import { identityOf } from "../load/nodes/block-names.ts";
import { readCsvRows } from "../load/records/csv-rows.ts";
import { noId } from "../load/statements/sink.ts";
import { type NodeBlock, trim } from "../load/values/mcf-value.ts";

/**
 * Where a block comes from: MCF, MCF of a custom folder, a row of a template's table, a template.
 */
type BlockForm = "mcf" | "custom" | "row" | "template";

export interface SourceBlock {
  readonly file: string;
  readonly form: BlockForm;
  readonly block: NodeBlock;
  /** undefined for a block with a local name alone. */
  readonly dcid: string | undefined;
}

type BlockVisitor = (block: SourceBlock) => void;

interface VisitOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Visits the blocks of all files that a load by this plan reads, in its order, and of templates
 * without a table. A template outside of the plan is not visited.
 * @param log takes the diagnostics of templates without a table, which a load does not read. The
 * load reported those of other files. If the log goes on, a file that cannot be read to its end is
 * visited as far as possible.
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
  const openTemplate = async (input: InputFile, diagnostics: DiagnosticLog): Promise<void> => {
    if (templates.has(input.path)) return;
    const template = await log.attempt(() => readTemplate(input, diagnostics, progress));
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
  if (cut.into === "nodes") {
    const further = cut.form === "custom" ? prefixes : new Set<string>();
    await visitMcf(input, cut.form, visit, progress, further);
  } else if (cut.into === "rows") {
    const own = cut.templates.flatMap(({ path }) => templates.get(path) ?? []);
    await visitRows(input, own, visit, progress);
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
  const onLine = parser.line.bind(parser);
  await readLines(readBytes(input, progress), input.path, onLine, { onDamage: () => {} });
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
      tables = bound.map((nodes) => new TemplateTable(nodes, header, delimiter, log));
      return true;
    }
    for (const block of tables.flatMap((table) => table.row(cells, line))) {
      const dcid = identityOf(block, source);
      visit({ file: input.path, form: "row", block, dcid });
    }
    return true;
  });
}

/** A log that keeps nothing: the load reported everything. */
function silentLog({ path }: InputFile): FileLog {
  return new FileLog(new DiagnosticLog(), path);
}

/**
 * The texts of some lines of a file; lines after its end have none.
 * @throws LoadError if the file cannot be read.
 */
export async function linesAt(
  input: InputFile,
  numbers: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const last = Math.max(...numbers);
  let isDone = false;
  async function* blocks(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const block of readBytes(input, new Progress(0))) {
      yield block;
      if (isDone) return;
    }
  }
  const take = (line: string, number: number) => {
    if (numbers.has(number)) found.set(number, ownCopy(line.replaceAll(damageMark, "\ufffd")));
    if (number >= last) isDone = true;
  };
  await readLines(blocks(), input.path, take, { isCut: () => isDone, onDamage: () => {} });
  return found;
}
