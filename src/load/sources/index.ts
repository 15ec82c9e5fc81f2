/** Door of the sources: the files in them, and the files that nothing reads. */

export { refuseChanged } from "./changed-files.ts";
export { isPattern, leadsOutside, matchesPattern } from "./file-patterns.ts";
export { isTable, type SourceFile } from "./source-file.ts";
export { type ConfiguredFolders, sourceFiles } from "./source-files.ts";
export {
  nothingIn,
  type Unread,
  unknownFile,
  unknownTable,
  unreadFile,
  unusedTemplate,
} from "./unread.ts";
