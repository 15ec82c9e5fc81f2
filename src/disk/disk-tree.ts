/** Files on disk, as the loader asks for them. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describeArgument } from "../errors/excerpts.ts";
import type { FileTree, InputFile } from "../load/bytes/file-tree.ts";
import type { LoadSource } from "../load/load-plan.ts";
import { FileBlocks, FileStream } from "./disk-bytes.ts";
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
  stream: ({ path, size }) => new FileStream(path, size),
  blocks: ({ path }, range) => new FileBlocks(path, range),
  ranges: fileRanges,
};

/** What is to be loaded from disk. */
export function onDisk(...paths: readonly string[]): LoadSource[] {
  return paths.map((path) => ({ tree: diskTree, path }));
}

/** A file that a caller names; its ending says whether it is compressed. */
export function fileOnDisk(path: string, size: number): InputFile {
  return { path, size, isGzip: /\.gz$/i.test(path), tree: diskTree };
}

/** The loader knows slashes only. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/**
 * @param caller what the error names
 * @throws TypeError for what is neither a path nor a file URL
 */
export function pathsOf(source: unknown, caller: string): string[] {
  const sources: readonly unknown[] = Array.isArray(source) ? source : [source];
  return sources.map((path) => {
    if (typeof path === "string" && path !== "") return slashed(path);
    if (isUrl(path)) return slashed(fileURLToPath(path));
    const given = describeArgument(path);
    throw new TypeError(`${caller} needs a path, a file URL or a list of them, not ${given}`);
  });
}

/** As Node asks it: a page's or a test environment's `URL` has another constructor. */
function isUrl(value: unknown): value is URL {
  if (typeof value !== "object" || value === null) return false;
  const { href, protocol } = value as Partial<URL>;
  return typeof href === "string" && typeof protocol === "string";
}
