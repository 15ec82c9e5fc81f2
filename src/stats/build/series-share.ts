/**
 * The first share of a freeze of observations: some series with their rows, ranked, and how their
 * values are packed. Everything but the facets and the dates is known of them then.
 */

import { type Range, sharedColumn } from "../../store/columns/column-source.ts";
import { type SlabRows, sharedRows } from "../../store/columns/growing-columns.ts";
import { releaseScratch, scratchColumn } from "../../store/columns/scratch.ts";
import {
  commonFormat,
  doubleFormat,
  isDoubleText,
  isOddDoubleText,
  literalMax,
  ownFormat,
  type PackedFormat,
  packedFormats,
  powersOfTen,
  widthFor,
  widthOf,
} from "../decimals.ts";
import { valueColumns } from "../read/series-lookup.ts";
import {
  beside,
  type CollectedValues,
  decimalBits,
  decimalMask,
  odd,
  RowReader,
} from "./row-values.ts";
import { type CollectedLists, DateLists, type Runs } from "./run-table.ts";
import {
  builtInOrder,
  groupRuns,
  type KeyCounts,
  rankSeries,
  type SeriesBounds,
  type SeriesGroups,
} from "./series-groups.ts";
import {
  type ConflictAt,
  type MakeColumn,
  type RowList,
  RowLists,
  SeriesRows,
} from "./series-rows.ts";

/** Plain data; other threads can read its columns where `isShared` says so. */
export interface SeriesShare {
  readonly kind: "series";
  /** With places in place of nodes. */
  readonly runs: Runs;
  /** Runs in the order of loading. */
  readonly chunkRuns: readonly Range[];
  /** Lists of dates of the runs, as codes that compare as dates do. */
  readonly lists: CollectedLists;
  readonly values: CollectedValues;
  readonly counts: KeyCounts;
  /** Which series; undefined for all. */
  readonly bounds: SeriesBounds | undefined;
  /** Scores of facets, for the built-in order; undefined if somebody else ranks the series. */
  readonly scores: Float64Array | undefined;
  readonly isShared: boolean;
}

/** Some series: neighbours in the final order. Plain data, like the share. */
export interface SeriesPiece extends SeriesGroups {
  /** Groups in final order. */
  readonly order: Uint32Array;
  /** By group: where its rows are, and how many. */
  readonly starts: Uint32Array;
  readonly isMerged: Uint8Array;
  readonly merged: SlabRows<Uint32Array>;
  readonly counts: Uint32Array;
  readonly pointCount: number;
  /** By group: its list of `lists`, and the code of its last date. */
  readonly dateLists: Uint32Array;
  readonly latest: Uint32Array;
  readonly lists: CollectedLists;
  /** By group. */
  readonly formats: Uint16Array;
  readonly distinctFormats: readonly PackedFormat[];
  /** Values by width. */
  readonly lengths: readonly number[];
  /** Points dropped because a later row has the same date, those written differently, the first of them. */
  readonly repeated: number;
  readonly conflicting: number;
  readonly conflicts: readonly ConflictAt[];
  /** The first of those that were written the same. */
  readonly same: ConflictAt | undefined;
}

/** Kernel: the result is the same for any bounds, piece by piece. */
export function seriesShare(share: SeriesShare): SeriesPiece {
  const { runs, chunkRuns, counts, bounds, scores, isShared } = share;
  const make = isShared ? sharedColumn : scratchColumn;
  const groups = groupRuns(runs, chunkRuns, counts, bounds, (length) => make(Uint32Array, length));
  const values = RowReader.of(share.values);
  const rows = new SeriesRows(groups, runs, new DateLists(share.lists), values, make);
  const { runs: _runs, runOffsets: _offsets, ...kept } = groups;
  releaseScratch(groups.runs, groups.runOffsets);
  const order = make(Uint32Array, groups.count);
  if (scores !== undefined) rankSeries(groups, builtInOrder(groups, rows, scores), order);
  const { starts, isMerged, dateLists, latest, repeated, conflicting, conflicts, same } = rows;
  const formats = chooseFormats(new RowLists(rows), values, groups.count, make);
  const merged = rows.merged.take();
  return {
    ...kept,
    order,
    starts,
    isMerged,
    merged: isShared ? sharedRows(merged) : merged,
    counts: rows.counts,
    pointCount: rows.counts.reduce((sum, count) => sum + count, 0),
    dateLists,
    latest,
    lists: rows.dates.take(),
    ...formats,
    repeated,
    conflicting,
    conflicts,
    same,
  };
}

function chooseFormats(
  rows: RowLists,
  values: RowReader,
  groupCount: number,
  make: MakeColumn,
): Pick<SeriesPiece, "formats" | "distinctFormats" | "lengths"> {
  const choice = new FormatChoice(values);
  const formats = make(Uint16Array, groupCount);
  const isThere = new Uint8Array(packedFormats);
  const distinctFormats: PackedFormat[] = [];
  const lengths = valueColumns.map(() => 0);
  for (let group = 0; group < groupCount; group++) {
    const list = rows.of(group);
    const format = choice.of(list);
    formats[group] = format;
    lengths[widthOf(format)]! += list.end - list.start;
    if (isThere[format] === 1) continue;
    isThere[format] = 1;
    distinctFormats.push(format);
  }
  return { formats, distinctFormats, lengths };
}

// Chooses the format of a series from what its values have in common.

/** Bytes of an entry in the table of exceptions. */
const exceptionBytes = 16;

/** No value has so many decimals. */
const noDecimals = powersOfTen.length;

/** Looks through the values of one series after the other. */
export class FormatChoice {
  readonly #values: RowReader;
  /** Largest mantissa, without its sign, by decimals. */
  readonly #largest: number[] = powersOfTen.map(() => 0);
  #least = 0;
  #most = 0;
  /** Most decimals of a value that ends in a zero. */
  #mostOfZero = 0;
  /** Odd values that are no literals. */
  #longs = 0;

  constructor(values: RowReader) {
    this.#values = values;
  }

  /** The format that takes the fewest bytes. */
  of(rows: RowList): PackedFormat {
    this.#look(rows);
    const integers = this.#integers();
    if (this.#longs === 0 && integers !== undefined) return integers;
    const [plainly, withPoint] = [this.#notPrinted(0, rows), this.#notPrinted(1, rows)];
    const doubles = doubleFormat(withPoint < plainly ? 1 : 0);
    if (integers === undefined) return doubles;
    const count = rows.end - rows.start;
    const integerBytes = count * 2 ** widthOf(integers) + this.#longs * exceptionBytes;
    const doubleBytes = count * 8 + Math.min(plainly, withPoint) * exceptionBytes;
    return integerBytes <= doubleBytes ? integers : doubles;
  }

  #look({ start, end, order }: RowList): void {
    const values = this.#values;
    for (let decimals = this.#least; decimals <= this.#most; decimals++) {
      this.#largest[decimals] = 0;
    }
    this.#least = noDecimals;
    this.#most = this.#mostOfZero = this.#longs = 0;
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const word = values.wordOf(row);
      const decimals = word & decimalMask;
      if (decimals === beside) this.#seeBeside(row);
      else this.#see(word >> decimalBits, decimals);
    }
  }

  #see(mantissa: number, decimals: number): void {
    const size = Math.abs(mantissa);
    if (size > this.#largest[decimals]!) this.#largest[decimals] = size;
    if (decimals < this.#least) this.#least = decimals;
    if (decimals > this.#most) this.#most = decimals;
    if (decimals > this.#mostOfZero && mantissa % 10 === 0) this.#mostOfZero = decimals;
  }

  #seeBeside(row: number): void {
    const decimals = this.#values.decimalsOf(row);
    if (decimals !== odd) this.#see(this.#values.mantissaOf(row), decimals);
    else if (this.#values.oddWrittenOf(row) > literalMax) this.#longs++;
  }

  #integers(): PackedFormat | undefined {
    const common = this.#common();
    const own = this.#own();
    if (common === undefined || own === undefined) return common ?? own;
    return widthOf(own) < widthOf(common) ? own : common;
  }

  #common(): PackedFormat | undefined {
    const least = this.#least;
    const scale = this.#most;
    if (least === noDecimals) return commonFormat(0, 0, 0);
    if (this.#mostOfZero > least) return undefined;
    let reach = 0;
    for (let decimals = least; decimals <= scale; decimals++) {
      reach = Math.max(reach, this.#largest[decimals]! * powersOfTen[scale - decimals]!);
    }
    const width = widthFor(reach);
    return width === undefined ? undefined : commonFormat(width, scale, least);
  }

  #own(): PackedFormat | undefined {
    if (this.#least >= this.#most) return undefined;
    const ownBits = 32 - Math.clz32(this.#most);
    let largest = 0;
    for (let decimals = this.#least; decimals <= this.#most; decimals++) {
      largest = Math.max(largest, this.#largest[decimals]!);
    }
    const width = widthFor((largest + 1) * 2 ** ownBits);
    return width === undefined ? undefined : ownFormat(width, ownBits);
  }

  /** Values besides literals that would be exceptions among doubles. */
  #notPrinted(least: number, { start, end, order }: RowList): number {
    const values = this.#values;
    let count = 0;
    for (let at = start; at < end; at++) {
      const row = order === undefined ? at : order.at(at);
      const decimals = values.decimalsOf(row);
      if (decimals !== odd) {
        if (!isDoubleText(least, values.mantissaOf(row), decimals)) count++;
        continue;
      }
      const written = values.oddWrittenOf(row);
      const isLong = written > literalMax;
      if (isLong && !isOddDoubleText(least, values.oddNumberOf(row), written)) count++;
    }
    return count;
  }
}
