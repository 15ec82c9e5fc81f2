/** Numbers the distinct (variable, entity, facet) of observations while they come in. */

import { LimitError } from "../errors.ts";
import { Uint32Builder } from "../store/index.ts";

/** Twice as many slots are the most that a 32-bit mask can address. */
const seriesMax = 0x4000_0000;

export class SeriesTableBuilder {
  readonly variables = new Uint32Builder();
  readonly entities = new Uint32Builder();
  readonly facets = new Uint32Builder();
  /** Open addressing: series + 1, 0 is free. */
  #slots = new Uint32Array(1 << 12);
  #last = -1;

  get count(): number {
    return this.variables.length;
  }

  /** Number of a series. Rows of one series usually follow each other, so the last is tried first. */
  seriesOf(variable: number, entity: number, facet: number): number {
    if (this.#last >= 0 && this.#is(this.#last, variable, entity, facet)) return this.#last;
    const mask = this.#slots.length - 1;
    let slot = hashOf(variable, entity, facet) & mask;
    for (let stored = this.#slots[slot]!; stored !== 0; stored = this.#slots[slot]!) {
      if (this.#is(stored - 1, variable, entity, facet)) {
        this.#last = stored - 1;
        return this.#last;
      }
      slot = (slot + 1) & mask;
    }
    if (this.count === seriesMax) throw new LimitError(`a world holds at most ${seriesMax} series`);
    this.#slots[slot] = this.count + 1;
    this.variables.push(variable);
    this.entities.push(entity);
    this.facets.push(facet);
    if (this.count * 2 > this.#slots.length) this.#growSlots();
    this.#last = this.count - 1;
    return this.#last;
  }

  #is(series: number, variable: number, entity: number, facet: number): boolean {
    return (
      this.entities.values[series] === entity &&
      this.variables.values[series] === variable &&
      this.facets.values[series] === facet
    );
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let series = 0; series < this.count; series++) {
      const variable = this.variables.values[series]!;
      let slot =
        hashOf(variable, this.entities.values[series]!, this.facets.values[series]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = series + 1;
    }
  }
}

function hashOf(variable: number, entity: number, facet: number): number {
  let hash = Math.imul(variable, 0x9e3779b1) ^ Math.imul(entity, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(facet, 0xc2b2ae35), 0x27d4eb2f);
  return (hash ^ (hash >>> 13)) >>> 0;
}
