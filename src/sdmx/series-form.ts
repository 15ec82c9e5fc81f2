/** Data as objects: a series each, with its dimensions, attributes and points. */

import type { SdmxComponent } from "./components.ts";
import { attributesOf, dimensionsOf, idsOf, type SeriesFound } from "./found-series.ts";

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

export function seriesOf({ components, series }: SeriesFound): SdmxData {
  const dimensionIds = idsOf(components, "dimension");
  const attributeIds = idsOf(components, "attribute");
  return {
    components,
    series: Array.from(series(), (one) => {
      const points: SdmxPoint[] = [];
      one.each((timePeriod, observationValue) => points.push({ timePeriod, observationValue }));
      return {
        dimensions: named(dimensionIds, dimensionsOf(one)),
        attributes: named(attributeIds, attributesOf(one)),
        points,
      };
    }),
  };
}

function named(ids: readonly string[], texts: readonly string[]): Record<string, string> {
  const pairs = ids.map((id, at) => [id, texts[at] ?? ""] as const);
  return Object.fromEntries(pairs.filter(([, text]) => text !== ""));
}
