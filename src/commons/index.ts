/**
 * Door of the face: one loaded world and every question it answers. `with-files.ts` is the face in
 * Node, `without-files.ts` the face in a page.
 */

export { type AskedCommons, Commons, type SaveTarget } from "./commons.ts";
export type { FileContent, MemoryFiles } from "./given-sources.ts";
export type { BaseSource } from "./open-sources.ts";
export { attachTo, type ReopenOptions, reopen, type SnapshotSource } from "./reopen.ts";
