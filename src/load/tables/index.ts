/** Door of the dump tables: triples and observations as CSV. */
export {
  recogniseTable,
  type TableHeader,
  type TableKind,
  type TableTask,
  type UnknownHeader,
} from "./table-columns.ts";
export {
  hasParts,
  loadInParts,
  type PartReader,
  type PartReport,
  type PartRequest,
  readPart,
  readTable,
} from "./table-parts.ts";
