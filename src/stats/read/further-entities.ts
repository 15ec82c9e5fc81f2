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
} from "../../store/columns/column-source.ts";
import { groupOf, lowerBound } from "../../store/columns/kernels.ts";
import type { TermId } from "../../store/texts/dictionary.ts";

export class FurtherEntities {
  readonly #variables: LateColumn<Uint32Array>;
  readonly #offsets: LateColumn<Uint32Array>;
  readonly #entities: LateColumn<Uint32Array>;
  readonly #nodes: LateColumn<Uint32Array>;
  readonly #nodeOffsets: LateColumn<Uint32Array>;
  readonly #series: LateColumn<Uint32Array>;
  /** Where the series of each variable begin. */
  readonly #variableOffsets: LateColumn<Uint32Array>;

  constructor(source: ColumnSource, variableOffsets: LateColumn<Uint32Array>) {
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
    if (this.#variables.rows.length === 0) return [];
    const starts = this.#variableOffsets.rows;
    const variable = groupOf(starts, series);
    const at = this.#rowOf(variable);
    if (at < 0) return [];
    const offsets = this.#offsets.rows;
    const [first, end] = [starts[variable]!, starts[variable + 1]!];
    const each = (offsets[at + 1]! - offsets[at]!) / (end - first);
    const from = offsets[at]! + (series - first) * each;
    const entities = this.#entities.rowsIn(from, from + each);
    return Array.from({ length: each }, (_, place) => entities[from + place] as TermId);
  }

  /** Of all series of one variable, one after another; none if it is about one entity. */
  ofAll({ start, end }: Range): Uint32Array {
    const at = start === end ? -1 : this.#rowOf(groupOf(this.#variableOffsets.rows, start));
    if (at < 0) return new Uint32Array(0);
    const [from, to] = this.#offsets.rowsIn(at, at + 2).subarray(at, at + 2);
    return this.#entities.rowsIn(from!, to!).subarray(from!, to!);
  }

  /** Row of the variable at a place; -1 if its series are about one entity. */
  #rowOf(place: number): number {
    const variables = this.#variables.rows;
    if (variables.length === 0) return -1;
    const at = lowerBound(variables as IdColumn, place, 0, variables.length);
    return variables[at] === place ? at : -1;
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
