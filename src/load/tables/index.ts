/** Door of the dump tables: triples and observations as CSV. */
export { readTable } from "./read-table.ts";
export type {
  TableHeader,
  TableKind,
  TableTask,
  UnknownHeader,
} from "./table-columns.ts";
export { requireTable, tableHeader } from "./table-header.ts";
