/** The built-in orders of facets as numbers, so that series are ranked without comparing texts. */

import type { FacetEntry } from "./facets.ts";
import { type RankedSeries, Ranking, type RankOrder } from "./ranking.ts";

export class FacetOrders {
  readonly #facets: readonly FacetEntry[];
  readonly #ranks = new Map<RankOrder, Uint32Array>();

  constructor(facets: readonly FacetEntry[]) {
    this.#facets = facets;
  }

  /**
   * Rank of every facet among series that share last date and count; equal where the order does
   * not tell them apart. Found on the first call.
   */
  ranks(order: RankOrder): Uint32Array {
    const known = this.#ranks.get(order);
    if (known !== undefined) return known;
    const compare = new Ranking().comparator(order);
    const series = this.#facets.map(
      (facet): RankedSeries => ({ facet, score: facet.score, latestDate: "", count: 0 }),
    );
    const numbers = Uint32Array.from(series, (_, number) => number);
    numbers.sort((a, b) => compare(series[a]!, series[b]!));
    const ranks = new Uint32Array(numbers.length);
    for (let at = 1, rank = 0; at < numbers.length; at++) {
      if (compare(series[numbers[at - 1]!]!, series[numbers[at]!]!) !== 0) rank++;
      ranks[numbers[at]!] = rank;
    }
    this.#ranks.set(order, ranks);
    return ranks;
  }
}
