/** Door of the face where there are files: from paths to a Commons, and from a Commons to a folder. */

export type { BlobContent, FileContent, MemoryFiles, NamedBlob } from "./memory-files.ts";
export { attach, type BaseSource, type OpenOptions, open, type Source } from "./open.ts";
export { proposeColumns } from "./propose-columns.ts";
export { writeExport } from "./write-export.ts";
