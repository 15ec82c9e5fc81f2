/** A snapshot in a file, as a store of blocks. */

import { open, rename, stat, writeFile } from "node:fs/promises";
import {
  type BlockStore,
  type ByteRange,
  RemoteError,
} from "../../../src/remote/stores/block-store.ts";

export class FileStore implements BlockStore {
  readonly name: string;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.name = path;
  }

  static async put(path: string, bytes: Uint8Array): Promise<void> {
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
  }

  async describe() {
    const { size, ino, mtimeMs } = await stat(this.#path);
    return { length: size, version: `${ino}-${mtimeMs}` };
  }

  async read(ranges: readonly ByteRange[], version: string): Promise<readonly Uint8Array[]> {
    const handle = await open(this.#path);
    try {
      const { ino, mtimeMs } = await handle.stat();
      if (`${ino}-${mtimeMs}` !== version) throw new RemoteError("replaced", "it was replaced");
      const parts: Uint8Array[] = [];
      for (const { start, end } of ranges) {
        const part = new Uint8Array(end - start);
        await handle.read(part, 0, part.length, start);
        parts.push(part);
      }
      return parts;
    } finally {
      await handle.close();
    }
  }
}
