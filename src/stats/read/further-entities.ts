/**
 * The further entities of observations about several. Series of a variable have equally many, and
 * series of most variables have none: only the others have rows here.
 *
 *   furtherVariables    v3 v9                     places of the variables whose series have some
 *   furtherOffsets      0     8 …                 entities of their series: [i] … [i + 1], series by
 *   furtherEntities     e1 e2 e1 e7 …             series, each as many
 *
 *   furtherNodes        e1 e2 …                   nodes that are further entities, ascending, and the
 *   furtherNodeOffsets  0     2 …                 series in which each is one
 *   furtherSeries       s4 s5 s4 …
 */

import {
  type ColumnSource,
  type IdColumn,
  LateColumn,
  type Range,
  type RowNumbers,
} from "../../store/columns/column-source.ts";
import { groupOf, lowerBound } from "../../store/columns/kernels.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { entitiesPerStart } from "../series-columns.ts";

const noEntities = new Uint32Array(0);

/** What reads further entities, wherever they lie. */
export type FurtherReading = Pick<FurtherEntities, keyof FurtherEntities>;

export class FurtherEntities {
  readonly #variables: LateColumn<Uint32Array>;
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #entities: LateColumn<Uint32Array>;
  readonly #nodes: LateColumn<Uint32Array>;
  readonly #nodeOffsets: LateColumn<Uint32Array>;
  readonly #series: LateColumn<Uint32Array>;
  /** Where the series of each variable begin. */
  readonly #variableOffsets: LateColumn<RowNumbers>;

  constructor(source: ColumnSource, variableOffsets: LateColumn<RowNumbers>) {
    const column = (name: string) =>
      new LateColumn<Uint32Array>(source, `observations.further${name}`);
    this.#variables = column("Variables");
    this.#offsets = column("Offsets");
    this.#entities = column("Entities");
    this.#nodes = column("Nodes");
    this.#nodeOffsets = column("NodeOffsets");
    this.#series = column("Series");
    this.#variableOffsets = variableOffsets;
  }

  /** Of a series: none, one or two. */
  of(series: number): TermId[] {
    return Array.from(this.ofRange({ start: series, end: series + 1 })) as TermId[];
  }

  /** Of a range of series of one variable, one after another; none if they are about one entity. */
  ofRange({ start, end }: Range): Uint32Array {
    if (start === end || this.#variables.rows.length === 0) return noEntities;
    const starts = this.#variableOffsets.rows;
    const variable = groupOf(starts, start);
    const at = this.#rowOf(variable);
    if (at < 0) return noEntities;
    const offsets = this.#offsets.rowsIn(at, at + 2);
    const first = starts[variable]!;
    const each = (offsets[at + 1]! - offsets[at]!) / (starts[variable + 1]! - first);
    const from = offsets[at]! + (start - first) * each;
    const to = offsets[at]! + (end - first) * each;
    return this.#entities.rowsIn(from, to).subarray(from, to);
  }

  /** Row of the variable at a place; -1 if its series are about one entity. */
  #rowOf(place: number): number {
    const variables = this.#variables.rows;
    if (variables.length === 0) return -1;
    const at = lowerBound(variables as IdColumn, place, 0, variables.length);
    return variables[at] === place ? at : -1;
  }

  /** Nodes that are further entities, not ascending. */
  nodes(): Iterable<number> {
    return this.#variables.rows.length === 0 ? noEntities : this.#nodes.rows;
  }

  /** Series in which a node is a further entity, ascending. */
  seriesWith(entity: TermId, within?: Range): readonly number[] {
    if (this.#variables.rows.length === 0) return [];
    const nodes = this.#nodes.rows;
    const at = lowerBound(nodes as IdColumn, entity, 0, nodes.length);
    if (nodes[at] !== entity) return [];
    const offsets = this.#nodeOffsets.rowsIn(at, at + 2);
    const [start, end] = [offsets[at]!, offsets[at + 1]!];
    const series = this.#series.rowsIn(start, end);
    const from =
      within === undefined ? start : lowerBound(series as IdColumn, within.start, start, end);
    const to = within === undefined ? end : lowerBound(series as IdColumn, within.end, from, end);
    return Array.from(series.subarray(from, to));
  }
}

export interface EntityRows {
  /** None for -1, the place of a node without observations. */
  of(place: number): Range;
}

const none: Range = { start: 0, end: 0 };

/** By offsets: one row says it. */
export class OffsetRows implements EntityRows {
  readonly #offsets: LateColumn<Uint32Array>;

  constructor(source: ColumnSource) {
    this.#offsets = new LateColumn(source, "observations.entityOffsets");
  }

  of(place: number): Range {
    if (place < 0) return none;
    const offsets = this.#offsets.rowsIn(place, place + 2);
    return { start: offsets[place]!, end: offsets[place + 1]! };
  }
}

/** By counts, as an index of parts has them: where one entity gets a variable, the rows of all others stay. */
export class CountedRows implements EntityRows {
  readonly #starts: LateColumn<Uint32Array>;
  readonly #counts: LateColumn<IdColumn>;

  constructor(source: ColumnSource) {
    this.#starts = new LateColumn(source, "parts.entityStarts");
    this.#counts = new LateColumn(source, "parts.entityCounts");
  }

  of(place: number): Range {
    if (place < 0) return none;
    const group = Math.floor(place / entitiesPerStart);
    const first = group * entitiesPerStart;
    let start = this.#starts.rowsIn(group, group + 1)[group]!;
    const counts = this.#counts.rowsIn(first, place + 1);
    for (let at = first; at < place; at++) start += counts[at]!;
    return { start, end: start + counts[place]! };
  }
}
