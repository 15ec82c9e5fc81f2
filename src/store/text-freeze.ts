/**
 * The freeze of a text table: what builders collected, perhaps each in a thread of its own, becomes
 * one table in byte order. Sorting is a share of work for any thread.
 */

import { LimitError } from "../errors.ts";
import { RankWriter } from "./rank-writer.ts";
import { releaseScratch, scratchColumn } from "./scratch.ts";
import type { FrozenColumns } from "./segments.ts";
import { headerWords, regionsOfAll, type TextRegion } from "./text-arena.ts";
import { SortSpace } from "./text-buckets.ts";
import {
  finishTextColumns,
  makeTextColumns,
  type TextColumns,
  TextColumnsWriter,
  type WrittenTexts,
} from "./text-columns.ts";
import { sortTexts } from "./text-sort.ts";
import type { TextTable } from "./text-table.ts";

/** A builder numbers at most so many texts, and so do several together. */
export const textsMax: number = 2 ** 29;

/** Texts that a builder collected under ids 0 … count - 1; plain data. */
export interface CollectedTexts {
  readonly regions: readonly TextRegion[];
  readonly count: number;
  readonly byteCount: number;
}

/** A table as it was frozen, and the rank of each provisional id in it. */
export interface FrozenTexts {
  readonly table: TextTable;
  readonly ranks: Uint32Array;
}

/** Texts to sort into columns; whoever does it releases the texts. */
export interface SortShare {
  readonly kind: "sort";
  readonly parts: readonly SortPart[];
  readonly count: number;
  readonly columns: TextColumns;
}

/** Regions of one builder, the ids of which count from `firstId` on. */
interface SortPart {
  readonly regions: readonly TextRegion[];
  readonly firstId: number;
}

export interface SortAnswer extends WrittenTexts {
  readonly ranks: Uint32Array;
}

/** Texts of one table on their way. */
export class TextFreeze {
  readonly share: SortShare;
  readonly #columns: FrozenColumns;
  readonly #name: string;

  /** Ids of each builder follow those of the one before. Columns go under `name`. */
  constructor(columns: FrozenColumns, name: string, collected: readonly CollectedTexts[]) {
    let [count, byteCount] = [0, 0];
    const parts = collected.map((texts) => {
      const firstId = count;
      count += texts.count;
      byteCount += texts.byteCount;
      return { regions: texts.regions, firstId };
    });
    if (count > textsMax) throw tooManyTexts();
    this.#columns = columns;
    this.#name = name;
    const made = makeTextColumns(columns, name, count, byteCount);
    this.share = { kind: "sort", parts, count, columns: made };
  }

  finish({ ranks, ...written }: SortAnswer): FrozenTexts {
    const table = finishTextColumns(this.#columns, this.#name, this.share.columns, written);
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
  const answer = sortShare(freeze.share, space);
  space.release();
  return freeze.finish(answer);
}

export function tooManyTexts(): LimitError {
  return new LimitError(`a dictionary holds at most ${textsMax} texts`);
}

/** Kernel: equal texts have one rank. */
export function sortShare({ parts, count, columns }: SortShare, space: SortSpace): SortAnswer {
  for (const { regions, firstId } of parts) {
    if (firstId > 0) for (const region of regions) raiseIds(region, firstId);
  }
  const regions = regionsOfAll(parts.map((part) => part.regions));
  const writer = new TextColumnsWriter(columns);
  const ranks = scratchColumn(Uint32Array, count);
  sortTexts(regions, space, new RankWriter(writer, ranks));
  releaseScratch(...regions.map(({ words }) => words));
  return { ...writer.written(), ranks };
}

function raiseIds({ words, start, end }: TextRegion, by: number): void {
  for (let at = start; at < end; ) {
    words[at] = words[at]! + by;
    at += headerWords + ((words[at + 1]! + 3) >>> 2);
  }
}
