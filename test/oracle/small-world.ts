/** Worlds written by hand: what a test says is all there is. */

import { NONE } from "../../src/load/statements/sink.ts";
import { type World, WorldBuilder } from "../../src/world/world.ts";

/** Subject, predicate, object, provenance. An object that starts with `=` is a literal. */
export type TripleRow = readonly [string, string, string, string?];

/** Variable, entity, date, value, facet. */
export type ObservationRow = readonly [string, string, string, string, Partial<FacetRow>?];

export interface FacetRow {
  readonly importName: string;
  readonly provenanceUrl: string;
  readonly measurementMethod: string;
  readonly observationPeriod: string;
  readonly scalingFactor: string;
  readonly unit: string;
  readonly isDcAggregate: boolean;
}

const noFacet: FacetRow = {
  importName: "",
  provenanceUrl: "",
  measurementMethod: "",
  observationPeriod: "",
  scalingFactor: "",
  unit: "",
  isDcAggregate: false,
};

export function worldOf(
  triples: readonly TripleRow[],
  observations: readonly ObservationRow[] = [],
): World {
  const builder = new WorldBuilder();
  for (const [subject, predicate, object, provenance] of triples) {
    const from = provenance === undefined ? NONE : builder.node(provenance);
    const [s, p] = [builder.node(subject), builder.node(predicate)];
    if (object.startsWith("=")) builder.attribute(s, p, builder.literal(object.slice(1)), from);
    else builder.link(s, p, builder.node(object), from);
  }
  for (const [variable, entity, date, value, facet] of observations) {
    const source = builder.facet({ provenance: NONE, ...noFacet, ...facet });
    const [v, e] = [builder.node(variable), builder.node(entity)];
    builder.observation(v, e, source, builder.date(date), value);
  }
  return builder.freeze().world;
}
