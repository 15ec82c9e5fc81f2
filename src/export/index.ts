/** Door of the export: a world as text for the loader and for other programs. */
export { Export, type ExportFormat, exportFormats } from "./export-formats.ts";
export type { ExportFile, Omission } from "./exported-files.ts";
