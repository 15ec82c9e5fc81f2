/** Door of the dump tables: triples and observations as CSV. */
export type {
  TableHeader,
  TableKind,
  TableTask,
  UnknownHeader,
} from "./table-columns.ts";
export { requireTable, tableHeader } from "./table-header.ts";
export {
  hasParts,
  loadInParts,
  type PartReader,
  type PartReport,
  type PartRequest,
  readPart,
  readTable,
} from "./table-parts.ts";
