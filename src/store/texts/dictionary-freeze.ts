/** How a dictionary is made of what builders collected: code that only loading needs. */

import type { Freezing, FrozenColumns } from "../columns/column-source.ts";
import { Dictionary, literalsName, nodesName } from "./dictionary.ts";
import type { CollectedTexts } from "./text-arena.ts";
import {
  type SortAnswer,
  type SortShare,
  type SplitAnswer,
  type SplitShare,
  TextFreeze,
} from "./text-freeze.ts";
import { HashedTextTable, type IndexShare } from "./text-table.ts";

/** Work of a freeze that is done on texts. */
export type TextShare = SplitShare | SortShare | IndexShare;

/** Final ids of provisional ones. */
export interface Ranks {
  readonly nodes: Uint32Array;
  readonly literals: Uint32Array;
}

interface FrozenDictionary {
  readonly dictionary: Dictionary;
  readonly ranks: Ranks;
  readonly index: IndexShare;
}

/**
 * Freezes what builders collected, one in each thread. `index` is left to be done: until then no
 * node is found by its dcid.
 */
export function* dictionaryFreezing(
  nodes: readonly CollectedTexts[],
  literals: readonly CollectedTexts[],
  columns: FrozenColumns,
  threads: number,
): Freezing<FrozenDictionary, TextShare> {
  const literalTexts = new TextFreeze(columns, literalsName, literals);
  const nodeTexts = new TextFreeze(columns, nodesName, nodes);
  const splits = literalTexts.splits(literalSizes(nodeTexts.count, literalTexts.count, threads));
  if (splits.length > 0) literalTexts.divide((yield { shares: splits }) as SplitAnswer[]);
  const sorts = literalTexts.sorts();
  // In this thread nodes come before literals, whose larger sort works in the memory of theirs.
  const before = sorts.length - 1;
  const shares = sorts.toSpliced(before, 0, ...nodeTexts.sorts());
  const answers = (yield { shares }) as SortAnswer[];
  const frozenNodes = nodeTexts.finish([answers[before]!]);
  const frozenLiterals = literalTexts.finish(answers.toSpliced(before, 1));
  const { table, share } = HashedTextTable.prepare(columns, nodesName, frozenNodes.table);
  return {
    dictionary: new Dictionary(table, frozenLiterals.table),
    ranks: { nodes: frozenNodes.ranks, literals: frozenLiterals.ranks },
    index: share,
  };
}

/**
 * How many literals each thread sorts. The last one sorts the nodes as well: most dcids begin alike,
 * so that they cannot be divided by their first bytes.
 */
function literalSizes(nodes: number, literals: number, threads: number): number[] {
  if (threads === 1) return [literals];
  const here = Math.max(0, (nodes + literals) / threads - nodes);
  return new Array<number>(threads).fill((literals - here) / (threads - 1)).with(-1, here);
}
