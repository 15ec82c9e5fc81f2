/** A folder with a `config.json`: which of its files are read as what (behaviour: inputs 5.1). */
import { LoadError } from "../../errors/errors.ts";
import { unreadable } from "../bytes/byte-blocks.ts";
import { refuseDamage } from "../bytes/damage.ts";
import { type Finding, shown } from "../bytes/diagnostics.ts";
import type { FileTree, InputFile } from "../bytes/file-tree.ts";
import { relative } from "../bytes/paths.ts";
import { isPattern, matchesPattern } from "../sources/file-patterns.ts";
import { importCommand, meantName, type SourceFile } from "../sources/source-file.ts";
import type { PlaceFiles } from "../sources/source-files.ts";
import { slipOf } from "../values/slips.ts";
import {
  type CustomConfig,
  configCure,
  isBlankConfig,
  isCustomConfig,
  parseConfig,
} from "./config.ts";
import { convertedNames, isStale } from "./converted-names.ts";
import type { InputEntry } from "./input-entries.ts";

const convertedCounter = "Config_ConvertedFile";

const configBytesMax = 64 * 1024 * 1024;

export interface CustomFolder {
  readonly config: CustomConfig;
  /** The file that says which properties make groups of which vertical. */
  readonly verticalSpecs: InputFile | undefined;
}

/** What a file of a custom folder is. */
export interface CustomFile {
  readonly kind: "table" | "nodes";
  readonly folder: CustomFolder;
  /**
   * Undefined for nodes that no pattern selects, which the documented dialect reads all the same.
   */
  readonly entry: InputEntry | undefined;
  /** Path within the folder, with slashes. */
  readonly name: string;
}

/**
 * Opens a `config.json`.
 *
 * @returns what gives the files of its folder their places; undefined if the file is the config of something else
 * @throws LoadError if it cannot be read, or is one of ours and no JSON
 */
export async function openCustomFolder(
  tree: FileTree,
  path: string,
): Promise<PlaceFiles<CustomFile> | undefined> {
  const config = await readCustomConfig(tree, path);
  if (config === undefined) return undefined;
  return async (files, folder) => {
    const placed = placeFiles(files, folder, config);
    return await Promise.all(placed.map((file) => withStale(file, placed, tree)));
  };
}

async function readCustomConfig(tree: FileTree, path: string): Promise<CustomConfig | undefined> {
  let text: string;
  try {
    const { size } = await tree.stat(path);
    if (size > configBytesMax) throw new LoadError("is too large for a config", { file: path });
    text = await tree.text(path);
  } catch (error) {
    throw unreadable(error, path);
  }
  if (isBlankConfig(text)) {
    throw new LoadError(`is empty; ${configCure}, or remove it`, { file: path });
  }
  if (!isCustomConfig(text)) return undefined;
  await refuseDamage(tree, path, text);
  return parseConfig(text, path);
}

/**
 * Gives each file of a folder and its sub-folders its place in the import, or says why it has none.
 */
function placeFiles(
  files: readonly SourceFile<CustomFile>[],
  folder: string,
  config: CustomConfig,
): SourceFile<CustomFile>[] {
  const names = new Map<SourceFile, string>(
    files.map((file) => [file, relative(folder, file.path)]),
  );
  const all: ReadonlySet<string> = new Set(
    // As entries find them: without their folders, and packed.
    [...names.values()].flatMap((one) => [one, lastOf(one).replace(/\.gz$/i, "")]),
  );
  const nameOf = (file: SourceFile) => names.get(file)!;
  const inReach = (file: SourceFile) => config.includesSubfolders || !nameOf(file).includes("/");
  const specs = files.find(
    (file) =>
      config.verticalSpecs !== "" &&
      inReach(file) &&
      matchesPattern(nameOf(file), config.verticalSpecs),
  );
  const custom: CustomFolder = { config, verticalSpecs: specs };
  const used = new Set<InputEntry>();
  const placed = (file: SourceFile<CustomFile>): SourceFile<CustomFile> => {
    if (file === specs) return { ...file, findings: [] };
    // A folder within this one with a config or a manifest of its own.
    if (isPlaced(file)) return file;
    const name = nameOf(file);
    const entry = entryFor(name, config.entries);
    if (!inReach(file)) return { ...file, findings: [outOfReach(file, entry)] };
    if (entry !== undefined) used.add(entry);
    const kind = kindOf(file, name, entry, config, all);
    if (typeof kind !== "string") return { ...file, findings: [kind] };
    return { ...file, place: { kind, folder: custom, entry, name } };
  };
  const others = files.filter(({ path }) => path !== config.path).map(placed);
  const own = files
    .filter(({ path }) => path === config.path)
    .map((file) => {
      return {
        ...file,
        findings: configFindings(config, used, specs !== undefined, [...names.values()]),
      };
    });
  return [...own, ...others];
}

function isPlaced({ place, listed, findings }: SourceFile): boolean {
  return place !== undefined || listed !== undefined || findings !== undefined;
}

/** The entry of this name, else of this path, else the first pattern that fits. */
function entryFor(path: string, entries: readonly InputEntry[]): InputEntry | undefined {
  const plain = path.replace(/\.gz$/i, "");
  const name = plain.slice(plain.lastIndexOf("/") + 1);
  return (
    entries.find(({ pattern }) => pattern === name) ??
    entries.find(({ pattern }) => pattern === plain || pattern === path) ??
    entries.find(({ pattern }) => isPattern(pattern) && matchesPattern(plain, pattern))
  );
}

function kindOf(
  file: SourceFile,
  name: string,
  entry: InputEntry | undefined,
  { dialect, entries, refused }: CustomConfig,
  files: ReadonlySet<string>,
): CustomFile["kind"] | Finding {
  const { extension } = file;
  const imported = entry === undefined ? importedOf(file, name, entries) : undefined;
  if (imported !== undefined) return imported;
  if (extension === ".csv") {
    if (entry !== undefined) return "table";
    const isRefused = refused.some((pattern) => pattern === name || matchesPattern(name, pattern));
    if (isRefused) {
      return finding("error", "UnlistedFile", "is not loaded: its entry of inputFiles has errors");
    }
    const cure = cureOf(file, name, [...entries.map(({ pattern }) => pattern), ...refused], files);
    const reason = `is not loaded: no entry of inputFiles is for it; ${cure}`;
    return finding("error", "UnlistedFile", reason);
  }
  if (extension === ".mcf") {
    if (entry !== undefined || dialect === "documented") return "nodes";
    const reason = "is not loaded: no pattern of inputFiles selects it, and this config needs one";
    return finding("warning", "UnlistedFile", reason);
  }
  return otherFile(file, entry);
}

const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** What makes a table without an entry one with an entry: `listed` are patterns of others. */
function cureOf(
  file: SourceFile,
  name: string,
  listed: readonly string[],
  files: ReadonlySet<string>,
): string {
  const last = (one: string) => lastOf(one).toLowerCase();
  const missing = listed.filter((one) => /\.csv$/i.test(one) && !isPattern(one) && !files.has(one));
  const other =
    listed.find((pattern) => last(pattern) === last(name)) ??
    missing.find((one) => likeName(one, [name]));
  if (other !== undefined) return `is ${shown(other)} of inputFiles meant to be ${shown(name)}?`;
  const adds = `"${importCommand(file)} --add" writes one`;
  const [first] = missing;
  // The table may have another name now; what the command import made of a table has none of its own.
  if (first === undefined || missing.length > 1 || /\.observations\.csv$/.test(first)) return adds;
  return `is ${shown(first)} of inputFiles, which is no file, meant to be ${shown(name)}? If not, ${adds}`;
}

function otherFile({ path }: SourceFile, entry: InputEntry | undefined): Finding {
  const isNamed = entry !== undefined && !isPattern(entry.pattern);
  const meant = meantName(path);
  const hint = meant === undefined ? "" : `; is ${shown(meant)} meant?`;
  const reason = `is neither a .csv nor an .mcf, which is what a custom folder is made of${hint}`;
  const level = meant === undefined ? "info" : "warning";
  return finding(isNamed ? "error" : level, "OtherFile", reason);
}

/** A table, or a sheet of a workbook, that the command `import` made another file of and listed. */
function importedOf(
  file: SourceFile,
  name: string,
  entries: readonly InputEntry[],
): Finding | undefined {
  const [path = "", sheet = ""] = name.slice(name.lastIndexOf("/") + 1).split("#");
  const table = path.replace(/\.gz$/i, "");
  // Another table may have the same name but for its ending. A provenance may have a new name.
  const own = entries.filter(
    ({ provenance }) => provenance === table || !/\.\w+$/.test(provenance),
  );
  const made = ["", sheet].flatMap((one) => {
    const { table: converted, observations } = convertedNames(table, one);
    return [converted, observations];
  });
  const found =
    file.extension === ".mcf" ? undefined : own.find(({ pattern }) => made.includes(pattern));
  if (found !== undefined) {
    const reason = `is not read: ${found.pattern} is what the command import made of it, without the rows that it reported`;
    return finding("info", "ConvertedFile", reason);
  }
  if (sheet === "" || !own.some(({ provenance }) => provenance === table)) return undefined;
  const reason = `is not read: another sheet was imported; "${importCommand(file)} --add" adds this one`;
  return finding("info", "ConvertedFile", reason);
}

/** A table that was changed since the command `import` made another file of it: that one is old. */
async function withStale(
  file: SourceFile<CustomFile>,
  all: readonly SourceFile<CustomFile>[],
  tree: FileTree,
): Promise<SourceFile<CustomFile>> {
  const { path, findings = [] } = file;
  const isConverted = findings.some(({ counter }) => counter === convertedCounter);
  // A sheet is a part of its file.
  if (!isConverted || path.includes("#")) return file;
  const { nodes, table, observations } = convertedNames(path.replace(/\.gz$/i, ""), "");
  const fileAt = (wanted: string) => all.find((one) => one.path === wanted);
  const made = fileAt(nodes);
  if (made === undefined || !(await isStale(tree, file, made))) return file;
  const own = fileAt(observations) === undefined ? table : observations;
  const name = own.slice(own.lastIndexOf("/") + 1);
  const reason = `was changed after the command import made ${name} of it, which is old now; "${importCommand(file)} --add --force", with the other options of the first time, makes it again`;
  return { ...file, findings: [finding("warning", "StaleConversion", reason)] };
}

function outOfReach({ extension }: SourceFile, entry: InputEntry | undefined): Finding {
  const isMeant = entry !== undefined || extension === ".csv" || extension === ".mcf";
  const reason = "is not loaded: it lies in a sub-folder, and includeInputSubdirs is not true";
  return finding(isMeant ? "warning" : "info", "OutOfReach", reason);
}

/** What the config says, and what it lists without there being any. */
function configFindings(
  config: CustomConfig,
  used: ReadonlySet<InputEntry>,
  hasSpecs: boolean,
  names: readonly string[],
): Finding[] {
  const unused = config.entries.filter((entry) => !used.has(entry));
  const missing = unused.map((entry) => {
    const { pattern, line } = entry;
    // A pattern may be there for files to come, but not all of them.
    const level = isPattern(pattern) && used.size > 0 ? "warning" : "error";
    if (names.some((name) => entryFor(name, [entry]) !== undefined)) {
      const reason = `${shown(pattern)} lies in a sub-folder, and includeInputSubdirs is not true`;
      return finding(level, "OutOfReach", reason, line);
    }
    const unlisted = names.filter((name) => entryFor(name, config.entries) === undefined);
    const like = likeName(pattern, unlisted);
    const hint = like === undefined ? "" : `; is ${shown(like)} meant?`;
    return finding(level, "NoSuchFile", `no file of the folder is ${shown(pattern)}${hint}`, line);
  });
  const lacksSpecs = config.verticalSpecs !== "" && !hasSpecs;
  const specs = `no file of the folder is ${shown(config.verticalSpecs)}, the verticalSpecsFile`;
  return [
    ...config.findings,
    ...missing,
    ...(lacksSpecs ? [finding("error", "NoSuchFile", specs)] : []),
  ];
}

/** The name that a path has in other capitals, in another folder, or with a slip. */
function likeName(pattern: string, names: readonly string[]): string | undefined {
  const plain = (path: string) => path.toLowerCase();
  // Files of other years are no slips, and short names are near to many others.
  const digits = (path: string) => path.replace(/\D/g, "");
  const last = (path: string) => plain(path).slice(path.lastIndexOf("/") + 1);
  return (
    names.find((name) => plain(name) === plain(pattern)) ??
    names.find((name) => last(name) === last(pattern)) ??
    slipOf(
      pattern,
      names.filter((name) => name.length >= 8 && digits(name) === digits(pattern)),
    )
  );
}

function finding(
  level: Finding["level"],
  counter: string,
  message: string,
  line: number | undefined = undefined,
): Finding {
  return { level, counter: `Config_${counter}`, line, message: () => message };
}
