/**
 * The freeze of a text table: what builders collected, perhaps each in a thread of its own, becomes
 * one table in byte order. Sorting is a share of work for any thread.
 */

import { LimitError } from "../../errors/errors.ts";
import type { Freezing } from "../columns/column-source.ts";
import { ColumnArena, type FrozenColumns } from "../columns/column-source.ts";
import { releaseScratch, scratchColumn } from "../columns/scratch.ts";
import { Dictionary, literalsName, nodesName } from "./dictionary.ts";
import {
  type CollectedTexts,
  headerWords,
  regionsOfAll,
  TextArena,
  type TextPart,
  type TextRegion,
} from "./text-arena.ts";
import { bucketCount, countBuckets, SortSpace } from "./text-buckets.ts";
import {
  finishTextColumns,
  makeTextColumns,
  RankWriter,
  type TextColumns,
  TextColumnsWriter,
  type TextRoom,
  type WrittenTexts,
} from "./text-columns.ts";
import { sortTexts } from "./text-sort.ts";
import { bytesMax, HashedTextTable, type IndexShare, type TextTable } from "./text-table.ts";

/** Fewer texts are sorted sooner than divided. */
const splitMin = 1 << 16;

/** A builder numbers at most so many texts, and so do several together. */
export const textsMax: number = 2 ** 29;

/** A table as it was frozen, and the rank of each provisional id in it. */
export interface FrozenTexts {
  readonly table: TextTable;
  readonly ranks: Uint32Array;
}

/** Texts to sort into columns; whoever does it releases the texts. */
interface SortShare extends TextRoom {
  readonly kind: "sort";
  readonly parts: readonly TextPart[];
  /** Takes the rank of each id. */
  readonly ranks: Uint32Array;
}

export interface SortAnswer extends WrittenTexts {
  /** Those of the share, which may have gone to another thread and back. */
  readonly ranks: Uint32Array;
}

/** Texts of one table on their way. */
export class TextFreeze {
  readonly count: number;
  readonly #byteCount: number;
  readonly #columns: FrozenColumns;
  readonly #name: string;
  readonly #made: TextColumns;
  /** In byte order: texts of a range are less than texts of the next range. */
  #ranges: readonly (readonly TextPart[])[];
  #sorts: readonly SortShare[] = [];

  /** Ids of each builder follow the ids of the builder before. Columns go under `name`. */
  constructor(columns: FrozenColumns, name: string, collected: readonly CollectedTexts[]) {
    let [count, byteCount] = [0, 0];
    const parts = collected.map((texts) => {
      const firstId = count;
      count += texts.count;
      byteCount += texts.byteCount;
      return { texts, firstId };
    });
    if (count > textsMax) throw tooManyTexts();
    this.count = count;
    this.#byteCount = byteCount;
    this.#columns = columns;
    this.#name = name;
    this.#made = makeTextColumns(columns, name, count, byteCount);
    this.#ranges = [parts];
  }

  /**
   * Shares that divide the texts into ranges of about these sizes; none where that is not worth it.
   */
  splits(sizes: readonly number[], countMin: number = splitMin): SplitShare[] {
    // Of more bytes than a table holds, equal texts may leave few enough, if they meet in one sort.
    const isPossible = this.#byteCount <= bytesMax;
    const isWorth = isPossible && sizes.length > 1 && this.count >= countMin;
    return isWorth ? splitShares(this.#ranges.flat(), sizes) : [];
  }

  /** Takes what the splits found. */
  divide(answers: readonly SplitAnswer[]): void {
    const ofRange = (range: number) =>
      answers.map((ranges) => ({ texts: ranges[range]!, firstId: 0 }));
    this.#ranges = answers[0]!.map((_, range) => ofRange(range));
  }

  /** A share for each range. */
  sorts(): readonly SortShare[] {
    // Threads that write to one array need one that is shared.
    const arena = this.#ranges.length > 1 ? new ColumnArena() : undefined;
    const ranks = arena?.column(Uint32Array, this.count) ?? scratchColumn(Uint32Array, this.count);
    let [firstRank, firstByte] = [0, 0];
    this.#sorts = this.#ranges.map((parts) => {
      const first = { firstRank, firstByte };
      for (const { texts } of parts) {
        firstRank += texts.count;
        firstByte += texts.byteCount;
      }
      return { kind: "sort", parts, ranks, columns: this.#made, ...first, endByte: firstByte };
    });
    return this.#sorts;
  }

  finish(answers: readonly SortAnswer[]): FrozenTexts {
    const { ranks } = answers[0]!;
    const firsts = this.#sorts.map(({ firstRank }) => firstRank);
    closeUp(ranks, firsts, answers);
    const table = finishTextColumns(this.#columns, this.#name, this.#sorts, answers);
    return { table, ranks };
  }
}

/** The same in this thread. */
export function freezeTexts(
  collected: readonly CollectedTexts[],
  columns: FrozenColumns,
  name: string,
): FrozenTexts {
  const freeze = new TextFreeze(columns, name, collected);
  const space = new SortSpace();
  const answers = freeze.sorts().map((share) => sortShare(share, space));
  space.release();
  return freeze.finish(answers);
}

export function tooManyTexts(): LimitError {
  return new LimitError(`a dictionary holds at most ${textsMax} texts`);
}

/**
 * Ranks of each range begin where there was room for all texts before: equal ones left some over.
 */
function closeUp(
  ranks: Uint32Array,
  firsts: readonly number[],
  written: readonly WrittenTexts[],
): void {
  let count = 0;
  const gaps = firsts.map((first, range) => {
    const gap = first - count;
    count += written[range]!.count;
    return gap;
  });
  if (gaps.every((gap) => gap === 0)) return;
  for (let id = 0; id < ranks.length; id++) {
    const rank = ranks[id]!;
    let range = firsts.length - 1;
    while (rank < firsts[range]!) range--;
    ranks[id] = rank - gaps[range]!;
  }
}

/** Kernel: equal texts have one rank. */
export function sortShare(share: SortShare, space: SortSpace): SortAnswer {
  const { parts, ranks, firstRank } = share;
  for (const { texts, firstId } of parts) {
    if (firstId > 0) for (const region of texts.regions) raiseIds(region, firstId);
  }
  const regions = regionsOfAll(parts.map(({ texts }) => texts.regions));
  const writer = new TextColumnsWriter(share);
  const count = parts.reduce((sum, { texts }) => sum + texts.count, 0);
  sortTexts(regions, count, space, new RankWriter(writer, ranks, firstRank));
  releaseScratch(...regions.map(({ words }) => words));
  return { ...writer.written(), ranks };
}

function raiseIds({ words, start, end }: TextRegion, by: number): void {
  for (let at = start; at < end; ) {
    words[at] = words[at]! + by;
    at += headerWords + ((words[at + 1]! + 3) >>> 2);
  }
}

// Texts divided into ranges by their first bytes, so that several threads can sort them: each gets
// all texts of its range, whoever collected them.

/** Texts of one builder to divide; whoever does it releases them. */
interface SplitShare {
  readonly kind: "split";
  readonly part: TextPart;
  /** First bucket of each range but the first. */
  readonly pivots: readonly number[];
}

/** The texts of each range, under ids that count for all builders. */
export type SplitAnswer = readonly CollectedTexts[];

/** A share for each part, the first part's last; ranges are of about the given sizes. */
export function splitShares(parts: readonly TextPart[], sizes: readonly number[]): SplitShare[] {
  const pivots = pivotsOf(parts, sizes);
  return parts.toReversed().map((part) => ({ kind: "split", part, pivots }));
}

/** What the first regions hold says enough of all. */
function pivotsOf(parts: readonly TextPart[], sizes: readonly number[]): number[] {
  const counts = new Uint32Array(bucketCount + 1);
  for (const { texts } of parts) countBuckets(texts.regions[0]!, counts);
  const counted = counts.reduce((sum, count) => sum + count, 0);
  const size = sizes.reduce((sum, one) => sum + one, 0);
  let [bucket, before, wanted] = [0, 0, 0];
  return sizes.slice(1).map((_, range) => {
    wanted += sizes[range]!;
    // Bucket b is counted at b + 1.
    while (bucket < bucketCount && before * size < wanted * counted) before += counts[++bucket]!;
    return bucket;
  });
}

/** Kernel: texts of a range keep their order. */
export function splitShare({ part, pivots }: SplitShare): SplitAnswer {
  const arenas = [0, ...pivots].map(() => new TextArena());
  const counts = arenas.map(() => 0);
  const byteCounts = arenas.map(() => 0);
  const rangeOf = new Uint8Array(bucketCount);
  for (const pivot of pivots) for (let at = pivot; at < bucketCount; at++) rangeOf[at]!++;
  for (const { words, start, end } of part.texts.regions) {
    for (let at = start; at < end; ) {
      const length = words[at + 1]!;
      const textWords = (length + 3) >>> 2;
      const range = rangeOf[length > 0 ? words[at + headerWords]! >>> 16 : 0]!;
      counts[range]!++;
      byteCounts[range]! += length;
      const arena = arenas[range]!;
      arena.reserve(textWords);
      const { tail } = arena;
      let to = arena.used;
      const next = at + headerWords + textWords;
      arena.used = to + next - at;
      tail[to++] = words[at]! + part.firstId;
      for (let from = at + 1; from < next; from++) tail[to++] = words[from]!;
      at = next;
    }
    releaseScratch(words);
  }
  return arenas.map((arena, range) => ({
    regions: arena.regions(),
    count: counts[range]!,
    byteCount: byteCounts[range]!,
  }));
}

// How a dictionary is made of what builders collected: code that only loading needs.

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
