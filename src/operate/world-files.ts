/** The files of a world, as `publish` takes them. */

import { openAsBlob } from "node:fs";
import { dirname, join } from "node:path";
import { isShared, type StoredObject, type StoredPack, spansIn } from "../parts/stored-pieces.ts";
import { isPointer, readPointer, versionIn } from "../parts/world-pointer.ts";
import { RemoteError, type RemoteFault } from "../remote.ts";

/** The files of a world. */
export interface WorldFiles {
  /** The world, or its graph where observations lie in parts. */
  readonly snapshot: Blob;
  /** Of a world in parts: the index, and the parts. */
  readonly parts: readonly Blob[];
}

/**
 * The files of a world for `publish`.
 *
 * @param path of a snapshot, or of the `world.json` of a world in parts
 * @throws RemoteError (rejects) for a damaged `world.json`, and for a file that it names and that is missing
 */
export async function worldFiles(path: string): Promise<WorldFiles> {
  const blob = await openAsBlob(path);
  const first = new Uint8Array(await blob.slice(0, 1).arrayBuffer());
  if (!isPointer(first)) return { snapshot: blob, parts: [] };
  const fail = (fault: RemoteFault, message: string) =>
    new RemoteError(fault, `${path}: ${message}`);
  const pointer = readPointer(new Uint8Array(await blob.arrayBuffer()), fail);
  const { snapshot, parts = [] } = versionIn(pointer, undefined, fail);
  const openPack = async ({ address }: StoredPack) => {
    const file = join(dirname(path), address);
    try {
      return await openAsBlob(file);
    } catch {
      throw new RemoteError("missing", `${file}: it cannot be opened`);
    }
  };
  const open = async (object: StoredObject) => {
    if (!isShared(object)) return await openPack(object);
    const spans = spansIn(object).map(async ({ pack, start, bytes }) =>
      (await openPack(pack)).slice(start, start + bytes),
    );
    return new Blob(await Promise.all(spans));
  };
  return { snapshot: await open(snapshot), parts: await Promise.all(parts.map(open)) };
}
