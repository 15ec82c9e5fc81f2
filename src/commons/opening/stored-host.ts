/** What Node does for snapshots: their files, and those that exports write. */

import { mkdir, open as openFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPointerFile, occupied, pathOf } from "../../disk/file-paths.ts";
import { FileBytes, nodeHost, WholeFile } from "../../disk/snapshot-files.ts";
import type { WritePieces } from "../../snapshot/host.ts";
import type { StoredHost } from "./open-stored.ts";

/** What opening a snapshot needs. */
export const storedHost: StoredHost = {
  snapshots: { ...nodeHost, openFolder },
  pointers: {
    isAt: isPointerFile,
    beside: (path, address) => join(dirname(path), ...address.split("/")),
  },
  snapshotAt: (path, isWhole) => (isWhole ? new WholeFile(path) : new FileBytes(path)),
};

async function openFolder(target: string | URL, isForced: boolean): Promise<WritePieces> {
  const folder = pathOf(target) ?? "";
  const refused = isForced ? undefined : occupied(folder);
  if (refused !== undefined) {
    throw new TypeError(`${refused}, or replace files of the same names with force: true`);
  }
  await mkdir(folder, { recursive: true });
  return (name, pieces) => writeFile(join(folder, name), pieces);
}

/** The file appears under its name once it is complete. */
async function writeFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    const file = await openFile(unfinished, "w");
    try {
      // `write` may write less than it is given, and reports it only in what it returns.
      for await (const piece of pieces) await file.writeFile(piece);
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
