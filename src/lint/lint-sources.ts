/** Checks sources: loads them, runs all checks, and finds the places of the findings. */
import type { InputFile } from "../load/bytes/file-tree.ts";
import type { LoadProgress } from "../load/bytes/load-progress.ts";
import { MemoryTree } from "../load/bytes/memory-tree.ts";
import type { LoadSource } from "../load/load-plan.ts";
import { shown } from "../load/report/diagnostics.ts";
import { statOf } from "../load/sources/source-file.ts";
import { provenanceDcid } from "../load/statements/provenance.ts";
import { incompleteMessage } from "../world/given-facets.ts";
import type { Freeze } from "../world/world.ts";
import { loadSources } from "./checked-sources.ts";
import { checkGraph } from "./checks/graph-checks.ts";
import { NodeChecks } from "./checks/node-checks.ts";
import { RowChecks } from "./checks/row-checks.ts";
import { SeriesChecks } from "./checks/series-checks.ts";
import { byPlace, type KeptFinding, LintLog, type Target } from "./lint-log.ts";
import type { LintReport } from "./lint-report.ts";
import { PlaceFinder } from "./place-finder.ts";
import { linesAt, visitBlocks } from "./source-blocks.ts";

/** How sources are checked. */
export interface CheckOptions {
  /** How many findings of each counter are kept. All are counted. Default: 5. */
  readonly maxExamples?: number | undefined;
  /** Dcid of the provenance of all files without one, as for a load. */
  readonly provenance?: string | undefined;
  /** Whether a `manifest.json` may name files outside of its folder. Default: false, an error. */
  readonly allowOutside?: boolean | undefined;
  /** Called for each loaded block of bytes. The checks after it take about as long again. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Stops the check, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const examplesDefault = 5;

/** Checks sources; others are what they may refer to. */
export async function checkSources(
  sources: readonly LoadSource[],
  beside: readonly LoadSource[],
  options: CheckOptions,
): Promise<LintReport> {
  const { maxExamples = examplesDefault, signal } = options;
  const log = new LintLog(maxExamples);
  signal?.throwIfAborted();
  const { plan, freeze, worlds, loaded, others, reload } = await loadSources(
    sources,
    beside,
    options,
    log,
  );
  reportConflicts(freeze, log);
  reportIncomplete(freeze, log);
  const series = new SeriesChecks(worlds.own, log, maxExamples);
  series.check(() => signal?.throwIfAborted());
  const nodes = new NodeChecks(log, worlds.all.graph);
  await visitBlocks(plan, (block) => nodes.check(block), log, { signal });
  const provenances = new Set(plan.tasks.map(({ provenance }) => provenanceDcid(provenance)));
  checkGraph(worlds, nodes.customVariables, provenances, log);
  const rows = new RowChecks(worlds.own, plan, log);
  const finder = new PlaceFinder(log.kept(), worlds.own, rows);
  if (!finder.isIdle) await reload(finder);
  await addTexts(log.kept(), [...sources, ...beside], log);
  const { fileCount, bytes, rowCount } = loaded;
  return { ...reportOf(log), series: series.odd, fileCount, bytes, rowCount, others };
}

function reportOf(log: LintLog): Pick<LintReport, "levels" | "counters" | "findings"> {
  const levels = { info: 0, warning: 0, error: 0, fatal: 0 };
  const counters = log.counters();
  for (const { level, count } of counters) levels[level] += count;
  const findings = counters.flatMap((counter) => counter.findings).sort(byPlace);
  return { levels, counters, findings };
}

function reportConflicts({ conflictingObservations, conflicts }: Freeze, log: LintLog): void {
  const kind = { level: "error", counter: "Sanity_InconsistentSvObsValues" } as const;
  for (const { variable, entity, date } of conflicts) {
    const message = () =>
      `${shown(variable)} of ${shown(entity)}: two values at ${shown(date)}, of which a load keeps the later one`;
    const target = (): Target => ({
      about: "observation",
      variable,
      entity,
      date,
      facet: undefined,
      part: "value",
    });
    log.addToWorld({ ...kind, message, target });
  }
  const more = conflictingObservations - conflicts.length;
  if (more > 0) log.addToWorld({ ...kind, message: () => `${more} more of this kind` }, more);
}

function reportIncomplete({ incompleteObservations, incomplete }: Freeze, log: LintLog): void {
  const kind = { level: "error", counter: "Sanity_IncompleteObservation" } as const;
  for (const one of incomplete) {
    const target = (): Target => ({ about: "variableMeasured", name: one.variable });
    log.addToWorld({ ...kind, message: () => incompleteMessage(one), target });
  }
  const more = incompleteObservations - incomplete.length;
  if (more > 0) log.addToWorld({ ...kind, message: () => `${more} more of this kind` }, more);
}

/** Adds the text of its line to each finding. */
async function addTexts(
  findings: readonly KeptFinding[],
  sources: readonly LoadSource[],
  log: LintLog,
): Promise<void> {
  const byFile = new Map<string, { readonly finding: KeptFinding; readonly line: number }[]>();
  for (const finding of findings) {
    const { file = "", line } = finding;
    if (line !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), { finding, line }]);
  }
  for (const [file, placed] of byFile) {
    const texts = await log.quiet().attempt(async () => {
      const numbers = new Set(placed.map(({ line }) => line));
      return await linesAt(await inputAt(file, sources), numbers);
    });
    for (const { finding, line } of placed) finding.text = texts?.get(line);
  }
}

/** The file that a finding names: in memory if it is there, or else on disk. */
async function inputAt(path: string, sources: readonly LoadSource[]): Promise<InputFile> {
  const trees = [...new Set(sources.map(({ tree }) => tree))];
  const inMemory = trees.filter((tree) => tree instanceof MemoryTree);
  for (const tree of inMemory) {
    const stats = await tree.stat(path).catch(() => undefined);
    if (stats?.isFile() === true) return inputOf(path, stats.size, tree);
  }
  const tree = trees.find((one) => !(one instanceof MemoryTree)) ?? trees[0]!;
  return inputOf(path, (await statOf(tree, path)).size, tree);
}

function inputOf(path: string, size: number, tree: InputFile["tree"]): InputFile {
  return { path, size, isGzip: /\.gz$/i.test(path), tree };
}
