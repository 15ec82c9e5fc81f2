/** A world as columns and plain data, and back. */

import { SnapshotError } from "../errors/index.ts";
import { type ObservationMeta, ObservationTable } from "../stats/index.ts";
import { type Column, type ColumnSource, Graph, type GraphMeta } from "../store/index.ts";
import type { CommonsInfo, World } from "../world/index.ts";
import { again } from "./format.ts";
import { ColumnList } from "./image.ts";

/** What a snapshot keeps of a world in addition to its columns. */
export interface WorldContents {
  readonly graph: GraphMeta;
  readonly observations: ObservationMeta;
  readonly info: CommonsInfo;
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
  if (!isWorldContents(contents)) {
    throw new SnapshotError("damaged", `holds something else than a world: ${again}`, { file });
  }
  freezeDeeply(contents);
  const graph = Graph.readFrom(source, contents.graph);
  const observations = ObservationTable.readFrom(source, contents.observations, graph.dictionary);
  return { world: Object.freeze({ graph, observations }), info: contents.info };
}

/** What a checksum has passed was written by `contentsOf`: its parts are taken at their word. */
function isWorldContents(contents: unknown): contents is WorldContents {
  if (typeof contents !== "object" || contents === null) return false;
  const parts = ["graph", "observations", "info"] as const;
  return parts.every((part) => {
    const value = (contents as Partial<WorldContents>)[part];
    return typeof value === "object" && value !== null;
  });
}

/** As the parts of a loaded world are. */
function freezeDeeply(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeDeeply(part);
}
