/** `manifest.json` of a folder: which files it consists of and whose they are. */
import { LoadError } from "../../errors/index.ts";
import { type FileTree, isAbsolute, join, normalize, resolve, unreadable } from "../bytes/index.ts";
import { type Finding, shown } from "../report/index.ts";
import { type ImportFile, isImportManifest, readImportManifest } from "./import-manifest.ts";
import { refuseLinksOut } from "./links-out.ts";

export const manifestName = "manifest.json";

export interface ManifestFile {
  readonly path: string;
  /** "" means that the file has no provenance; undefined that the manifest does not say. */
  readonly provenance: string | undefined;
}

/** A template and a table that it reads, with the provenance of what comes of them. */
export interface ManifestTable extends ManifestFile {
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
  const value = await readJson(tree, path);
  if (isObject(value) && isImportManifest(value)) {
    const { files, findings } = await readImportManifest(value, { folder, tree, allowsOutside });
    const listed = files.map((file) => file.path);
    if (!allowsOutside) await refuseLinksOut(tree, folder, listed);
    const nothing = { graph: [], observations: [], tables: [], others: [] };
    return { isOurs: false, ...nothing, imports: files, findings };
  }
  const place = { folder, manifest: path, allowsOutside };
  const { graph, observations, templates } = isObject(value) ? value : {};
  const isOurs = (graph ?? observations ?? templates ?? undefined) !== undefined;
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
  const message = () =>
    `lists no files by import_specifications, nor by the keys ${fileKeys.join(", ")}${found}`;
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

async function readJson(tree: FileTree, path: string): Promise<unknown> {
  let text: string;
  try {
    text = await tree.text(path);
  } catch (error) {
    throw unreadable(error, path);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
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
