/** Requests of programs: filters as an object. */

import { type OptionRow, type OptionRows, requireOptions } from "../options/required-options.ts";
import type { ComponentFilter, Filters } from "./filters.ts";
import { placesOf } from "./filters.ts";

/** A value, values of which one must fit, or places. */
export type SdmxFilter = string | readonly string[] | SdmxPlaces;

/** Entities of a type that lie in a place, over any number of steps. */
export interface SdmxPlaces {
  readonly containedInPlace: string;
  readonly typeOf: string;
}

/**
 * Filters by the component: all must fit. Besides those below, components are the properties of the
 * variables by which observations are about entities: `observationAbout`, `sourceCountry`.
 */
export interface SdmxFilters {
  /** Dcids of variables, which have the same properties. */
  readonly variableMeasured: string | readonly string[];
  readonly unit?: string | readonly string[] | undefined;
  readonly measurementMethod?: string | readonly string[] | undefined;
  readonly observationPeriod?: string | readonly string[] | undefined;
  /** Dcids of provenances. */
  readonly provenance?: string | readonly string[] | undefined;
  /** Not for availability. */
  readonly facetId?: string | readonly string[] | undefined;
  /** Dates as they were loaded, or `LATEST`: the last point of each series. Default: all. */
  readonly TIME_PERIOD?: string | readonly string[] | undefined;
  readonly [property: string]: SdmxFilter | undefined;
}

/** Which data are asked for. One filter at least is of a property of the variables. */
export interface SdmxRequest {
  /** Filters by component. */
  readonly filters: SdmxFilters;
}

/** Of which component the values are asked for. */
export interface SdmxAvailabilityRequest extends SdmxRequest {
  /** The component whose values are wanted. */
  readonly component: string;
}

const filtersRow: OptionRow = { is: ["object"], isRequired: true };

export const sdmxRows = { filters: filtersRow } satisfies OptionRows<SdmxRequest>;

export const availabilityRows = {
  component: { is: ["text"], isRequired: true },
  filters: filtersRow,
} satisfies OptionRows<SdmxAvailabilityRequest>;

const filterRow: OptionRow = { is: ["text", "texts", "object"] };

const placeRows = {
  containedInPlace: { is: ["text"], isRequired: true },
  typeOf: { is: ["text"], isRequired: true },
} satisfies OptionRows<SdmxPlaces>;

/**
 * The filters of an object.
 *
 * @param what the method that takes them
 * @throws TypeError for what is no filter
 */
export function filtersOf(what: string, given: SdmxFilters): Filters {
  const rows = Object.fromEntries(Object.keys(given).map((id) => [id, filterRow]));
  requireOptions<Readonly<Record<string, unknown>>>(what, given, rows, "filters");
  const filters = new Map<string, ComponentFilter>();
  for (const [id, filter] of Object.entries(given)) {
    if (filter !== undefined) filters.set(id, filterOf(what, id, filter));
  }
  return filters;
}

/** @throws TypeError */
function filterOf(what: string, id: string, filter: SdmxFilter): ComponentFilter {
  if (typeof filter === "string") return { values: [filter], properties: new Map() };
  if (!isPlaces(filter)) return { values: filter, properties: new Map() };
  requireOptions<SdmxPlaces>(what, filter, placeRows, `filters.${id}`);
  const properties = new Map([
    ["containedInPlace", { values: [filter.containedInPlace], isTransitive: true }],
    ["typeOf", { values: [filter.typeOf], isTransitive: false }],
  ]);
  return { values: [], properties };
}

const isPlaces = (filter: readonly string[] | SdmxPlaces): filter is SdmxPlaces =>
  !Array.isArray(filter);

/** `filtersOf` the other way, of filters that `checkFilters` let pass. */
export function requestFor(filters: Filters): SdmxRequest {
  const members = Array.from(filters, ([id, filter]): [string, SdmxFilter] => {
    const places = placesOf(filter);
    if (places === undefined) return [id, filter.values];
    return [id, { containedInPlace: places.ancestor, typeOf: places.type }];
  });
  return { filters: Object.fromEntries(members) as unknown as SdmxFilters };
}
