/** Sources from disk, for `open` and for what reads files alone: code that a program does not load to open a snapshot. */

import { availableParallelism } from "node:os";
import { diskHost, diskTree } from "../../disk/disk-tree.ts";
import { isStoredFile, pathOf } from "../../disk/file-paths.ts";
import { LoadError } from "../../errors/errors.ts";
import type { InputFile } from "../../load/bytes/file-tree.ts";
import { MemoryTree } from "../../load/bytes/memory-tree.ts";
import { join } from "../../load/bytes/paths.ts";
import { type LoadSource, labelOf } from "../../load/load-plan.ts";
import { mayDescribe, statOf } from "../../load/sources/source-file.ts";
import type { Commons } from "../commons.ts";
import {
  type AnyOptions,
  type Base,
  type OpenHost,
  openBase,
  openSources,
  sourcesOf,
} from "./open-sources.ts";
import { storedHost } from "./stored-host.ts";

export { onDisk } from "../../disk/disk-tree.ts";

/** With more, it takes longer to bring together what they read than to read it. */
const threadsByDefaultMax = 4;

export const fileHost: OpenHost = {
  ...storedHost,
  formats: diskHost,
  nothingGiven: "open needs at least one source",
  disk: { tree: diskTree, pathOf, isSnapshot: isStoredFile },
  threads:
    (count = Math.min(availableParallelism(), threadsByDefaultMax)) =>
    async (builder) => {
      if (count === 1) return undefined;
      const { canStartThreads, warmPool } = await import("../../threads/worker-thread.ts");
      return canStartThreads() ? warmPool(builder, count - 1) : undefined;
    },
};

/** `open` of anything but one snapshot on disk. */
export async function openFromDisk(source: unknown, options: AnyOptions): Promise<Commons> {
  return await openSources(source, options, fileHost);
}

/** Files of any sources, in the order of `open`: worlds that were loaded before come first, as the tables that `export` writes. */
export async function fileSourcesOf(
  source: unknown,
  caller: string,
  signal?: AbortSignal,
): Promise<LoadSource[]> {
  const { bases, sources } = await sourcesOf(source, fileHost, caller, signal);
  const tables: LoadSource[] = [];
  for (const [at, base] of bases.entries()) tables.push(await tablesOf(base, at));
  return [...tables, ...sources];
}

async function tablesOf(base: Base, at: number): Promise<LoadSource> {
  const commons = await openBase(base, {}, fileHost);
  const folder = typeof base === "string" ? base : `snapshot ${at + 1}`;
  const { Export } = await import("../../publish/export-formats.ts");
  const { files } = new Export(commons.engine, "tables");
  const encoder = new TextEncoder();
  const contents = files.map(({ name, text }) => {
    return [join(folder, name), encoder.encode([...text()].join(""))] as const;
  });
  if (commons !== base) commons.close();
  return { tree: new MemoryTree(contents, diskHost), path: folder };
}

/**
 * The only file of a source.
 *
 * @throws CommonsError `LOAD` (rejects) for a folder on disk, and for several files
 */
export async function onlyFileOf(source: unknown, caller: string): Promise<InputFile> {
  const [one, ...others] = await fileSourcesOf(source, caller);
  if (one === undefined || others.length > 0) throw new TypeError(`${caller} needs one file`);
  let { path } = one;
  const { tree } = one;
  let stats = await statOf(tree, path);
  while (stats.isDirectory() && tree instanceof MemoryTree) {
    const entries = await tree.entries(path);
    const tables = entries.filter(({ name }) => !mayDescribe(name));
    // Of several tables the file that describes them is looked at.
    const [only, ...further] =
      tables.length === 1 ? tables : entries.filter(({ name }) => mayDescribe(name));
    if (only === undefined || further.length > 0) break;
    path = join(path, only.name);
    stats = await statOf(tree, path);
  }
  if (!stats.isFile()) throw new LoadError("is no file", { file: labelOf({ tree, path }) });
  return { path, size: stats.size, isGzip: /\.gz$/i.test(path), tree };
}
