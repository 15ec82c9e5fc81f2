/** The further entities of series, and the series in which each of them is one. */

import type { WalkedRows } from "../../store/columns/walked-columns.ts";
import { KeyedSum, type SumKey } from "../../store/verify/keyed-sum.ts";
import type { WalkedObservations } from "../series-columns.ts";

/** An observation is about so many entities besides its first one. */
const othersMax = 2;

export class FurtherWalk {
  readonly #variables: WalkedRows;
  readonly #offsets: WalkedRows;
  readonly #entities: WalkedRows;
  readonly #columns: WalkedObservations;
  readonly #key: SumKey;
  /** Of pairs of a further entity and a series. */
  readonly #pairs: KeyedSum;
  #next = 0;
  #at = 0;
  /** Further entities of each series of the variable at hand. */
  #each = 0;

  constructor(columns: WalkedObservations, key: SumKey) {
    this.#columns = columns;
    this.#key = key;
    this.#pairs = new KeyedSum(key);
    this.#variables = columns.rows("observations.furtherVariables");
    this.#offsets = columns.rows("observations.furtherOffsets");
    this.#entities = columns.rows("observations.furtherEntities");
  }

  /** Goes to a variable with so many series. */
  begin(variable: number, seriesCount: number): void {
    this.#each = 0;
    const next = this.#next;
    if (next >= this.#variables.length || this.#variables.at(next) !== variable) return;
    this.#next++;
    const length = this.#offsets.at(next + 1) - this.#offsets.at(next);
    this.#each = length / seriesCount;
    if (!Number.isInteger(this.#each) || this.#each < 1 || this.#each > othersMax) {
      throw this.#offsets.wrong(next + 1, `${length} are no entities of ${seriesCount} series`);
    }
  }

  /** Further entities of the next series of the variable. */
  take(series: number): readonly number[] {
    if (this.#each === 0) return none;
    const others: number[] = [];
    for (let place = 0; place < this.#each; place++) others.push(this.#entities.at(this.#at++));
    for (const entity of new Set(others)) this.#pairs.add(entity, series, 0, 0);
    return others;
  }

  /** To be called after the last series. */
  finish(): void {
    const { length } = this.#variables;
    if (this.#next < length)
      throw this.#variables.wrong(this.#next, "its variable is out of place");
    if (this.#walkNodes().isEqual(this.#pairs)) return;
    const series = this.#columns.rows("observations.furtherSeries");
    throw series.wrong(0, "entities are in other series than these");
  }

  /** Every node has series, which ascend. */
  #walkNodes(): KeyedSum {
    const pairs = new KeyedSum(this.#key);
    const nodes = this.#columns.rows("observations.furtherNodes");
    const offsets = this.#columns.rows("observations.furtherNodeOffsets");
    const series = this.#columns.rows("observations.furtherSeries");
    for (let at = 0, row = 0; at < nodes.length; at++) {
      const end = offsets.at(at + 1);
      if (end === row) throw offsets.wrong(at + 1, "an entity without series");
      for (let before = -1; row < end; row++) {
        const one = series.at(row);
        if (one <= before) throw series.wrong(row, `series ${one} after ${before} cannot be`);
        pairs.add(nodes.at(at), one, 0, 0);
        before = one;
      }
    }
    return pairs;
  }
}

const none: readonly number[] = [];
