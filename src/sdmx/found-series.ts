/** Series that a request found, as the formats of answers take them. */

import { type FacetField, fieldText } from "../stats/facets/facet-fields.ts";
import type { FacetEntry } from "../stats/facets/facets.ts";
import { facetComponents, type SdmxComponent, type SdmxKind } from "./components.ts";

/** Takes a date and the value as it was written. */
export type TakePoint = (date: string, value: string) => void;

export interface FoundSeries {
  readonly variable: string;
  /** In the order of the properties. */
  readonly entities: readonly string[];
  readonly facet: FacetEntry;
  /** Shows the points that the request wants, ascending by date. */
  readonly each: (take: TakePoint) => void;
}

/** What a request found: in the order of variables, first entities and ranks. */
export interface SeriesFound {
  readonly components: readonly SdmxComponent[];
  readonly series: () => Iterable<FoundSeries>;
}

/** What a component of a facet shows; empty when unset. */
export const shownOf = (facet: FacetEntry, field: FacetField | "facetId"): string =>
  field === "facetId" ? facet.facetId : fieldText(facet, field);

/** The texts of the dimensions of a series, without its dates: in the order of components. */
export function dimensionsOf({ variable, entities, facet }: FoundSeries): string[] {
  return [variable, ...entities, ...facetTexts(facet, "dimension")];
}

/** The texts of its attributes, in the order of components. */
export const attributesOf = ({ facet }: FoundSeries): string[] => facetTexts(facet, "attribute");

/** The texts of the facet in components of a kind. */
export const facetTexts = (facet: FacetEntry, kind: SdmxKind): string[] =>
  facetComponents
    .filter((component) => component.kind === kind)
    .map(({ field }) => shownOf(facet, field));

/** Ids of one kind; of dimensions without that of dates. */
export function idsOf(components: readonly SdmxComponent[], kind: SdmxKind): string[] {
  return components
    .filter((one) => one.kind === kind && one.id !== "TIME_PERIOD")
    .map(({ id }) => id);
}
