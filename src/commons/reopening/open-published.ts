/** A published world in a folder: what its `world.json` names, opened as files. */

import { SnapshotError } from "../../errors/errors.ts";
import { checkIndex } from "../../parts/index-of-parts.ts";
import { type SnapshotColumns, tableOfPart, worldInParts } from "../../parts/world-in-parts.ts";
import { readPointer, type StoredObject, tagOf, versionIn } from "../../parts/world-pointer.ts";
import { Snapshot, type SnapshotCheck, structurePart } from "../../snapshot/snapshot.ts";
import type { SnapshotBytes } from "../../snapshot/snapshot-bytes.ts";
import type { WorldContents } from "../../snapshot/world-contents.ts";
import { Commons, type CommonsHost } from "../commons.ts";
import { type ReopenOptions, refuseLoadOptions, reopen } from "../reopen.ts";

/** What opening needs of the place where files are. */
interface FolderHost {
  readonly snapshots: CommonsHost;
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
  const pathOf = ({ address }: StoredObject) => host.pointers?.beside(path, address) ?? address;
  const { snapshot: graph, parts: [index, ...parts] = [] } = version;
  if (index === undefined) {
    const isWhole = options.read === "all";
    return await reopen(host.snapshotAt(pathOf(graph), isWhole), options, host.snapshots);
  }
  refuseLoadOptions(options);
  const opened = new Map<StoredObject, Snapshot>();
  const open = (object: StoredObject): SnapshotColumns => {
    let snapshot = opened.get(object);
    if (snapshot === undefined) {
      snapshot = openObject(pathOf(object), object, host);
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

function openObject(path: string, { tag }: StoredObject, host: FolderHost): Snapshot {
  const stored = host.snapshotAt(path, false);
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
