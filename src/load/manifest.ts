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

export interface Manifest {
  readonly graph: readonly ManifestFile[];
  readonly observations: ManifestFile | undefined;
}

/**
 * @returns undefined if the file is the manifest of something else, with neither `graph` nor
 * `observations`.
 * @throws LoadError if it is one of ours and cannot be read.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST_NAME);
  const value = await readJson(path);
  if (!isObject(value)) return undefined;
  const { graph, observations } = value;
  if (graph === undefined && observations === undefined) return undefined;
  if (!(graph === undefined || Array.isArray(graph))) {
    throw new LoadError('expected a list as "graph"', { file: path });
  }
  return {
    graph: (graph ?? []).map((entry: unknown) => graphFile(entry, folder, path)),
    observations:
      observations === undefined || observations === null
        ? undefined
        : { path: inFolder(observations, folder, path), provenance: undefined },
  };
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
  if (!(provenanceId === undefined || typeof provenanceId === "string")) {
    throw new LoadError("expected a text as provenanceId", { file: manifest });
  }
  return { path: inFolder(file, folder, manifest), provenance: provenanceId };
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
