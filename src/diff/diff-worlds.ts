/**
 * What two worlds differ in. Both are in the byte order of their texts, so one walk over both finds it:
 * it keeps four bytes per term, and the differences that are shown.
 */
import type { World } from "../world/world.ts";
import { diffGraphs } from "./diff-graph.ts";
import { DiffLog, termRanks } from "./diff-log.ts";
import { diffObservations } from "./diff-observations.ts";
import type { DiffOptions, WorldDiff } from "./world-diff.ts";

const maxExamplesDefault = 20;

/** @throws TypeError for a tolerance that is no share */
export function diffWorlds(before: World, after: World, options: DiffOptions): WorldDiff {
  const { maxExamples = maxExamplesDefault, tolerance = 0, signal } = options;
  if (!(tolerance < 1)) {
    throw new TypeError("tolerance needs a share from 0 to below 1, such as 0.01");
  }
  const log = new DiffLog(maxExamples, signal);
  const { dictionary } = before.graph;
  const ranks = termRanks(dictionary, after.graph.dictionary, () => log.checkCancelled());
  diffGraphs(before.graph, after.graph, ranks, log);
  diffObservations(before, after, ranks, tolerance, log);
  return log.result();
}
