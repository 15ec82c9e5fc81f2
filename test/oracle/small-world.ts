/** Worlds written by hand: what a test says is all there is. */

import { type FacetSource, noId } from "../../src/load/statements/sink.ts";
import { unsetSource } from "../../src/stats/facet-fields.ts";
import { compareUtf8 } from "../../src/store/texts/utf8.ts";
import { type World, WorldBuilder } from "../../src/world/world.ts";

/** Subject, predicate, object, provenance. An object that starts with `=` is a literal. */
export type TripleRow = readonly [string, string, string, string?];

/** Variable, entity, date, value, facet. */
export type ObservationRow = readonly [string, string, string, string, Partial<FacetRow>?];

/** The same with entities by property. */
export type SeveralRow = readonly [
  string,
  Readonly<Record<string, string>>,
  string,
  string,
  Partial<FacetRow>?,
];

export type FacetRow = Omit<FacetSource, "provenance">;

export function worldOf(
  triples: readonly TripleRow[],
  observations: readonly (ObservationRow | SeveralRow)[] = [],
): World {
  const builder = new WorldBuilder();
  writeRows(builder, triples, observations);
  return builder.freeze().world;
}

export function writeRows(
  builder: WorldBuilder,
  triples: readonly TripleRow[],
  observations: readonly (ObservationRow | SeveralRow)[],
): void {
  const literals = new Map<string, number>();
  const literal = (text: string) => {
    const id = literals.get(text) ?? builder.literal(text);
    literals.set(text, id);
    return id;
  };
  for (const [subject, predicate, object, provenance] of triples) {
    const from = provenance === undefined ? noId : builder.node(provenance);
    const [s, p] = [builder.node(subject), builder.node(predicate)];
    if (object.startsWith("=")) builder.attribute(s, p, literal(object.slice(1)), from);
    else builder.link(s, p, builder.node(object), from);
  }
  for (const [variable, entity, date, value, facet] of observations) {
    const own = builder.facet({ provenance: noId, ...unsetSource, ...facet });
    const node = (dcid: string) => builder.node(dcid);
    const about = typeof entity === "string" ? {} : entity;
    const properties = Object.keys(about).sort(compareUtf8);
    const [e, ...others] = properties.map((property) => node(about[property]!));
    const isUsual = e === undefined || properties.join(" ") === "observationAbout";
    const source = isUsual ? own : builder.facetAbout(own, properties.map(node), others);
    const first = e ?? node(String(entity));
    builder.observation(node(variable), first, source, builder.date(date), value);
  }
}
