/** Worlds as the bytes of snapshots with blocks of any length. */

import { crc32 } from "node:zlib";
import type { Commons } from "../../src/index.ts";
import { columnsOf, contentsOf, imageOf, version } from "../../src/snapshot/index.ts";

/** @param toColumns those that it has. Default: those of a world in memory */
export function snapshotOf(
  commons: Commons,
  blockBytes?: number,
  toColumns: typeof columnsOf = columnsOf,
): Uint8Array {
  const world = { graph: commons.graph, observations: commons.observations };
  const contents = contentsOf(world, commons.info);
  const image = imageOf(toColumns(world), { library: version, contents }, crc32, blockBytes);
  const bytes = new Uint8Array(image.byteLength);
  let at = 0;
  for (const chunk of image.chunks()) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
