/** Pocket Commons: Data Commons from files, in this process, with no network. */

export { attach, type OpenOptions, open, type Source } from "./commons/with-files.ts";
// biome-ignore lint/performance/noReExportAll: the names are listed there.
export * from "./everywhere.ts";
