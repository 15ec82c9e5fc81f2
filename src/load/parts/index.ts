/** Door of the parts: files that several threads read at once. */
export { type PartsRun, readInParts } from "./load-in-parts.ts";
export type { PartTask } from "./part-formats.ts";
export {
  type OnPart,
  type PartReader,
  type PartReport,
  type PartRequest,
  type PartSizes,
  usualSizes,
} from "./part-report.ts";
export { readPart } from "./read-part.ts";
