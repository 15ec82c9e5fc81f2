/** Checks sources: loads them, runs all checks, and finds the places of the findings. */

import { DiagnosticLog, type Finding, shown } from "../load/bytes/diagnostics.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import type { LoadProgress } from "../load/bytes/load-progress.ts";
import { MemoryTree } from "../load/bytes/memory-tree.ts";
import { resolve } from "../load/bytes/paths.ts";
import { isDatabase } from "../load/dump/dump-files.ts";
import { IncompleteFinder } from "../load/incomplete-finder.ts";
import { type LoadOptions, type LoadReport, loadPlanned } from "../load/load.ts";
import {
  type LoadPlan,
  type LoadSource,
  labelOf,
  partOfPlan,
  planLoad,
  sourcePaths,
} from "../load/load-plan.ts";
import { statOf } from "../load/sources/source-file.ts";
import type { EntityResolver, ResolverMaker } from "../load/statements/entity-questions.ts";
import { provenanceDcid } from "../load/statements/provenance.ts";
import type { Sink } from "../load/statements/sink.ts";
import { resolverOver } from "../resolve/resolver-over.ts";
import { type Freeze, type World, WorldBuilder } from "../world/world.ts";
import { CheckedWorld, MadeStatementsBuilder } from "./checked-world.ts";
import { checkGraph } from "./checks/graph-checks.ts";
import { NodeChecks } from "./checks/node-checks.ts";
import { RowChecks } from "./checks/row-checks.ts";
import { SeriesChecks } from "./checks/series-checks.ts";
import { checkCopiedFiles } from "./copied-files.ts";
import { byPlace, type KeptFinding, LintLog, type Target } from "./lint-log.ts";
import type { LintReport, OtherSources } from "./lint-report.ts";
import { PlaceFinder } from "./place-finder.ts";
import { linesAt, visitBlocks } from "./source-blocks.ts";
import { placeInTemplates } from "./template-places.ts";

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
  const { incompleteObservations, incomplete } = freeze;
  if (incompleteObservations > 0) {
    const lost = new IncompleteFinder(incompleteObservations, incomplete);
    await reload(lost);
    lost.report(log, sources.map(labelOf).join(", "));
  }
  const series = new SeriesChecks(worlds, log, maxExamples);
  const checkCancelled = () => signal?.throwIfAborted();
  series.check(checkCancelled);
  checkCopiedFiles(worlds.own, plan, log, checkCancelled);
  const nodes = new NodeChecks(log, worlds.all.graph);
  await visitBlocks(plan, (block) => nodes.check(block), log, { signal });
  const provenances = new Set(plan.tasks.map(({ provenance }) => provenanceDcid(provenance)));
  checkGraph(worlds, nodes, provenances, log);
  const rows = new RowChecks(worlds.own, plan, log);
  const finder = new PlaceFinder(log.kept(), worlds.own, rows);
  if (!finder.isIdle) await reload(finder);
  await placeInTemplates(log.kept(), plan, log);
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

function reportConflicts(freeze: Freeze, log: LintLog): void {
  const { conflictingObservations, conflicts, repeatedObservations, same } = freeze;
  const kind = { level: "error", counter: "Sanity_InconsistentSvObsValues" } as const;
  const placed = ({ variable, entity, date }: Freeze["conflicts"][number], isSame: boolean) => {
    const facet = undefined;
    const point = { about: "observation", variable, entity, date, facet, part: "value", isSame };
    return point as Target;
  };
  for (const conflict of conflicts) {
    const { variable, entity, date } = conflict;
    const message = () =>
      `${shown(variable)} of ${shown(entity)}: two values at ${shown(date)}, of which a load keeps the later one, of this line`;
    log.addToWorld({ ...kind, message, target: () => placed(conflict, false) });
  }
  const more = conflictingObservations - conflicts.length;
  if (more > 0) log.addToWorld({ ...kind, message: () => `${more} more of this kind` }, more);
  const doubled = repeatedObservations - conflictingObservations;
  for (const first of same) {
    const message = () =>
      `${doubled === 1 ? "1 observation stands" : `${doubled} observations stand`} twice with the same value, and ${doubled === 1 ? "is" : "are"} loaded once`;
    const target = () => placed(first, true);
    log.addToWorld({ level: "info", counter: "Graph_RepeatedObservation", message, target });
  }
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
    if (line !== undefined && !isDatabase(file))
      byFile.set(file, [...(byFile.get(file) ?? []), { finding, line }]);
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

// Loads the checked sources, and others that they may refer to.

interface CheckedSources {
  readonly plan: LoadPlan;
  readonly freeze: Freeze;
  readonly worlds: CheckedWorld;
  readonly loaded: Omit<LoadReport, "diagnostics">;
  readonly others: OtherSources | undefined;
  /** Reads the checked sources once more: the same statements in the same order. */
  readonly reload: (sink: Sink) => Promise<unknown>;
}

/**
 * Loads the checked sources into a world of their own, and if there are others, all of them into
 * another world: a frozen world does not hold which file a statement came from. A file of both is
 * checked.
 * @param log takes the diagnostics of the checked sources.
 */
export async function loadSources(
  sources: readonly LoadSource[],
  others: readonly LoadSource[],
  options: LoadOptions,
  log: DiagnosticLog,
): Promise<CheckedSources> {
  const makeResolver = onlyOnce(resolverOver);
  const { signal } = options;
  const later = signal === undefined ? {} : { signal };
  // A later load reports nothing: the first one did.
  const reload = (plan: LoadPlan, sink: Sink): Promise<LoadReport> =>
    loadPlanned(plan, sink, later, log.quiet(), undefined, makeResolver);
  const all =
    others.length === 0 ? undefined : await loadAll(sources, others, options, log, makeResolver);
  const plan = all?.plan ?? (await planLoad(sources, options, log));
  const own = builderFor(plan);
  const loaded = await (all === undefined
    ? loadPlanned(plan, own, options, log, undefined, makeResolver)
    : reload(plan, own));
  const freeze = own.freeze();
  const made = own instanceof MadeStatementsBuilder ? own.made : undefined;
  return {
    plan,
    freeze,
    worlds: new CheckedWorld(freeze.world, all?.world ?? freeze.world, made),
    loaded,
    others: all && { fileCount: all.fileCount - loaded.fileCount, levels: all.levels },
    reload: (sink) => reload(plan, sink),
  };
}

/** Loads all sources together. @returns the plan of the checked ones, and diagnostics of others */
async function loadAll(
  sources: readonly LoadSource[],
  others: readonly LoadSource[],
  options: LoadOptions,
  log: DiagnosticLog,
  makeResolver: ResolverMaker,
): Promise<{ readonly plan: LoadPlan; readonly world: World } & OtherSources> {
  const first = new FirstLog(log);
  const paths = await sourcePaths(sources, options, first);
  const split = new SplitLog(log, paths, first.files);
  const whole = await planLoad([...others, ...sources], options, split);
  const builder = new WorldBuilder();
  const { fileCount } = await loadPlanned(whole, builder, options, split, undefined, makeResolver);
  const { world } = builder.freeze();
  const { levels } = split.others.summary();
  return { plan: partOfPlan(whole, paths), world, fileCount, levels };
}

/** Only importers of custom folders make statements of their own. */
function builderFor(plan: LoadPlan): WorldBuilder {
  const isImported = plan.tasks.some(({ kind }) => kind === "custom");
  return isImported ? new MadeStatementsBuilder() : new WorldBuilder();
}

/** Separates the diagnostics of files that are not checked. */
class SplitLog extends DiagnosticLog {
  readonly others = new DiagnosticLog({ goesOn: true });
  readonly #checked: DiagnosticLog;
  readonly #paths: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;

  /** @param known files with findings from the search for the checked sources. */
  constructor(checked: DiagnosticLog, paths: ReadonlySet<string>, known: ReadonlySet<string>) {
    super({ goesOn: true });
    this.#checked = checked;
    this.#paths = paths;
    this.#known = known;
  }

  override report(file: string, finding: Finding, times = 1): void {
    const path = resolve(file);
    if (this.#paths.has(path)) this.#checked.report(file, finding, times);
    else if (!this.#known.has(path)) this.others.report(file, finding, times);
  }
}

/** Notes of which files something is reported. */
class FirstLog extends DiagnosticLog {
  readonly files = new Set<string>();
  readonly #log: DiagnosticLog;

  constructor(log: DiagnosticLog) {
    super({ goesOn: true });
    this.#log = log;
  }

  override report(file: string, finding: Finding, times = 1): void {
    this.files.add(resolve(file));
    this.#log.report(file, finding, times);
  }
}

/** One resolver for all loads: a later load has the same questions as the first. */
function onlyOnce(make: ResolverMaker): ResolverMaker {
  let resolver: Promise<EntityResolver> | undefined;
  return (fill) => {
    resolver ??= make(fill);
    return resolver;
  };
}
