/** Door of the sources: the files in them, and the files that nothing reads. */

export { isPattern, leadsOutside, matchesPattern } from "./file-patterns.ts";
export {
  isTable,
  nothingIn,
  type SourceFile,
  type Unread,
  unknownFile,
  unknownTable,
  unreadFile,
  unusedTemplate,
} from "./source-file.ts";
export { type ConfiguredFolders, refuseChanged, sourceFiles } from "./source-files.ts";
