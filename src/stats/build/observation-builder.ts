/** Collects observations under provisional ids, then groups, ranks and freezes them. */

import {
  type CollectedTexts,
  type Dictionary,
  type FrozenColumns,
  freezeTexts,
  inOrder,
  type LooseTextBuilder,
  type Range,
  type Ranks,
  type Stretches,
  StretchLog,
  TextTableBuilder,
} from "../../store/index.ts";
import type { FacetEntry, Ranking } from "../facets/index.ts";
import { columnNames, columnPrefix, ObservationTable } from "../read/index.ts";
import { type CollectedLists, DateRunsBuilder } from "./date-runs.ts";
import { writeEntityIndex, writeVariables } from "./entity-index.ts";
import { PointColumns } from "./point-columns.ts";
import { type CollectedValues, RowValues } from "./row-values.ts";
import { type CollectedRuns, RunTableBuilder } from "./run-table.ts";
import {
  builtInOrder,
  ownOrder,
  rankSeries,
  type SeriesGroups,
  seriesGroups,
} from "./series-groups.ts";
import { SeriesRows } from "./series-rows.ts";

/** Observations as plain data. */
export interface CollectedObservations {
  readonly dates: CollectedTexts;
  readonly lists: CollectedLists;
  readonly runs: CollectedRuns;
  readonly values: CollectedValues;
  readonly stretches: Stretches;
}

/** What another builder collected, and what its ids are here. */
export interface AdoptedObservations {
  readonly observations: CollectedObservations;
  readonly firstNode: number;
  readonly firstLiteral: number;
  /** Number of each of its facets. */
  readonly facets: readonly number[];
}

/** What the freeze needs from the rest of the world. */
export interface FrozenContext {
  /** Takes the columns. */
  readonly columns: FrozenColumns;
  readonly dictionary: Dictionary;
  readonly ranks: Ranks;
  /** The facet table in the order of `compareFacets`, and the number of each provisional facet. */
  readonly facets: readonly FacetEntry[];
  readonly facetNumbers: Uint32Array;
  readonly ranking: Ranking;
}

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

const noId = -1;
const encoder = new TextEncoder();

export class ObservationBuilder {
  readonly dates: TextTableBuilder = new TextTableBuilder();
  readonly #runs = new RunTableBuilder();
  readonly #dateLists = new DateRunsBuilder();
  readonly #values: RowValues;
  readonly #stretches = new StretchLog();
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

  /** The same for a plain decimal: its digits without the point, and how many stand behind it. */
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

  /** What follows is the stretch of this number. */
  begin(stretch: number): void {
    this.#endRun();
    this.#variable = this.#entity = this.#facet = noId;
    this.#stretches.begin(stretch, this.#runs.count);
  }

  /** What was collected, as plain data; the builder gives it away. */
  take(): CollectedObservations {
    this.#endRun();
    return {
      dates: this.dates.take(),
      lists: this.#dateLists.take(),
      runs: this.#runs.take(),
      values: this.#values.take(),
      stretches: { numbers: this.#stretches.numbers, starts: this.#stretches.starts },
    };
  }

  /**
   * Can be called once: the builder's memory is released.
   * @param others what other builders collected at the same time.
   */
  freeze(context: FrozenContext, others: readonly AdoptedObservations[] = []): FrozenObservations {
    const { columns, dictionary, ranks, facets, ranking } = context;
    this.#endRun();
    const { dateTexts, stretches } = this.#adoptAll(others);
    const { table: dates, ranks: dateRanks } = freezeTexts(dateTexts, columns, columnNames.dates);
    this.#dateLists.rank(dateRanks);
    this.#values.rankLiterals(ranks.literals);
    const groups = seriesGroups(this.#runs, {
      nodeRanks: ranks.nodes,
      facetNumbers: context.facetNumbers,
      facetCount: facets.length,
      nodeCount: dictionary.nodeCount,
      stretches,
      columns,
    });
    const rows = new SeriesRows(groups, this.#runs, this.#dateLists, this.#values);
    this.#runs.release();
    const compare = ranking.hasOneOrder
      ? ownOrder(groups, rows, facets, (code) => dates.textOf(code), ranking)
      : builtInOrder(groups, rows, facets);
    const order = rankSeries(groups, compare);
    writeVariables(groups, columns);
    writeEntityIndex(groups, columns);
    writeEntities(groups, order, columns);
    writeDateRuns(rows.dates, dates.count, columns);
    const seriesLayout = new PointColumns({
      columns,
      groups,
      rows,
      values: this.#values,
      order,
      facetCount: facets.length,
      literalBase: dictionary.nodeCount,
    }).write();
    this.#values.release();
    const meta = {
      facets,
      hasOneOrder: ranking.hasOneOrder,
      dateCount: dates.count,
      variableCount: groups.variables.length,
      entityCount: groups.entities.length,
      seriesCount: groups.count,
      pointCount: rows.pointCount,
      seriesLayout,
      byteLength: columns.byteLength(columnPrefix),
    };
    return {
      table: ObservationTable.readFrom(columns, meta, dictionary),
      repeatedPoints: rows.repeated,
      conflictingPoints: rows.conflicting,
      conflicts: rows.conflicts.map(({ group, date }) => ({
        variable: dictionary.textOf(groups.variables[groups.variablePlaces[group]!]!),
        entity: dictionary.textOf(groups.entities[groups.entityPlaces[group]!]!),
        date: dates.textOf(date),
      })),
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

  /**
   * Puts what others collected behind the own rows; stretches of all, in the order of their
   * numbers.
   */
  #adoptAll(others: readonly AdoptedObservations[]): {
    readonly dateTexts: readonly CollectedTexts[];
    readonly stretches: readonly Range[];
  } {
    const dateTexts = [this.dates.take()];
    const builders = [{ stretches: this.#stretches as Stretches, runs: this.#runs.count }];
    const firstRuns = [0];
    for (const other of others) {
      const { dates, stretches, runs } = other.observations;
      const firstDate = dateTexts.reduce((sum, { count }) => sum + count, 0);
      dateTexts.push(dates);
      builders.push({ stretches, runs: runs.dateLists.length });
      firstRuns.push(this.#adopt(other, firstDate));
    }
    const stretches = inOrder(builders).map(({ builder, start, end }) => ({
      start: start + firstRuns[builder]!,
      end: end + firstRuns[builder]!,
    }));
    return { dateTexts, stretches };
  }

  /** Puts what another builder collected behind the own rows; the number of its first run here. */
  #adopt(
    { observations, firstNode, firstLiteral, facets }: AdoptedObservations,
    firstDate: number,
  ): number {
    const { lists, values } = observations;
    const firstRun = this.#runs.count;
    const listNumbers = this.#dateLists.adopt(lists, firstDate);
    const runs = new RunTableBuilder().adopt(observations.runs);
    for (let run = 0; run < runs.count; run++) {
      this.#runs.add(
        runs.variables.at(run) + firstNode,
        runs.entities.at(run) + firstNode,
        facets[runs.facets.at(run)]!,
        listNumbers[runs.dateLists.at(run)]!,
      );
    }
    runs.release();
    this.#values.adopt(values, firstLiteral);
    return firstRun;
  }

  #growRun(): void {
    const longer = new Uint32Array(this.#runDates.length * 2);
    longer.set(this.#runDates);
    this.#runDates = longer;
  }
}

/** Writes the entity of every series, in final order. */
function writeEntities(groups: SeriesGroups, order: Uint32Array, columns: FrozenColumns): void {
  const entities = columns.make(columnNames.seriesEntities, Uint32Array, order.length);
  for (let series = 0; series < order.length; series++) {
    entities[series] = groups.entities[groups.entityPlaces[order[series]!]!]!;
  }
}

/** Writes the lists of dates, one behind the other. */
function writeDateRuns(
  { codes, codeCount }: DateRunsBuilder,
  dateCount: number,
  columns: FrozenColumns,
): void {
  const runs = columns.makeNarrow(columnNames.dateRuns, codeCount, dateCount - 1);
  runs.set(codes.subarray(0, codeCount));
}
