/** What was read of a store, kept in a folder, which several processes may share. */

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type OptionRows, requireOptions } from "../options/required-options.ts";
import type { BlockStore, ByteRange, ReadOptions } from "../remote.ts";

/** Options of `diskCache`. */
export interface DiskCacheOptions {
  /** The folder, for worlds of any number of stores. It is made where there is none. */
  readonly folder: string;
  /** Bytes that the files of the folder may have. The oldest ones are removed. Default: 4 GiB. */
  readonly maxDiskBytes?: number | undefined;
}

export const diskCacheRows = {
  folder: { is: ["text"], isRequired: true },
  maxDiskBytes: { is: ["number"] },
} satisfies OptionRows<DiskCacheOptions>;

const bytesDefault = 2 ** 32;
/** A file holds so many bytes of an object, after their checksum. */
const pieceBytes = 1 << 14;
const checkBytes = 32;
/** Names of its folders, and of files in them; those that are being written have a further ending. */
const ownFolder = /^[\da-f]{2}$/;
const ownFile = /^[\da-f]{62}(?:\.[\da-f-]{36})?$/;

/**
 * A store whose bytes are read from a folder once they are there. Each file has a checksum: a damaged one is read from
 * the store again. Processes may share the folder, because a file is there whole or not at all.
 *
 * @throws TypeError for options that are none
 */
export function diskCache(store: BlockStore, options: DiskCacheOptions): BlockStore {
  requireOptions("diskCache", options, diskCacheRows);
  const { folder, maxDiskBytes = bytesDefault } = options;
  if (folder === "") throw new TypeError("diskCache needs a folder");
  return new CachedStore(store, new PieceFolder(folder, maxDiskBytes));
}

class CachedStore implements BlockStore {
  readonly name: string;
  readonly describe: BlockStore["describe"];
  readonly beside: BlockStore["beside"];
  readonly #store: BlockStore;
  readonly #pieces: PieceFolder;
  /** Of the object, by version: the last piece ends there. */
  readonly #lengths = new Map<string, number>();

  constructor(store: BlockStore, pieces: PieceFolder) {
    this.#store = store;
    this.#pieces = pieces;
    this.name = store.name ?? "remote snapshot";
    // The store alone knows which version there is now.
    this.describe = async (...given) => {
      const stored = await store.describe(...given);
      this.#lengths.set(stored.version, stored.length);
      return stored;
    };
    this.beside =
      store.beside && ((address) => new CachedStore(store.beside?.(address) ?? store, pieces));
  }

  async read(
    ranges: readonly ByteRange[],
    version: string,
    signal: AbortSignal,
    options: ReadOptions = {},
  ): Promise<readonly Uint8Array[]> {
    const numbers = new Set(ranges.flatMap(numbersIn));
    const pieces = new Map<number, Uint8Array>();
    const pathOf = (number: number) => this.#pieces.pathOf(this.name, version, number);
    if (options.pastCaches !== true) {
      const look = async (number: number) => {
        const piece = await this.#pieces.get(pathOf(number));
        if (piece !== undefined) pieces.set(number, piece);
      };
      await Promise.all([...numbers].map(look));
    }
    const length = this.#lengths.get(version) ?? Number.POSITIVE_INFINITY;
    const missing = runsOf(
      [...numbers].filter((number) => !pieces.has(number)),
      length,
    );
    if (missing.length > 0) {
      const parts = await this.#store.read(missing, version, signal, options);
      for (const [at, { start }] of missing.entries()) {
        const part = parts[at] ?? new Uint8Array();
        for (let from = 0; from < part.length; from += pieceBytes) {
          const number = (start + from) / pieceBytes;
          const piece = part.subarray(from, from + pieceBytes);
          pieces.set(number, piece);
          const isWhole = piece.length === Math.min(pieceBytes, length - start - from);
          if (isWhole) this.#pieces.put(pathOf(number), piece);
        }
      }
    }
    return ranges.map((range) => joined(range, pieces));
  }
}

function numbersIn({ start, end }: ByteRange): number[] {
  const first = Math.floor(start / pieceBytes);
  return Array.from({ length: Math.ceil(end / pieceBytes) - first }, (_, at) => first + at);
}

/** Pieces that follow each other, as ranges. */
function runsOf(numbers: readonly number[], length: number): ByteRange[] {
  const runs: { start: number; end: number }[] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const start = number * pieceBytes;
    const end = Math.min(length, start + pieceBytes);
    const last = runs.at(-1);
    if (last?.end === start) last.end = end;
    else runs.push({ start, end });
  }
  return runs;
}

/** The bytes of a range; too few when the store gave too few. */
function joined({ start, end }: ByteRange, pieces: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  for (const number of numbersIn({ start, end })) {
    const from = number * pieceBytes;
    const piece = pieces.get(number)?.subarray(Math.max(0, start - from), end - from);
    if (piece === undefined) break;
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return filled === bytes.length ? bytes : bytes.subarray(0, filled);
}

class PieceFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Written since the files were counted. */
  #written = Number.POSITIVE_INFINITY;
  #tidying = false;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  pathOf(store: string, version: string, number: number): string {
    const key = createHash("sha256")
      .update(JSON.stringify([store, version, number]))
      .digest("hex");
    return join(this.#folder, key.slice(0, 2), key.slice(2));
  }

  /** Undefined for a file that is not there, or is damaged. */
  async get(path: string): Promise<Uint8Array | undefined> {
    const held = await readFile(path).catch(() => undefined);
    if (held === undefined) return undefined;
    const bytes = held.subarray(checkBytes);
    return held.subarray(0, checkBytes).equals(checkOf(bytes)) ? bytes : undefined;
  }

  /** A folder that cannot be written is no reason for a question to fail. */
  put(path: string, bytes: Uint8Array): void {
    const write = async () => {
      await mkdir(dirname(path), { recursive: true });
      const own = `${path}.${randomUUID()}`;
      await writeFile(own, Buffer.concat([checkOf(bytes), bytes]));
      await rename(own, path);
    };
    this.#written += bytes.length;
    write()
      .then(() => this.#tidy())
      .catch(() => {});
  }

  /** Counts the files from time to time, and removes the oldest ones when they are too many. */
  async #tidy(): Promise<void> {
    if (this.#tidying || this.#written < this.#maxBytes / 8) return;
    this.#tidying = true;
    this.#written = 0;
    try {
      const files: { path: string; size: number; mtimeMs: number }[] = [];
      // What else lies in the folder is somebody else's.
      const own = (await readdir(this.#folder)).filter((name) => ownFolder.test(name));
      for (const folder of own) {
        const names = await readdir(join(this.#folder, folder)).catch(() => []);
        for (const name of names.filter((one) => ownFile.test(one))) {
          const path = join(this.#folder, folder, name);
          const known = await stat(path).catch(() => undefined);
          if (known !== undefined) files.push({ path, size: known.size, mtimeMs: known.mtimeMs });
        }
      }
      let bytes = files.reduce((sum, { size }) => sum + size, 0);
      files.sort((one, other) => one.mtimeMs - other.mtimeMs);
      for (const { path, size } of files) {
        if (bytes <= this.#maxBytes * (3 / 4)) break;
        await rm(path, { force: true });
        bytes -= size;
      }
    } finally {
      this.#tidying = false;
    }
  }
}

const checkOf = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
