/** Tables of observations, from their rows. */
import { type FacetSource, noId } from "../../../../src/load/statements/sink.ts";
import { unsetSource } from "../../../../src/stats/facet-fields.ts";
import type { FacetRanking } from "../../../../src/stats/ranking.ts";
import { type Freeze, WorldBuilder } from "../../../../src/world/world.ts";

const unset: FacetSource = {
  provenance: noId,
  ...unsetSource,
};

export type Row = readonly [
  variable: string,
  entity: string,
  facet: Partial<FacetSource>,
  date: string,
  value: string,
];

export function frozen(rows: readonly Row[], ranking?: FacetRanking): Freeze {
  const sink = new WorldBuilder();
  for (const [variable, entity, facet, date, value] of rows) {
    sink.observation(
      sink.node(variable),
      sink.node(entity),
      sink.facet({ ...unset, ...facet }),
      sink.date(date),
      value,
    );
  }
  return sink.freeze(ranking);
}
