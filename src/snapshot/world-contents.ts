/** A world as columns and plain data, and back. */

import { SnapshotError } from "../errors/index.ts";
import { ObservationTable } from "../stats/index.ts";
import { type Column, type ColumnSink, type ColumnSource, Graph } from "../store/index.ts";
import type { CommonsInfo, World } from "../world/index.ts";
import { isWorldContents, type WorldContents } from "./contents-shape.ts";
import { again } from "./layout/index.ts";

/** Collects the columns of a world in the order in which they are given. */
export class ColumnList implements ColumnSink {
  readonly columns: Map<string, Column> = new Map();

  column(name: string, column: Column): void {
    if (this.columns.has(name)) throw new Error(`two columns are named '${name}'`);
    this.columns.set(name, column);
  }
}

/** Every column of a world under its name; what was not read yet is read now. */
export function columnsOf({ graph, observations }: World): ReadonlyMap<string, Column> {
  const list = new ColumnList();
  graph.writeTo(list);
  observations.writeTo(list);
  return list.columns;
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
