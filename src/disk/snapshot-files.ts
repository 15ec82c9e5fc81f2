/** Snapshots in files: read part by part or as a whole, and written, whole or not at all. Nothing else of snapshots needs Node. */

import { randomUUID } from "node:crypto";
import { close, closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { type FileHandle, open, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as zlib from "node:zlib";
import { closed, SnapshotError } from "../errors/errors.ts";
import { excerpt } from "../errors/excerpts.ts";
import type { SnapshotHost, WrittenImage } from "../snapshot/host.ts";
import type { MemoryPlace, SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import { type Crc32, slicingCrc32 } from "../store/columns/crc32.ts";

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

/**
 * What of the file this thread reads, and checks piece by piece, while another one reads the rest:
 * both take as long. Most of reading is the first touch of each page of the buffer. A file of 212 MB
 * takes 141 ms so, and 182 ms when one thread reads all of it.
 */
const frontShare = 0.35;
/** One call of the system reads less than 2 GiB. */
const readBytesMax = 2 ** 30;

export class WholeFile implements SnapshotBytes {
  readonly isForeign = false;
  readonly #file: FileBytes;
  readonly #buffer: SharedArrayBuffer;
  readonly #frontEnd: number;
  readonly #rest: Promise<unknown>;
  /** Bytes before this are there. */
  #readyEnd = 0;

  /** @throws SnapshotError `unreadable`, also when there is not so much memory */
  constructor(path: string) {
    this.#file = new FileBytes(path);
    this.#buffer = attempt(path, () => new SharedArrayBuffer(this.byteLength));
    this.#frontEnd = Math.floor(this.byteLength * frontShare);
    this.#rest = this.#readRest();
    // A failure is reported to who awaits the rest; it is not awaited when the file is refused before.
    this.#rest.catch(() => {});
  }

  get file(): string {
    return this.#file.file;
  }

  get byteLength(): number {
    return this.#file.byteLength;
  }

  read(target: Uint8Array, position: number): void {
    const end = position + target.length;
    if (end > this.#readyEnd) this.#file.read(target, position);
    else target.set(this.#view(position, end));
  }

  async ready(end: number): Promise<void> {
    const frontEnd = Math.min(end, this.#frontEnd);
    if (this.#readyEnd < frontEnd) {
      this.#file.read(this.#view(this.#readyEnd, frontEnd), this.#readyEnd);
      this.#readyEnd = frontEnd;
    }
    if (this.#readyEnd >= end) return;
    await this.#rest;
    warm(this.#view(this.#readyEnd, end));
    this.#readyEnd = end;
  }

  inPlace(position: number): MemoryPlace {
    return { buffer: this.#buffer, byteOffset: position };
  }

  close(): void {
    const close = () => this.#file.close();
    this.#rest.then(close, close);
  }

  #readRest(): Promise<unknown> {
    const reads: Promise<void>[] = [];
    for (let at = this.#frontEnd; at < this.byteLength; at += readBytesMax) {
      const end = Math.min(at + readBytesMax, this.byteLength);
      reads.push(this.#file.readAside(this.#view(at, end), at));
    }
    return Promise.all(reads);
  }

  #view(start: number, end: number): Uint8Array {
    return new Uint8Array(this.#buffer, start, end - start);
  }
}

/**
 * Brings what another processor wrote into this one's cache. A checksum waits for line after line of
 * memory, a comparison (here of the bytes with themselves) does not: the two together take 0.6 of
 * the time that the checksum takes alone. Without it a file of 212 MB takes 167 ms, not 141.
 */
function warm(bytes: Uint8Array): void {
  Buffer.compare(bytes, bytes.subarray());
}
