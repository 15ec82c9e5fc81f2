/** `manifest.json` of a folder: which files it consists of and whose they are. */
import { LoadError } from "../../errors/errors.ts";
import { unreadable } from "../bytes/byte-blocks.ts";
import { refuseDamage } from "../bytes/damage.ts";
import { type DiagnosticLog, type Finding, shown } from "../bytes/diagnostics.ts";
import type { FileEntry, FileTree } from "../bytes/file-tree.ts";
import { extname, isAbsolute, join, normalize, relative, resolve } from "../bytes/paths.ts";
import { hintOf } from "../values/slips.ts";
import { type ImportFile, isImportManifest, readImportManifest } from "./import-manifest.ts";
import { graphEndings, type Listed, type SourceFile, sourceFile, statOf } from "./source-file.ts";

export const manifestName = "manifest.json";

interface ManifestFile {
  readonly path: string;
  /** "" means that the file has no provenance; undefined that the manifest does not say. */
  readonly provenance: string | undefined;
}

/** A template and a table that it reads, with the provenance of what comes of them. */
interface ManifestTable extends ManifestFile {
  readonly template: string;
}

export interface Manifest {
  /** False if it is the manifest of something else. */
  readonly isOurs: boolean;
  readonly graph: readonly ManifestFile[];
  readonly observations: readonly ManifestFile[];
  readonly tables: readonly ManifestTable[];
  /** Of official imports; undefined if it lists none of those. */
  readonly imports: readonly ImportFile[] | undefined;
  /** Texts that it has for other readers: some are names of files. */
  readonly others: readonly string[];
  readonly findings: readonly Finding[];
}

interface ManifestPlace {
  readonly folder: string;
  readonly manifest: string;
  readonly allowsOutside: boolean;
}

const fileKeys = ["graph", "observations", "templates"] as const;

// They describe the data for other readers.
const otherKeys: readonly string[] = [
  "world",
  "facets",
  "triples",
  "observation_rows",
  "distractors",
];

/** @throws LoadError if it cannot be read, or is one of ours and not as it should be. */
export async function readManifest(
  tree: FileTree,
  folder: string,
  allowsOutside: boolean,
): Promise<Manifest> {
  const path = join(folder, manifestName);
  const { text, value } = await readJson(tree, path);
  if (isObject(value) && isImportManifest(value)) {
    await refuseDamage(tree, path, text);
    const { files, findings } = await readImportManifest(value, {
      folder,
      tree,
      text,
      allowsOutside,
    });
    const { misspeltIn } = await import("./manifest-keys.ts");
    const listed = files.map((file) => file.path);
    if (!allowsOutside) await refuseLinksOut(tree, folder, listed);
    const nothing = { graph: [], observations: [], tables: [], others: [] };
    return {
      isOurs: false,
      ...nothing,
      imports: files,
      findings: [...misspeltIn(text, path), ...findings],
    };
  }
  const place = { folder, manifest: path, allowsOutside };
  const { graph, observations, templates } = isObject(value) ? value : {};
  const isOurs = (graph ?? observations ?? templates ?? undefined) !== undefined;
  if (isOurs) await refuseDamage(tree, path, text);
  const keys = isObject(value) ? Object.keys(value) : [];
  const found = {
    graph: listOf(graph, "graph", path).map((entry) => graphFile(entry, place)),
    observations: [observations ?? []].flat().map((file: unknown) => ({
      path: inFolder(file, place),
      provenance: undefined,
    })),
    tables: listOf(templates, "templates", path).flatMap((entry) => templateTables(entry, place)),
  };
  if (!allowsOutside) {
    const listed = [...found.graph, ...found.observations, ...found.tables];
    const templates = found.tables.map(({ template }) => template);
    await refuseLinksOut(tree, folder, [...listed.map((file) => file.path), ...templates]);
  }
  const findings = isOurs ? unknownKeys(keys) : [foreign(keys)];
  return { isOurs, imports: undefined, ...found, others: otherTexts(value), findings };
}

function otherTexts(value: unknown): string[] {
  if (!isObject(value)) return [];
  const texts = otherKeys.flatMap((key) => value[key]);
  return texts.filter((text) => typeof text === "string");
}

/** A misspelt key would leave out data silently. */
function unknownKeys(keys: readonly string[]): Finding[] {
  const known: readonly string[] = [...fileKeys, ...otherKeys];
  const unknown = keys.filter((key) => !known.includes(key));
  return unknown.map((key) => ({
    level: "warning",
    counter: "Source_UnknownManifestKey",
    line: undefined,
    message: () => `the key ${shown(key)} is not read; files are listed by ${fileKeys.join(", ")}`,
  }));
}

function foreign(keys: readonly string[]): Finding {
  const found = keys.length === 0 ? "" : `; found ${shown(keys.join(", "))}`;
  const slip = keys.map((key) => hintOf(key, ["import_specifications"])).join("");
  const message = () =>
    `lists no files by import_specifications, nor by the keys ${fileKeys.join(", ")}${found}${slip}`;
  return { level: "error", counter: "Source_UnrecognisedFile", line: undefined, message };
}

function listOf(value: unknown, name: string, manifest: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new LoadError(`expected a list as "${name}"`, { file: manifest });
}

function templateTables(entry: unknown, place: ManifestPlace): ManifestTable[] {
  const { template, tables, provenanceId } = objectOf(entry, "templates", place);
  const provenance = textOrNothing(provenanceId, place.manifest);
  return listOf(tables, "tables", place.manifest).map((table) => ({
    path: inFolder(table, place),
    template: inFolder(template, place),
    provenance,
  }));
}

function objectOf(entry: unknown, name: keyof typeof entryForms, { manifest }: ManifestPlace) {
  if (isObject(entry)) return entry;
  const found = JSON.stringify(entry)?.slice(0, 160);
  const message = `expected ${entryForms[name]} in the list "${name}", found ${found}`;
  throw new LoadError(message, { file: manifest });
}

/** What the entries of the lists are. */
const entryForms = {
  graph: '{ "file": … }',
  templates: '{ "template": …, "tables": [ … ] }',
} as const;

async function readJson(
  tree: FileTree,
  path: string,
): Promise<{ readonly text: string; readonly value: unknown }> {
  let text: string;
  try {
    text = await tree.text(path);
  } catch (error) {
    throw unreadable(error, path);
  }
  try {
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    // It says where and why.
    (await import("../values/json-text.ts")).parseJson(text, path);
    throw new LoadError("is no JSON", { file: path }, { cause });
  }
}

function graphFile(entry: unknown, place: ManifestPlace): ManifestFile {
  const { file, provenanceId } = objectOf(entry, "graph", place);
  return {
    path: inFolder(file, place),
    provenance: textOrNothing(provenanceId, place.manifest),
  };
}

function textOrNothing(value: unknown, manifest: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new LoadError("expected a text as provenanceId", { file: manifest });
}

/** A manifest speaks of its own folder: it cannot make us read other files unasked. */
function inFolder(file: unknown, { folder, manifest, allowsOutside }: ManifestPlace): string {
  if (typeof file === "string" && file !== "") {
    if (allowsOutside) return resolve(folder, file);
    const path = normalize(file);
    if (!isAbsolute(file) && path !== ".." && !path.startsWith("../")) return join(folder, path);
  }
  const found = JSON.stringify(file)?.slice(0, 160);
  const message = `expected a file of this folder, found ${found}; the option allowOutside allows others`;
  throw new LoadError(message, { file: manifest });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param paths of files that the manifest of the folder names
 * @throws LoadError if one of them is a link that leads out of the folder, or lies in one that does
 */
async function refuseLinksOut(
  tree: FileTree,
  folder: string,
  paths: Iterable<string>,
): Promise<void> {
  for (const path of new Set(paths)) {
    if (!(await leadsOut(tree, folder, path))) continue;
    const found = shown(relative(folder, path));
    const message = `expected a file of this folder, found ${found}, which lies outside of it by a link; the option allowOutside allows others`;
    throw new LoadError(message, { file: join(folder, "manifest.json") });
  }
}

async function leadsOut(tree: FileTree, folder: string, path: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([tree.realpath(folder), tree.realpath(path)]);
    // Between two drives the way is the absolute path.
    const way = relative(root, real);
    return way.split("/")[0] === ".." || /^[a-z]:/i.test(way);
  } catch {
    // Whoever reads it says why it cannot be read.
    return false;
  }
}

interface ListedReading {
  readonly log: DiagnosticLog;
  readonly tree: FileTree;
}

/** Endings of files that hold data. */
const dataEndings = new Set<string>([
  ".csv",
  ".mcf",
  ".sql",
  ".tmcf",
  ".tsv",
  ...Object.values(graphEndings).flat(),
]);

/** Data of the folder itself that its manifest does not list. */
export async function dataBeside<Place>(
  entries: readonly FileEntry[],
  listed: readonly SourceFile<Place>[],
  folder: string,
  { log, tree }: ListedReading,
): Promise<SourceFile<Place>[]> {
  const known = new Set(listed.map(({ path }) => resolve(path)));
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => dataEndings.has(extname(path.replace(/\.gz$/i, "")).toLowerCase()))
    .filter((path) => !known.has(resolve(path)));
  const files = await Promise.all(
    paths.map((path) =>
      log.attempt(async () => sourceFile(tree, path, await statOf(tree, path), false, undefined)),
    ),
  );
  return files
    .filter((file) => file !== undefined)
    .map((file) => ({ ...file, findings: [unlisted(folder)] }));
}

/** The files that a manifest of ours lists. */
export async function listedFiles(
  { graph, observations, tables }: Manifest,
  folder: string,
  { log, tree }: ListedReading,
): Promise<SourceFile<never>[]> {
  const templates = new Set(tables.map(({ template }) => template));
  const listed: [path: string, as: Listed, provenance?: string | undefined][] = [
    ...graph.map(({ path, provenance }) => [path, { as: "graph" }, provenance] as const),
    ...observations.map(({ path }) => [path, { as: "observations" }] as const),
    ...Array.from(templates, (path) => [path, { as: "template" }] as const),
    ...tables.map(
      ({ path, provenance, template }) =>
        [path, { as: "table", templates: [template] }, provenance] as const,
    ),
  ].map(([path, as, provenance]) => [path, as, provenance]);
  const files = await Promise.all(
    listed.map(([path, as, provenance]) =>
      log.attempt(() => listedFile(tree, path, as, folder, provenance)),
    ),
  );
  return files.filter((file) => file !== undefined);
}

async function listedFile(
  tree: FileTree,
  path: string,
  as: Listed,
  folder: string,
  provenance?: string,
): Promise<SourceFile<never>> {
  const listed = provenance === undefined ? as : { ...as, provenance };
  const stats = await statOf(tree, path).catch((error: unknown) => {
    const problem = error instanceof LoadError ? error.problem : String(error);
    const message = `${problem}: ${join(folder, manifestName)} lists it`;
    throw new LoadError(message, { file: path }, { cause: error });
  });
  return sourceFile(tree, path, stats, true, listed);
}

/** @param folder that of the manifest. */
export function unlisted(folder: string): Finding {
  const message = () => `is not read: ${join(folder, manifestName)} does not list it`;
  return { level: "info", counter: "Source_UnreadFile", line: undefined, message };
}
