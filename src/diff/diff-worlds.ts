/**
 * What two worlds differ in. Both are in the byte order of their texts, so one walk over both finds it:
 * it keeps four bytes per term, and the differences that are shown.
 */

import { everythingElse } from "../load/bytes/load-progress.ts";
import type { Graph } from "../store/graph/graph.ts";
import type { World } from "../world/world.ts";
import {
  DiffLog,
  type DiffSteps,
  type TermRanks,
  termRanks,
  walkBoth,
  walkInSteps,
} from "./diff-log.ts";
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

/** One world's graph, with the ranks of its terms. */
interface RankedGraph {
  readonly graph: Graph;
  readonly ranks: Uint32Array;
}

function* diffGraphs(before: Graph, after: Graph, ranks: TermRanks, log: DiffLog): DiffSteps {
  const left = { graph: before, ranks: ranks.before };
  const right = { graph: after, ranks: ranks.after };
  const nodes = ({ dictionary }: Graph) => ({ start: 0, end: dictionary.nodeCount });
  yield* walkInSteps(
    nodes(before),
    nodes(after),
    (one, other) => (ranks.before[one] ?? 0) - (ranks.after[other] ?? 0),
    (one, other) => diffNode(one, other, left, right, log),
  );
}

/** @param one the node in the world before; undefined if that has none. */
function diffNode(
  one: number | undefined,
  other: number | undefined,
  before: RankedGraph,
  after: RankedGraph,
  log: DiffLog,
): void {
  const left = one === undefined ? [] : arcsOf(one, before);
  const right = other === undefined ? [] : arcsOf(other, after);
  if (left.length === 0 && right.length === 0) return;
  const node = () =>
    one === undefined
      ? after.graph.dictionary.textOf(other ?? 0)
      : before.graph.dictionary.textOf(one);
  const differing = diffArcs(left, right, node, before, after, log);
  if (left.length === 0) log.add("node", "added", () => ({ node: node() }));
  else if (right.length === 0) log.add("node", "removed", () => ({ node: node() }));
  else if (differing > 0) log.add("node", "changed", () => ({ node: node() }));
}

interface Arc {
  readonly row: number;
  /** Ranks of predicate and object. */
  readonly predicate: number;
  readonly object: number;
}

/** The arcs out of a node in the order of ranks; those of several provenances once. */
function arcsOf(node: number, { graph, ranks }: RankedGraph): Arc[] {
  const { out } = graph;
  const { start, end } = out.rows(node);
  const arcs: Arc[] = [];
  for (let row = start; row < end; row++) {
    const predicate = ranks[graph.predicates[out.predicates[row] ?? 0] ?? 0] ?? 0;
    const object = ranks[out.terms[row] ?? 0] ?? 0;
    const known = arcs.at(-1);
    if (known?.predicate !== predicate || known.object !== object) {
      arcs.push({ row, predicate, object });
    }
  }
  return arcs;
}

/** @returns how many arcs one of the worlds has alone. */
function diffArcs(
  left: readonly Arc[],
  right: readonly Arc[],
  node: () => string,
  before: RankedGraph,
  after: RankedGraph,
  log: DiffLog,
): number {
  let differing = 0;
  const add = (change: "added" | "removed", { row }: Arc, { graph }: RankedGraph) => {
    differing += 1;
    log.add("arc", change, () => ({
      node: node(),
      property: graph.predicateDcid(graph.out.predicates[row] ?? 0),
      object: graph.dictionary.textOf(graph.out.terms[row] ?? 0),
    }));
  };
  walkBoth(
    { start: 0, end: left.length },
    { start: 0, end: right.length },
    (at, to) => compareArcs(left[at], right[to]),
    (at, to) => {
      const [one, other] = [left[at ?? -1], right[to ?? -1]];
      if (one !== undefined && other === undefined) add("removed", one, before);
      if (other !== undefined && one === undefined) add("added", other, after);
    },
  );
  return differing;
}

function compareArcs(one: Arc | undefined, other: Arc | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return one.predicate - other.predicate || one.object - other.object;
}
