/** Door of the custom folders: which of their files are read, and how. */
export { type CustomFile, customFolders } from "./config/index.ts";
export { CustomImport, type CustomTask } from "./custom-import.ts";
export { Namespaces } from "./custom-mcf.ts";
