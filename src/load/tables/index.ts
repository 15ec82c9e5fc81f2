/** Door of the dump tables: triples and observations as CSV. */
export { readTable } from "./read-table.ts";
export { observationRows, tripleRows, type UsualRows } from "./table-cells.ts";
export {
  requireTable,
  type TableHeader,
  type TableKind,
  type TableTask,
  tableHeader,
  type UnknownHeader,
} from "./table-header.ts";
