/** Worlds in parts, as they are built: the graph alone, parts, and the pointer that joins them. */

import { describeArgument } from "../errors/excerpts.ts";
import { type OptionRows, requireOptions } from "../options/required-options.ts";
import { type PlannedPart, type PlanOptions, planOf } from "../parts/plan-parts.ts";
import type { JoinedParts, PartOptions, PartReport } from "./build-parts.ts";
import type { Commons } from "./commons.ts";
import { fileRows, type Source } from "./with-files.ts";

/**
 * Saves the graph of a world without its observations: what parts are built over. All their nodes have to be in
 * it.
 *
 * @param target path of the snapshot
 * @param nodes dcids of entities, variables and provenances that no triple names. Default: none
 * @throws CommonsError `SNAPSHOT` (rejects) when it cannot be written
 */
export async function saveGraph(
  commons: Commons,
  target: string,
  nodes?: Iterable<string>,
): Promise<void> {
  const { fileHost, saveGraphOf } = await import("./build-parts.ts");
  await saveGraphOf(commons, target, nodes, fileHost);
}

/**
 * Builds a part: the observations of some variables in the ids of a graph. The file is there whole or not at all.
 *
 * @param graph opened from the snapshot of the graph
 * @param source files with observations, or snapshots; what else they hold has to be in the graph
 * @param target path of the part
 * @throws CommonsError `LOAD` (rejects) for a node or a triple that the graph does not have
 */
export async function buildPart(
  graph: Commons,
  source: Source,
  target: string,
  options: PartOptions = {},
): Promise<PartReport> {
  requireOptions("buildPart", options, buildRows);
  const { buildPartOf, fileHost } = await import("./build-parts.ts");
  return await buildPartOf(graph, source, target, options, fileHost);
}

/**
 * Joins parts to a world: writes their index and then the pointer, which names the graph, the index and the parts
 * by their places below its folder. `open` takes the pointer.
 *
 * @param pointer path of the pointer, as `world.json`
 * @throws CommonsError (rejects) for a part of another graph, and for a variable that lies in two parts
 * @throws TypeError (rejects) for what is no path
 */
export async function joinParts(
  graph: string,
  parts: readonly string[],
  pointer: string,
): Promise<JoinedParts> {
  const isFit =
    typeof graph === "string" &&
    Array.isArray(parts) &&
    parts.every((part) => typeof part === "string") &&
    typeof pointer === "string";
  if (!isFit) {
    const given = [graph, parts, pointer].map(describeArgument).join(", ");
    throw new TypeError(
      `joinParts needs the path of a graph, a list of paths of parts, and the path of the pointer, not ${given}`,
    );
  }
  const { fileHost, joinPartsIn } = await import("./build-parts.ts");
  return await joinPartsIn(pointer, graph, parts, fileHost);
}

/**
 * Divides variables into parts of about the same number of observations.
 *
 * @param counts observations of each variable
 * @throws TypeError for options that are none
 */
export function planParts(
  counts: Iterable<readonly [variable: string, rows: number]>,
  options: PlanOptions = {},
): PlannedPart[] {
  requireOptions("planParts", options, planRows);
  return planOf(counts, options);
}

/** Beside those of `open` that say how files are loaded. */
export const partRows = {
  variables: { is: ["texts"] },
} satisfies OptionRows<Pick<PartOptions, "variables">>;

const { base: _base, read: _read, verify: _verify, lazy: _lazy, ...loadRows } = fileRows;
const buildRows = { ...loadRows, ...partRows } satisfies OptionRows<PartOptions>;

export const planRows = {
  parts: { is: ["whole"], min: 1 },
  maxRows: { is: ["whole"], min: 1 },
} satisfies OptionRows<PlanOptions>;
