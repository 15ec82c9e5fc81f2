/** Places of nodes as bits: what stands before each word, and which nodes there are. */

import type { Walk, WalkedSections } from "../../store/index.ts";

/** Is told each node, ascending, and its place. */
export type TakeNode = (node: number, place: number) => Walk;

/** @returns how many nodes have a place */
export function* walkPositions(
  sections: WalkedSections,
  name: string,
  nodeCount: number,
  take: TakeNode,
): Walk<number> {
  const words = (nodeCount + 31) >>> 5;
  const bits = sections.rows(`${name}.bits`, ["u32"], words);
  const before = sections.rows(`${name}.before`, ["u32"], words);
  let place = 0;
  for (let word = 0; word < words; word++) {
    if (!bits.has(word)) yield bits.need(word);
    if (!before.has(word)) yield before.need(word);
    if (before.at(word) !== place) throw before.wrong(word, `${place} nodes stand before`);
    for (let rest = bits.at(word); rest !== 0; rest &= rest - 1) {
      const node = word * 32 + 31 - Math.clz32(rest & -rest);
      if (node >= nodeCount) throw bits.wrong(word, `there is no node ${node}`);
      yield* take(node, place++);
    }
  }
  return place;
}
