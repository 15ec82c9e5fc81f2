/** Tables with what files beside them say about them. */
import type { FileEntry } from "../bytes/file-tree.ts";
import { join, relative } from "../bytes/paths.ts";
import type { TableMetadata } from "../bytes/table-metadata.ts";
import { mayDescribe, metadataBeside, metadataIn } from "../metadata/metadata-files.ts";
import type { DiagnosticLog, Finding } from "../report/diagnostics.ts";
import { isTable, type SourceFile } from "./source-file.ts";

/** A table that is named alone, with what a file beside it says about it. */
export async function besideOthers<Place>(
  file: SourceFile<Place>,
  log: DiagnosticLog,
): Promise<SourceFile<Place>> {
  if (!isTable(file)) return file;
  const metadata = await log.attempt(() => metadataBeside(file.tree, file.path));
  return metadata === undefined ? file : { ...file, metadata };
}

/** Tables with what files beside them say about them; these files hold nothing themselves. */
export async function withMetadata<Place>(
  files: SourceFile<Place>[],
  entries: readonly FileEntry[],
  folder: string,
  log: DiagnosticLog,
): Promise<SourceFile<Place>[]> {
  const names = entries.filter((entry) => !entry.isDirectory() && mayDescribe(entry.name));
  const paths = new Set(names.map(({ name }) => join(folder, name)));
  const tables = new Map<string, TableMetadata>();
  const read = new Set<string>();
  for (const file of files.filter(({ path }) => paths.has(path))) {
    const found = await log.attempt(() => metadataIn(file));
    if (found === undefined) continue;
    read.add(file.path);
    for (const table of found) tables.set(join(table.table), table);
  }
  if (read.size === 0) return files;
  return files.map((file) => {
    if (read.has(file.path)) return { ...file, findings: [nothingToLoad(describesTables)] };
    const metadata = tables.get(join(file.path));
    if (metadata === undefined) return file;
    const { file: describing, isNamed } = metadata;
    const name = relative(folder, file.path);
    return { ...file, metadata, ...(isNamed ? { held: { file: describing, name } } : {}) };
  });
}

const describesTables = "says what the columns of tables beside it hold";

export function nothingToLoad(reason: string): Finding {
  return { level: "info", counter: "Source_UnreadFile", line: undefined, message: () => reason };
}
