/** The entities of many series of one variable: faster than to ask for those of one series after another. */

import type { Range } from "../../store/columns/column-source.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import type { ObservationTable } from "./observations.ts";

export class SeriesEntities {
  readonly #start: number;
  readonly #first: Uint32Array;
  readonly #further: Uint32Array;
  /** Further entities of each series. */
  readonly #each: number;

  /** @param range series of one variable */
  constructor(observations: ObservationTable, range: Range) {
    this.#start = range.start;
    this.#first = observations.entitiesOf(range);
    this.#further = observations.further.ofRange(range);
    this.#each = this.#further.length / Math.max(1, range.end - range.start);
  }

  /** How many entities each series has. */
  get count(): number {
    return this.#each + 1;
  }

  /** The entity by the first, second or third property of the variable; `noTerm` where it has none. */
  at(series: number, place: number): TermId {
    if (place === 0) return this.#first[series - this.#start]! as TermId;
    if (place > this.#each) return noTerm;
    return this.#further[(series - this.#start) * this.#each + place - 1]! as TermId;
  }
}
