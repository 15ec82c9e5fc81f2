/** `manifest.json` of a folder: which files it consists of and whose they are. */
import { readFile } from "node:fs/promises";
import { isAbsolute, join, normalize } from "node:path";
import { LoadError } from "../errors.ts";
import { unreadable } from "./byte-stream.ts";

export const MANIFEST_NAME = "manifest.json";

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
  readonly graph: readonly ManifestFile[];
  readonly observations: readonly ManifestFile[];
  readonly tables: readonly ManifestTable[];
}

/**
 * @returns undefined if the file is the manifest of something else, with none of `graph`,
 * `observations` and `templates`.
 * @throws LoadError if it is one of ours and cannot be read.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_NAME);
  const value = await readJson(path);
  if (!isObject(value)) return undefined;
  const { graph, observations, templates } = value;
  if ((graph ?? observations ?? templates ?? undefined) === undefined) return undefined;
  const tables: readonly unknown[] = [observations ?? []].flat();
  return {
    graph: listOf(graph, "graph", path).map((entry) => graphFile(entry, folder, path)),
    observations: tables.map((file) => ({
      path: inFolder(file, folder, path),
      provenance: undefined,
    })),
    tables: listOf(templates, "templates", path).flatMap((entry) =>
      templateTables(entry, folder, path),
    ),
  };
}

function listOf(value: unknown, name: string, manifest: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new LoadError(`expected a list as "${name}"`, { file: manifest });
}

function templateTables(entry: unknown, folder: string, manifest: string): ManifestTable[] {
  const { template, tables, provenanceId } = isObject(entry) ? entry : {};
  const provenance = textOrNothing(provenanceId, manifest);
  return listOf(tables, "tables", manifest).map((table) => ({
    path: inFolder(table, folder, manifest),
    template: inFolder(template, folder, manifest),
    provenance,
  }));
}

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw unreadable(error, path);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LoadError("is no JSON", { file: path }, { cause });
  }
}

function graphFile(entry: unknown, folder: string, manifest: string): ManifestFile {
  const { file, provenanceId } = isObject(entry) ? entry : {};
  return {
    path: inFolder(file, folder, manifest),
    provenance: textOrNothing(provenanceId, manifest),
  };
}

function textOrNothing(value: unknown, manifest: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new LoadError("expected a text as provenanceId", { file: manifest });
}

/** A manifest speaks of its own folder: it cannot make us read other files. */
function inFolder(file: unknown, folder: string, manifest: string): string {
  if (typeof file === "string" && file !== "" && !isAbsolute(file)) {
    const path = normalize(file);
    if (path !== ".." && !path.startsWith("../")) return join(folder, path);
  }
  const found = JSON.stringify(file)?.slice(0, 160);
  throw new LoadError(`expected a file of this folder, found ${found}`, { file: manifest });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
