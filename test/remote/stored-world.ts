/** Worlds as the bytes of snapshots with blocks of any length. */

import { crc32 } from "node:zlib";
import type { Commons } from "../../src/index.ts";
import type { PublishTarget } from "../../src/remote/versions/publish-target.ts";
import { imageOf } from "../../src/snapshot/image.ts";
import { storedColumnsOf } from "../../src/snapshot/stored-columns.ts";
import { version } from "../../src/snapshot/version.ts";
import { contentsOf } from "../../src/snapshot/world-contents.ts";

/** @param toColumns those that it has. Default: all that a snapshot has */
export function snapshotOf(
  commons: Commons,
  blockBytes?: number,
  toColumns: typeof storedColumnsOf = storedColumnsOf,
): Uint8Array {
  const world = { graph: commons.engine.graph, observations: commons.engine.observations };
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

/** What a promise rejects with; undefined when it resolves. */
export function errorOf(asked: Promise<unknown>) {
  return asked.then(
    () => undefined,
    (error) => error,
  );
}

/** A snapshot under a name alone, in the place of another one. */
export async function putInto(
  target: PublishTarget,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await target.put(name, new Blob([new Uint8Array(bytes)]), {});
}
