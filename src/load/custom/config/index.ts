/** Door of the config of a custom folder: what it says of the files in it. */
export type { CustomConfig, ProvenanceConfig } from "./config.ts";
export { type ConfigKind, ConfigValues, entryText, entryTexts } from "./config-values.ts";
export { type CustomFile, type CustomFolder, customFolders } from "./custom-folder.ts";
export {
  type ColumnRole,
  type ImportType,
  type InputEntry,
  roleOf,
  shortKeys,
} from "./input-entries.ts";
