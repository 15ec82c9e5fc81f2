/** Sources in, all that is wrong with them out. */
import { pathsOf } from "../disk/index.ts";
import { type Finding, type LoadProgress, provenanceDcid, shown } from "../load/index.ts";
import type { Freeze } from "../world/index.ts";
import { linesAt, visitBlocks } from "./blocks/index.ts";
import { loadBeside, loadSources } from "./checked-sources.ts";
import { checkGraph, RowChecks } from "./graph/index.ts";
import { NodeChecks } from "./nodes/index.ts";
import { PlaceFinder } from "./places/index.ts";
import type { LintReport } from "./report/index.ts";
import { byPlace, type KeptFinding, LintLog, type Target } from "./report/index.ts";
import { SeriesChecks } from "./series/index.ts";

/** What is checked, and how much of it is kept. */
export interface LintOptions {
  /**
   * Further files and folders that what is checked may refer to. They are loaded and not checked:
   * no finding is about them, and values are compared with none of theirs. A file that the checked
   * sources have as well is checked.
   */
  readonly with?: string | URL | readonly (string | URL)[];
  /** Findings that are kept of each counter; all are counted. Default: 5. */
  readonly examples?: number;
  /** Dcid of the provenance node of all files that have none, as for a load. */
  readonly provenance?: string;
  /** Read files outside of its folder that a `manifest.json` names. Default: false, an error. */
  readonly allowOutside?: boolean;
  /** Called for each chunk that was loaded; the checks that follow take about as long again. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Stops the check, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

const examplesDefault = 5;

/**
 * Checks files, folders or a list of them: what loading reports, the official tool's checks of
 * nodes and of statistics under its names (behaviour: inputs 2.9), and what only the
 * loaded graph can tell. Where the official tool asks a server whether a node exists, this asks the
 * loaded graph. The sources are read up to four times: for their statements, for their node blocks,
 * for the places of what was found (and only if something was), and for the lines that are shown.
 * Findings beyond `examples` are counted and not kept.
 *
 * A file that cannot be read as what it is, is one finding, and all others are checked.
 *
 * @throws LoadError (rejects) when a source is not there
 * @throws TypeError (rejects) when a source is not a path, or no source is given
 */
export async function lint(
  source: string | URL | readonly (string | URL)[],
  options: LintOptions = {},
): Promise<LintReport> {
  const { examples = examplesDefault, signal } = options;
  const sources = pathsOf(source, "lint");
  if (sources.length === 0) throw new TypeError("lint needs at least one path");
  const given = [options.with ?? []].flat();
  const beside = given.length === 0 ? [] : pathsOf(given, "lint");
  const log = new LintLog(examples, isToldByChecks);
  signal?.throwIfAborted();
  const { plan, freeze, worlds, loaded, others, reload } =
    beside.length === 0
      ? await loadSources(sources, options, log)
      : await loadBeside(sources, beside, options, log);
  reportConflicts(freeze, log);
  const series = new SeriesChecks(worlds.own, log, examples);
  series.check(() => signal?.throwIfAborted());
  const nodes = new NodeChecks(log, worlds.all.graph);
  await visitBlocks(plan, (block) => nodes.check(block), log, { signal });
  const provenances = new Set(plan.tasks.map(({ provenance }) => provenanceDcid(provenance)));
  checkGraph(worlds, nodes.customVariables, provenances, log);
  const rows = new RowChecks(worlds.own, plan, log);
  const finder = new PlaceFinder(log.kept(), worlds.own, rows);
  if (!finder.isIdle) await reload(finder);
  await addTexts(log.kept(), log);
  const { files, bytes, rows: rowCount } = loaded;
  return { ...reportOf(log), series: series.odd, files, bytes, rows: rowCount, others };
}

function reportOf(log: LintLog): Pick<LintReport, "levels" | "counters" | "findings"> {
  const levels = { info: 0, warning: 0, error: 0, fatal: 0 };
  const counters = log.counters();
  for (const { level, count } of counters) levels[level] += count;
  const findings = counters.flatMap((counter) => counter.findings).sort(byPlace);
  return { levels, counters, findings };
}

/** The checks of nodes report an empty reference in MCF, with its property. */
function isToldByChecks(file: string, { counter }: Finding): boolean {
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

/** Reads the lines on which the findings stand. */
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
