/** A world in parts as it lies in a store. */

import type { StoredObject } from "../../../src/parts/stored-pieces.ts";
import { pointerBytes } from "../../../src/parts/world-pointer.ts";
import type { BlockStore } from "../../../src/remote/stores/block-store.ts";
import type { MemoryFolder } from "../../remote/stores/memory-folder.ts";
import { type PartBytes, snapshotIn } from "./small-parts.ts";

/** Puts the objects of a version there, and the pointer to it. @returns the store of the pointer */
export function storedIn(folder: MemoryFolder, { graph, index, parts }: PartBytes): BlockStore {
  const put = (address: string, bytes: Uint8Array): StoredObject => {
    folder.objects.set(`place/${address}`, bytes);
    return { address, bytes: bytes.length, tag: snapshotIn(bytes).snapshot.tag };
  };
  const version = {
    name: "now",
    published: "2026-11-26T02:00:00.000Z",
    snapshot: put("graph.pocket", graph),
    parts: [put("index.pocket", index), ...parts.map((part, at) => put(`${at}.part`, part))],
  };
  const pointer = { pocketCommonsWorld: 1, current: "now", versions: [version] };
  folder.objects.set("place/world.json", pointerBytes(pointer));
  return folder.store("place/world.json");
}
