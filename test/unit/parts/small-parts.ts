/** A world divided into a graph and parts, as the bytes of their snapshots. */

import { crc32 } from "node:zlib";
import { Commons } from "../../../src/commons/commons.ts";
import { graphOfWorld, indexOfParts } from "../../../src/parts/index-of-parts.ts";
import { partOfWorld, type SnapshotParts } from "../../../src/parts/part-of-world.ts";
import {
  type SnapshotColumns,
  tableOfPart,
  worldInParts,
} from "../../../src/parts/world-in-parts.ts";
import { imageOf } from "../../../src/snapshot/image.ts";
import { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { BufferBytes } from "../../../src/snapshot/snapshot-bytes.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { version } from "../../../src/snapshot/version.ts";
import { contentsOf } from "../../../src/snapshot/world-contents.ts";
import type { FacetRanking } from "../../../src/stats/ranking.ts";
import { addVariables } from "../../../src/world/add-world.ts";
import { infoOf, WorldBuilder } from "../../../src/world/world.ts";

/** The snapshots of a world in parts. */
export interface PartBytes {
  readonly graph: Uint8Array;
  readonly index: Uint8Array;
  readonly parts: readonly Uint8Array[];
}

export function bytesOf({ columns, contents }: SnapshotParts, blockBytes?: number): Uint8Array {
  const image = imageOf(columns, { library: version, contents }, crc32, blockBytes);
  return Buffer.concat([...image.chunks()]);
}

export function snapshotIn(bytes: Uint8Array): SnapshotColumns {
  const snapshot = new Snapshot(new BufferBytes(bytes), crc32);
  return { snapshot, columns: snapshot };
}

/** @param partOf the part of each variable, by its place among all */
export function divided(
  commons: Commons,
  partOf: readonly number[],
  ranking?: FacetRanking,
  blockBytes?: number,
): PartBytes {
  const { engine: world, info } = commons;
  const alone = graphOfWorld(world);
  const own = infoOf(alone, info.diagnostics);
  const graph = bytesOf(
    { columns: storedColumnsOf(alone), contents: contentsOf(alone, own) },
    blockBytes,
  );
  const opened = snapshotIn(graph);
  const tagged = { graph: alone.graph, tag: opened.snapshot.tag };
  const count = Math.max(0, ...partOf.map((part) => part + 1));
  const parts = Array.from({ length: count }, (_, part) => {
    const builder = new WorldBuilder();
    const chosen = world.observations.variables.filter((_variable, at) => partOf[at] === part);
    addVariables(world, chosen, builder);
    const { world: small } = builder.freeze(ranking, alone.graph);
    return bytesOf(partOfWorld(small, infoOf(small, own.diagnostics), tagged), blockBytes);
  });
  const tables = parts.map((bytes, at) => {
    const part = snapshotIn(bytes);
    const { tag } = part.snapshot;
    const table = tableOfPart(opened, part, { tag, graph: tagged.tag });
    return { name: `part ${at}`, table, tag };
  });
  return { graph, index: bytesOf(indexOfParts(tagged, own, tables), blockBytes), parts };
}

export function composed({ graph, index, parts }: PartBytes): Commons {
  const { world, info } = worldInParts({
    graph: snapshotIn(graph),
    index: snapshotIn(index),
    nameOf: (part) => `part ${part}`,
    partAt: (part) => snapshotIn(parts[part]!),
  });
  return new Commons({ world, info });
}
