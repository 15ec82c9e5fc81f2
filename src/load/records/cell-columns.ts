/** Rows and columns of a table that is read as bytes, and what its cells mean. */

import { FileLog } from "../bytes/diagnostics.ts";
import { textOf } from "../bytes/native.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { acceptDate } from "../values/observation-dates.ts";
import { KnownCells, LastNode, type Slot } from "./known-cells.ts";

/** A row whose cells are bytes; it holds until the handler returns. */
export class CellRow {
  bytes: Uint8Array = new Uint8Array(0);
  /** Bounds of its cells, half-open; only the first `count` are of this row. */
  starts: Int32Array = new Int32Array(64);
  ends: Int32Array = new Int32Array(64);
  count = 0;
  /** Where it begins. */
  line = 0;
  /** Bit c says that cell c, of the first 31, is that of the row that was taken before. */
  repeated = 0;
  /** Rows are compared with those before. */
  readonly isCompared: boolean;

  constructor(isCompared: boolean) {
    this.isCompared = isCompared;
  }

  text(cell: number): string {
    return textOf(this.bytes, this.starts[cell]!, this.ends[cell]!);
  }

  texts(): readonly string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }
}

/** The bit of a column among `repeated`; 0 if it has none. */
function repeatedBit(column: number): number {
  return column >= 0 && column < 31 ? 1 << column : 0;
}

/** The bits of several columns; 0 if one of them has none. */
export function repeatedBits(columns: readonly number[]): number {
  const bits = columns.map(repeatedBit);
  return bits.includes(0) ? 0 : bits.reduce((all, bit) => all | bit, 0);
}

/** The text that a cell means, and the ids that a sink gave it. */
export class CellText {
  readonly text: string;
  #node = noId;
  #literal = noId;
  #date = noId;

  constructor(text: string) {
    this.text = text;
  }

  /** Has a sink numbered the node? */
  get hasNode(): boolean {
    return this.#node !== noId;
  }

  /** Has a sink numbered the date? */
  get hasDate(): boolean {
    return this.#date !== noId;
  }

  nodeIn(sink: Sink): number {
    if (this.#node === noId) this.#node = sink.node(this.text);
    return this.#node;
  }

  literalIn(sink: Sink): number {
    if (this.#literal === noId) this.#literal = sink.literal(this.text);
    return this.#literal;
  }

  dateIn(sink: Sink): number {
    if (this.#date === noId) this.#date = sink.date(this.text);
    return this.#date;
  }
}

/** A column of few distinct cells: each of them is read once. Each row that is taken takes it. */
export class KnownColumn<Meaning> implements Slot<Meaning | undefined> {
  /** Of the row at hand; undefined before the first one. */
  current: Meaning | undefined;
  readonly #column: number;
  readonly #bit: number;
  readonly #known: KnownCells<Meaning>;

  /** @param read what a cell of this text means. */
  constructor(column: number, read: (cell: string) => Meaning) {
    this.#column = column;
    this.#bit = repeatedBit(column);
    this.#known = new KnownCells(read);
  }

  take(row: CellRow): Meaning {
    if ((row.repeated & this.#bit) === 0) {
      const column = this.#column;
      this.current = this.#known.of(row.bytes, row.starts[column]!, row.ends[column]!);
    }
    return this.current!;
  }
}

/** A column whose cells are undefined if they are empty or need a diagnostic. */
export type PlainColumn = KnownColumn<CellText | undefined>;

/** @param read what a cell means; it reports what is odd about the cell. */
export function plainColumn(
  at: number,
  read: (cell: string, log: FileLog) => string | undefined,
): PlainColumn {
  return new KnownColumn(at, (cell) => {
    let isPlain = true;
    const log = {
      report: () => {
        isPlain = false;
      },
    };
    const text = read(cell, new FileLog(log, "")) ?? "";
    return isPlain && text !== "" ? new CellText(text) : undefined;
  });
}

export function dateColumn(at: number): PlainColumn {
  return plainColumn(at, (cell, log) => (acceptDate(cell, undefined, log) ? cell : undefined));
}

/** A column of dcids, of which there may be many: none but the last is remembered here. */
export class DcidColumn implements Slot<DcidColumn> {
  readonly current: DcidColumn = this;
  /** What is not loaded may make nodes here. */
  readonly hasNode = true;
  readonly #column: number;
  readonly #bit: number;
  readonly #sink: Sink;
  readonly #last: LastNode;
  #node = noId;

  constructor(column: number, sink: Sink) {
    this.#column = column;
    this.#bit = repeatedBit(column);
    this.#sink = sink;
    this.#last = new LastNode(sink);
  }

  /** @returns the id of the node. */
  take(row: CellRow): number {
    if ((row.repeated & this.#bit) === 0) {
      const start = row.starts[this.#column]!;
      const end = row.ends[this.#column]!;
      this.#node = row.isCompared
        ? this.#sink.nodeOf(row.bytes, start, end)
        : this.#last.of(row.bytes, start, end);
    }
    return this.#node;
  }

  nodeIn(): number {
    return this.#node;
  }
}
