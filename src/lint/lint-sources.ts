/** Checks sources: loads them, runs all checks, and finds the places of the findings. */
import { pathsOf } from "../disk/disk-tree.ts";
import type { LoadProgress } from "../load/bytes/load-progress.ts";
import { type Finding, shown } from "../load/report/diagnostics.ts";
import { provenanceDcid } from "../load/statements/provenance.ts";
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

/** Options of a check. */
export interface LintOptions {
  /**
   * Further files and folders, for references out of the checked sources. They are loaded, not
   * checked: no finding is about them, and no value is compared with theirs. A file of both is
   * checked.
   */
  readonly with?: string | URL | readonly (string | URL)[] | undefined;
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

/**
 * Checks files, folders or a list of them. It reports what loading reports, the official tool's
 * checks of nodes and of statistics under its names (behaviour: inputs 2.9), and checks that need
 * the whole graph. Where the official tool asks a server for a node, this looks it up in the loaded
 * graph. The sources are read up to four times: for their statements, for their node blocks, for
 * the places of findings (if there are any), and for the lines that are shown. Findings beyond
 * `examples` are counted, not kept.
 *
 * A file that cannot be read is one finding; all others are checked.
 *
 * @throws LoadError (rejects) when a source is not there
 * @throws TypeError (rejects) when a source is not a path, or no source is given
 */
export async function lint(
  source: string | URL | readonly (string | URL)[],
  options: LintOptions = {},
): Promise<LintReport> {
  const { maxExamples = examplesDefault, signal } = options;
  const sources = pathsOf(source, "lint");
  if (sources.length === 0) throw new TypeError("lint needs at least one path");
  const given = [options.with ?? []].flat();
  const beside = given.length === 0 ? [] : pathsOf(given, "lint");
  const log = new LintLog(maxExamples, isReportedByChecks);
  signal?.throwIfAborted();
  const { plan, freeze, worlds, loaded, others, reload } = await loadSources(
    sources,
    beside,
    options,
    log,
  );
  reportConflicts(freeze, log);
  const series = new SeriesChecks(worlds.own, log, maxExamples);
  series.check(() => signal?.throwIfAborted());
  const nodes = new NodeChecks(log, worlds.all.graph);
  await visitBlocks(plan, (block) => nodes.check(block), log, { signal });
  const provenances = new Set(plan.tasks.map(({ provenance }) => provenanceDcid(provenance)));
  checkGraph(worlds, nodes.customVariables, provenances, log);
  const rows = new RowChecks(worlds.own, plan, log);
  const finder = new PlaceFinder(log.kept(), worlds.own, rows);
  if (!finder.isIdle) await reload(finder);
  await addTexts(log.kept(), log);
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

/** The checks of nodes report an empty reference in MCF, with its property. */
function isReportedByChecks(file: string, { counter }: Finding): boolean {
  return counter === "CSV_EmptyDcidReferences" && /\.mcf(?:\.gz)?$/i.test(file);
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

/** Adds the text of its line to each finding. */
async function addTexts(findings: readonly KeptFinding[], log: LintLog): Promise<void> {
  const byFile = new Map<string, Set<number>>();
  for (const { file, line } of findings) {
    if (file === undefined || line === undefined) continue;
    const lines = byFile.get(file) ?? new Set();
    byFile.set(file, lines.add(line));
  }
  for (const [file, numbers] of byFile) {
    const texts = await log.quiet().attempt(() => linesAt(file, numbers));
    if (texts === undefined) continue;
    for (const finding of findings) {
      if (finding.file === file && finding.line !== undefined)
        finding.text = texts.get(finding.line);
    }
  }
}
