/** The sections of a header as the columns that the table names. */

import { SnapshotError } from "../errors/errors.ts";
import type { ObservationCounts } from "../stats/series-columns.ts";
import type { Offsets } from "../store/columns/column-row.ts";
import type { Column } from "../store/columns/column-source.ts";
import { type WalkedColumns, WalkedRows, walkColumn } from "../store/columns/walked-columns.ts";
import { again, elementBytes } from "./format.ts";
import type { SectionEntry } from "./header.ts";
import { type WorldCounts, worldColumns } from "./world-contents.ts";

const widest = "observations.values64";
const valueNames = [...[8, 16, 32].map((bits) => `observations.values${bits}`), widest];

/** Reads rows start … end - 1 of a section. */
type ReadRows = (section: string, start: number, end: number) => Column;

/** The sections of a header as the columns that the table names. */
export class SectionTable implements WalkedColumns<ObservationCounts> {
  readonly counts: ObservationCounts;
  readonly file: string | undefined;
  readonly #entries: ReadonlyMap<string, SectionEntry>;
  readonly #columns: typeof worldColumns;
  readonly #pageBytes: number;
  readonly #read: ReadRows;

  /**
   * @param pageBytes what is read at once of a section, the last page apart
   * @param columns the table of columns. Default: that of a world
   */
  constructor(
    entries: readonly SectionEntry[],
    counts: WorldCounts,
    pageBytes: number,
    file: string | undefined,
    read: ReadRows,
    columns = worldColumns,
  ) {
    this.#columns = columns;
    this.file = file;
    this.#read = read;
    this.counts = { ...counts, rowsOf: (name) => rowsIn(this.#entry(name)) };
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#pageBytes = pageBytes;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  rows(name: string, pagesKept = 1): WalkedRows {
    const entry = this.#entry(name);
    const row = this.#columns.get(name);
    if (row === undefined) throw this.#wrong(entry, 0, "no table has this section");
    if (!row.types.includes(entry.type)) throw this.#wrong(entry, 0, `it is ${entry.type}`);
    const length = rowsIn(entry);
    const wanted = row.rows?.(this.counts) ?? length;
    if (length !== wanted) {
      throw this.#wrong(entry, Math.min(length, wanted), `there are ${length} rows, not ${wanted}`);
    }
    const pageRows = Math.max(1, Math.floor(this.#pageBytes / elementBytes(entry.type)));
    const wrong = (at: number, reason: string) => this.#wrong(entry, at, reason);
    const read = (start: number, end: number) => this.#read(name, start, end);
    return new WalkedRows({ length, pageRows, read, wrong }, pagesKept);
  }

  /**
   * Checks that all columns of a world are there, and that each has its type and the length that the
   * numbers of the header give it. Nothing is read. So no reader makes loops or arrays that are longer
   * than the sections.
   * @throws SnapshotError `damaged`
   */
  checkLengths(): void {
    const kinds = new Set<string | undefined>([undefined]);
    const columns = this.#columns;
    for (const name of this.#entries.keys()) kinds.add(columns.get(name)?.kind);
    for (const { name, kind } of columns.values()) if (kinds.has(kind)) this.rows(name);
    for (const name of this.#entries.keys()) if (!columns.has(name)) this.rows(name);
    if (!columns.has(widest)) return;
    const { points, rowsOf } = this.counts;
    const values = valueNames.reduce((sum, name) => sum + rowsOf(name), 0);
    if (values !== points) {
      throw this.#wrong(this.#entry(widest), 0, `there are ${values} values of ${points} points`);
    }
  }

  /** Checks each column alone. */
  walkEach(): void {
    for (const row of this.#columns.values()) {
      if (this.has(row.name)) walkColumn(this.rows(row.name), row, this.counts);
    }
  }

  /** Columns of offsets by their names: which rows they lead to, and how far apart they stand. */
  offsets(): ReadonlyMap<string, OffsetBounds> {
    const found = new Map<string, OffsetBounds>();
    for (const { name, offsets } of this.#columns.values()) {
      if (offsets !== undefined && this.has(name)) found.set(name, boundsOf(offsets, this.counts));
    }
    return found;
  }

  /** Bytes of the sections whose names begin with a prefix. */
  byteLength(...prefixes: readonly string[]): number {
    let bytes = 0;
    for (const { name, byteLength } of this.#entries.values()) {
      if (prefixes.some((prefix) => name.startsWith(prefix))) bytes += byteLength;
    }
    return bytes;
  }

  #entry(name: string): SectionEntry {
    const entry = this.#entries.get(name);
    if (entry !== undefined) return entry;
    const message = `has no section '${name}': ${again}`;
    throw new SnapshotError("damaged", message, { file: this.file, section: name });
  }

  #wrong({ name, type, offset }: SectionEntry, row: number, reason: string): SnapshotError {
    const message = `section '${name}' cannot be true at row ${row} (${reason}): ${again}`;
    const at = offset + row * elementBytes(type);
    return new SnapshotError("damaged", message, { file: this.file, section: name, offset: at });
  }
}

/** What the offsets in a column can be. */
export interface OffsetBounds {
  /** Rows from one offset to the next. */
  readonly stride: number;
  /** No offset is above this. */
  readonly most: number;
}

function boundsOf<C>({ end, stride }: Offsets<C>, counts: C): OffsetBounds {
  return { stride: stride?.(counts) ?? 1, most: end(counts) };
}

function rowsIn({ byteLength, type }: SectionEntry): number {
  return byteLength / elementBytes(type);
}
