/** Files in, statements out. */
import { BlockReader, type LoadProgress, Progress } from "./bytes/index.ts";
import { CustomImport } from "./custom/index.ts";
import { loadObservationExport, loadSqlDump, loadSqlite } from "./dump/index.ts";
import { loadJsonLd } from "./json-ld/index.ts";
import { type LoadPlan, planLoad, type Task } from "./load-plan.ts";
import { loadMcf, McfProperties, type McfRun, McfScanner } from "./mcf/index.ts";
import { NodeImport, PlaceIdentities } from "./nodes/index.ts";
import { loadRdf } from "./rdf/index.ts";
import { type Diagnostic, DiagnosticLog, type DiagnosticSummary } from "./report/index.ts";
import type { ResolverMaker, Sink } from "./statements/index.ts";
import { hasParts, loadInParts, type PartReader, readTable } from "./tables/index.ts";
import {
  asksForPlaces,
  hasNameless,
  loadTemplateCsv,
  readTemplate,
  type Template,
} from "./templates/index.ts";

export interface LoadOptions {
  /** Called for each chunk that was read; the last call has read everything. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Stops the load, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Called for each diagnostic; the report counts them all and keeps the first few. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Reject with a LoadError at the first diagnostic of level error or fatal. Default: false. */
  readonly strict?: boolean;
  /** Dcid of the provenance node of all files that have none. Default: `dc/base/<file stem>`. */
  readonly provenance?: string;
}

export interface LoadReport {
  readonly files: number;
  /** As they lie on disk. */
  readonly bytes: number;
  /** MCF nodes and CSV rows. */
  readonly rows: number;
  readonly diagnostics: DiagnosticSummary;
}

/**
 * Reads dumps into a sink: instance MCF, template MCF with its CSV, the tables of triples and
 * observations as CSV, N-Triples and N-Quads, each also as `.gz` (behaviour: inputs). A source is a
 * file or a folder, which is read with its subfolders; if it holds a manifest.json, the files
 * listed there.
 * @param log takes the diagnostics; default: one of its own, told to the options.
 * @param parts reads large tables in parts; default: they are read from begin to end.
 * @param makeResolver is asked for what finds entities that files describe and do not name, when
 * there are such; default: none is found, and places are named by their first identifier.
 * @throws LoadError for input that cannot be read; what can be left out is left out and reported.
 */
export async function load(
  sources: readonly string[],
  sink: Sink,
  options: LoadOptions = {},
  log: DiagnosticLog = new DiagnosticLog(options),
  parts?: PartReader,
  makeResolver?: ResolverMaker,
): Promise<LoadReport> {
  options.signal?.throwIfAborted();
  const plan = await planLoad(sources, options.provenance, log);
  return await loadPlanned(plan, sink, options, log, parts, makeResolver);
}

/** Reads what a plan says, as `load` does. */
export async function loadPlanned(
  plan: LoadPlan,
  sink: Sink,
  options: LoadOptions,
  log: DiagnosticLog,
  parts?: PartReader,
  makeResolver?: ResolverMaker,
): Promise<LoadReport> {
  const { signal } = options;
  signal?.throwIfAborted();
  try {
    const progress = new Progress(plan.bytes, signal, options.onProgress);
    const run = runInto(sink, log, progress);
    await loadAll(plan.tasks, run, parts, makeResolver);
    const { files, bytes } = plan;
    return { files, bytes, rows: progress.rows, diagnostics: log.summary() };
  } catch (error) {
    // Streams wrap the reason of an abort into an error of their own.
    signal?.throwIfAborted();
    throw error;
  }
}

async function loadAll(
  tasks: readonly Task[],
  run: McfRun,
  parts: PartReader | undefined,
  makeResolver: ResolverMaker | undefined,
): Promise<void> {
  const checkCancelled = () => run.progress.checkCancelled();
  const plain = tasks.filter(({ kind }) => kind !== "custom");
  const templates = await readTemplates(plain, run);
  const templatesOf = (task: Task) =>
    task.kind === "template" ? task.templates.map(({ path }) => templates.get(path)!) : [];
  const isLate = (task: Task) => templatesOf(task).some(hasNameless);
  const late = plain.filter(isLate);
  await loadEach(
    plain.filter((task) => !isLate(task)),
    templates,
    run,
    parts,
  );
  const custom = tasks.filter((task) => task.kind === "custom");
  const folders = custom.length === 0 ? undefined : new CustomImport(custom);
  const isAsked =
    (await folders?.prepare(run)) ||
    run.nodes.asksForPlaces ||
    late.some((task) => templatesOf(task).some(asksForPlaces));
  const fill = async (sink: Sink): Promise<void> => {
    // What is odd about these statements is told when they are loaded.
    const quiet = runInto(sink, new DiagnosticLog(), new Progress(0, run.progress.signal));
    await loadEach(plain, templates, quiet, undefined);
    await folders?.loadNodes(quiet);
    quiet.nodes.end(checkCancelled);
  };
  const resolver = isAsked ? await makeResolver?.(fill) : undefined;
  run.nodes.assign(new PlaceIdentities(resolver), checkCancelled);
  await loadEach(late, templates, run, parts);
  if (resolver !== undefined) folders?.answer(resolver, run);
  await folders?.load(run);
  run.nodes.end(checkCancelled);
}

function runInto(sink: Sink, log: DiagnosticLog, progress: Progress): McfRun {
  return {
    sink,
    log,
    progress,
    blocks: new BlockReader(progress),
    scanner: new McfScanner(new McfProperties(sink)),
    nodes: new NodeImport(sink),
  };
}

/** Of all tables, each once. */
async function readTemplates(
  tasks: readonly Task[],
  { log, progress }: McfRun,
): Promise<ReadonlyMap<string, Template>> {
  const templates = new Map<string, Template>();
  for (const task of tasks) {
    for (const template of task.kind === "template" ? task.templates : []) {
      progress.checkCancelled();
      if (templates.has(template.path)) continue;
      templates.set(template.path, await readTemplate(template, log, progress));
    }
  }
  return templates;
}

async function loadEach(
  tasks: readonly Task[],
  templates: ReadonlyMap<string, Template>,
  run: McfRun,
  parts: PartReader | undefined,
): Promise<void> {
  for (const task of tasks) {
    run.progress.checkCancelled();
    await loadTask(task, templates, run, parts);
    run.progress.finished(task.input);
  }
}

async function loadTask(
  task: Task,
  templates: ReadonlyMap<string, Template>,
  run: McfRun,
  parts: PartReader | undefined,
): Promise<void> {
  const { input, provenance } = task;
  switch (task.kind) {
    case "mcf":
      await loadMcf(input, provenance, run);
      return run.nodes.endFile();
    case "rdf":
      return await loadRdf(input, provenance, run);
    case "template":
      return await loadTemplateCsv(
        input,
        task.templates.map(({ path }) => templates.get(path)!),
        provenance,
        run,
      );
    case "triples":
    case "observations":
      if (parts !== undefined && hasParts(input)) await loadInParts(task, parts, run);
      else await readTable(task, run);
      return;
    case "export":
      return await loadObservationExport(input, provenance, run);
    case "json-ld":
      return await loadJsonLd(input, provenance, run);
    case "sql":
      return await loadSqlDump(input, provenance, run);
    case "sqlite":
      return loadSqlite(input, provenance, run);
    case "custom":
      throw new Error("custom folders are loaded as a whole");
  }
}
