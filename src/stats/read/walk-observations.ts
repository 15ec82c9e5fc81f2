/** All that must hold between the columns of observations. */

import { KeyedSum, newSumKey, type SumKey } from "../../store/stored/keyed-sum.ts";
import { walkTexts } from "../../store/stored/walk-texts.ts";
import type { TextReader } from "../../store/stored/walked-texts.ts";
import type { WalkedObservations } from "../series-columns.ts";
import type { ObservationMeta } from "./observation-meta.ts";
import { SeriesWalk } from "./walk-series.ts";
import { Exceptions, Values } from "./walk-values.ts";

/**
 * After each column was walked alone, and the graph.
 * @param literals its literals
 */
export function walkObservations(
  columns: WalkedObservations,
  meta: ObservationMeta,
  literals: TextReader,
): void {
  walkTexts(columns, "observations.dates");
  walkVariables(columns);
  const key = newSumKey();
  const values = new Values(columns, new Exceptions(columns, literals));
  const series = new SeriesWalk(columns, { meta, values, key });
  series.walk();
  if (!walkEntities(columns, key).isEqual(series.pairs)) {
    const variables = columns.rows("observations.entityVariables");
    throw variables.wrong(0, "entities have other variables than their series");
  }
}

/** The places of variables are those of their list. */
function walkVariables(columns: WalkedObservations): void {
  const variables = columns.rows("observations.variables");
  const placed = walkPositions(columns, "observations.variablePositions", (node, place) => {
    if (place >= variables.length || variables.at(place) !== node) {
      throw variables.wrong(place, `the next variable is node ${node}`);
    }
  });
  if (placed < variables.length) throw variables.wrong(placed, "the variable has no place");
}

/** Every entity has variables, which ascend. @returns the sum of all pairs of both */
function walkEntities(columns: WalkedObservations, key: SumKey): KeyedSum {
  const { entities } = columns.counts;
  const pairs = new KeyedSum(key);
  const offsets = columns.rows("observations.entityOffsets");
  const variables = columns.rows("observations.entityVariables");
  let row = 0;
  const placed = walkPositions(columns, "observations.entityPositions", (node, place) => {
    if (place >= entities) throw offsets.wrong(place, `node ${node} is one more`);
    const end = offsets.at(place + 1);
    if (row === end) throw offsets.wrong(place + 1, "an entity without variables");
    for (let before = -1; row < end; row++) {
      const variable = variables.at(row);
      if (variable <= before) {
        throw variables.wrong(row, `variable ${variable} after ${before} cannot be`);
      }
      pairs.add(node, variable, 0, 0);
      before = variable;
    }
  });
  if (placed < entities) throw offsets.wrong(placed, "no node is this entity");
  return pairs;
}

// Places of nodes as bits: what stands before each word, and which nodes there are.

/** Takes each node, ascending, and its place. */
type TakeNode = (node: number, place: number) => void;

/** @returns how many nodes have a place */
function walkPositions(columns: WalkedObservations, name: string, take: TakeNode): number {
  const bits = columns.rows(`${name}.bits`);
  const before = columns.rows(`${name}.before`);
  let place = 0;
  for (let word = 0; word < bits.length; word++) {
    if (before.at(word) !== place) throw before.wrong(word, `${place} nodes stand before`);
    for (let rest = bits.at(word); rest !== 0; rest &= rest - 1) {
      const node = word * 32 + 31 - Math.clz32(rest & -rest);
      if (node >= columns.counts.nodes) throw bits.wrong(word, `there is no node ${node}`);
      take(node, place++);
    }
  }
  return place;
}
