/** Where the variables of each entity lie, by the place of the entity among all that have observations. */

import {
  type ColumnSource,
  type IdColumn,
  LateColumn,
  type Range,
} from "../../store/columns/column-source.ts";
import { entitiesPerStart } from "../series-columns.ts";

export interface EntityRows {
  /** None for -1, the place of a node without observations. */
  of(place: number): Range;
}

const none: Range = { start: 0, end: 0 };

/** By offsets: one row says it. */
export class OffsetRows implements EntityRows {
  readonly #offsets: LateColumn<Uint32Array>;

  constructor(source: ColumnSource) {
    this.#offsets = new LateColumn(source, "observations.entityOffsets");
  }

  of(place: number): Range {
    if (place < 0) return none;
    const offsets = this.#offsets.rowsIn(place, place + 2);
    return { start: offsets[place]!, end: offsets[place + 1]! };
  }
}

/** By counts, as an index of parts has them: where one entity gets a variable, the rows of all others stay. */
export class CountedRows implements EntityRows {
  readonly #starts: LateColumn<Uint32Array>;
  readonly #counts: LateColumn<IdColumn>;

  constructor(source: ColumnSource) {
    this.#starts = new LateColumn(source, "parts.entityStarts");
    this.#counts = new LateColumn(source, "parts.entityCounts");
  }

  of(place: number): Range {
    if (place < 0) return none;
    const group = Math.floor(place / entitiesPerStart);
    const first = group * entitiesPerStart;
    let start = this.#starts.rowsIn(group, group + 1)[group]!;
    const counts = this.#counts.rowsIn(first, place + 1);
    for (let at = first; at < place; at++) start += counts[at]!;
    return { start, end: start + counts[place]! };
  }
}
