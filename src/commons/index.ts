/** Door of the face: one loaded world and every question it answers. Nothing here knows files. */

export { type AskedCommons, Commons, type SaveTarget } from "./commons.ts";
export { attachTo, type ReopenOptions, reopen, type SnapshotSource } from "./reopen.ts";
