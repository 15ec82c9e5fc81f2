/** Tables with what files beside them say about them. */

import { type DiagnosticLog, shown } from "../bytes/diagnostics.ts";
import type { FileEntry } from "../bytes/file-tree.ts";
import { basename, dirname, join, relative } from "../bytes/paths.ts";
import type { TableMetadata } from "../bytes/table-metadata.ts";
import { metadataBeside, metadataIn } from "./metadata-files.ts";
import {
  isTable,
  mayDescribe,
  nothingToLoad,
  type SourceFile,
  sourceFile,
  statOf,
} from "./source-file.ts";

/**
 * The files of one that a caller names: of a description its tables; of a table itself, with what a file
 * beside it says about it.
 */
export async function namedFiles<Place>(
  file: SourceFile<Place>,
  log: DiagnosticLog,
  read: (file: SourceFile<Place>) => Promise<SourceFile<Place>[]>,
): Promise<SourceFile<Place>[]> {
  const { path, tree } = file;
  const tables = mayDescribe(basename(path)) ? await metadataIn(file) : undefined;
  if (tables === undefined) {
    const own = isTable(file) ? await log.attempt(() => metadataBeside(tree, path)) : undefined;
    return await read(own === undefined ? file : { ...file, metadata: own });
  }
  const found: SourceFile<Place>[] = [];
  for (const metadata of withoutInline(tables, log)) {
    const { table, isNamed } = metadata;
    const stats = await statOf(tree, table).catch((error: unknown) => {
      // Our World in Data says no ending of its table.
      if (isNamed) throw error;
    });
    if (stats === undefined) continue;
    const held = { file: path, name: relative(dirname(path), table) };
    for (const one of await read(sourceFile(tree, table, stats, false, undefined))) {
      found.push({ ...one, metadata, held: one.held ?? held });
    }
  }
  return found;
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
    for (const table of withoutInline(found, log)) tables.set(join(table.table), table);
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

/** Reports tables whose rows are not read. */
function withoutInline(tables: readonly TableMetadata[], log: DiagnosticLog): TableMetadata[] {
  return tables.filter(({ file, table, isInline }) => {
    if (isInline !== true) return true;
    const message = () =>
      `the resource ${shown(table)} holds its rows in the description, where they are not read: write them to a file, and name it as "path"`;
    log.report(file, { level: "warning", counter: "Source_UnreadRows", line: undefined, message });
    return false;
  });
}

const describesTables = "says what the columns of tables beside it hold";
