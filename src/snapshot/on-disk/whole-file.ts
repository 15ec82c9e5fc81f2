/** A snapshot's file that is wanted as a whole: two threads read it into one buffer. */

import type { MemoryPlace, SnapshotBytes } from "../snapshot-bytes.ts";
import { attempt, FileBytes } from "./file-bytes.ts";

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
