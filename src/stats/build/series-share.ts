/**
 * The first share of a freeze of observations: some series with their rows, ranked, and how their
 * values are packed. Everything but the facets and the dates is known of them then.
 */

import {
  type Range,
  releaseScratch,
  type SlabRows,
  scratchColumn,
  sharedColumn,
  sharedRows,
} from "../../store/index.ts";
import { type PackedFormat, packedFormats, widthOf } from "../decimals/index.ts";
import { valueColumns } from "../read/index.ts";
import { type CollectedLists, DateLists } from "./date-runs.ts";
import { FormatChoice } from "./format-choice.ts";
import { type CollectedValues, RowReader } from "./row-values.ts";
import type { Runs } from "./run-table.ts";
import {
  builtInOrder,
  groupRuns,
  type KeyCounts,
  rankSeries,
  type SeriesBounds,
  type SeriesGroups,
} from "./series-groups.ts";
import { type ConflictAt, type MakeColumn, RowLists, SeriesRows } from "./series-rows.ts";

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
  const { starts, isMerged, dateLists, latest, repeated, conflicting, conflicts } = rows;
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
