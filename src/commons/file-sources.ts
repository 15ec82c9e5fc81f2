/** Sources for what reads files alone: worlds that were loaded before become the tables that `export` writes. */

import { LoadError } from "../errors/errors.ts";
import type { InputFile } from "../load/bytes/file-tree.ts";
import { MemoryTree } from "../load/bytes/memory-tree.ts";
import { join } from "../load/bytes/paths.ts";
import { mayDescribe } from "../load/bytes/table-metadata.ts";
import { type LoadSource, labelOf } from "../load/load-plan.ts";
import { statOf } from "../load/sources/source-file.ts";
import { Export } from "../publish/export-formats.ts";
import { type Base, sourcesOf } from "./given-sources.ts";
import { type OpenHost, openBase } from "./open-sources.ts";

/** Files of any sources, in the order of `open`: what was loaded before comes first. */
export async function fileSourcesOf(
  source: unknown,
  host: OpenHost,
  caller: string,
  signal?: AbortSignal,
): Promise<LoadSource[]> {
  const { bases, sources } = await sourcesOf(source, host, caller, signal);
  const tables: LoadSource[] = [];
  for (const [at, base] of bases.entries()) tables.push(await tablesOf(base, at, host));
  return [...tables, ...sources];
}

async function tablesOf(base: Base, at: number, host: OpenHost): Promise<LoadSource> {
  const commons = await openBase(base, {}, host);
  const folder = typeof base === "string" ? base : `snapshot ${at + 1}`;
  const { files } = new Export(commons.engine, "tables");
  const encoder = new TextEncoder();
  const contents = files.map(({ name, text }) => {
    return [join(folder, name), encoder.encode([...text()].join(""))] as const;
  });
  if (commons !== base) commons.close();
  return { tree: new MemoryTree(contents, host.formats), path: folder };
}

/**
 * The only file of a source.
 *
 * @throws CommonsError `LOAD` (rejects) for a folder on disk, and for several files
 */
export async function onlyFileOf(
  source: unknown,
  host: OpenHost,
  caller: string,
): Promise<InputFile> {
  const [one, ...others] = await fileSourcesOf(source, host, caller);
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
