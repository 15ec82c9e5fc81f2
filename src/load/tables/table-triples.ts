/** The table `subject_id, predicate, object_id, object_value` → triples. */
import type { FileChunk, InputFile } from "../bytes/index.ts";
import { FileLog } from "../report/index.ts";
import {
  type FileProvenance,
  lazyProvenance,
  noId,
  type Sink,
  type TableRun,
} from "../statements/index.ts";
import { readTableRows, type TableRowHandler } from "./table-rows.ts";
import { TableScanner } from "./table-scanner.ts";

/** Every column, as bits. */
const all = -1;

/** @returns the line after the last row. */
export async function loadTriples(
  input: InputFile,
  columns: readonly string[],
  provenance: FileProvenance,
  run: TableRun,
  chunk?: FileChunk,
): Promise<number> {
  const { sink } = run;
  const fileLog = new FileLog(run.log, input.path);
  const table = new TripleTable(columns, lazyProvenance(provenance, sink), sink, fileLog);
  return await readTableRows(input, table, fileLog, run, chunk);
}

class TripleTable implements TableRowHandler {
  readonly scanner: TableScanner;
  readonly #sink: Sink;
  readonly #log: FileLog;
  readonly #subject: number;
  readonly #predicate: number;
  readonly #objectId: number;
  readonly #objectValue: number;
  readonly #provenance: number;
  readonly #fileProvenance: () => number;
  /** Columns of which the node of the last row's cell is known, as bits. */
  #known = 0;
  #subjectNode = noId;
  #predicateNode = noId;
  #objectNode = noId;
  #provenanceNode = noId;

  constructor(columns: readonly string[], fileProvenance: () => number, sink: Sink, log: FileLog) {
    this.#sink = sink;
    this.#log = log;
    this.#fileProvenance = fileProvenance;
    this.#subject = columns.indexOf("subject_id");
    this.#predicate = columns.indexOf("predicate");
    this.#objectId = columns.indexOf("object_id");
    this.#objectValue = columns.indexOf("object_value");
    this.#provenance = columns.indexOf("provenance");
    const isLast = this.#provenance === columns.length - 1;
    this.scanner = new TableScanner(columns.length, columns.length - (isLast ? 1 : 0));
  }

  row(bytes: Uint8Array, line: number): void {
    const { starts, ends, repeated } = this.scanner;
    const known = repeated & this.#known;
    const start = starts[this.#objectId]!;
    const end = ends[this.#objectId]!;
    const hasId = start !== end;
    const hasValue = starts[this.#objectValue] !== ends[this.#objectValue];
    if (this.#isEmpty(this.#subject) || this.#isEmpty(this.#predicate) || !(hasId || hasValue)) {
      this.#known = known;
      this.#reportMissing(line);
      return;
    }
    this.#known = all;
    if (((known >> this.#subject) & 1) === 0) {
      this.#subjectNode = this.#node(bytes, this.#subject);
    }
    if (((known >> this.#predicate) & 1) === 0) {
      this.#predicateNode = this.#node(bytes, this.#predicate);
    }
    if (this.#provenance < 0 || ((known >> this.#provenance) & 1) === 0) {
      this.#provenanceNode = this.#provenanceOf(bytes);
    }
    if (hasId) {
      if (((known >> this.#objectId) & 1) === 0) {
        this.#objectNode = this.#sink.nodeOf(bytes, start, end);
      }
      this.#sink.link(
        this.#subjectNode,
        this.#predicateNode,
        this.#objectNode,
        this.#provenanceNode,
      );
    }
    if (hasValue) this.#attribute(bytes);
  }

  #attribute(bytes: Uint8Array): void {
    const { starts, ends } = this.scanner;
    const value = this.#objectValue;
    const literal = this.#sink.literalOf(bytes, starts[value]!, ends[value]!);
    this.#sink.attribute(this.#subjectNode, this.#predicateNode, literal, this.#provenanceNode);
  }

  #provenanceOf(bytes: Uint8Array): number {
    const column = this.#provenance;
    return column < 0 || this.#isEmpty(column) ? this.#fileProvenance() : this.#node(bytes, column);
  }

  #node(bytes: Uint8Array, column: number): number {
    const { starts, ends } = this.scanner;
    return this.#sink.nodeOf(bytes, starts[column]!, ends[column]!);
  }

  #isEmpty(column: number): boolean {
    return this.scanner.starts[column] === this.scanner.ends[column];
  }

  #reportMissing(line: number): void {
    const columns: [string, number][] = [
      ["subject_id", this.#subject],
      ["predicate", this.#predicate],
      ["object_id", this.#objectId],
    ];
    const [column] = columns.find(([, at]) => this.#isEmpty(at))!;
    const counter = "Sanity_MissingOrEmpty";
    const message = () => `column ${column} is empty; row not loaded`;
    this.#log.report({ level: "error", counter, suffix: column, line, message });
  }
}
