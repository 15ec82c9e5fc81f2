/** Values of a table's cells, and how many are missing. */

import type { Governor } from "../../governor/index.ts";
import type { World } from "../../world/index.ts";
import type { ChosenSeries } from "./chosen-series.ts";
import { Denominators } from "./denominators.ts";
import type { ReadQuestion } from "./question.ts";

export class ValueReader {
  /** Values met that are no numbers. */
  notNumbers = 0;
  /** Numbers met that nothing divides. */
  undivided = 0;
  /** What divided the value that was read last; undefined when the question names none. */
  readonly denominators: Denominators | undefined;
  readonly #observations: World["observations"];

  constructor({ graph, observations }: World, question: ReadQuestion, governor: Governor) {
    this.#observations = observations;
    if (question.denominator === undefined) return;
    const variable = graph.dictionary.nodeOf(question.denominator);
    this.denominators = new Denominators(observations, variable, governor);
  }

  /** Goes to a series. */
  open({ entity, series }: ChosenSeries): void {
    this.denominators?.open(entity, series);
  }

  /** Value of a point of the series at hand; NaN where there is none. */
  valueAt(point: number): number {
    return this.divided(this.#observations.numberAt(point), point);
  }

  /** The value that a point's number means; NaN for no number. */
  divided(value: number, point: number): number {
    const by = this.denominators;
    by?.seek(point);
    if (Number.isNaN(value)) {
      this.notNumbers++;
      return value;
    }
    if (by === undefined) return value;
    if (by.value > 0 || by.value < 0) return value / by.value;
    this.undivided++;
    return Number.NaN;
  }
}
