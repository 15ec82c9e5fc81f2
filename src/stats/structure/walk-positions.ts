/** Places of nodes as bits: what stands before each word, and which nodes there are. */

import type { Walk } from "../../store/index.ts";
import type { WalkedObservations } from "../observation-columns.ts";

/** Takes each node, ascending, and its place. */
export type TakeNode = (node: number, place: number) => Walk;

/** @returns how many nodes have a place */
export function* walkPositions(
  columns: WalkedObservations,
  name: string,
  take: TakeNode,
): Walk<number> {
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
