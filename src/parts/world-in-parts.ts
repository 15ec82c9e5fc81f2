/** A world whose observations lie in parts, each in a snapshot of its own. */

import { SnapshotError } from "../errors/errors.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { checkContents, freezeDeeply, type WorldContents } from "../snapshot/world-contents.ts";
import { ObservationTable } from "../stats/read/observations.ts";
import { ObservationsInParts } from "../stats/read/observations-in-parts.ts";
import type { ColumnSource } from "../store/columns/column-source.ts";
import { Graph } from "../store/graph/graph.ts";
import { Dictionary } from "../store/texts/dictionary.ts";
import type { CommonsInfo, World } from "../world/world.ts";
import { checkPart } from "./index-of-parts.ts";

/** A snapshot, and the columns that questions read of it. */
export interface SnapshotColumns {
  readonly snapshot: Pick<Snapshot, "contents" | "file" | "tag" | "verify" | "readAll">;
  readonly columns: ColumnSource;
}

/** The snapshots of a world in parts. */
interface PartFiles {
  readonly graph: SnapshotColumns;
  readonly index: SnapshotColumns;
  /** What a part is called in messages. */
  readonly nameOf: (part: number) => string;
  /** Opens a part; undefined while it is not here, for a question that goes on without it. */
  readonly partAt: (part: number, isNeeded: boolean) => SnapshotColumns | undefined;
}

/** @throws SnapshotError for an index of another graph; a question throws it for a part of another one */
export function worldInParts({ graph, index, nameOf, partAt }: PartFiles): {
  readonly world: World;
  readonly info: CommonsInfo;
} {
  const contents = contentsOf(graph);
  const { observations: meta, info, inParts } = contentsOf(index);
  const { tag } = graph.snapshot;
  if (inParts?.parts === undefined || inParts.graph !== tag) {
    const message = "is no index of parts of this graph: publish the world again";
    throw new SnapshotError("foreign", message, { file: index.snapshot.file });
  }
  const tags = inParts.parts;
  freezeDeeply(meta);
  const read = Graph.readFrom(graph.columns, contents.graph);
  const opened: { readonly name: string; readonly table: ObservationTable }[] = [];
  const observations = ObservationsInParts.over(
    index.columns,
    meta,
    read.dictionary,
    (part, isNeeded) => {
      if (opened[part] !== undefined) return opened[part];
      const found = partAt(part, isNeeded);
      if (found === undefined) return undefined;
      const expected = { tag: tags[part] ?? "", graph: tag };
      opened[part] = { name: nameOf(part), table: tableOfPart(graph, found, expected) };
      return opened[part];
    },
  );
  return { world: Object.freeze({ graph: read, observations }), info };
}

/**
 * The table of a part. Its nodes are those of the graph, and its literals its own.
 * @throws SnapshotError for another part than the expected one
 */
export function tableOfPart(
  graph: SnapshotColumns,
  part: SnapshotColumns,
  expected: { readonly tag: string; readonly graph: string },
): ObservationTable {
  const contents = contentsOf(part);
  const { file = "a part", tag } = part.snapshot;
  checkPart(file, { tag, graph: contents.inParts?.graph }, expected);
  const nodes = contentsOf(graph).graph.nodeCount;
  const { literalCount, nodeCount } = contents.graph;
  if (nodeCount !== nodes) {
    throw new SnapshotError("damaged", `has ${nodeCount} nodes, and its graph ${nodes}`, { file });
  }
  const texts = new TextsOfPart(graph.columns, part.columns);
  const dictionary = Dictionary.readFrom(texts, { nodeCount, literalCount });
  return ObservationTable.readFrom(part.columns, contents.observations, dictionary);
}

function contentsOf({ snapshot }: SnapshotColumns): WorldContents {
  const { contents, file } = snapshot;
  checkContents(contents, file);
  return contents;
}

/** Texts of nodes come from the graph, and those of literals from the part. */
class TextsOfPart implements ColumnSource {
  readonly isFar: boolean | undefined;
  readonly isBrief: boolean | undefined;
  readonly #graph: ColumnSource;
  readonly #part: ColumnSource;

  constructor(graph: ColumnSource, part: ColumnSource) {
    this.#graph = graph;
    this.#part = part;
    this.isFar = part.isFar;
    this.isBrief = part.isBrief;
  }

  readonly has = (name: string): boolean => this.#of(name).has?.(name) ?? false;

  column(name: string) {
    return this.#of(name).column(name);
  }

  lazyRows(name: string) {
    return this.#of(name).lazyRows(name);
  }

  #of(name: string): ColumnSource {
    return name.startsWith("dictionary.literals") ? this.#part : this.#graph;
  }
}
