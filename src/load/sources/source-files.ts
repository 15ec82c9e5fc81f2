/** Sources → the files in them. */
import type { Dirent, Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { LoadError } from "../../errors/index.ts";
import { type InputFile, unreadable } from "../bytes/index.ts";
import type { Finding } from "../report/index.ts";
import { MANIFEST_NAME, type Manifest, readManifest } from "./manifest.ts";

/**
 * A file that may be loaded.
 * @typeParam Place what a file is in a folder with a config.
 */
export interface SourceFile<Place = unknown> extends InputFile {
  readonly folder: string;
  /** Lower case, dot included, that of a `.gz` left off: `.mcf` of `a.mcf.gz`. */
  readonly extension: string;
  /** Name without these extensions. */
  readonly stem: string;
  /** Named by the caller or a manifest: it must be recognised. */
  readonly isNamed: boolean;
  readonly listed: Listed | undefined;
  /** Of a manifest or a config, and of what these leave out: what is to be told of it. */
  readonly findings?: readonly Finding[];
  /** Its place in a folder with a config. */
  readonly place?: Place;
}

/** What a manifest says a file is and whose. */
export interface Listed {
  readonly as: "graph" | "observations" | "template" | "table";
  readonly provenance?: string;
  /** Path of the template of a table. */
  readonly template?: string;
}

/** A file that may be a table; whether it is one its header tells. */
export function isTable({ extension }: SourceFile): boolean {
  return extension === ".csv" || extension === ".tsv";
}

/** Folders in which a config says what each file is. */
export interface ConfiguredFolders<Place> {
  /** The name under which a folder's config is found. */
  readonly configName: string;
  /**
   * @returns what gives the files of a folder their places, or says why they have none; undefined
   * if the file is the config of something else.
   * @throws LoadError if it cannot be read.
   */
  readonly open: (path: string) => Promise<PlaceFiles<Place> | undefined>;
}

export type PlaceFiles<Place> = (
  files: readonly SourceFile<Place>[],
  folder: string,
) => SourceFile<Place>[];

/**
 * Every file of the sources once, in byte order of the path within a folder. Hidden files and
 * folders are left out; a folder with a manifest consists of the files listed there.
 * @throws LoadError if a source cannot be read.
 */
export async function sourceFiles<Place>(
  source: string,
  configured: ConfiguredFolders<Place>,
): Promise<SourceFile<Place>[]> {
  const stats = await statOf(source);
  const files = stats.isDirectory()
    ? await folderFiles(source, configured, new Set())
    : await namedFile(source, configured, stats);
  return files.sort((left, right) => byteOrder(left.path, right.path));
}

/** A config stands for its folder, under whatever name. */
async function namedFile<Place>(
  path: string,
  configured: ConfiguredFolders<Place>,
  stats: Stats,
): Promise<SourceFile<Place>[]> {
  const file = sourceFile(path, stats, true, undefined);
  const place = file.extension === ".json" ? await configured.open(path) : undefined;
  if (place === undefined) return [file];
  const folder = dirname(path);
  const others = await folderFiles(folder, configured, new Set(), basename(path));
  return place([...others, { ...file, isNamed: false }], folder);
}

/** @param config name of a config that is read already; else the folder's own is, if it has one. */
async function folderFiles<Place>(
  folder: string,
  configured: ConfiguredFolders<Place>,
  above: ReadonlySet<string>,
  config?: string,
): Promise<SourceFile<Place>[]> {
  const real = await realpath(folder);
  // A link to a folder above would never end.
  if (above.has(real)) return [];
  const entries = await entriesOf(folder);
  const files: SourceFile<Place>[] = [];
  if (entries.some(({ name }) => name === MANIFEST_NAME)) {
    const manifest = await readManifest(folder);
    files.push(await manifestFile(folder, manifest.findings));
    if (manifest.isOurs) return [...files, ...(await listedFiles(manifest))];
  }
  for (const { name } of entries) {
    if (name.startsWith(".") || name === MANIFEST_NAME || name === config) continue;
    const path = join(folder, name);
    const stats = await statOf(path);
    const inside = stats.isDirectory()
      ? await folderFiles(path, configured, new Set([...above, real]))
      : [sourceFile(path, stats, false, undefined)];
    // Not spread into one call: arguments lie on the stack, which many files would overflow.
    for (const file of inside) files.push(file);
  }
  const { configName } = configured;
  const hasOwn = entries.some((entry) => entry.name === configName && !entry.isDirectory());
  if (config !== undefined || !hasOwn) return files;
  const place = await configured.open(join(folder, configName));
  return place?.(files, folder) ?? files;
}

async function manifestFile(
  folder: string,
  findings: readonly Finding[],
): Promise<SourceFile<never>> {
  const path = join(folder, MANIFEST_NAME);
  return { ...sourceFile(path, await statOf(path), false, undefined), findings };
}

async function listedFiles({
  graph,
  observations,
  tables,
}: Manifest): Promise<SourceFile<never>[]> {
  const templates = new Set(tables.map(({ template }) => template));
  return await Promise.all([
    ...graph.map(({ path, provenance }) => listedFile(path, { as: "graph" }, provenance)),
    ...observations.map(({ path }) => listedFile(path, { as: "observations" })),
    ...[...templates].map((path) => listedFile(path, { as: "template" })),
    ...tables.map(({ path, provenance, template }) =>
      listedFile(path, { as: "table", template }, provenance),
    ),
  ]);
}

async function listedFile(
  path: string,
  as: Listed,
  provenance?: string,
): Promise<SourceFile<never>> {
  const listed = provenance === undefined ? as : { ...as, provenance };
  return sourceFile(path, await statOf(path), true, listed);
}

function sourceFile(
  path: string,
  stats: Stats,
  isNamed: boolean,
  listed: SourceFile["listed"],
): SourceFile<never> {
  if (isNamed && !stats.isFile()) {
    throw new LoadError("is neither a file nor a folder", { file: path });
  }
  const isGzip = extname(path).toLowerCase() === ".gz";
  const name = isGzip ? basename(path).slice(0, -3) : basename(path);
  // A pipe or a socket in a folder is of no known kind, whatever its name.
  const extension = stats.isFile() ? extname(name) : "";
  return {
    path,
    size: stats.size,
    isGzip,
    folder: resolve(dirname(path)),
    extension: extension.toLowerCase(),
    stem: extension === "" ? name : name.slice(0, -extension.length),
    isNamed,
    listed,
  };
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    throw unreadable(error, path);
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw unreadable(error, folder);
  }
}

function byteOrder(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
