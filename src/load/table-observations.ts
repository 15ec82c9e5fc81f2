/** The table `entity, variable, date, value, …` in its two dialects → observations. */
import type { InputFile } from "./byte-stream.ts";
import { CellMemory } from "./cell-memory.ts";
import type { CsvScanner } from "./csv-scanner.ts";
import { FileLog, shown } from "./diagnostics.ts";
import type { LoadRun } from "./load-run.ts";
import { DateChecks, oddDate } from "./observation-date.ts";
import { OBSERVATION_TYPE } from "./observation-parts.ts";
import type { FileProvenance } from "./provenance.ts";
import type { Sink } from "./sink.ts";
import { TableFacets } from "./table-facets.ts";
import { readTableRows } from "./table-rows.ts";

export async function loadObservations(
  input: InputFile,
  columns: readonly string[],
  provenance: FileProvenance,
  { sink, log, progress }: LoadRun,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const table = new ObservationTable(columns, provenance, sink, fileLog);
  await readTableRows(input, columns.length, fileLog, progress, (bytes, scanner, line) => {
    table.row(bytes, scanner, line);
  });
}

// Names of properties are text of the input: what is remembered of them must have an end.
const PROPERTIES_MAX = 1_000;

/** Columns that a row needs, and what the missing one is called in a diagnostic. */
const REQUIRED: readonly (readonly [column: string, property: string])[] = [
  ["variable", "variableMeasured"],
  ["entity", "observationAbout"],
  ["date", "observationDate"],
];

class ObservationTable {
  readonly #sink: Sink;
  readonly #log: FileLog;
  readonly #variable: number;
  readonly #entity: number;
  readonly #date: number;
  readonly #value: number;
  readonly #properties: number;
  readonly #facets: TableFacets;
  readonly #variables = new CellMemory();
  readonly #entities = new CellMemory();
  readonly #dates = new CellMemory();
  readonly #dateChecks = new DateChecks();
  readonly #propertyTexts = new CellMemory();
  readonly #propertiesTold = new Set<string>();
  /** Of the date that was seen last. */
  #isDateOdd = false;

  constructor(columns: readonly string[], provenance: FileProvenance, sink: Sink, log: FileLog) {
    this.#sink = sink;
    this.#log = log;
    this.#variable = columns.indexOf("variable");
    this.#entity = columns.indexOf("entity");
    this.#date = columns.indexOf("date");
    this.#value = columns.indexOf("value");
    this.#properties = columns.indexOf("properties");
    this.#facets = new TableFacets(columns, provenance, sink, log);
  }

  row(bytes: Buffer, scanner: CsvScanner, line: number): void {
    const { starts, ends } = scanner;
    const valueStart = starts[this.#value]!;
    const valueEnd = ends[this.#value]!;
    if (valueStart === valueEnd || this.#lacksKey(scanner)) {
      this.#reportMissing(scanner, line);
      return;
    }
    const sink = this.#sink;
    const variable = this.#node(this.#variable, this.#variables, bytes, scanner);
    const entity = this.#node(this.#entity, this.#entities, bytes, scanner);
    const facet = this.#facets.facetOf(bytes, scanner, line);
    const date = this.#dateOf(bytes, starts[this.#date]!, ends[this.#date]!);
    sink.observation(variable, entity, facet, date, textOf(bytes, valueStart, valueEnd));
    if (this.#isDateOdd) this.#tellDate(bytes, scanner, line);
    if (this.#properties >= 0) this.#tellProperties(bytes, scanner, line);
  }

  #node(column: number, memory: CellMemory, bytes: Buffer, { starts, ends }: CsvScanner): number {
    const start = starts[column]!;
    const end = ends[column]!;
    if (!memory.repeats(bytes, start, end)) memory.id = this.#sink.nodeOf(bytes, start, end);
    return memory.id;
  }

  #dateOf(bytes: Buffer, start: number, end: number): number {
    const memory = this.#dates;
    if (!memory.repeats(bytes, start, end)) {
      memory.id = this.#sink.dateOf(bytes, start, end);
      this.#isDateOdd = this.#dateChecks.isOdd(memory.id, bytes, start, end);
    }
    return memory.id;
  }

  #tellDate(bytes: Buffer, { starts, ends }: CsvScanner, line: number): void {
    this.#log.report(oddDate(bytes.toString("utf8", starts[this.#date], ends[this.#date]), line));
  }

  #lacksKey({ starts, ends }: CsvScanner): boolean {
    return (
      starts[this.#variable] === ends[this.#variable] ||
      starts[this.#entity] === ends[this.#entity] ||
      starts[this.#date] === ends[this.#date]
    );
  }

  #reportMissing({ starts, ends }: CsvScanner, line: number): void {
    const counter = "Sanity_MissingOrEmpty";
    const columns = [this.#variable, this.#entity, this.#date];
    for (const [index, [column, suffix]] of REQUIRED.entries()) {
      if (starts[columns[index]!] !== ends[columns[index]!]) continue;
      const message = () => `column ${column} is empty; row not loaded`;
      this.#log.report({ level: "error", counter, suffix, line, message });
    }
    if (starts[this.#value] !== ends[this.#value]) return;
    const message = () => "column value is empty, so that the row is no observation";
    this.#log.report({ level: "warning", counter, suffix: "value", line, message });
  }

  /** Further properties of an observation have no place here: each is told once. */
  #tellProperties(bytes: Buffer, { starts, ends }: CsvScanner, line: number): void {
    const start = starts[this.#properties]!;
    const end = ends[this.#properties]!;
    if (start === end || this.#propertyTexts.repeats(bytes, start, end)) return;
    for (const property of propertyNames(bytes.toString("utf8", start, end))) {
      if (this.#propertiesTold.has(property)) continue;
      if (this.#propertiesTold.size < PROPERTIES_MAX) this.#propertiesTold.add(property);
      const counter = `Sanity_UnexpectedPropIn${OBSERVATION_TYPE}`;
      const message = () =>
        `property ${shown(property)} of column properties is not kept, neither here nor in other rows`;
      this.#log.report({ level: "warning", counter, line, message });
    }
  }
}

/** Properties of an object in JSON; the whole text if it is none. */
function propertyNames(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json);
    if (value === null) return [];
    if (typeof value === "object" && !Array.isArray(value)) return Object.keys(value);
  } catch {
    // Falls through to the same answer as for JSON that is no object.
  }
  return [json];
}

/** Short texts of ASCII are made here: a call out of JavaScript costs more than their bytes. */
function textOf(bytes: Buffer, start: number, end: number): string {
  if (end - start > 12) return bytes.toString("utf8", start, end);
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80) return bytes.toString("utf8", start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}
