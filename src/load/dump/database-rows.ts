/** Usual rows of the tables of a database, which have the database's own columns. */
import { facetIn } from "../csv/index.ts";
import { facetTexts, noId, type Sink } from "../statements/index.ts";
import { observationRows, tripleRows, type UsualRows } from "../tables/index.ts";
import { isKnownColumn } from "./dump-tables.ts";

const needed = {
  triples: ["subject_id", "predicate", "object_id", "object_value"],
  observations: ["entity", "variable", "date", "value"],
} as const;

/**
 * @param provenance of rows that bring none.
 * @returns undefined for tables without statements, and for columns that need a diagnostic.
 */
export function databaseRows(
  table: string,
  columns: readonly string[],
  provenance: string,
  sink: Sink,
): UsualRows | undefined {
  if (table !== "triples" && table !== "observations") return undefined;
  const isWhole = needed[table].every((column) => columns.includes(column));
  const isKnown = columns.every((column) => isKnownColumn(table, column));
  if (!isWhole || !isKnown || new Set(columns).size < columns.length) return undefined;
  if (table === "triples") {
    return tripleRows(columns, sink, () => (provenance === "" ? noId : sink.node(provenance)));
  }
  return observationRows(columns, sink, (cell) =>
    facetIn(sink, facetTexts(cell), cell("provenanceId") || provenance),
  );
}
