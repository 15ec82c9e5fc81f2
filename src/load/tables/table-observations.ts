/** The table `entity, variable, date, value, …` in its two dialects → observations. */
import { type FileChunk, type InputFile, textOf } from "../bytes/index.ts";
import { FileLog, shown } from "../report/index.ts";
import {
  type FileProvenance,
  noId,
  observationDcid,
  type Sink,
  type TableRun,
  tellFurther,
} from "../statements/index.ts";
import {
  acceptDate,
  DateChecks,
  type DateForm,
  observationValue,
  trim,
  withoutNamespace,
} from "../values/index.ts";
import { facetColumns, TableFacets } from "./table-facets.ts";
import { readTableRows, type TableRowHandler } from "./table-rows.ts";
import { TableScanner } from "./table-scanner.ts";

/** @returns the line after the last row. */
export async function loadObservations(
  input: InputFile,
  columns: readonly string[],
  provenance: FileProvenance,
  run: TableRun,
  chunk?: FileChunk,
): Promise<number> {
  const { sink } = run;
  const fileLog = new FileLog(run.log, input.path);
  const table = new ObservationRows(columns, provenance, sink, fileLog);
  return await readTableRows(input, table, fileLog, run, chunk);
}

/** Every column, as bits. */
const all = -1;

const likelyRepeated: ReadonlySet<string> = new Set([...facetColumns, "properties"]);

/** Columns that a row needs, and what the missing one is called in a diagnostic. */
const requiredProperties: readonly (readonly [column: string, property: string])[] = [
  ["variable", "variableMeasured"],
  ["entity", "observationAbout"],
  ["date", "observationDate"],
];

class ObservationRows implements TableRowHandler {
  readonly scanner: TableScanner;
  readonly #sink: Sink;
  readonly #log: FileLog;
  readonly #variable: number;
  readonly #entity: number;
  readonly #date: number;
  readonly #value: number;
  readonly #properties: number;
  readonly #facets: TableFacets;
  readonly #dateChecks = new DateChecks();
  /** Columns of which the node or date of the last row's cell is known, as bits. */
  #known = 0;
  #variableNode = noId;
  #entityNode = noId;
  #dateId = noId;
  #dateForm: DateForm = "none";
  /** The properties that a series has no place for. */
  #further: readonly (readonly [property: string, text: string])[] = [];

  constructor(columns: readonly string[], provenance: FileProvenance, sink: Sink, log: FileLog) {
    this.#sink = sink;
    this.#log = log;
    this.#variable = columns.indexOf("variable");
    this.#entity = columns.indexOf("entity");
    this.#date = columns.indexOf("date");
    this.#value = columns.indexOf("value");
    this.#properties = columns.indexOf("properties");
    this.#facets = new TableFacets(columns, provenance, sink, log);
    // A series has one facet: its columns change together, if they do.
    const tail = columns.findLastIndex((column) => !likelyRepeated.has(column)) + 1;
    this.scanner = new TableScanner(columns.length, tail);
  }

  row(bytes: Uint8Array, line: number): void {
    const { scanner } = this;
    const { starts, ends } = scanner;
    const known = scanner.repeated & this.#known;
    const valueStart = starts[this.#value]!;
    const valueEnd = ends[this.#value]!;
    if (valueStart === valueEnd || this.#lacksKey()) {
      this.#known = known;
      this.#reportMissing(line);
      return;
    }
    this.#known = all;
    if (((known >> this.#variable) & 1) === 0) {
      this.#variableNode = this.#node(bytes, this.#variable);
    }
    if (((known >> this.#entity) & 1) === 0) this.#entityNode = this.#node(bytes, this.#entity);
    const facet = this.#facets.facetOf(bytes, scanner, known, line);
    if (((known >> this.#date) & 1) === 0) this.#setDate(bytes);
    if (this.#properties >= 0 && ((known >> this.#properties) & 1) === 0) {
      this.#further = this.#furtherOf(this.#text(bytes, this.#properties), line);
    }
    if (this.#dateForm !== "accepted" && !this.#acceptDate(bytes, line)) return;
    const isNumber = this.#sink.observationOf(
      this.#variableNode,
      this.#entityNode,
      facet,
      this.#dateId,
      bytes,
      valueStart,
      valueEnd,
    );
    if (!isNumber) this.#addOddValue(facet, this.#text(bytes, this.#value), line);
    if (this.#further.length > 0) this.#keepFurther(bytes);
  }

  #node(bytes: Uint8Array, column: number): number {
    const { starts, ends } = this.scanner;
    return this.#sink.nodeOf(bytes, starts[column]!, ends[column]!);
  }

  #setDate(bytes: Uint8Array): void {
    const start = this.scanner.starts[this.#date]!;
    const end = this.scanner.ends[this.#date]!;
    this.#dateId = this.#sink.dateOf(bytes, start, end);
    this.#dateForm = this.#dateChecks.formOf(this.#dateId, bytes, start, end);
  }

  #acceptDate(bytes: Uint8Array, line: number): boolean {
    return acceptDate(this.#text(bytes, this.#date), line, this.#log, ": column 'date'");
  }

  #addOddValue(facet: number, written: string, line: number): void {
    if (trim(written) === "") {
      this.#reportNoValue(line);
      return;
    }
    const where = () => "column 'value'";
    const { text } = observationValue(written, { log: this.#log, line, where });
    this.#sink.observation(this.#variableNode, this.#entityNode, facet, this.#dateId, text);
  }

  #text(bytes: Uint8Array, column: number): string {
    return textOf(bytes, this.scanner.starts[column]!, this.scanner.ends[column]!);
  }

  #lacksKey(): boolean {
    const { starts, ends } = this.scanner;
    return (
      starts[this.#variable] === ends[this.#variable] ||
      starts[this.#entity] === ends[this.#entity] ||
      starts[this.#date] === ends[this.#date]
    );
  }

  #reportMissing(line: number): void {
    const { starts, ends } = this.scanner;
    const counter = "Sanity_MissingOrEmpty";
    const columns = [this.#variable, this.#entity, this.#date];
    for (const [index, [column, suffix]] of requiredProperties.entries()) {
      if (starts[columns[index]!] !== ends[columns[index]!]) continue;
      const message = () => `column ${column} is empty; row not loaded`;
      this.#log.report({ level: "error", counter, suffix, line, message });
    }
    if (starts[this.#value] === ends[this.#value]) this.#reportNoValue(line);
  }

  #reportNoValue(line: number): void {
    const counter = "Sanity_MissingOrEmpty";
    const message = () => "column value is empty, so the row is not an observation";
    const cell = this.#value;
    this.#log.report({ level: "warning", counter, suffix: "value", line, cell, message });
  }

  #furtherOf(json: string, line: number): readonly (readonly [string, string])[] {
    if (json === "") return [];
    const properties = propertiesOf(json);
    if (properties === undefined) {
      const message = () => `${shown(json)} is not a JSON object; column 'properties' is not read`;
      const counter = "CSV_UnexpectedRow";
      this.#log.report({ level: "error", counter, line, message });
      // The next row has it told anew: it may be the first one of another thread's chunk.
      this.#known &= ~(1 << this.#properties);
      return [];
    }
    for (const [property] of properties) tellFurther(this.#log, property, line);
    return properties;
  }

  #keepFurther(bytes: Uint8Array): void {
    const sink = this.#sink;
    const { facet, provenance } = this.#facets.textsOf(bytes, this.scanner);
    const node = sink.node(
      observationDcid({
        variable: this.#text(bytes, this.#variable),
        entity: this.#text(bytes, this.#entity),
        date: this.#text(bytes, this.#date),
        value: this.#text(bytes, this.#value),
        facet,
      }),
    );
    for (const [property, text] of this.#further) {
      sink.attribute(node, sink.node(property), sink.literal(text), provenance);
    }
  }
}

/** Texts by property of a JSON object; undefined if it is not an object. */
function propertiesOf(json: string): (readonly [string, string])[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (value === null) return [];
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.entries(value).flatMap(([key, item]): (readonly [string, string])[] => {
    const property = withoutNamespace(key);
    const text = typeof item === "string" ? item : JSON.stringify(item);
    return item === null || property === "" || text === "" ? [] : [[property, text]];
  });
}
