/** Finds the series of one variable entity by entity. */

import type { Range, TermId } from "../../store/index.ts";

/** So many series after the last one are compared before the rest is searched. */
const nearby = 8;

/**
 * Use for many entities at once. Ids that ascend are usually found next to the one before; any other
 * order costs a search each.
 */
export class EntityCursor implements Range {
  /** Series of the entity that was sought last, best ranked first. */
  start: number;
  end: number;
  readonly #first: number;
  readonly #last: number;
  /** Entity of each series, ascending from `#first` to `#last`. */
  readonly #entities: Uint32Array;

  constructor(entities: Uint32Array, { start, end }: Range) {
    this.#entities = entities;
    this.#first = this.start = this.end = start;
    this.#last = end;
  }

  /** Goes to an entity; false when it has no series, and `start` and `end` are then equal. */
  seek(entity: TermId): boolean {
    const entities = this.#entities;
    const last = this.#last;
    let start = this.end;
    if (start > this.#first && entities[start - 1]! >= entity) {
      start = firstFrom(entities, entity, this.#first, start);
    } else if (start < last && entities[start]! < entity) {
      start = this.#ahead(entity, start + 1);
    }
    let end = start;
    while (end < last && entities[end] === entity) end++;
    this.start = start;
    this.end = end;
    return start < end;
  }

  /** Looks close by first. */
  #ahead(entity: TermId, from: number): number {
    const entities = this.#entities;
    const near = from + nearby;
    if (near >= this.#last || entities[near]! < entity) {
      return firstFrom(entities, entity, from, this.#last);
    }
    let at = from;
    while (entities[at]! < entity) at++;
    return at;
  }
}

/**
 * The first series in [start, end) whose entity is not below one. As `lowerBound`, but of columns of
 * one type: what all kinds of columns go through cannot be compiled for this one.
 */
export function firstFrom(
  entities: Uint32Array,
  entity: TermId,
  start: number,
  end: number,
): number {
  // As 32 bits: numbers that may be anything are compared as doubles.
  const wanted = entity >>> 0;
  let low = start >>> 0;
  let length = (end - start) >>> 0;
  while (length > 1) {
    const half = length >>> 1;
    low += half & -Number(entities[low + half - 1]! < wanted);
    length -= half;
  }
  return length === 1 && entities[low]! < wanted ? low + 1 : low;
}
