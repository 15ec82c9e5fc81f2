/** Rows of a dump table as texts → statements, and all that has to be reported of them. */
import { facetFields, facetOfTexts } from "../../stats/facet-fields.ts";
import type { FileChunk } from "../bytes/byte-blocks.ts";
import { FileLog, shown } from "../bytes/diagnostics.ts";
import { CellRowReader } from "../records/cell-rows.ts";
import { reportNoRows, reportWidth } from "../records/csv-rows.ts";
import { observationDcid, tellFurther } from "../statements/further-properties.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type FileProvenance, lazyProvenance } from "../statements/provenance.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { aboutIds, facetTexts } from "../statements/statements.ts";
import { trim, withoutNamespace } from "../values/mcf-value.ts";
import { acceptDate } from "../values/observation-dates.ts";
import { observationValue } from "../values/observation-parts.ts";
import { entitiesAmong, tooManyEntities } from "../values/several-entities.ts";
import { monthFirst } from "../values/table-dates.ts";
import {
  aggregateOf,
  type FieldText,
  ObservationRows,
  TripleRows,
  type UsualRows,
} from "./table-cells.ts";
import { type TableHeader, type TableTask, tableDialect } from "./table-header.ts";
import { straightColumns, TripleLines } from "./triple-lines.ts";

/** Columns that an observation needs, and the properties that stand for them in diagnostics. */
const requiredProperties: readonly (readonly [column: string, property: string])[] = [
  ["variable", "variableMeasured"],
  ["entity", "observationAbout"],
  ["date", "observationDate"],
];

const missing = "Sanity_MissingOrEmpty";
const noEntities: ReadonlyMap<string, string> = new Map();

class TableRows {
  readonly #kind: TableHeader["kind"];
  readonly #columns: readonly string[];
  readonly #facets: TableFacets;
  readonly #sink: Sink;
  readonly #log: FileLog;
  /** Our own export has columns of which an importer knows nothing. */
  readonly #isOwn: boolean;
  // Of the row at hand.
  #cells: readonly string[] = [];
  #line = 0;

  constructor({ kind, columns }: TableHeader, facets: TableFacets, sink: Sink, log: FileLog) {
    this.#kind = kind;
    this.#columns = columns;
    this.#facets = facets;
    this.#sink = sink;
    this.#log = log;
    this.#isOwn = columns.includes("import_name");
  }

  add(cells: readonly string[], line: number): void {
    this.#cells = cells;
    this.#line = line;
    this.#sink.at?.({ file: this.#log.file, line });
    if (cells.length !== this.#columns.length) {
      reportWidth(this.#log, this.#columns.length, cells, line);
    } else if (this.#kind === "triples") this.#triple();
    else this.#observation();
  }

  #cell(column: string): string {
    return this.#cells[this.#columns.indexOf(column)] ?? "";
  }

  #triple(): void {
    const [subject, predicate] = [this.#cell("subject_id"), this.#cell("predicate")];
    const [id, text] = [this.#cell("object_id"), this.#cell("object_value")];
    const absent = Object.entries({ subject_id: subject, predicate, object_id: id || text });
    const [column] = absent.find(([, found]) => found === "") ?? [];
    if (column !== undefined) {
      this.#reportMissing(column, column);
      return;
    }
    const sink = this.#sink;
    const [from, by] = [sink.node(subject), sink.node(predicate)];
    const provenance = this.#facets.provenanceOf(this.#fieldText);
    if (id !== "") sink.link(from, by, sink.node(id), provenance);
    if (text !== "") sink.attribute(from, by, sink.literal(text), provenance);
  }

  #observation(): void {
    const [variable, entity] = [this.#cell("variable"), this.#cell("entity")];
    const date = monthFirst(this.#cell("date"), this.#log, this.#line);
    const written = this.#cell("value");
    const properties = this.#properties();
    const several = entity === "" ? this.#entities(new Map(properties)) : noEntities;
    const absent = requiredProperties.filter(
      ([column]) => this.#cell(column) === "" && (column !== "entity" || several.size === 0),
    );
    for (const [column, property] of absent) this.#reportMissing(column, property);
    if (written === "") this.#reportNoValue();
    if (absent.length > 0 || written === "") return;
    const log = this.#log;
    const line = this.#line;
    const sink = this.#sink;
    if (tooManyEntities([...several.keys()], log, line)) return;
    const of = sink.node(variable);
    const own = this.#facets.facetOf(this.#fieldText, (cell) => this.#isAggregate(cell));
    const usual = several.size === 0 ? { entity: sink.node(entity), facet: own } : undefined;
    const about = usual ?? aboutIds(sink, own, several);
    const further = usual === undefined ? [] : properties;
    for (const [property] of further) tellFurther(log, property, line);
    if (!acceptDate(date, line, log, ": column 'date'")) return;
    if (trim(written) === "") this.#reportNoValue();
    else {
      const where = () => "column 'value'";
      const { text } = observationValue(written, { log, line, where });
      sink.observation(of, about.entity, about.facet, sink.date(date), text);
    }
    if (further.length === 0) return;
    const measured = facetTexts(this.#fieldText);
    const key = { variable, entity, date, value: written, facet: measured };
    const node = sink.node(observationDcid(key));
    const provenance = this.#facets.provenanceOf(this.#fieldText);
    for (const [property, text] of further) {
      sink.attribute(node, sink.node(property), sink.literal(text), provenance);
    }
  }

  readonly #fieldText: FieldText = (field) => this.#cell(facetFields[field].column);

  /** Names in tables of our own are as they are; an importer's have namespaces. */
  #entities(properties: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    return this.#isOwn ? properties : entitiesAmong("", properties);
  }

  /** Texts by property of column `properties`. */
  #properties(): readonly (readonly [property: string, text: string])[] {
    const json = this.#cell("properties");
    if (json === "") return [];
    const properties = propertiesOf(json, this.#isOwn);
    const line = this.#line;
    if (properties === undefined) {
      const message = () => `${shown(json)} is not a JSON object; column 'properties' is not read`;
      this.#log.report({ level: "error", counter: "CSV_UnexpectedRow", line, message });
      return [];
    }
    return properties;
  }

  #isAggregate(cell: string): boolean {
    const found = aggregateOf(cell);
    if (found !== undefined) return found;
    const line = this.#line;
    const message = () => `is_dc_aggregate is true or false; ${shown(cell)} is read as false`;
    const counter = "CSV_UnexpectedRow";
    this.#log.report({ level: "warning", counter, line, message, once: cell });
    return false;
  }

  #reportMissing(column: string, suffix: string): void {
    const message = () => `column ${column} is empty; row not loaded`;
    this.#log.report({ level: "error", counter: missing, suffix, line: this.#line, message });
  }

  #reportNoValue(): void {
    const message = () => "column value is empty, so the row is not an observation";
    const finding = { level: "info", counter: missing, suffix: "value" } as const;
    const cell = this.#columns.indexOf("value");
    this.#log.report({ ...finding, line: this.#line, cell, message });
  }
}

/** Texts by property of a JSON object; undefined if it is not an object. */
function propertiesOf(json: string, isExact: boolean): (readonly [string, string])[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (value === null) return [];
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.entries(value).flatMap(([key, item]): (readonly [string, string])[] => {
    const property = isExact ? key : withoutNamespace(key);
    const text = typeof item === "string" ? item : JSON.stringify(item);
    return item === null || property === "" || text === "" ? [] : [[property, text]];
  });
}

class TableFacets {
  readonly #sink: Sink;
  readonly #fileProvenance: () => number;
  readonly #option: string | undefined;
  readonly #isOutright: boolean;

  constructor(columns: readonly string[], provenance: FileProvenance, sink: Sink) {
    this.#sink = sink;
    this.#fileProvenance = lazyProvenance(provenance, sink);
    this.#option = provenance.option;
    this.#isOutright = columns.includes("import_name") || columns.includes("provenance_url");
  }

  /** @param isAggregate what a cell of `is_dc_aggregate` says. */
  facetOf(cell: FieldText, isAggregate: (cell: string) => boolean): number {
    const provenance = this.provenanceOf(cell);
    return this.#sink.facet({ ...facetOfTexts(cell, isAggregate), provenance });
  }

  /**
   * Where import name and URL are columns, they are the whole truth, even if empty: only the
   * caller's provenance goes to a row that has neither.
   */
  provenanceOf(cell: FieldText): number {
    const dcid = cell("provenanceId");
    if (dcid !== "") return this.#sink.node(dcid);
    if (!this.#isOutright) return this.#fileProvenance();
    const isEmpty = cell("importName") + cell("provenanceUrl") === "";
    return isEmpty && this.#option !== undefined ? this.#sink.node(this.#option) : noId;
  }
}

/**
 * Reads a table of triples or observations, or a chunk of it.
 * @returns the line after the last row.
 */
export async function readTable(
  task: TableTask,
  run: TableRun,
  chunk?: FileChunk,
): Promise<number> {
  const { sink, progress } = run;
  const { columns, provenance, input } = task;
  const log = new FileLog(run.log, input.path);
  const facets = new TableFacets(columns, provenance, sink);
  const texts = new TableRows(task, facets, sink, log);
  // A sink that asks where statements stand gets the line of each.
  const usual = sink.at === undefined ? usualRows(task, facets, sink) : undefined;
  const straight = usual === undefined ? undefined : straightLines(task, facets, sink);
  const rows = new CellRowReader(input, tableDialect, log, run, {
    header: () => {},
    straight,
    texts: (cells, line) => {
      progress.rows += 1;
      texts.add(cells, line);
    },
    bad: () => {
      progress.rows += 1;
    },
    cells: (row) => {
      progress.rows += 1;
      if (usual?.take(row) === true) return true;
      texts.add(row.texts(), row.line);
      return false;
    },
  });
  const before = progress.rows;
  const line = await rows.read(chunk);
  if (progress.rows === before) reportNoRows(log, "info", input, chunk);
  return line;
}

/** @returns undefined for tables with other columns. */
function straightLines(
  { kind, columns }: TableTask,
  facets: TableFacets,
  sink: TableRun["sink"],
): TripleLines | undefined {
  const isStraight = kind === "triples" && columns.join() === straightColumns.join();
  return isStraight ? new TripleLines(sink, () => facets.provenanceOf(() => "")) : undefined;
}

function usualRows(
  { kind, columns }: TableTask,
  facets: TableFacets,
  sink: TableRun["sink"],
): UsualRows {
  if (kind === "triples") return new TripleRows(columns, sink, () => facets.provenanceOf(() => ""));
  return new ObservationRows(columns, sink, (cell) =>
    facets.facetOf(cell, (flag) => aggregateOf(flag) === true),
  );
}
