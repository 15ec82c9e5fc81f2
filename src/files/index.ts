/** Door of the face where there are files: from paths to a Commons, and from a Commons to a folder. */

export { attach, type OpenOptions, open, type Source } from "./open.ts";
export { proposeColumns } from "./propose-columns.ts";
export { writeExport } from "./write-export.ts";
