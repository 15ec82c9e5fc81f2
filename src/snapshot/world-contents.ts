/** A world as columns and plain data, and back. */

import { SnapshotError } from "../errors/index.ts";
import { ObservationTable, observationColumns } from "../stats/index.ts";
import { type Column, type ColumnSource, Graph, graphColumns } from "../store/index.ts";
import type { CommonsInfo, World } from "../world/index.ts";
import { isWorldContents, type WorldContents } from "./contents-shape.ts";
import { again } from "./layout/index.ts";

/** Every column of a world under its name; what was not read yet is read now. */
export function columnsOf({ graph, observations }: World): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  for (const { name, kind } of graphColumns) {
    if (kind === undefined) columns.set(name, graph.source.column(name));
  }
  for (const { name } of observationColumns) columns.set(name, observations.source.column(name));
  return columns;
}

export function contentsOf({ graph, observations }: World, info: CommonsInfo): WorldContents {
  return { graph: graph.meta, observations: observations.meta, info };
}

/**
 * The world whose columns a source has; each is read when it is first asked for.
 * @throws SnapshotError `damaged` when the contents do not describe a world
 */
export function worldFrom(
  source: ColumnSource,
  contents: unknown,
  file: string | undefined,
): { readonly world: World; readonly info: CommonsInfo } {
  checkContents(contents, file);
  freezeDeeply(contents);
  const graph = Graph.readFrom(source, contents.graph);
  const observations = ObservationTable.readFrom(source, contents.observations, graph.dictionary);
  return { world: Object.freeze({ graph, observations }), info: contents.info };
}

/** @throws SnapshotError `damaged` when the contents do not describe a world */
export function checkContents(
  contents: unknown,
  file: string | undefined,
): asserts contents is WorldContents {
  if (isWorldContents(contents)) return;
  throw new SnapshotError("damaged", `holds something else than a world: ${again}`, { file });
}

/** As the parts of a loaded world are. */
function freezeDeeply(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeDeeply(part);
}
