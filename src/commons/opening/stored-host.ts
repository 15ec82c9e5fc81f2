/** What Node does for snapshots: their files, and those that exports write. */

import { mkdir, open as openFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPointerFile, pathOf } from "../../disk/file-paths.ts";
import { FileBytes, nodeHost, WholeFile } from "../../disk/snapshot-files.ts";
import type { StoredHost } from "./open-stored.ts";

/** What opening a snapshot needs. */
export const storedHost: StoredHost = {
  snapshots: { ...nodeHost, writeFile },
  pointers: {
    isAt: isPointerFile,
    beside: (path, address) => join(dirname(path), ...address.split("/")),
  },
  snapshotAt: (path, isWhole) => (isWhole ? new WholeFile(path) : new FileBytes(path)),
};

/** The file appears under its name once it is complete. */
async function writeFile(
  target: string | URL,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const folder = pathOf(target) ?? "";
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
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
