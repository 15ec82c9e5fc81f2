/** Of each variable the one facet that serves most of its entities. */

import type { ObservationTable } from "../../stats/index.ts";
import type { ChosenSeries } from "./chosen-series.ts";

interface FacetTally {
  readonly id: string;
  entities: number;
  /** Code of the last date. */
  latest: number;
  lastEntity: number;
}

/**
 * Keeps of each variable the series of the facet (by id) that most entities have, of equals that with
 * the latest date, of equals that which was met first. An entity has one of them: the best ranked.
 */
export function bestForAll(
  chosen: readonly ChosenSeries[],
  observations: ObservationTable,
): ChosenSeries[] {
  const tallies: Map<string, FacetTally>[] = [];
  for (const { variable, entity, series, end } of chosen) {
    tallies[variable] ??= new Map();
    const { id } = observations.facetOf(series);
    const tally = tallies[variable].get(id) ?? { id, entities: 0, latest: 0, lastEntity: -1 };
    tallies[variable].set(id, tally);
    tally.latest = Math.max(tally.latest, observations.dateCodeAt(end - 1));
    if (tally.lastEntity === entity) continue;
    tally.lastEntity = entity;
    tally.entities++;
  }
  const bestIds = tallies.map((byId) => [...byId.values()].reduce(better).id);
  let last: ChosenSeries | undefined;
  return chosen.filter((one) => {
    if (observations.facetOf(one.series).id !== bestIds[one.variable]) return false;
    if (last?.variable === one.variable && last.entity === one.entity) return false;
    last = one;
    return true;
  });
}

/** The first one when nothing tells them apart. */
function better(a: FacetTally, b: FacetTally): FacetTally {
  return b.entities - a.entities > 0 || (b.entities === a.entities && b.latest > a.latest) ? b : a;
}
