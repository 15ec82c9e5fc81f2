/** Door of the parts: files that several threads read at once. */
export { jsonLdTask } from "./json-ld-task.ts";
export { getReady, type PartsRun, readInParts } from "./load-in-parts.ts";
export type { PartTask } from "./part-formats.ts";
export {
  type OnPart,
  type PartReader,
  type PartReport,
  type PartSizes,
  usualSizes,
  warmSizes,
} from "./part-report.ts";
export { PartsOfFile } from "./read-part.ts";
