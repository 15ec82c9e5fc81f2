/** What a manifest of ours lists, and what lies beside it. */
import { LoadError } from "../../errors/index.ts";
import { extname, type FileEntry, type FileTree, join, resolve } from "../bytes/index.ts";
import type { DiagnosticLog, Finding } from "../report/index.ts";
import { type Manifest, manifestName } from "./manifest.ts";
import { type Listed, type SourceFile, sourceFile, statOf } from "./source-file.ts";

interface ListedReading {
  readonly log: DiagnosticLog;
  readonly tree: FileTree;
}

/** Endings of files that hold data. */
const dataEndings = new Set([
  ".csv",
  ".jsonld",
  ".mcf",
  ".nq",
  ".nt",
  ".sql",
  ".tmcf",
  ".tsv",
  ".ttl",
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
