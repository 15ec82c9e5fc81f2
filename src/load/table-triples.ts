/** The table `subject_id, predicate, object_id, object_value` → triples. */
import type { InputFile } from "./byte-stream.ts";
import { CellMemory } from "./cell-memory.ts";
import type { CsvScanner } from "./csv-scanner.ts";
import { FileLog } from "./diagnostics.ts";
import type { Load } from "./mcf-file.ts";
import { type FileProvenance, lazyProvenance } from "./provenance.ts";
import type { Sink } from "./sink.ts";
import { readTableRows } from "./table-rows.ts";

export async function loadTriples(
  input: InputFile,
  columns: readonly string[],
  provenance: FileProvenance,
  { sink, log, progress }: Load,
): Promise<void> {
  const fileLog = new FileLog(log, input.path);
  const table = new TripleTable(columns, lazyProvenance(provenance, sink), sink, fileLog);
  await readTableRows(input, columns.length, fileLog, progress, (bytes, scanner, line) => {
    table.row(bytes, scanner, line);
  });
}

class TripleTable {
  readonly #sink: Sink;
  readonly #log: FileLog;
  readonly #subject: number;
  readonly #predicate: number;
  readonly #objectId: number;
  readonly #objectValue: number;
  readonly #provenance: number;
  readonly #fileProvenance: () => number;
  readonly #subjects = new CellMemory();
  readonly #predicates = new CellMemory();
  readonly #objects = new CellMemory();
  readonly #provenances = new CellMemory();

  constructor(columns: readonly string[], fileProvenance: () => number, sink: Sink, log: FileLog) {
    this.#sink = sink;
    this.#log = log;
    this.#fileProvenance = fileProvenance;
    this.#subject = columns.indexOf("subject_id");
    this.#predicate = columns.indexOf("predicate");
    this.#objectId = columns.indexOf("object_id");
    this.#objectValue = columns.indexOf("object_value");
    this.#provenance = columns.indexOf("provenance");
  }

  row(bytes: Buffer, scanner: CsvScanner, line: number): void {
    const { starts, ends } = scanner;
    const isEmpty = (column: number) => starts[column] === ends[column];
    const hasId = !isEmpty(this.#objectId);
    const hasValue = !isEmpty(this.#objectValue);
    if (isEmpty(this.#subject) || isEmpty(this.#predicate) || !(hasId || hasValue)) {
      this.#reportMissing(scanner, line);
      return;
    }
    const sink = this.#sink;
    const subject = this.#node(this.#subject, this.#subjects, bytes, scanner);
    const predicate = this.#node(this.#predicate, this.#predicates, bytes, scanner);
    const provenance =
      this.#provenance < 0 || isEmpty(this.#provenance)
        ? this.#fileProvenance()
        : this.#node(this.#provenance, this.#provenances, bytes, scanner);
    if (hasId) {
      const object = this.#node(this.#objectId, this.#objects, bytes, scanner);
      sink.link(subject, predicate, object, provenance);
    }
    if (hasValue) {
      const value = this.#objectValue;
      const literal = sink.literalOf(bytes, starts[value]!, ends[value]!);
      sink.attribute(subject, predicate, literal, provenance);
    }
  }

  #node(column: number, memory: CellMemory, bytes: Buffer, scanner: CsvScanner): number {
    const start = scanner.starts[column]!;
    const end = scanner.ends[column]!;
    if (!memory.repeats(bytes, start, end)) memory.id = this.#sink.nodeOf(bytes, start, end);
    return memory.id;
  }

  #reportMissing({ starts, ends }: CsvScanner, line: number): void {
    const columns: [string, number][] = [
      ["subject_id", this.#subject],
      ["predicate", this.#predicate],
      ["object_id", this.#objectId],
    ];
    const [column] = columns.find(([, at]) => starts[at] === ends[at])!;
    const counter = "Sanity_MissingOrEmpty";
    const message = () => `column ${column} is empty; row not loaded`;
    this.#log.report({ level: "error", counter, suffix: column, line, message });
  }
}
