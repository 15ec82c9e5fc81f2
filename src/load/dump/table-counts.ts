/** How many rows each table of a dump has, and what is said of tables whose rows are no statements. */
import { type DiagnosticLog, shown } from "../report/index.ts";

/** Columns as the importer makes them, for dumps that do not say. */
export const columnsOfTables: Readonly<Record<string, readonly string[]>> = {
  triples: ["subject_id", "predicate", "object_id", "object_value"],
  observations: [
    "entity",
    "variable",
    "date",
    "value",
    "provenance",
    "unit",
    "scaling_factor",
    "measurement_method",
    "observation_period",
    "properties",
  ],
  key_value_store: ["lookup_key", "value"],
  imports: ["imported_at", "status", "metadata"],
};

// Names of tables are text of the input: what is remembered of them must have an end.
const tablesMax = 100;

export class TableCounts {
  readonly #rows = new Map<string, number>();

  add(table: string): void {
    const name = this.#rows.size < tablesMax || this.#rows.has(table) ? table : "others";
    this.#rows.set(name, (this.#rows.get(name) ?? 0) + 1);
  }

  /** Tells what the rows of other tables were. */
  end(file: string, log: DiagnosticLog): void {
    for (const [table, count] of this.#rows) {
      if (table === "triples" || table === "observations") continue;
      const isKnown = Object.hasOwn(columnsOfTables, table);
      const level = isKnown ? "info" : "error";
      const rows = count === 1 ? "1 row" : `${count} rows`;
      const counter = isKnown ? "Dump_Bookkeeping" : "Dump_UnknownTable";
      const message = () =>
        isKnown
          ? `${rows} of ${table}, which the importer derived: no statements`
          : `${rows} of the table ${shown(table)}: not loaded; tables are ${Object.keys(columnsOfTables).join(", ")}`;
      log.report(file, { level, counter, line: undefined, message }, count);
    }
    if (this.#rows.size > 0) return;
    const message = () =>
      `the dump has no rows; tables are ${Object.keys(columnsOfTables).join(", ")}`;
    log.report(file, { level: "warning", counter: "Dump_NoRows", line: undefined, message });
  }
}
