/** Sources → the files in them. */

import { LoadError } from "../../errors/errors.ts";
import { unreadable } from "../bytes/byte-blocks.ts";
import type { DiagnosticLog, Finding } from "../bytes/diagnostics.ts";
import type { FileEntry, FileStats, FileTree, InputFile } from "../bytes/file-tree.ts";
import { basename, byteOrder, dirname, join, normalize, resolve } from "../bytes/paths.ts";
import { contentsOf, mayHold, tablesAsFiles } from "../holders.ts";
import type { ImportFile } from "./import-manifest.ts";
import {
  dataBeside,
  listedFiles,
  type Manifest,
  manifestName,
  readManifest,
  unlisted,
} from "./manifest.ts";
import {
  isTable,
  mayDescribe,
  nothingToLoad,
  type SourceFile,
  sourceFile,
  statOf,
} from "./source-file.ts";

/** Folders in which a config says what each file is. */
export interface ConfiguredFolders<Place> {
  /** The name under which a folder's config is found. */
  readonly configName: string;
  /**
   * @returns what gives the files of a folder their places, or says why they have none; undefined
   * if the file is the config of something else.
   * @throws LoadError if it cannot be read.
   */
  readonly open: (tree: FileTree, path: string) => Promise<PlaceFiles<Place> | undefined>;
}

export type PlaceFiles<Place> = (
  files: readonly SourceFile<Place>[],
  folder: string,
) => Promise<SourceFile<Place>[]>;

/**
 * Every file of the sources once, in byte order of the path within a folder. Hidden files,
 * hidden folders and folders of tools are left out; a folder with a manifest consists of the files
 * listed there.
 * @throws LoadError if a source is not there.
 */
export async function sourceFiles<Place>(
  source: string,
  reading: FolderReading<Place>,
): Promise<SourceFile<Place>[]> {
  const stats = await statOf(reading.tree, source);
  const files = stats.isDirectory()
    ? await folderFiles(source, reading, new Set())
    : await namedFile(source, reading, stats);
  return files.sort((left, right) => byteOrder(left.path, right.path));
}

/** How folders are read. */
interface FolderReading<Place> {
  /** Where the source lies. */
  readonly tree: FileTree;
  readonly configured: ConfiguredFolders<Place>;
  /** It takes what cannot be read below a source. */
  readonly log: DiagnosticLog;
  /** Whether manifests may name files outside of their folders. */
  readonly allowsOutside: boolean;
}

/** A config means its folder, whatever its name is. */
async function namedFile<Place>(
  path: string,
  reading: FolderReading<Place>,
  stats: FileStats,
): Promise<SourceFile<Place>[]> {
  const { configured, log, tree } = reading;
  const file = sourceFile(tree, path, stats, true, undefined);
  const place = file.extension === ".json" ? await configured.open(tree, path) : undefined;
  if (place === undefined) {
    const entries = await tree.entries(dirname(path)).catch(() => []);
    const read = (one: SourceFile<Place>) => filesIn(one, reading, new Set());
    if (!entries.some(({ name }) => mayDescribe(name))) return await read(file);
    return await (await import("./described-tables.ts")).namedFiles(file, log, read);
  }
  const folder = dirname(path);
  const others = await folderFiles(folder, reading, new Set(), basename(path));
  return place([...others, { ...file, isNamed: false }], folder);
}

/** @param config name of a config that is read already; else the folder's own is, if it has one. */
async function folderFiles<Place>(
  folder: string,
  reading: FolderReading<Place>,
  above: ReadonlySet<string>,
  config?: string,
): Promise<SourceFile<Place>[]> {
  const { configured, log, tree } = reading;
  const real = await log.attempt(() => realPathOf(tree, folder));
  // A link to a folder above would never end.
  if (real === undefined || above.has(real)) return [];
  const entries = dataEntries((await log.attempt(() => entriesOf(tree, folder))) ?? [], {
    folder,
    isNamed: above.size === 0,
    log,
  });
  const has = (wanted: string): boolean =>
    entries.some((entry) => entry.name === wanted && !entry.isDirectory());
  const manifest = has(manifestName) ? await readOwnManifest(folder, reading) : undefined;
  const files: SourceFile<Place>[] =
    manifest === undefined ? [] : [await manifestFile(tree, folder, manifest.findings)];
  if (manifest?.isOurs === true) {
    const listed = await listedFiles(manifest, folder, reading);
    const rest = entries.filter(({ name }) => !manifest.others.includes(name));
    return [...files, ...listed, ...(await dataBeside(rest, listed, folder, reading))];
  }
  for (const name of namesToRead(entries, config)) {
    const inside = await log.attempt(() => filesAt(join(folder, name), reading, [...above, real]));
    // Not spread into one call: arguments lie on the stack, which many files would overflow.
    for (const file of inside ?? []) files.push(file);
  }
  const isDescribed = entries.some(({ name }) => mayDescribe(name));
  const described = isDescribed
    ? await (await import("./described-tables.ts")).withMetadata(files, entries, folder, log)
    : files;
  const imports = manifest?.imports ?? [];
  if (imports.length > 0) return await withImports(described, imports, folder, reading);
  if (config !== undefined || !has(configured.configName)) return described;
  return await configuredFiles(described, folder, reading);
}

/** @param config name of a config that is read already. */
function namesToRead(entries: readonly FileEntry[], config: string | undefined): string[] {
  return entries.map(({ name }) => name).filter((name) => name !== manifestName && name !== config);
}

async function readOwnManifest<Place>(
  folder: string,
  { allowsOutside, log, tree }: FolderReading<Place>,
): Promise<Manifest | undefined> {
  return await log.attempt(() => readManifest(tree, folder, allowsOutside));
}

/**
 * The files that an imports' manifest lists; of others only those that a folder within has places
 * for. A manifest of which nothing is there says nothing: its folder is read like any other.
 */
async function withImports<Place>(
  files: readonly SourceFile<Place>[],
  imports: readonly ImportFile[],
  folder: string,
  { log, tree }: FolderReading<Place>,
): Promise<SourceFile<Place>[]> {
  const listed = await Promise.all(
    imports.map((file) => log.attempt(() => importedFile(tree, file))),
  );
  const isOfOthers = (file: SourceFile<Place>): boolean =>
    file.findings !== undefined || file.place !== undefined || isListed(file);
  const within = files.filter(isOfOthers);
  const known = new Set([...within, ...listed].map((file) => file && resolve(file.path)));
  const left = files.filter(({ path }) => !known.has(resolve(path)));
  const own = listed.filter((file) => file !== undefined);
  const paths = new Set(own.map(({ path }) => resolve(path)));
  const others = within.filter(({ path }) => !paths.has(resolve(path)));
  return [...others, ...left.map((file) => ({ ...file, findings: [unlisted(folder)] })), ...own];
}

function isListed({ listed, provenance }: SourceFile): boolean {
  return listed !== undefined || provenance !== undefined;
}

async function importedFile(tree: FileTree, file: ImportFile): Promise<SourceFile<never>> {
  const { path, provenance, as, templates, unread } = file;
  if (unread !== undefined) {
    const own = sourceFile(tree, path, await statOf(tree, path), false, undefined);
    return { ...own, findings: [unread] };
  }
  const listed = as === "other" ? undefined : { as, templates };
  return {
    ...sourceFile(tree, path, await statOf(tree, path), as !== "other", listed),
    provenance,
  };
}

/** A file, or the files of a folder. */
async function filesAt<Place>(
  path: string,
  reading: FolderReading<Place>,
  above: readonly string[],
): Promise<SourceFile<Place>[]> {
  const stats = await statOf(reading.tree, path);
  if (stats.isDirectory()) return await folderFiles(path, reading, new Set(above));
  return await filesIn(sourceFile(reading.tree, path, stats, false, undefined), reading, above);
}

/** What a file holds, if it holds files or tables; else the file. */
async function filesIn<Place>(
  file: SourceFile<Place>,
  reading: FolderReading<Place>,
  above: Iterable<string>,
): Promise<SourceFile<Place>[]> {
  if (!mayHold(file.extension)) return [file];
  const contents = await contentsOf(file, file.extension);
  if (contents === undefined) return [file];
  if ("nothing" in contents) return [{ ...file, findings: [nothingToLoad(contents.nothing)] }];
  if ("tables" in contents) {
    const isNamed = file.isNamed && contents.tables.length === 1;
    return tablesAsFiles(file, contents.tables).map(({ tree, path, size, sheet }) => {
      const stem = path
        .slice(path.lastIndexOf("/") + 1)
        .replace(/\.[^.#]*(?:#|$)/, "_")
        .replace(/_$/, "");
      const held = { file: file.path, name: sheet };
      return {
        ...file,
        path,
        size,
        tree,
        isGzip: false,
        stem,
        extension: ".csv",
        isNamed,
        form: csvForm,
        held,
      };
    });
  }
  const folder = normalize(file.path);
  const inside = { ...reading, tree: contents.tree };
  const files = await folderFiles(folder, inside, new Set(above));
  return files.map((one) => ({ ...one, held: { file: file.path, name: nameWithin(folder, one) } }));
}

const csvForm = { delimiter: ",", encoding: "utf-8", isTyped: true } as const;

/** The name of a file in a zip, and of a sheet in such a file. */
function nameWithin(folder: string, { path }: InputFile): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

/** The files of a folder that has a config: if that cannot be read, its tables and nodes are not read, and others are as in any folder. */
async function configuredFiles<Place>(
  files: SourceFile<Place>[],
  folder: string,
  { configured, log, tree }: FolderReading<Place>,
): Promise<SourceFile<Place>[]> {
  const config = join(folder, configured.configName);
  const opened = await log.attempt(async () => ({ place: await configured.open(tree, config) }));
  if (opened !== undefined) return opened.place?.(files, folder) ?? files;
  // The diagnostics of the config are enough: without it its tables are nothing, and its nodes have other rules.
  const isLeft = (file: SourceFile): boolean =>
    (isTable(file) || file.extension === ".mcf") &&
    file.findings === undefined &&
    file.place === undefined &&
    !isListed(file);
  return files.map((file) => {
    if (file.path === config) return { ...file, findings: [] };
    return isLeft(file) ? { ...file, findings: [unreadBecauseOf(config)] } : file;
  });
}

function unreadBecauseOf(config: string): Finding {
  const message = () => `is not read: ${config}, which says what it is, cannot be read`;
  return { level: "info", counter: "Source_UnreadFile", line: undefined, message };
}

async function manifestFile(
  tree: FileTree,
  folder: string,
  findings: readonly Finding[],
): Promise<SourceFile<never>> {
  const path = join(folder, manifestName);
  return { ...sourceFile(tree, path, await statOf(tree, path), false, undefined), findings };
}

async function realPathOf(tree: FileTree, folder: string): Promise<string> {
  try {
    return await tree.realpath(folder);
  } catch (error) {
    throw unreadable(error, folder);
  }
}

/** In byte order of their names: what is reported of a folder must not depend on the file system. */
async function entriesOf(tree: FileTree, folder: string): Promise<readonly FileEntry[]> {
  try {
    const entries = await tree.entries(folder);
    return [...entries].sort((left, right) => byteOrder(left.name, right.name));
  } catch (error) {
    throw unreadable(error, folder);
  }
}

/**
 * To be asked after a file was read: what was loaded may be part of the old and part of the new.
 *
 * @throws LoadError (rejects) if the file is another one than before, or gone
 */
export async function refuseChanged({ path, size, changed, tree }: InputFile): Promise<void> {
  if (changed === undefined) return;
  const now = await tree.stat(path).catch((): FileStats | undefined => undefined);
  if (now?.size === size && now.mtimeMs === changed) return;
  const what = now === undefined ? "removed" : "changed";
  throw new LoadError(`was ${what} while it was loaded: load it again`, { file: path });
}

/** Names that package managers, interpreters and systems give. Hidden folders are known by their dot. */
const names = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  "site-packages",
  "__pycache__",
  "__MACOSX",
  "CVS",
  "lost+found",
  "$RECYCLE.BIN",
  "System Volume Information",
]);

/** Files by which a folder says what it is: a Python environment, a cache (bford.info/cachedir). */
const marks = new Set(["pyvenv.cfg", "CACHEDIR.TAG"]);

/** The folder that has the entries; `isNamed` when it is a source of the caller's. */
interface Around {
  readonly folder: string;
  readonly isNamed: boolean;
  readonly log: DiagnosticLog;
}

/**
 * The entries of a folder that may be data. Folders that are passed over are reported; hidden files are
 * not. What a caller names is never left out.
 */
function dataEntries(entries: readonly FileEntry[], { folder, isNamed, log }: Around): FileEntry[] {
  if (!isNamed && entries.some(({ name }) => marks.has(name))) {
    log.report(folder, skippedFolder);
    return [];
  }
  return entries.filter((entry) => {
    if (isToolFolder(entry)) log.report(join(folder, entry.name), skippedFolder);
    return !(isToolFolder(entry) || isHidden(entry));
  });
}

function isToolFolder(entry: FileEntry): boolean {
  if (entry.isDirectory()) return names.has(entry.name) || isHidden(entry);
  return entry.isSymbolicLink() && names.has(entry.name);
}

function isHidden({ name }: FileEntry): boolean {
  return name.startsWith(".");
}

const skippedFolder: Finding = {
  level: "info",
  counter: "Source_SkippedFolder",
  line: undefined,
  message: () =>
    "is a folder of a tool, or hidden, and is not loaded; name it as a source to load it",
};
