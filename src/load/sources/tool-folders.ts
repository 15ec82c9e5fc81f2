/** Folders that hold what tools keep, and no data of the folder around them. */

import { type FileEntry, join } from "../bytes/index.ts";
import type { DiagnosticLog, Finding } from "../report/index.ts";

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
 * The entries of a folder that may be data. Folders that are left out are told; hidden files are
 * not. What a caller names is never left out.
 */
export function dataEntries(
  entries: readonly FileEntry[],
  { folder, isNamed, log }: Around,
): FileEntry[] {
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
