/** Files within a file: what a zip holds, and the tables of a workbook as CSV. */

import { LoadError } from "../../errors/errors.ts";
import { isBomb } from "../bytes/byte-blocks.ts";
import type { FileEntry, FileStats, FileTree, InputFile, RawBytes } from "../bytes/file-tree.ts";
import { everythingElse } from "../bytes/load-progress.ts";
import { concatenated, searchable, wholeText } from "../bytes/native.ts";
import { basename, dirname, normalize } from "../bytes/paths.ts";

/** What a file within a file is. */
interface Held {
  /** In bytes, as far as it is known before it is read. */
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

export class HeldTree implements FileTree {
  /** Node's SQLite reads files on disk only. */
  readonly openSqlite = undefined;
  readonly blocks = undefined;
  readonly ranges = undefined;
  readonly #holder: InputFile;
  readonly #root: string;
  readonly #files = new Map<string, Held>();
  readonly #folders = new Map<string, Map<string, FileEntry>>();
  /** Bytes that compressed files in it expand to, as far as they are known. */
  readonly #expanded = new Map<string, number>();
  #expandedTotal = 0;

  /** @param files by path, which begins with that of the holder, normalized if it is a folder of them. */
  constructor(holder: InputFile, files: Iterable<readonly [path: string, held: Held]>) {
    this.#holder = holder;
    this.#root = normalize(holder.path);
    this.#folders.set(this.#root, new Map());
    for (const [path, held] of files) {
      this.#files.set(path, held);
      if (path !== holder.path) this.#addEntry(path, false);
    }
  }

  /** A file changes when its holder does. */
  async stat(path: string): Promise<FileStats> {
    const held = this.#files.get(path);
    if (held === undefined && !this.#folders.has(path)) throw missing(path);
    const { mtimeMs } = await this.#holder.tree.stat(this.#holder.path);
    return {
      size: held?.size ?? 0,
      ...(mtimeMs === undefined ? {} : { mtimeMs }),
      isFile: () => held !== undefined,
      isDirectory: () => held === undefined,
    };
  }

  async realpath(path: string): Promise<string> {
    return path;
  }

  async entries(folder: string): Promise<readonly FileEntry[]> {
    const entries = this.#folders.get(folder);
    if (entries === undefined) throw missing(folder);
    return [...entries.values()];
  }

  async text(path: string): Promise<string> {
    const blocks: Uint8Array[] = [];
    for await (const block of this.#held(path).read()) blocks.push(block);
    return wholeText(concatenated(blocks));
  }

  async *gunzip(
    raw: RawBytes,
    path: string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let length = 0;
    for await (const block of this.#holder.tree.gunzip(raw, path, signal)) {
      length += block.length;
      this.expand(path, length);
      yield block;
    }
  }

  /**
   * Compressed files within a compressed file: each may be small, and all of them fill any disk.
   * @throws LoadError if these bytes of a file are too many beside the others and the holder.
   */
  expand(path: string, length: number): void {
    const before = this.#expanded.get(path) ?? 0;
    if (length <= before) return;
    this.#expanded.set(path, length);
    this.#expandedTotal += length - before;
    if (!isBomb(this.#expandedTotal, this.#holder.size)) return;
    throw new LoadError("expands too much with the files beside it: unpack the file around it", {
      file: path,
    });
  }

  stream({ path }: InputFile): RawBytes {
    return new HeldStream(this.#held(path));
  }

  #held(path: string): Held {
    const held = this.#files.get(path);
    if (held === undefined) throw missing(path);
    return held;
  }

  #addEntry(path: string, isFolder: boolean): void {
    const folder = dirname(path);
    const name = basename(path);
    let entries = this.#folders.get(folder);
    if (entries === undefined) {
      entries = new Map();
      this.#folders.set(folder, entries);
      if (folder.length > this.#root.length) this.#addEntry(folder, true);
    }
    entries.set(name, { name, isDirectory: () => isFolder, isSymbolicLink: () => false });
  }
}

class HeldStream implements RawBytes {
  bytesRead = 0;
  readonly #held: Held;

  constructor(held: Held) {
    this.#held = held;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const block of this.#held.read()) {
      this.bytesRead += block.length;
      if (block.length > 0) yield searchable(block);
      await everythingElse();
    }
  }
}

function missing(path: string): Error {
  const message = `ENOENT: no such file or directory, open '${path}'`;
  return Object.assign(new Error(message), { code: "ENOENT" });
}
