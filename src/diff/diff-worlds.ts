/**
 * What two worlds differ in. Both are in the byte order of their texts, so one walk over both finds it:
 * it keeps four bytes per term, and the differences that are shown.
 */
import { everythingElse } from "../load/bytes/load-progress.ts";
import type { World } from "../world/world.ts";
import { diffGraphs } from "./diff-graph.ts";
import { DiffLog, type DiffSteps, termRanks } from "./diff-log.ts";
import { diffObservations } from "./diff-observations.ts";
import type { DiffOptions, WorldDiff } from "./world-diff.ts";

const maxExamplesDefault = 20;
/** Milliseconds between two turns of everything else. */
const turnEvery = 20;

/** @throws TypeError for a tolerance that is no share, and the reason of the signal */
export async function diffWorlds(
  before: World,
  after: World,
  { maxExamples = maxExamplesDefault, tolerance = 0, signal, onProgress }: DiffOptions,
): Promise<WorldDiff> {
  if (!(tolerance < 1)) {
    throw new TypeError("tolerance needs a share from 0 to below 1, such as 0.01");
  }
  signal?.throwIfAborted();
  const log = new DiffLog(maxExamples);
  const totalCount = sizeOf(before) + sizeOf(after);
  let comparedCount = 0;
  let turn = performance.now();
  for (const visited of steps(before, after, tolerance, log)) {
    comparedCount += visited;
    if (performance.now() - turn < turnEvery) continue;
    onProgress?.({ comparedCount, totalCount });
    await everythingElse();
    signal?.throwIfAborted();
    turn = performance.now();
  }
  onProgress?.({ comparedCount, totalCount });
  return log.result();
}

function* steps(before: World, after: World, tolerance: number, log: DiffLog): DiffSteps {
  const ranks = yield* termRanks(before.graph.dictionary, after.graph.dictionary);
  yield* diffGraphs(before.graph, after.graph, ranks, log);
  yield* diffObservations(before, after, ranks, tolerance, log);
}

/** All that is visited of a world. */
const sizeOf = ({ graph: { dictionary }, observations }: World): number =>
  dictionary.termCount + dictionary.nodeCount + observations.pointCount;
