/** Door of the export: a world as text that others, and the loader, can read. */
export { Export, type ExportFile, type ExportFormat, exportFormats } from "./export.ts";
export type { Omission } from "./omissions.ts";
