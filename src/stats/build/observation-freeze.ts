/** Observations that builders collected are grouped, ranked and frozen. */

import { type ColumnType, type Freezing, sharedCopy } from "../../store/columns/column-source.ts";
import { releaseScratch } from "../../store/columns/scratch.ts";
import { ObservationTable } from "../read/observations.ts";
import {
  makeRecords,
  type SeriesLayout,
  seriesLayout,
  type ValueColumn,
  valueColumns,
} from "../read/series-records.ts";
import {
  type AdoptedObservations,
  type FreezeInput,
  type FrozenContext,
  freezeInput,
} from "./freeze-input.ts";
import type { Exceptions, ObservationShare, PointsShare } from "./points-share.ts";
import { releaseValues } from "./row-values.ts";
import type { Runs } from "./run-table.ts";
import { ownOrder, rankSeries } from "./series-groups.ts";
import {
  joinDates,
  joinFormats,
  lengthsIn,
  writeEntityIndex,
  writeExceptions,
  writeVariables,
} from "./series-pieces.ts";
import type { SeriesPiece, SeriesShare } from "./series-share.ts";

export interface FrozenObservations {
  readonly table: ObservationTable;
  /** Points dropped because a later row has the same series and date. */
  readonly repeatedPoints: number;
  /** Those of them where the later row is written differently. */
  readonly conflictingPoints: number;
  /** The first few of those. */
  readonly conflicts: readonly Conflict[];
}

/** One observation that was loaded with two values. */
export interface Conflict {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
}

const conflictsShown = 5;

/** @param builders what each collected, which is gone afterwards. */
export function* freezingObservations(
  builders: readonly AdoptedObservations[],
  context: FrozenContext,
): Freezing<FrozenObservations, ObservationShare> {
  const { columns, dictionary, facets, ranking } = context;
  const input = freezeInput(builders, context);
  const { share, cuts, variables, entities, dates } = input;
  const shares = cuts.map((bounds): SeriesShare => ({ ...share, bounds }));
  const pieces = (yield { shares }) as SeriesPiece[];
  releaseRuns(share.runs);
  if (ranking.hasOneOrder) {
    const dateOf = (code: number) => dates.textOf(code);
    for (const piece of pieces) {
      rankSeries(piece, ownOrder(piece, piece, facets, dateOf, ranking), piece.order);
    }
  }
  writeVariables(variables, pieces, columns);
  writeEntityIndex(entities.length, variables.length, pieces, columns);
  const { points, layout } = pointShares(pieces, input, context);
  writeExceptions((yield { shares: points }) as Exceptions[], columns);
  releaseValues(share.values);
  const repeatedPoints = sumOf(pieces, "repeated");
  const meta = {
    facets,
    hasOneOrder: ranking.hasOneOrder,
    dateCount: dates.count,
    variableCount: variables.length,
    entityCount: entities.length,
    seriesCount: sumOf(pieces, "count"),
    pointCount: input.rowCount - repeatedPoints,
    seriesLayout: layout,
    byteLength: columns.byteLength("observations."),
  };
  return {
    table: ObservationTable.readFrom(columns, meta, dictionary),
    repeatedPoints,
    conflictingPoints: sumOf(pieces, "conflicting"),
    conflicts: conflictsOf(pieces).map(({ variable, entity, date }) => ({
      variable: dictionary.textOf(variables[variable]!),
      entity: dictionary.textOf(entities[entity]!),
      date: dates.textOf(date),
    })),
  };
}

/** What lies across all series is written, and columns are made for what is left. */
function pointShares(
  pieces: readonly SeriesPiece[],
  { share, entities, dates, rowCount }: FreezeInput,
  { columns, dictionary, facets }: FrozenContext,
): { readonly points: PointsShare[]; readonly layout: SeriesLayout } {
  const { codes, firstDates } = joinDates(pieces);
  columns.makeNarrow("observations.dateRuns", codes.length, dates.count - 1).set(codes);
  const { lengths, distinct, numbers, oneWidth } = joinFormats(pieces);
  columns.make("observations.formats", Uint16Array, distinct.length).set(distinct);
  const layout = seriesLayout({
    dates: codes.length,
    formats: distinct.length,
    facets: facets.length,
    hasOneWidth: lengths.filter((length) => length > 0).length < 2,
  });
  const seriesCount = sumOf(pieces, "count");
  const common = {
    kind: "points" as const,
    values: share.values,
    entities: share.isShared ? sharedCopy(entities) : entities,
    formatNumbers: numbers,
    oneWidth,
    literalBase: dictionary.nodeCount,
    layout,
    records: makeRecords(columns, layout, seriesCount, rowCount - sumOf(pieces, "repeated")),
    seriesEntities: columns.make("observations.seriesEntities", Uint32Array, seriesCount),
    columns: valueColumns.map(({ name, Type }, width) =>
      columns.make(name, Type as ColumnType<ValueColumn>, lengths[width]!),
    ),
  };
  let [firstSeries, firstPoint] = [0, 0];
  let firstValues: readonly number[] = lengths.map(() => 0);
  const points = pieces.map((piece, at): PointsShare => {
    const firsts = { firstSeries, firstPoint, firstValues };
    firstSeries += piece.count;
    firstPoint += piece.pointCount;
    const ownLengths = lengthsIn(oneWidth, piece);
    firstValues = firstValues.map((first, width) => first + ownLengths[width]!);
    return { ...common, ...firsts, piece: pointsOf(piece), firstDates: firstDates[at]! };
  });
  return { points, layout };
}

function releaseRuns({ dateLists, firstRows, facets, entities, variables }: Runs): void {
  releaseScratch(dateLists, firstRows, facets, entities, variables);
}

function sumOf(pieces: readonly SeriesPiece[], name: "count" | "repeated" | "conflicting"): number {
  return pieces.reduce((sum, piece) => sum + piece[name], 0);
}

/** The columns that a share of points needs: others would be given away with them. */
function pointsOf({
  order,
  entityPlaces,
  facets,
  formats,
  starts,
  isMerged,
  merged,
  counts,
  dateLists,
}: SeriesPiece): PointsShare["piece"] {
  return { order, entityPlaces, facets, formats, starts, isMerged, merged, counts, dateLists };
}

/** The first conflicts of all pieces, by places. */
function conflictsOf(pieces: readonly SeriesPiece[]) {
  return pieces
    .flatMap(({ conflicts, variablePlaces, entityPlaces }) =>
      conflicts.map(({ group, date }) => {
        return { variable: variablePlaces[group]!, entity: entityPlaces[group]!, date };
      }),
    )
    .slice(0, conflictsShown);
}
