/** Finds the series of one variable entity by entity. */

import { lowerBound, type Range, type TermId } from "../store/index.ts";

/**
 * Use for many entities at once. Ids that ascend are found in steps from the one before, since they
 * usually lie close to it; any other order costs a search each.
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
    const from = this.end;
    const start =
      from === this.#first
        ? lowerBound(entities, entity, from, this.#last)
        : entities[from - 1]! >= entity
          ? lowerBound(entities, entity, this.#first, from)
          : this.#gallop(entity, from);
    let end = start;
    while (end < this.#last && entities[end] === entity) end++;
    this.start = start;
    this.end = end;
    return start < end;
  }

  #gallop(entity: TermId, from: number): number {
    const entities = this.#entities;
    let low = from;
    let high = from;
    for (let step = 1; high < this.#last && entities[high]! < entity; step *= 2) {
      low = high + 1;
      high += step;
    }
    return lowerBound(entities, entity, low, Math.min(high, this.#last));
  }
}
