/**
 * Rows of the tables of a self-hosted instance → statements (behaviour: inputs 1.1): `triples` and
 * `observations`. `key_value_store` holds what the importer derived of them; it is no data. `imports` is
 * the log of the importer's runs, which the world's `info` keeps.
 */

import { aboutProperty, facetFields } from "../../stats/facet-fields.ts";
import { type DiagnosticLog, type FileLog, type ImportRun, shown } from "../bytes/diagnostics.ts";
import { tellFurther } from "../statements/further-properties.ts";
import type { Sink } from "../statements/sink.ts";
import { facetTexts, Statements } from "../statements/statements.ts";
import { entryOf, type JsonNode, parseJson } from "../values/json-text.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { acceptDate } from "../values/observation-dates.ts";
import { observationType, observationValue } from "../values/observation-parts.ts";
import { entitiesAmong, tooManyEntities } from "../values/several-entities.ts";
import { monthFirst } from "../values/table-dates.ts";

/** Columns as the importer makes them, for dumps that do not say. */
const columnsOfTables: Readonly<Record<string, readonly string[]>> = {
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
/** The first runs of an importer are kept. */
const importsMax = 10_000;

export class TableCounts {
  readonly #rows = new Map<string, number>();
  readonly #imports: ImportRun[] = [];

  add(table: string): void {
    const name = this.#rows.size < tablesMax || this.#rows.has(table) ? table : "others";
    this.#rows.set(name, (this.#rows.get(name) ?? 0) + 1);
  }

  addImport(cell: (column: string) => string): void {
    if (this.#imports.length >= importsMax) return;
    const texts = { importedAt: cell("imported_at"), status: cell("status") };
    this.#imports.push({ ...texts, metadata: cell("metadata") });
  }

  /** Reports how many rows each of the other tables had. */
  end(file: string, log: DiagnosticLog): void {
    log.imports.push(...this.#imports);
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

const knownColumns: Readonly<Record<"triples" | "observations", ReadonlySet<string>>> = {
  triples: new Set([...columnsOfTables["triples"]!, "provenance"]),
  observations: new Set(columnsOfTables["observations"]),
};

/** Only the database's own table of observations has this column. */
export const exportMark = "properties";

/** Whether a column of a table is read. */
export function isKnownColumn(table: "triples" | "observations", column: string): boolean {
  return knownColumns[table].has(column);
}

/** The columns of a table of which a dump says none; undefined for tables of others. */
export function usualColumns(table: string): readonly string[] | undefined {
  return Object.hasOwn(columnsOfTables, table) ? columnsOfTables[table] : undefined;
}

/** The table of bookkeeping that has just these columns. */
export function bookkeepingOf(columns: readonly string[]): string | undefined {
  return ["key_value_store", "imports"].find((table) => {
    const own = columnsOfTables[table]!;
    return own.length === columns.length && own.every((column) => columns.includes(column));
  });
}

const noProperties: ReadonlyMap<string, string> = new Map();

interface DumpRow {
  readonly table: string;
  readonly columns: readonly string[] | undefined;
  readonly values: readonly (string | null)[];
  readonly line: number | undefined;
}

export class DumpTables {
  readonly #statements: Statements;
  readonly #log: FileLog;
  readonly #provenance: string;
  readonly #counts: TableCounts | undefined;

  /** Of the last row, and where each of them stands. */
  #columns: readonly string[] = [];
  /** A later statement may add a column. */
  #width = 0;
  #positions: ReadonlyMap<string, number> = new Map();

  /**
   * @param provenance of rows that bring none.
   * @param counts takes the table of each row, whatever it is; default: they are not counted.
   */
  constructor(sink: Sink, log: FileLog, provenance: string, counts?: TableCounts) {
    this.#counts = counts;
    this.#statements = new Statements(sink);
    this.#log = log;
    this.#provenance = provenance;
  }

  add({ table, columns: named, values, line }: DumpRow): void {
    this.#counts?.add(table);
    if (table === "imports") {
      const own = named ?? columnsOfTables["imports"]!;
      this.#counts?.addImport((column) => values[own.indexOf(column)] ?? "");
    }
    if (table !== "triples" && table !== "observations") return;
    const columns = named ?? columnsOfTables[table]!;
    const isOlder = named === undefined && values.length === 5 && table === "observations";
    if (values.length !== columns.length && !isOlder) {
      const message = () =>
        `expected ${columns.length} values for ${table}, found ${values.length}; row not loaded`;
      this.#log.report({ level: "error", counter: "CSV_InconsistentRows", line, message });
      return;
    }
    const positions = this.#positionsOf(table, columns, line);
    this.#statements.at({ file: this.#log.file, line });
    const cell = (column: string): string => values[positions.get(column) ?? -1] ?? "";
    if (table === "triples") this.#triple(cell, line);
    else this.#observation(cell, line);
  }

  /** Where columns stand in the rows at hand; unknown ones are reported. */
  #positionsOf(
    table: "triples" | "observations",
    columns: readonly string[],
    line: number | undefined,
  ): ReadonlyMap<string, number> {
    const isKnown = columns === this.#columns && columns.length === this.#width;
    if (isKnown) return this.#positions;
    const positions = new Map<string, number>();
    for (const [at, column] of columns.entries()) {
      if (!positions.has(column)) positions.set(column, at);
      if (!knownColumns[table].has(column)) this.#reportColumn(table, column, line);
    }
    this.#columns = columns;
    this.#width = columns.length;
    this.#positions = positions;
    return positions;
  }

  #triple(cell: (column: string) => string, line: number | undefined): void {
    const [subject, predicate] = [cell("subject_id"), cell("predicate")];
    const [id, text] = [cell("object_id"), cell("object_value")];
    const absent = [
      ...(subject === "" ? ["subject_id"] : []),
      ...(predicate === "" ? ["predicate"] : []),
      ...(id === "" && text === "" ? ["object_id"] : []),
    ];
    if (absent.length > 0) {
      this.#reportAbsent(absent, line);
      return;
    }
    const provenance = cell("provenance") || this.#provenance;
    this.#statements.link(subject, predicate, id, provenance);
    this.#statements.text(subject, predicate, text, provenance);
  }

  #observation(cell: (column: string) => string, line: number | undefined): void {
    const [variable, written] = [cell("variable"), cell("value")];
    const date = monthFirst(cell("date"), this.#log, line);
    const properties = this.#propertiesOf(cell("properties"), line);
    const entities = entitiesAmong(cell("entity"), properties);
    if (entities.size === 0 || variable === "" || date === "" || written === "") {
      const texts = { variable, date, value: written };
      const absent = Object.entries(texts).flatMap(([name, text]) => (text === "" ? [name] : []));
      this.#reportAbsent([...(entities.size === 0 ? ["entity"] : []), ...absent], line);
      return;
    }
    if (!acceptDate(date, line, this.#log, ": column 'date'")) return;
    const where = () => "column 'value'";
    const { text: value } = observationValue(written, { log: this.#log, line, where });
    const facet = facetTexts((field) => cell(facetFields[field].column));
    const provenance = cell("provenance") || this.#provenance;
    const key = { variable, date, value, facet, provenance };
    if (properties.size === 0) {
      this.#statements.observation({ ...key, entity: entities.get(aboutProperty)! });
      return;
    }
    if (tooManyEntities([...entities.keys()], this.#log, line)) return;
    const further = new Map(
      [...properties].filter(([property, text]) => text !== "" && !entities.has(property)),
    );
    for (const property of further.keys()) tellFurther(this.#log, property, line);
    this.#statements.observationAbout(entities, { ...key, further });
  }

  /** Texts of the properties of a row, by name; anything but an object of texts and numbers is reported. */
  #propertiesOf(json: string, line: number | undefined): ReadonlyMap<string, string> {
    if (json === "" || json === "{}") return noProperties;
    let node: JsonNode | undefined;
    try {
      node = parseJson(json, this.#log.file);
    } catch {
      // Reported below, with the line of the row.
    }
    if (node?.kind === "null") return noProperties;
    const texts = new Map<string, string>();
    for (const { key } of node?.kind === "object" ? node.entries : []) {
      const value = entryOf(node!, key)?.value;
      const name = withoutNamespace(key);
      if (value?.kind === "text" || value?.kind === "number") texts.set(name, value.text);
      else if (value?.kind === "boolean") texts.set(name, String(value.value));
      else this.#reportProperty(key, line);
    }
    if (node?.kind !== "object") {
      const message = () => `${shown(json)} is not a JSON object; column 'properties' is not read`;
      this.#log.report({ level: "error", counter: "CSV_UnexpectedRow", line, message });
    }
    return texts;
  }

  #reportAbsent(columns: readonly string[], line: number | undefined): void {
    for (const suffix of columns) {
      const message = () => `column ${suffix} is empty; row not loaded`;
      const level = suffix === "value" ? "warning" : "error";
      this.#log.report({ level, counter: "Sanity_MissingOrEmpty", suffix, line, message });
    }
  }

  /** Each property once. */
  #reportProperty(property: string, line: number | undefined): void {
    const counter = `Sanity_UnexpectedPropIn${observationType}`;
    const message = () =>
      `property ${shown(property)} of column properties is not kept, neither here nor in other rows`;
    this.#log.report({ level: "warning", counter, line, message, once: `property ${property}` });
  }

  #reportColumn(table: string, column: string, line: number | undefined): void {
    const message = () => `column ${shown(column)} of ${table} is not read`;
    const once = `column ${table} ${column}`;
    this.#log.report({ level: "warning", counter: "CSV_UnexpectedRow", line, message, once });
  }
}
