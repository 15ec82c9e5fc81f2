/** Where the files of a source lie, as far as the loader asks: on disk, or in memory. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, relative } from "node:path";

/** What is known of a path without reading it. */
export interface FileStats {
  readonly size: number;
  readonly mtimeMs?: number;
  /** The bytes of a file in memory. */
  readonly content?: Uint8Array;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** What a folder holds under a name. */
export interface FileEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** The methods reject with an error of the file system, which has a `code`. */
export interface FileTree {
  stat(path: string): Promise<FileStats>;
  /** The path without links: two paths to one folder have it in common. */
  realpath(path: string): Promise<string>;
  entries(folder: string): Promise<readonly FileEntry[]>;
  /** UTF-8. */
  text(path: string): Promise<string>;
}

/** Asks the file system in this thread: to have another one ask costs ten times as much. */
export const diskTree: FileTree = {
  stat: async (path) => statSync(path),
  realpath: async (path) => realpathSync.native(path),
  entries: async (folder) => readdirSync(folder, { withFileTypes: true }),
  text: async (path) => await readFile(path, "utf8"),
};

/** The folder in which the names of files in memory are paths: the current one. */
export const memoryRoot = ".";

/** Files by path, as if they lay in the current folder and nothing else did. */
export class MemoryTree implements FileTree {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Map<string, Map<string, FileEntry>>([[memoryRoot, new Map()]]);

  /** @param files by relative path, without `.` and `..`. */
  constructor(files: Iterable<readonly [path: string, content: Uint8Array]>) {
    for (const [path, content] of files) {
      const name = nameOf(path);
      this.#files.set(name, content);
      this.#addEntry(name, false);
    }
  }

  async stat(path: string): Promise<FileStats> {
    const content = this.#files.get(nameOf(path));
    if (content === undefined && !this.#folders.has(nameOf(path))) throw missing("stat", path);
    return {
      size: content?.length ?? 0,
      ...(content === undefined ? {} : { content }),
      isFile: () => content !== undefined,
      isDirectory: () => content === undefined,
    };
  }

  async realpath(path: string): Promise<string> {
    return nameOf(path);
  }

  async entries(folder: string): Promise<readonly FileEntry[]> {
    const entries = this.#folders.get(nameOf(folder));
    if (entries === undefined) throw missing("scandir", folder);
    return [...entries.values()];
  }

  async text(path: string): Promise<string> {
    const content = this.#files.get(nameOf(path));
    if (content === undefined) throw missing("open", path);
    return Buffer.from(content.buffer, content.byteOffset, content.length).toString("utf8");
  }

  #addEntry(path: string, isFolder: boolean): void {
    const folder = dirname(path);
    const name = basename(path);
    const entry = { name, isDirectory: () => isFolder, isSymbolicLink: () => false };
    let entries = this.#folders.get(folder);
    if (entries === undefined) {
      entries = new Map();
      this.#folders.set(folder, entries);
      this.#addEntry(folder, true);
    }
    entries.set(name, entry);
  }
}

/** One name for all spellings of a path. */
function nameOf(path: string): string {
  return relative(memoryRoot, path) || memoryRoot;
}

function missing(call: string, path: string): Error {
  const message = `ENOENT: no such file or directory, ${call} '${path}'`;
  return Object.assign(new Error(message), { code: "ENOENT" });
}
