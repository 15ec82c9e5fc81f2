/** Which rows are the points of a series, and at which dates. */

import type { ColumnType } from "../../store/columns/column-source.ts";
import { Uint32Slabs } from "../../store/columns/growing-columns.ts";
import { radixSort } from "../../store/columns/kernels.ts";
import type { RowReader } from "./row-values.ts";
import { type DateLists, DateRunsBuilder, type Runs } from "./run-table.ts";
import type { GroupedRuns } from "./series-groups.ts";

/** Rows start … end - 1, or those that stand there in `order`. */
export interface RowList {
  readonly start: number;
  readonly end: number;
  readonly order: Uint32Slabs | undefined;
}

/** Where the rows of groups are. */
export interface RowPlaces {
  /** By group: its first row, or its place in `merged` where that bit of `isMerged` is set. */
  readonly starts: Uint32Array;
  readonly isMerged: Uint8Array;
  readonly merged: Uint32Slabs;
  /** By group: its number of points. */
  readonly counts: Uint32Array;
}

/** Reads which rows a group has. */
export class RowLists {
  readonly #places: RowPlaces;
  readonly #list: { -readonly [K in keyof RowList]: RowList[K] } = {
    start: 0,
    end: 0,
    order: undefined,
  };

  constructor(places: RowPlaces) {
    this.#places = places;
  }

  /** Valid until the next call. */
  of(group: number): RowList {
    const { starts, counts, isMerged, merged } = this.#places;
    const list = this.#list;
    list.start = starts[group]!;
    list.end = list.start + counts[group]!;
    list.order = isMerged[group] === 0 ? undefined : merged;
    return list;
  }
}

/** Makes a column. */
export type MakeColumn = <T extends Uint8Array | Uint16Array | Uint32Array>(
  Type: ColumnType<T>,
  length: number,
) => T;

/** Where one observation was loaded with two values. */
export interface ConflictAt {
  readonly group: number;
  /** Code of the date. */
  readonly date: number;
}

/** Lists up to this length are sorted by insertion. */
const insertionMax = 24;
const conflictsShown = 5;
const unknown = 0xffff_ffff;

/** Rows of every group by date; of rows with one date the last is kept. */
export class SeriesRows implements RowPlaces {
  /** Lists of dates of the groups. */
  readonly dates = new DateRunsBuilder();
  /** By group: its list there, its number of points, the code of its last date. */
  readonly dateLists: Uint32Array;
  readonly counts: Uint32Array;
  readonly latest: Uint32Array;
  readonly starts: Uint32Array;
  readonly isMerged: Uint8Array;
  readonly merged = new Uint32Slabs();
  /** Points dropped because a later row has the same date, and those written differently. */
  repeated = 0;
  conflicting = 0;
  readonly conflicts: ConflictAt[] = [];
  /** The first point that stands there twice with the same value. */
  same: ConflictAt | undefined;
  readonly #values: RowReader;
  /** Rows and dates of the group at hand. */
  #rows = new Uint32Array(64);
  #codes = new Uint32Array(64);
  #order = new Uint32Array(64);
  #spare = new Uint32Array(64);

  /** `loaded` are the runs' lists of dates, as codes that compare as dates do. */
  constructor(
    groups: GroupedRuns,
    { dateLists: lists, firstRows }: Runs,
    loaded: DateLists,
    values: RowReader,
    make: MakeColumn,
  ) {
    this.#values = values;
    this.dateLists = make(Uint32Array, groups.count);
    this.counts = make(Uint32Array, groups.count);
    this.latest = make(Uint32Array, groups.count);
    this.starts = make(Uint32Array, groups.count);
    this.isMerged = make(Uint8Array, groups.count);
    /** The list in `dates` of each loaded one that ascends; `unknown` until it is needed. */
    const kept = new Uint32Array(loaded.count).fill(unknown);
    for (let group = 0; group < groups.count; group++) {
      const first = groups.runOffsets[group]!;
      const run = groups.runs[first]!;
      const list = lists[run]!;
      const isAlone = groups.runOffsets[group + 1]! - first === 1;
      if (isAlone && this.#keep(loaded, list, kept)) {
        this.starts[group] = firstRows[run]!;
        this.#setDates(group, kept[list]!);
      } else {
        const count = this.#gather(groups, group, lists, firstRows, loaded);
        this.#merge(group, count);
      }
    }
  }

  /** Takes over a list of dates if it ascends. */
  #keep(loaded: DateLists, list: number, kept: Uint32Array): boolean {
    if (kept[list] !== unknown) return true;
    const codes = loaded.codes;
    const [start, end] = [loaded.startOf(list), loaded.endOf(list)];
    for (let at = start + 1; at < end; at++) if (codes[at - 1]! >= codes[at]!) return false;
    kept[list] = this.dates.add(codes, start, end);
    return true;
  }

  #setDates(group: number, list: number): void {
    const end = this.dates.endOf(list);
    this.dateLists[group] = list;
    this.counts[group] = end - this.dates.startOf(list);
    this.latest[group] = this.dates.codes[end - 1]!;
  }

  /** Rows and dates of a group as they were loaded; their number. */
  #gather(
    groups: GroupedRuns,
    group: number,
    lists: Uint32Array,
    firstRows: Uint32Array,
    loaded: DateLists,
  ): number {
    const codes = loaded.codes;
    let count = 0;
    for (let at = groups.runOffsets[group]!; at < groups.runOffsets[group + 1]!; at++) {
      const run = groups.runs[at]!;
      const list = lists[run]!;
      const [start, end] = [loaded.startOf(list), loaded.endOf(list)];
      if (count + end - start > this.#rows.length) this.#makeRoom(count + end - start);
      for (let from = start; from < end; from++, count++) {
        this.#codes[count] = codes[from]!;
        this.#rows[count] = firstRows[run]! + from - start;
      }
    }
    return count;
  }

  #makeRoom(needed: number): void {
    const length = needed * 2;
    const longer = (column: Uint32Array) => {
      const copy = new Uint32Array(length);
      copy.set(column);
      return copy;
    };
    this.#rows = longer(this.#rows);
    this.#codes = longer(this.#codes);
    this.#order = new Uint32Array(length);
    this.#spare = new Uint32Array(length);
  }

  #merge(group: number, count: number): void {
    this.#sortByDate(count);
    const [rows, codes, order, dates] = [this.#rows, this.#codes, this.#order, this.#spare];
    const start = this.merged.length;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const place = order[at]!;
      const date = codes[place]!;
      if (kept > 0 && dates[kept - 1] === date) {
        this.#countRepeated(group, date, rows[place]!, this.merged.at(start + kept - 1));
        this.merged.set(start + kept - 1, rows[place]!);
        continue;
      }
      dates[kept++] = date;
      this.merged.push(rows[place]!);
    }
    this.isMerged[group] = 1;
    this.starts[group] = start;
    this.#setDates(group, this.dates.add(dates, 0, kept));
  }

  /** Fills `#order`; stable, and cheap when the rows already are in order, as they usually are. */
  #sortByDate(count: number): void {
    const [codes, order] = [this.#codes, this.#order];
    for (let at = 0; at < count; at++) order[at] = at;
    let at = 1;
    while (at < count && codes[at - 1]! <= codes[at]!) at++;
    if (at < count && count > insertionMax) {
      radixSort(order, 0, count, codes, this.#spare);
      return;
    }
    for (; at < count; at++) {
      const date = codes[at]!;
      let hole = at;
      for (; hole > 0 && codes[order[hole - 1]!]! > date; hole--) order[hole] = order[hole - 1]!;
      order[hole] = at;
    }
  }

  #countRepeated(group: number, date: number, row: number, before: number): void {
    this.repeated++;
    if (this.#values.isSame(row, before)) {
      this.same ??= { group, date };
      return;
    }
    this.conflicting++;
    if (this.conflicts.length < conflictsShown) this.conflicts.push({ group, date });
  }
}
