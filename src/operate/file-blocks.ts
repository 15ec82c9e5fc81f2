/** A snapshot in a file, or a world published into a folder: on a disk that machines share. */

import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BlockStore, type ByteRange, RemoteError, type StoredSnapshot } from "../remote.ts";

const headBytes = 1 << 16;

/**
 * A snapshot in a file, read as it is asked for; or `world.json` of a folder that `folderTarget` publishes into.
 */
export function fileBlocks(path: string): BlockStore {
  return new FileBlocks(path);
}

class FileBlocks implements BlockStore {
  readonly name: string;

  constructor(path: string) {
    this.name = path;
  }

  beside(address: string): BlockStore {
    return new FileBlocks(join(dirname(this.name), address));
  }

  async describe(): Promise<StoredSnapshot> {
    return await this.#opened(async (file) => {
      const { length, version } = await described(file);
      const head = await readAt(file, 0, Math.min(length, headBytes));
      return { length, version, head };
    });
  }

  async read(ranges: readonly ByteRange[], version: string): Promise<readonly Uint8Array[]> {
    return await this.#opened(async (file) => {
      if ((await described(file)).version !== version) {
        throw new RemoteError("replaced", `${this.name}: it was replaced: open it again`);
      }
      return await Promise.all(ranges.map(({ start, end }) => readAt(file, start, end - start)));
    });
  }

  async #opened<Result>(action: (file: FileHandle) => Promise<Result>): Promise<Result> {
    let file: FileHandle;
    try {
      file = await open(this.name);
    } catch (error) {
      const fault = faults[String((error as { readonly code?: unknown }).code)];
      if (fault === undefined) throw error;
      const what = fault === "missing" ? "there is none" : "it may not be read";
      throw new RemoteError(fault, `${this.name}: ${what}`);
    }
    try {
      return await action(file);
    } finally {
      await file.close();
    }
  }
}

const faults: Readonly<Record<string, "missing" | "denied">> = {
  ENOENT: "missing",
  EACCES: "denied",
  EPERM: "denied",
};

async function described(file: FileHandle) {
  const { size, ino, mtimeMs } = await file.stat();
  return { length: size, version: `${ino}-${mtimeMs}-${size}` };
}

/** Fewer bytes at the end of a file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}
