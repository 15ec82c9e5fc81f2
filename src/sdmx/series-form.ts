/** Data as objects: a series each, with its dimensions, attributes and points. */

import type { FacetEntry } from "../stats/facets/facets.ts";
import type { SdmxComponent } from "./components.ts";
import { facetTexts, idsOf, type TextsFound } from "./found-series.ts";

/** Series of variables, by the texts of their components. */
export interface SdmxData {
  /** In the order of columns. */
  readonly components: readonly SdmxComponent[];
  readonly series: readonly SdmxSeries[];
}

/** One series: what it is about, and its points. */
export interface SdmxSeries {
  /** By component; those that are empty are left out. */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** Ascending by date. */
  readonly points: readonly SdmxPoint[];
}

/** A value at a date. */
export interface SdmxPoint {
  readonly timePeriod: string;
  /** As it was written. */
  readonly observationValue: string;
}

export function seriesOf({ components, series }: TextsFound): SdmxData {
  const ids = idsOf(components, "dimension");
  const [variableId = "", ...propertyIds] = ids;
  const attributeIds = idsOf(components, "attribute");
  const known = new Map<FacetEntry, Pick<SdmxSeries, "dimensions" | "attributes">>();
  /** What all series of a facet have, and places for what else they have. */
  const ofFacet = (facet: FacetEntry) => {
    const texts = facetTexts(facet, "dimension");
    const about = ids.slice(0, -texts.length);
    const dimensions = {
      ...Object.fromEntries(about.map((id) => [id, ""])),
      ...named(ids.slice(about.length), texts),
    };
    const attributes = Object.freeze(named(attributeIds, facetTexts(facet, "attribute")));
    const made = { dimensions, attributes };
    known.set(facet, made);
    return made;
  };
  return {
    components,
    series: Array.from(series(), ({ variable, entities, facet, each }) => {
      const made = known.get(facet) ?? ofFacet(facet);
      // To copy an object is much faster than to make one of its members.
      const dimensions: Record<string, string> = { ...made.dimensions };
      dimensions[variableId] = variable;
      for (let at = 0; at < entities.length; at++) {
        dimensions[propertyIds[at] ?? ""] = entities[at] ?? "";
      }
      const points: SdmxPoint[] = [];
      each((timePeriod, observationValue) => points.push({ timePeriod, observationValue }));
      return { dimensions, attributes: made.attributes, points };
    }),
  };
}

function named(ids: readonly string[], texts: readonly string[]): Record<string, string> {
  const pairs = ids.map((id, at) => [id, texts[at] ?? ""] as const);
  return Object.fromEntries(pairs.filter(([, text]) => text !== ""));
}
