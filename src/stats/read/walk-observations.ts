/** All that must hold between the columns of observations. */

import { rowOf, type Walk, type WalkedRows } from "../../store/columns/walked-columns.ts";
import { KeyedSum, newSumKey } from "../../store/verify/keyed-sum.ts";
import { walkTexts } from "../../store/verify/walk-texts.ts";
import type { TextReader } from "../../store/verify/walked-texts.ts";
import type { WalkedObservations } from "../series-columns.ts";
import type { ObservationMeta } from "./observations.ts";
import { SeriesWalk } from "./walk-series.ts";
import { Exceptions, Values } from "./walk-values.ts";

/**
 * After each column was walked alone, and the graph.
 * @param literals its literals
 */
export function* walkObservations(
  columns: WalkedObservations,
  meta: ObservationMeta,
  literals: TextReader,
): Walk {
  yield* walkTexts(columns, "observations.dates");
  yield* walkVariables(columns);
  const key = newSumKey();
  const values = new Values(columns, new Exceptions(columns, literals));
  const series = new SeriesWalk(columns, { meta, values, key });
  yield* series.walk();
  const index = new EntityIndex(columns, new KeyedSum(key));
  yield* index.walk();
  if (!index.pairs.isEqual(series.pairs)) {
    throw index.variables.wrong(0, "entities have other variables than their series");
  }
}

/** The places of variables are those of their list. */
function* walkVariables(columns: WalkedObservations): Walk {
  const variables = columns.rows("observations.variables");
  const placed = yield* walkPositions(
    columns,
    "observations.variablePositions",
    function* (node, place) {
      if (place < variables.length && !variables.has(place)) yield variables.need(place);
      if (place >= variables.length || variables.at(place) !== node) {
        throw variables.wrong(place, `the next variable is node ${node}`);
      }
    },
  );
  if (placed < variables.length) throw variables.wrong(placed, "the variable has no place");
}

/** Every entity has variables, which ascend. */
class EntityIndex {
  readonly pairs: KeyedSum;
  readonly variables: WalkedRows;
  readonly #columns: WalkedObservations;
  readonly #offsets: WalkedRows;
  #start = 0;

  constructor(columns: WalkedObservations, pairs: KeyedSum) {
    this.pairs = pairs;
    this.#columns = columns;
    this.#offsets = columns.rows("observations.entityOffsets");
    this.variables = columns.rows("observations.entityVariables");
  }

  *walk(): Walk {
    const placed = yield* walkPositions(
      this.#columns,
      "observations.entityPositions",
      (node, place) => this.#walkEntity(node, place),
    );
    const { entities } = this.#columns.counts;
    if (placed < entities) throw this.#offsets.wrong(placed, "no node is this entity");
  }

  *#walkEntity(node: number, place: number): Walk {
    const { entities } = this.#columns.counts;
    if (place >= entities) throw this.#offsets.wrong(place, `node ${node} is one more`);
    let row = this.#start;
    this.#start = yield* rowOf(this.#offsets, place + 1);
    if (row === this.#start) throw this.#offsets.wrong(place + 1, "an entity without variables");
    for (let before = -1; row < this.#start; row++) {
      if (!this.variables.has(row)) yield this.variables.need(row);
      const variable = this.variables.at(row);
      if (variable <= before) {
        throw this.variables.wrong(row, `variable ${variable} after ${before} cannot be`);
      }
      this.pairs.add(node, variable, 0, 0);
      before = variable;
    }
  }
}

// Places of nodes as bits: what stands before each word, and which nodes there are.

/** Takes each node, ascending, and its place. */
type TakeNode = (node: number, place: number) => Walk;

/** @returns how many nodes have a place */
function* walkPositions(columns: WalkedObservations, name: string, take: TakeNode): Walk<number> {
  const bits = columns.rows(`${name}.bits`);
  const before = columns.rows(`${name}.before`);
  let place = 0;
  for (let word = 0; word < bits.length; word++) {
    if (!bits.has(word)) yield bits.need(word);
    if (!before.has(word)) yield before.need(word);
    if (before.at(word) !== place) throw before.wrong(word, `${place} nodes stand before`);
    for (let rest = bits.at(word); rest !== 0; rest &= rest - 1) {
      const node = word * 32 + 31 - Math.clz32(rest & -rest);
      if (node >= columns.counts.nodes) throw bits.wrong(word, `there is no node ${node}`);
      yield* take(node, place++);
    }
  }
  return place;
}
