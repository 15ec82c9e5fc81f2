/** The bytes of a snapshot in a file. */

import { close, closeSync, fstatSync, openSync, read, readSync, statSync } from "node:fs";
import { extname } from "node:path";
import { closed } from "../../errors/closed.ts";
import { SnapshotError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import { isSnapshot, magicBytes } from "../format.ts";
import type { MemoryPlace, SnapshotBytes } from "../snapshot-bytes.ts";

/** Descriptors of files whose snapshot is not in use any more. */
const abandoned = new FinalizationRegistry<number>((descriptor) => close(descriptor, () => {}));

/**
 * A file that stays open, so that it may be renamed, replaced or removed while it is in use: its
 * bytes stay those that were there. Closed when everything was read or it is not in use any more.
 */
export class FileBytes implements SnapshotBytes {
  readonly file: string;
  readonly byteLength: number;
  readonly isForeign = false;
  readonly #descriptor: number;
  #isOpen = true;

  /** @throws SnapshotError `unreadable` */
  constructor(path: string) {
    this.file = path;
    this.#descriptor = attempt(path, () => openSync(path, "r"));
    abandoned.register(this, this.#descriptor, this);
    this.byteLength = attempt(path, () => fstatSync(this.#descriptor).size);
  }

  read(target: Uint8Array, position: number): void {
    this.#requireOpen();
    for (let at = 0; at < target.length; ) {
      const length = attempt(this.file, () =>
        readSync(this.#descriptor, target, at, target.length - at, position + at),
      );
      if (length === 0) throw cut(this.file, position + at);
      at += length;
    }
  }

  /** As `read`, by another thread. @throws SnapshotError (rejects) as `read` */
  async readAside(target: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < target.length; ) {
      const length = await this.#readSome(target.subarray(at), position + at);
      if (length === 0) throw cut(this.file, position + at);
      at += length;
    }
  }

  async ready(): Promise<void> {}

  inPlace(): MemoryPlace | undefined {
    return undefined;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    abandoned.unregister(this);
    closeSync(this.#descriptor);
  }

  /** The number of its descriptor may be that of another file by now. */
  #requireOpen(): void {
    if (!this.#isOpen) throw closed();
  }

  #readSome(target: Uint8Array, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#requireOpen();
      read(this.#descriptor, target, 0, target.length, position, (error, length) => {
        if (error === null) resolve(length);
        else reject(unreadable(this.file, error));
      });
    });
  }
}

/**
 * Is there a snapshot at a path, by name or by its first bytes? What cannot be read is not a
 * snapshot, unless its name says so: whoever reads it as something else will say what is wrong.
 */
export function isSnapshotFile(path: string): boolean {
  const isNamed = extname(path).toLowerCase() === ".pocket";
  try {
    const stats = statSync(path);
    // A pipe would lose what is read from it here.
    return stats.isFile()
      ? isNamed || isSnapshot(firstBytes(path))
      : isNamed && !stats.isDirectory();
  } catch {
    return isNamed;
  }
}

/** Is there the pointer of a published world at a path? */
export function isPointerFile(path: string): boolean {
  try {
    if (extname(path) !== ".json" || !statSync(path).isFile()) return false;
    return /^\s*\{\s*"pocketCommonsWorld"/.test(firstBytes(path, 64).toString());
  } catch {
    return false;
  }
}

function firstBytes(path: string, count = magicBytes): Uint8Array {
  const bytes = Buffer.alloc(count);
  const descriptor = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, count, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** @throws SnapshotError `unreadable` instead of what the action throws */
export function attempt<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function cut(file: string, offset: number): SnapshotError {
  const message = "was cut after it was opened: open it again";
  return new SnapshotError("truncated", message, { file, offset });
}

function unreadable(file: string, cause: unknown): SnapshotError {
  const reason = excerpt(cause instanceof Error ? cause.message : String(cause));
  return new SnapshotError("unreadable", `cannot be read: ${reason}`, { file }, { cause });
}
