/** Rows in groups. */

import { takeRows } from "../column-data.ts";
import type { Aggregate } from "./aggregate.ts";
import { aggregated } from "./aggregates.ts";
import { columnNamed, type Frame, type Groups, groupsOf, type MixOptions } from "./frame.ts";
import { requireVerb } from "./verb-options.ts";

/** Groups of the rows of a table. */
export class Grouped<Made> {
  readonly #frame: Frame;
  readonly #names: readonly string[];
  readonly #groups: Groups;
  readonly #make: (frame: Frame) => Made;

  /** @internal */
  constructor(frame: Frame, names: readonly string[], make: (frame: Frame) => Made) {
    this.#frame = frame;
    this.#names = names;
    this.#groups = groupsOf(frame, names);
    this.#make = make;
  }

  /**
   * A row for each group: its cells, and what is calculated of its rows:
   * `agg({ n: count(), m: mean("value") })`. Null is left out of each; of a group without numbers each is null, and the
   * count 0.
   *
   * @param options `mix` names what may differ among the numbers of a group
   * @throws TypeError for a column that is not there or holds texts, and where numbers of one group differ in
   * unit, period, variable or facet
   */
  agg(aggregates: Readonly<Record<string, Aggregate>>, options: MixOptions = {}): Made {
    requireVerb("agg", options);
    const kept = this.#names.map((name) => columnNamed(this.#frame, name));
    const made = Object.entries(aggregates).map(([name, aggregate]) =>
      aggregated(this.#frame, this.#groups, name, aggregate, options.mix),
    );
    const columns = [...takeRows(kept, this.#groups.firsts), ...made];
    return this.#make({ columns, length: this.#groups.count });
  }
}
