/** Files in, statements out. */

import { type Diagnostic, DiagnosticLog, type DiagnosticSummary } from "./bytes/diagnostics.ts";
import { type LoadProgress, Progress } from "./bytes/load-progress.ts";
import type { ChunkReader } from "./chunk-format.ts";
import type { TableColumns } from "./described/column-option.ts";
import { formatOf, formats, type Task } from "./formats.ts";
import type { FileReader, FormatRun, InputFormat, JointImport, Outlook } from "./input-format.ts";
import { readInChunks } from "./load-in-chunks.ts";
import { type LoadPlan, type LoadSource, planLoad } from "./load-plan.ts";
import { runInto } from "./mcf/mcf-file.ts";
import { PlaceIdentities } from "./nodes/place-identity.ts";
import { refuseChanged } from "./sources/source-files.ts";
import type { ResolverMaker } from "./statements/entity-questions.ts";
import type { Sink } from "./statements/sink.ts";

/** How files are loaded. */
export interface LoadOptions {
  /** Called for each chunk that was read; the last call has read everything. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Stops the load, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each diagnostic; the report counts them all and keeps the first few. */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
  /**
   * Whether the first error stops the load: it rejects with a `CommonsError` (`LOAD`). Default: false, the
   * diagnostics have all of them.
   */
  readonly strict?: boolean | undefined;
  /** Dcid of the provenance node of all files that have none. Default: `dc/base/<file stem>`. */
  readonly provenance?: string | undefined;
  /** Whether a `manifest.json` may name files outside its folder. Default: false, an error. */
  readonly allowOutside?: boolean | undefined;
  /**
   * What the columns of your own tables hold: of every `.csv` and `.tsv` that has the named columns,
   * outside of folders with a `config.json` or a manifest.
   */
  readonly columns?: TableColumns | undefined;
}

export interface LoadReport {
  readonly fileCount: number;
  /** As they lie on disk. */
  readonly bytes: number;
  /** MCF nodes and CSV rows. */
  readonly rowCount: number;
  readonly diagnostics: DiagnosticSummary;
}

/**
 * Reads dumps into a sink: instance MCF, template MCF with its CSV, the tables of triples and
 * observations as CSV, N-Triples and N-Quads, each also as `.gz` (behaviour: inputs). A source is a
 * file or a folder, which is read with its subfolders; if it holds a manifest.json, the files
 * listed there. Files in memory are read as a folder that holds them.
 * @param log takes the diagnostics; default: a new one, made from the options.
 * @param chunks reads large files in chunks; default: one thread reads all files whole.
 * @param makeResolver is asked for what finds entities that files describe and do not name, when
 * there are such; default: none is found, and places are named by their first identifier.
 * @throws LoadError for input that cannot be read; what can be left out is left out and reported.
 */
export async function load(
  sources: readonly LoadSource[],
  sink: Sink,
  options: LoadOptions = {},
  log: DiagnosticLog = new DiagnosticLog(options),
  chunks?: ChunkReader,
  makeResolver?: ResolverMaker,
): Promise<LoadReport> {
  options.signal?.throwIfAborted();
  const plan = await planLoad(sources, options, log);
  return await loadPlanned(plan, sink, options, log, chunks, makeResolver);
}

/** Reads what a plan says, as `load` does. */
export async function loadPlanned(
  plan: LoadPlan,
  sink: Sink,
  options: LoadOptions,
  log: DiagnosticLog,
  chunks?: ChunkReader,
  makeResolver?: ResolverMaker,
): Promise<LoadReport> {
  const { signal } = options;
  signal?.throwIfAborted();
  try {
    const progress = new Progress(plan.bytes, signal, options.onProgress);
    const run = runOf(sink, log, progress, { templates: new Map(), chunks });
    await loadAll(plan.tasks, run, makeResolver);
    progress.checkCancelled();
    for (const input of plan.inputs) await log.attempt(() => refuseChanged(input));
    const { inputs, bytes } = plan;
    return { fileCount: inputs.length, bytes, rowCount: progress.rows, diagnostics: log.summary() };
  } catch (error) {
    // Streams wrap the reason of an abort into an error of their own.
    signal?.throwIfAborted();
    throw error;
  }
}

async function loadAll(
  tasks: readonly Task[],
  run: FormatRun,
  makeResolver: ResolverMaker | undefined,
): Promise<void> {
  const checkCancelled = () => run.progress.checkCancelled();
  const plain: Task[] = [];
  const late = new Set<Task>();
  const waiting = new Set<Task>();
  let isAsked = false;
  for (const task of tasks.filter((one) => "read" in formatOf(one).reader)) {
    const outlook = await run.log.attempt(() => prepare(task, run));
    // What it needs cannot be read.
    if (outlook === undefined) continue;
    plain.push(task);
    if (outlook.isLate) late.add(task);
    if (outlook.waitsForPlaces) waiting.add(task);
    isAsked ||= outlook.asksForPlaces;
  }
  await loadEach(
    plain.filter((task) => !late.has(task)),
    run,
  );
  const joint = await Promise.all(jointImports(tasks));
  for (const files of joint) isAsked = (await files.prepare(run)) || isAsked;
  isAsked ||= run.nodes.asksForPlaces;
  const fill = async (sink: Sink): Promise<void> => {
    // What is odd about these statements is reported when they are loaded.
    const progress = new Progress(0, run.progress.signal);
    const shared = { templates: run.templates, chunks: undefined };
    const quiet = runOf(sink, run.log.quiet(), progress, shared);
    await loadEach(
      plain.filter((task) => !waiting.has(task)),
      quiet,
    );
    for (const files of joint) await files.loadNodes(quiet);
    quiet.nodes.end(checkCancelled);
  };
  const resolver = isAsked ? await makeResolver?.(fill) : undefined;
  run.nodes.assign(() => new PlaceIdentities(resolver), checkCancelled);
  await loadEach([...late], run);
  for (const files of joint) {
    if (resolver !== undefined) files.answer(resolver, run);
    await files.load(run);
  }
  run.nodes.end(checkCancelled);
}

function runOf(
  sink: Sink,
  log: DiagnosticLog,
  progress: Progress,
  further: Pick<FormatRun, "templates" | "chunks">,
): FormatRun {
  return Object.assign(runInto(sink, log, progress), further);
}

const usual: Outlook = { isLate: false, asksForPlaces: false, waitsForPlaces: false };

async function prepare(task: Task, run: FormatRun): Promise<Outlook> {
  const { reader } = formatOf(task);
  return ("read" in reader ? await reader.prepare?.(task, run) : undefined) ?? usual;
}

async function loadEach(tasks: Iterable<Task>, run: FormatRun): Promise<void> {
  for (const task of tasks) {
    run.progress.checkCancelled();
    const { reader } = formatOf(task);
    if ("read" in reader) await run.log.attempt(async () => await readFile(reader, task, run));
    // Also for a file that could not be read to its end: its names are its own.
    run.nodes.endFile();
    run.progress.finished(task.input);
  }
}

async function readFile(reader: FileReader<object>, task: Task, run: FormatRun): Promise<void> {
  const format = reader.chunks;
  const { chunks } = run;
  const mayDivide = format !== undefined && chunks !== undefined;
  if (mayDivide && (await readInChunks(format, task, run, chunks))) return;
  await reader.read(task, run);
}

/** The files of each format that are read together. */
function jointImports(tasks: readonly Task[]): (JointImport | Promise<JointImport>)[] {
  return Object.values<InputFormat<object>>(formats).flatMap((format) => {
    const { reader } = format;
    const own = tasks.filter((task) => formatOf(task) === format);
    return "readTogether" in reader && own.length > 0 ? [reader.readTogether(own)] : [];
  });
}
