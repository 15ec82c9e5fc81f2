/** Door of the custom folders: which of their files are read, and how. */
export { type CustomFile, customFolders } from "./custom-folder.ts";
export { CustomImport } from "./custom-import.ts";
export { prefixesOf, withoutPrefixes } from "./custom-mcf.ts";
