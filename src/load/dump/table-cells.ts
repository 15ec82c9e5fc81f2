/**
 * Usual rows of tables of triples and observations → statements, straight from their bytes. The
 * dump tables and the tables of a database share them.
 */
import { type FacetField, facetFields, tableFields } from "../../stats/facet-fields.ts";
import { FileLog } from "../bytes/diagnostics.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import {
  type CellRow,
  CellText,
  DcidColumn,
  dateColumn,
  KnownColumn,
  type PlainColumn,
  repeatedBits,
} from "../records/cell-columns.ts";
import { type CellRowHandler, CellRowReader } from "../records/cell-rows.ts";
import { exportDialect } from "../records/csv-rows.ts";
import { FacetSlots, facetIn, ObservationCells } from "../records/known-cells.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, provenanceDcid } from "../statements/provenance.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts } from "../statements/statements.ts";
import { DumpTables, isKnownColumn } from "./dump-tables.ts";

/** The text of a field in the row at hand; "" for a field that has no column. */
export type FieldText = (field: FacetField) => string;

/** What a cell of `is_dc_aggregate` says; undefined if it is neither true nor false. */
export function aggregateOf(cell: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(cell)) return true;
  return /^(?:false|0|)$/i.test(cell) ? false : undefined;
}

export interface UsualRows {
  /** @returns false for a row that has to be read as texts: nothing of it was written. */
  take(row: CellRow): boolean;
}

/** Rows of a table of observations. */
export class ObservationRows implements UsualRows {
  readonly #width: number;
  readonly #variableAt: number;
  readonly #entityAt: number;
  readonly #valueAt: number;
  readonly #variable: DcidColumn;
  readonly #entity: DcidColumn;
  readonly #date: PlainColumn;
  readonly #facetColumns: readonly PlainColumn[];
  readonly #facetBits: number;
  readonly #facet: FacetSlots;
  /** Whether rows have no further properties; undefined for a table without such a column. */
  readonly #isBare: KnownColumn<boolean> | undefined;
  readonly #cells: ObservationCells;

  /** @param facetOf makes the facet of the row at hand. */
  constructor(columns: readonly string[], sink: Sink, facetOf: (cell: FieldText) => number) {
    const at = (column: string) => columns.indexOf(column);
    this.#width = columns.length;
    this.#variableAt = at("variable");
    this.#entityAt = at("entity");
    this.#valueAt = at("value");
    this.#variable = new DcidColumn(this.#variableAt, sink);
    this.#entity = new DcidColumn(this.#entityAt, sink);
    this.#date = dateColumn(at("date"));
    const fields = tableFields.filter((field) => at(facetFields[field].column) >= 0);
    const facetColumns = fields.map((field) => at(facetFields[field].column));
    this.#facetColumns = fields.map((field, part) => {
      const isFlag = facetFields[field].object === "flag";
      return new KnownColumn(facetColumns[part]!, (cell) =>
        isFlag && aggregateOf(cell) === undefined ? undefined : new CellText(cell),
      );
    });
    this.#facetBits = repeatedBits(facetColumns);
    this.#facet = new FacetSlots(fields.length, (texts) =>
      facetOf((field) => texts[fields.indexOf(field)] ?? ""),
    );
    const isBare = (cell: string) => cell === "" || cell === "{}";
    const propertiesAt = at("properties");
    this.#isBare = propertiesAt < 0 ? undefined : new KnownColumn(propertiesAt, isBare);
    const [variable, entity, date, facet] = [this.#variable, this.#entity, this.#date, this.#facet];
    this.#cells = new ObservationCells(sink, { variable, entity, date, facet });
  }

  take(row: CellRow): boolean {
    const { starts, ends } = row;
    const [variableAt, entityAt] = [this.#variableAt, this.#entityAt];
    const start = starts[this.#valueAt]!;
    const end = ends[this.#valueAt]!;
    if (row.count !== this.#width || start === end) return false;
    if (starts[variableAt] === ends[variableAt] || starts[entityAt] === ends[entityAt])
      return false;
    if (this.#date.take(row) === undefined || this.#isBare?.take(row) === false) return false;
    const isLastFacet = this.#facetBits !== 0 && (~row.repeated & this.#facetBits) === 0;
    if (!isLastFacet && !this.#takeFacet(row)) return false;
    this.#variable.take(row);
    this.#entity.take(row);
    return this.#cells.write(row.bytes, start, end);
  }

  #takeFacet(row: CellRow): boolean {
    const columns = this.#facetColumns;
    for (let part = 0; part < columns.length; part++) {
      const text = columns[part]!.take(row);
      if (text === undefined) return false;
      this.#facet.set(part, text);
    }
    return true;
  }
}

/** Rows of a table of triples. */
export class TripleRows implements UsualRows {
  readonly #sink: Sink;
  readonly #width: number;
  readonly #subjectAt: number;
  readonly #predicateAt: number;
  readonly #idAt: number;
  readonly #textAt: number;
  readonly #provenanceAt: number;
  readonly #subject: DcidColumn;
  readonly #predicate: DcidColumn;
  readonly #object: DcidColumn;
  readonly #provenance: DcidColumn;
  readonly #fileProvenance: () => number;

  /** @param fileProvenance of rows that bring none. */
  constructor(columns: readonly string[], sink: Sink, fileProvenance: () => number) {
    const at = (column: string) => columns.indexOf(column);
    this.#sink = sink;
    this.#width = columns.length;
    this.#subjectAt = at("subject_id");
    this.#predicateAt = at("predicate");
    this.#idAt = at("object_id");
    this.#textAt = at("object_value");
    this.#provenanceAt = at("provenance");
    this.#subject = new DcidColumn(this.#subjectAt, sink);
    this.#predicate = new DcidColumn(this.#predicateAt, sink);
    this.#object = new DcidColumn(this.#idAt, sink);
    this.#provenance = new DcidColumn(this.#provenanceAt, sink);
    this.#fileProvenance = fileProvenance;
  }

  take(row: CellRow): boolean {
    const { bytes, starts, ends } = row;
    const [subjectAt, predicateAt] = [this.#subjectAt, this.#predicateAt];
    const textAt = this.#textAt;
    const hasId = starts[this.#idAt] !== ends[this.#idAt];
    const hasText = starts[textAt] !== ends[textAt];
    if (row.count !== this.#width || !(hasId || hasText)) return false;
    if (starts[subjectAt] === ends[subjectAt] || starts[predicateAt] === ends[predicateAt]) {
      return false;
    }
    const sink = this.#sink;
    const subject = this.#subject.take(row);
    const predicate = this.#predicate.take(row);
    const provenance = this.#provenanceOf(row);
    if (hasId) sink.link(subject, predicate, this.#object.take(row), provenance);
    if (!hasText) return true;
    const literal = sink.literalOf(bytes, starts[textAt]!, ends[textAt]!);
    sink.attribute(subject, predicate, literal, provenance);
    return true;
  }

  #provenanceOf(row: CellRow): number {
    const at = this.#provenanceAt;
    const isOwn = at >= 0 && row.starts[at] !== row.ends[at];
    return isOwn ? this.#provenance.take(row) : this.#fileProvenance();
  }
}

/** Usual rows of the tables of a database, which have the database's own columns. */

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
    return new TripleRows(columns, sink, () => (provenance === "" ? noId : sink.node(provenance)));
  }
  return new ObservationRows(columns, sink, (cell) =>
    facetIn(sink, facetTexts(cell), cell("provenanceId") || provenance),
  );
}

export async function loadObservationExport(
  input: InputFile,
  provenance: FileProvenance,
  run: TableRun,
): Promise<void> {
  const { sink, log, progress } = run;
  const fileLog = new FileLog(log, input.path);
  const own = provenanceDcid(provenance);
  const tables = new DumpTables(sink, fileLog, own);
  let columns: readonly string[] | undefined;
  let usual: UsualRows | undefined;
  const add = (cells: readonly string[], line: number) => {
    tables.add({ table: "observations", columns, values: cells, line });
  };
  const handler: CellRowHandler = {
    header: (cells) => {
      columns = cells;
      // A sink that asks where statements stand gets the line of each.
      usual = sink.at === undefined ? databaseRows("observations", cells, own, sink) : undefined;
    },
    texts: (cells, line) => {
      progress.rows += 1;
      add(cells, line);
    },
    cells: (row) => {
      progress.rows += 1;
      if (usual?.take(row) === true) return true;
      add(row.texts(), row.line);
      return false;
    },
  };
  await new CellRowReader(input, exportDialect(input), fileLog, run, handler).read();
}
