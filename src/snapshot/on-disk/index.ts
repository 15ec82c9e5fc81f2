/** Snapshots in files, with what Node has for them. */
export { FileBytes, isSnapshotFile } from "./file-bytes.ts";
export { nodeHost, saveToFile } from "./save-file.ts";
export { WholeFile } from "./whole-file.ts";
