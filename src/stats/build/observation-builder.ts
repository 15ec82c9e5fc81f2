/** Collects observations under provisional ids. A freeze groups, ranks and packs them. */

import { type ColumnType, type Freezing, sharedCopy } from "../../store/columns/column-source.ts";
import { ChunkLog } from "../../store/columns/growing-columns.ts";
import { releaseScratch } from "../../store/columns/scratch.ts";
import type { Dictionary, TermId } from "../../store/texts/dictionary.ts";
import { type LooseTextBuilder, TextTableBuilder } from "../../store/texts/text-table-builder.ts";
import { aboutProperty } from "../facet-fields.ts";
import { ObservationTable } from "../read/observations.ts";
import {
  makeRecords,
  type SeriesLayout,
  seriesLayout,
  type ValueColumn,
  valueColumns,
} from "../read/series-lookup.ts";
import {
  type AdoptedObservations,
  type CollectedObservations,
  type FreezeInput,
  type FrozenContext,
  freezeInput,
} from "./freeze-input.ts";
import {
  type Exceptions,
  joinDates,
  joinFormats,
  lengthsIn,
  type ObservationShare,
  type PointsShare,
  writeEntityIndex,
  writeExceptions,
  writeVariables,
} from "./points-share.ts";
import { RowValues, releaseValues } from "./row-values.ts";
import { DateRunsBuilder, type Runs, RunTableBuilder } from "./run-table.ts";
import { ownOrder, rankSeries } from "./series-groups.ts";
import { writeFurtherEntities } from "./series-kinds.ts";
import type { SeriesPiece, SeriesShare } from "./series-share.ts";

const noId = -1;
const encoder = new TextEncoder();

export class ObservationBuilder {
  readonly dates: TextTableBuilder = new TextTableBuilder();
  readonly #runs = new RunTableBuilder();
  readonly #dateLists = new DateRunsBuilder();
  readonly #values: RowValues;
  readonly #chunkRuns = new ChunkLog();
  /** The run at hand: its series, and the dates of its rows. */
  #variable = noId;
  #entity = noId;
  #facet = noId;
  #runDates = new Uint32Array(256);
  #runLength = 0;
  /** A short value on its way into bytes. */
  readonly #text = new Uint8Array(64);

  /** Texts of values that no number prints go to `literals`. */
  constructor(literals: LooseTextBuilder) {
    this.#values = new RowValues(literals);
  }

  /**
   * The value is written in bytes [start, end), which are valid UTF-8 and not empty.
   * @returns false, and adds nothing, for what is not a number where only numbers are wanted.
   */
  add(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    isNumber: boolean,
  ): boolean {
    this.#goTo(variable, entity, facet);
    if (!this.#values.add(bytes, start, end, isNumber)) return false;
    this.#addDate(date);
    return true;
  }

  /** The same for a plain decimal: its digits without the point, and how many of them come after it. */
  addDecimal(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    mantissa: number,
    decimals: number,
  ): void {
    this.#goTo(variable, entity, facet);
    this.#values.addDecimal(mantissa, decimals);
    this.#addDate(date);
  }

  /** The same for a value that is a text already. */
  addText(variable: number, entity: number, facet: number, date: number, value: string): void {
    const { length } = value;
    for (let at = 0; at < length; at++) {
      const unit = value.charCodeAt(at);
      if (unit >= 0x80 || length > this.#text.length) {
        const bytes = encoder.encode(value);
        this.add(variable, entity, facet, date, bytes, 0, bytes.length, false);
        return;
      }
      this.#text[at] = unit;
    }
    this.add(variable, entity, facet, date, this.#text, 0, length, false);
  }

  /** What follows belongs to the chunk with this number. */
  begin(chunk: number): void {
    this.#endRun();
    this.#variable = this.#entity = this.#facet = noId;
    this.#chunkRuns.begin(chunk, this.#runs.count);
  }

  /** What was collected, as plain data; the builder gives it away. */
  take(): CollectedObservations {
    this.#endRun();
    return {
      dates: this.dates.take(),
      lists: this.#dateLists.take(),
      runs: this.#runs.take(),
      values: this.#values.take(),
      chunkRuns: { numbers: this.#chunkRuns.numbers, starts: this.#chunkRuns.starts },
    };
  }

  #goTo(variable: number, entity: number, facet: number): void {
    if (entity === this.#entity && variable === this.#variable && facet === this.#facet) return;
    this.#endRun();
    this.#variable = variable;
    this.#entity = entity;
    this.#facet = facet;
  }

  #addDate(date: number): void {
    if (this.#runLength === this.#runDates.length) this.#growRun();
    this.#runDates[this.#runLength++] = date;
  }

  /** Rows of one series usually follow each other. Many series have the same dates. */
  #endRun(): void {
    if (this.#runLength === 0) return;
    const list = this.#dateLists.add(this.#runDates, 0, this.#runLength);
    this.#runs.add(this.#variable, this.#entity, this.#facet, list);
    this.#runLength = 0;
  }

  #growRun(): void {
    const longer = new Uint32Array(this.#runDates.length * 2);
    longer.set(this.#runDates);
    this.#runDates = longer;
  }
}

/** Observations that builders collected are grouped, ranked and frozen. */

interface FrozenObservations {
  readonly table: ObservationTable;
  /** Points dropped because a later row has the same series and date. */
  readonly repeatedPoints: number;
  /** Those of them where the later row is written differently. */
  readonly conflictingPoints: number;
  /** The first few of those. */
  readonly conflicts: readonly Conflict[];
  /** The first where the later row is written the same; none if there is none. */
  readonly same: readonly Conflict[];
  /** Points left out because they are not about what the properties of their variable say. */
  readonly incompletePoints: number;
  readonly incomplete: readonly IncompleteObservations[];
}

interface OneObservation {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
}

/** One observation that was loaded with two values. */
export interface Conflict extends OneObservation {
  /** Dcid. */
  readonly provenance: string;
}

/** Observations that are not about an entity by each property of their variable, and by no other. */
export interface IncompleteObservations {
  readonly variable: string;
  /** The properties by which they have entities, and those of their variable. */
  readonly properties: readonly string[];
  readonly wanted: readonly string[];
}

const conflictsShown = 5;

/** @param builders what each collected, which is gone afterwards; the first has facets of its own. */
export function* freezingObservations(
  builders: readonly AdoptedObservations[],
  context: FrozenContext,
): Freezing<FrozenObservations, ObservationShare> {
  const { columns, dictionary, facets, kinds, ranking } = context;
  const input = freezeInput(builders, context);
  const { share, cuts, variables, entities, dates } = input;
  const shares = cuts.map((bounds): SeriesShare => ({ ...share, bounds }));
  const pieces = (yield { shares }) as SeriesPiece[];
  releaseRuns(share.runs);
  if (ranking.hasOneOrder) {
    const dateOf = (code: number) => dates.textOf(code);
    for (const piece of pieces) {
      const facetAt = (kind: number) => facets[kinds?.facets[kind] ?? kind]!;
      rankSeries(piece, ownOrder(piece, piece, facetAt, dateOf, ranking), piece.order);
    }
  }
  writeVariables(variables, pieces, columns);
  writeEntityIndex(entities.length, variables.length, pieces, columns);
  writeFurtherEntities(pieces, kinds, columns);
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
  const textsOf = ({ variable, entity, date, kind }: PlacedConflict): Conflict => ({
    provenance: facets[kinds?.facets[kind] ?? kind]!.provenanceId,
    variable: dictionary.textOf(variables[variable]!),
    entity: dictionary.textOf(entities[entity]!),
    date: dates.textOf(date),
  });
  return {
    table: ObservationTable.readFrom(columns, meta, dictionary),
    repeatedPoints,
    conflictingPoints: sumOf(pieces, "conflicting"),
    conflicts: firstOf(pieces, ({ conflicts }) => conflicts, conflictsShown).map(textsOf),
    same: firstOf(pieces, ({ same }) => (same === undefined ? [] : [same]), 1).map(textsOf),
    incompletePoints: input.incompletePoints,
    incomplete: input.incomplete.map(({ variable, list }) => ({
      variable: dictionary.textOf(variable as TermId),
      properties: propertiesOf(kinds?.properties[list], dictionary),
      wanted: propertiesOf(kinds?.propertiesOf(variable), dictionary),
    })),
  };
}

/** Texts of properties; of no list, of `observationAbout` alone. */
function propertiesOf(nodes: readonly number[] = [], dictionary: Dictionary): string[] {
  const names = nodes.map((node) => dictionary.textOf(node as TermId));
  return names.length > 0 ? names : [aboutProperty];
}

/** What lies across all series is written, and columns are made for what is left. */
function pointShares(
  pieces: readonly SeriesPiece[],
  { share, entities, dates, rowCount }: FreezeInput,
  { columns, dictionary, facets, kinds }: FrozenContext,
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
    kindFacets: kinds && (share.isShared ? sharedCopy(kinds.facets) : kinds.facets),
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

type PlacedConflict = ReturnType<typeof firstOf>[number];

/** The first conflicts, or other points that stand twice, of all pieces, by places. */
function firstOf(
  pieces: readonly SeriesPiece[],
  pointsOf: (piece: SeriesPiece) => SeriesPiece["conflicts"],
  most: number,
) {
  return pieces
    .flatMap((piece) =>
      pointsOf(piece).map(({ group, date }) => {
        const { variablePlaces, entityPlaces, facets } = piece;
        const [variable, entity] = [variablePlaces[group]!, entityPlaces[group]!];
        return { variable, entity, date, kind: facets[group]! };
      }),
    )
    .slice(0, most);
}
