/** Files on disk, as the loader asks for them. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { sep } from "node:path";
import type { FileTree, InputFile, LoadSource } from "../load/index.ts";
import { FileBlocks, FileChunks } from "./disk-bytes.ts";
import { diskHost } from "./disk-host.ts";
import { fileRanges } from "./file-ranges.ts";

/** Asks the file system in this thread: to have another one ask costs ten times as much. */
export const diskTree: FileTree = {
  gunzip: diskHost.gunzip,
  get openSqlite() {
    return diskHost.openSqlite;
  },
  stat: async (path) => statSync(path),
  realpath: async (path) => slashed(realpathSync.native(path)),
  entries: async (folder) => readdirSync(folder, { withFileTypes: true }),
  text: async (path) => await readFile(path, "utf8"),
  chunks: ({ path, size }) => new FileChunks(path, size),
  blocks: ({ path }, range) => new FileBlocks(path, range),
  ranges: fileRanges,
};

/** What is to be loaded from disk. */
export function onDisk(...paths: readonly string[]): LoadSource[] {
  return paths.map((path) => ({ tree: diskTree, path }));
}

/** A file that somebody names; its name tells whether it is compressed. */
export function fileOnDisk(path: string, size: number): InputFile {
  return { path, size, isGzip: /\.gz$/i.test(path), tree: diskTree };
}

/** The loader knows slashes only. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
