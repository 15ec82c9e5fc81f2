/** Snapshots into files, whole or not at all. */

import { randomUUID } from "node:crypto";
import { type FileHandle, open, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as zlib from "node:zlib";
import { SnapshotError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { type Crc32, slicingCrc32 } from "../../store/columns/crc32.ts";
import type { SnapshotHost, WrittenImage } from "../host.ts";

/**
 * Writes next to the file and renames at the end: whatever happens, there is the old file or the
 * new one. A link stays a link, to a new file.
 * @throws SnapshotError (rejects) `unwritable`; no file is left then
 */
export async function saveToFile(path: string | URL, image: WrittenImage): Promise<void> {
  const file = typeof path === "string" ? path : fileURLToPath(path);
  // What is not there yet has no other path.
  const target = await realpath(file).catch(() => file);
  // Hidden, so that whoever loads the folder meanwhile leaves it out.
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    await write(temporary, image);
    await rename(temporary, target);
  } catch (cause) {
    // There may be none yet.
    await rm(temporary).catch(() => {});
    const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
    throw new SnapshotError("unwritable", `could not be saved: ${reason}`, { file }, { cause });
  }
  await syncFolder(dirname(target));
}

async function write(path: string, image: WrittenImage): Promise<void> {
  const handle = await open(path, "wx");
  try {
    for await (const chunk of image.chunks()) await writeAll(handle, chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
  }
}

/** After this the new name survives a loss of power, where the system can promise it. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows opens no folders.
  }
}

// What Node does for snapshots.

export const nodeHost: SnapshotHost = {
  // There since Node 20.15.
  crc32: (zlib.crc32 as Crc32 | undefined) ?? slicingCrc32,
  // A third of the time of level 6, and 1 % longer.
  deflate: (bytes) => zlib.deflateRawSync(bytes, { level: 5 }),
  saveToFile,
};
