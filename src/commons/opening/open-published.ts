/** A published world in a folder: what its `world.json` names, opened as files. */

import { SnapshotError } from "../../errors/errors.ts";
import { checkIndex } from "../../parts/index-of-parts.ts";
import {
  isShared,
  type StoredObject,
  type StoredPack,
  spansIn,
} from "../../parts/stored-pieces.ts";
import { type SnapshotColumns, tableOfPart, worldInParts } from "../../parts/world-in-parts.ts";
import { readPointer, tagOf, versionIn } from "../../parts/world-pointer.ts";
import type { SnapshotHost } from "../../snapshot/host.ts";
import { Snapshot, type SnapshotCheck, structurePart } from "../../snapshot/snapshot.ts";
import { BufferBytes, type SnapshotBytes } from "../../snapshot/snapshot-bytes.ts";
import type { WorldContents } from "../../snapshot/world-contents.ts";
import { Commons } from "../commons.ts";
import { type ReopenOptions, refuseLoadOptions, reopen } from "../reopen.ts";

/** What opening needs of the place where files are. */
interface FolderHost {
  readonly snapshots: SnapshotHost;
  /** The path of a file by its address from another one. */
  readonly pointers?: { beside(path: string, address: string): string } | undefined;
  snapshotAt(path: string, isWhole: boolean): SnapshotBytes;
}

/**
 * The current version of the world. Parts are opened when a question needs one first.
 *
 * @throws SnapshotError (rejects) when the graph or the index cannot be opened; later, for a part
 */
export async function openPublished(
  path: string,
  options: ReopenOptions,
  host: FolderHost,
): Promise<Commons> {
  const stored = host.snapshotAt(path, false);
  const bytes = new Uint8Array(stored.byteLength);
  stored.read(bytes, 0);
  stored.close();
  const fail = (_fault: string, message: string) =>
    new SnapshotError("damaged", message, { file: path });
  const version = versionIn(readPointer(bytes, fail), undefined, fail);
  const pathOf = ({ address }: StoredPack) => host.pointers?.beside(path, address) ?? address;
  const { snapshot: graph, parts: [index, ...parts] = [] } = version;
  if (index === undefined) {
    const isWhole = options.read === "all";
    return await reopen(host.snapshotAt(pathOf(graph), isWhole), options, host.snapshots);
  }
  refuseLoadOptions(options);
  const opened = new Map<StoredObject, Snapshot>();
  const bytesOf = (object: StoredObject, at: string) =>
    isShared(object)
      ? joined(object, at, (pack) => host.snapshotAt(pathOf(pack), false))
      : host.snapshotAt(at, false);
  const open = (object: StoredObject): SnapshotColumns => {
    let snapshot = opened.get(object);
    if (snapshot === undefined) {
      snapshot = openObject(pathOf(object), object, host, (path) => bytesOf(object, path));
      opened.set(object, snapshot);
    }
    return { snapshot, columns: snapshot };
  };
  const partAt = (part: number) => {
    const object = parts[part];
    if (object !== undefined) return open(object);
    throw new SnapshotError("foreign", `names no part ${part}`, { file: path });
  };
  const all = () => [graph, index, ...parts].map(open);
  const { world, info } = worldInParts({
    graph: open(graph),
    index: open(index),
    nameOf: (part) => parts[part]?.address ?? path,
    partAt,
  });
  const check = (how?: SnapshotCheck) => {
    for (const { snapshot } of all()) snapshot.verify(how);
    if (how !== "structure") return;
    // The index repeats what the parts say, for all questions.
    const [one, { snapshot, columns }] = [open(graph), open(index)];
    const { tag } = one.snapshot;
    const tables = parts.map((object) => {
      const table = tableOfPart(one, open(object), { tag: object.tag, graph: tag });
      return { name: object.address, tag: object.tag, table };
    });
    const { contents, file } = snapshot as Snapshot & { contents: WorldContents };
    checkIndex({ graph: world.graph, tag }, tables, { columns, contents, file });
  };
  if (options.read === "all") for (const { snapshot } of all()) await snapshot.readAll();
  if (options.verify === "structure") {
    await structurePart.load();
    check(options.verify);
  }
  options.signal?.throwIfAborted();
  const snapshot = {
    tag: tagOf(version),
    verify: check,
    close: () => {
      for (const one of opened.values()) one.close();
    },
  };
  return new Commons({ world, info, host: host.snapshots, snapshot });
}

/** An index that lies in files of several versions, in memory: it is small. */
function joined(
  object: StoredObject,
  path: string,
  open: (pack: StoredPack) => SnapshotBytes,
): SnapshotBytes {
  const files = new Map<StoredPack, SnapshotBytes>();
  try {
    for (const pack of object.packs ?? []) {
      const file = open(pack);
      files.set(pack, file);
      // Before so much memory is taken as the pointer says.
      if (file.byteLength === pack.bytes) continue;
      const message = `has ${file.byteLength} bytes, and the pointer names one of ${pack.bytes}`;
      throw new SnapshotError("damaged", message, { file: file.file });
    }
    const all = new Uint8Array(object.bytes);
    for (const { pack, start, from, bytes } of spansIn(object)) {
      files.get(pack)?.read(all.subarray(from, from + bytes), start);
    }
    return new BufferBytes(all, path);
  } finally {
    for (const file of files.values()) file.close();
  }
}

function openObject(
  path: string,
  { tag }: StoredObject,
  host: FolderHost,
  open: (path: string) => SnapshotBytes,
): Snapshot {
  const stored = open(path);
  try {
    const snapshot = new Snapshot(stored, host.snapshots.crc32);
    if (snapshot.tag !== tag) {
      const message =
        "is another snapshot than the one that was published: publish the world again";
      throw new SnapshotError("foreign", message, { file: path });
    }
    snapshot.guard();
    return snapshot;
  } catch (error) {
    stored.close();
    throw error;
  }
}
