/** Worlds published into a folder, which a web server serves or machines share. */

import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type HeldPointer, type PublishTarget, type PutOptions, RemoteError } from "../remote.ts";

const pointerName = "world.json";
/** Whoever writes the pointer holds the lock for some milliseconds: an older one is that of a killed process. */
const lockMilliseconds = 3000;
const lockPause = 20;

/**
 * A folder, which is made where there is none. The pointer is the file `world.json` in it.
 */
export function folderTarget(folder: string): PublishTarget {
  return new FolderTarget(folder);
}

class FolderTarget implements PublishTarget {
  readonly name: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.name = join(folder, pointerName);
  }

  async readPointer(): Promise<HeldPointer | undefined> {
    const bytes = await readFile(this.name).catch(unlessMissing);
    return bytes === undefined ? undefined : { bytes, mark: bytes.toString("latin1") };
  }

  async writePointer(bytes: Uint8Array, mark: string | undefined): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    return await this.#locked(async () => {
      const now = await this.readPointer();
      if (now?.mark !== mark) return false;
      await write(this.name, new Blob([new Uint8Array(bytes)]), {});
      return true;
    });
  }

  async put(address: string, object: Blob, options: PutOptions): Promise<void> {
    await write(join(this.#folder, address), object, options);
  }

  async remove(address: string): Promise<void> {
    const path = join(this.#folder, address);
    await rm(path, { force: true });
    await rm(newOf(path), { force: true });
  }

  /** No other process writes the pointer meanwhile. */
  async #locked<Result>(action: () => Promise<Result>): Promise<Result> {
    const lock = `${this.name}.lock`;
    for (;;) {
      try {
        await (await open(lock, "wx")).close();
        break;
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw refusal(error, this.#folder);
      }
      const made = await stat(lock).catch(unlessMissing);
      if (made !== undefined && Date.now() - made.mtimeMs > lockMilliseconds) {
        await rm(lock, { force: true });
      } else await new Promise((done) => setTimeout(done, lockPause));
    }
    try {
      return await action();
    } finally {
      await rm(lock, { force: true });
    }
  }
}

const newOf = (path: string): string => `${path}.new`;

/** A file that is there whole or not at all, also after the machine has lost its power. */
async function write(path: string, object: Blob, { onBytes, signal }: PutOptions): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(newOf(path), "w");
    try {
      for await (const piece of object.stream() as unknown as AsyncIterable<Uint8Array>) {
        signal?.throwIfAborted();
        await file.writeFile(piece);
        onBytes?.(piece.length);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(newOf(path), path);
  } catch (error) {
    throw refusal(error, path);
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** Without rights, the store refuses; a full disk stays what it is. */
function refusal(error: unknown, path: string): unknown {
  const isDenied = ["EACCES", "EPERM", "EROFS"].includes(String(codeOf(error)));
  return isDenied ? new RemoteError("denied", `${path}: it may not be written`) : error;
}
