/** Adds up series: how many, how many points, from when to when. */

import type { ObservationTable } from "../stats/index.ts";
import type { Observed } from "./entries.ts";

export class Tally {
  readonly #observations: ObservationTable;
  #series = 0;
  #points = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = -1;

  constructor(observations: ObservationTable) {
    this.#observations = observations;
  }

  get isEmpty(): boolean {
    return this.#series === 0;
  }

  add(series: number): void {
    const observations = this.#observations;
    this.#series++;
    this.#points += observations.pointCountOf(series);
    const first = observations.firstDateOf(series);
    const last = observations.lastDateOf(series);
    if (first < this.#first) this.#first = first;
    if (last > this.#last) this.#last = last;
  }

  /** Empty dates when no series was added. */
  sum(): Observed {
    const { isEmpty } = this;
    return {
      series: this.#series,
      points: this.#points,
      firstDate: isEmpty ? "" : this.#observations.dateOfCode(this.#first),
      lastDate: isEmpty ? "" : this.#observations.dateOfCode(this.#last),
    };
  }
}
