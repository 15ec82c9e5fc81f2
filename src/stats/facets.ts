/** Facets: who published a series and how it was measured. */

import { compareUtf8 } from "../store/texts/utf8.ts";
import { allFields, comparedFields, type Facet, fieldText, idFields } from "./facet-fields.ts";

/** A facet in its table: its number there is its place in the order of `compareFacets`. */
export interface FacetEntry extends Facet {
  /** The id on the wire, see `facetId`. */
  readonly facetId: string;
  /** Rank score; lower is better. */
  readonly score: number;
}

const aggregatePrefix = "dcAggregate/";
const aggregateMethod = "DataCommonsAggregate";

/**
 * Measurement methods that mark an aggregate: `dcAggregate/<M>` is method M, and
 * `DataCommonsAggregate` no method, of an aggregated series (behaviour: observation 8.2).
 */
export function unfoldAggregate(
  method: string,
): Pick<Facet, "measurementMethod" | "isDcAggregate"> {
  if (method === aggregateMethod) return { measurementMethod: "", isDcAggregate: true };
  if (method.startsWith(aggregatePrefix)) {
    return { measurementMethod: method.slice(aggregatePrefix.length), isDcAggregate: true };
  }
  return { measurementMethod: method, isDcAggregate: false };
}

/** A facet with its method as an import writes it: `unfoldAggregate` the other way. */
export function foldAggregate(facet: Facet): Facet {
  const { measurementMethod: method, isDcAggregate } = facet;
  if (!isDcAggregate) return facet;
  return {
    ...facet,
    measurementMethod: method === "" ? aggregateMethod : aggregatePrefix + method,
  };
}

/**
 * The id of a facet on the wire: FNV-1a, 32 bits, over five texts joined by hyphens, as an unsigned
 * decimal number (behaviour: observation 7). URL and provenance do not count, so facets may share
 * an id.
 */
export function facetId(facet: Facet): string {
  const parts = idFields.map((field) => fieldText(facet, field));
  if (facet.isDcAggregate) parts.push("IsDcAggregate");
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(parts.join("-"))) {
    hash = Math.imul(hash ^ byte, 16777619);
  }
  return String(hash >>> 0);
}

/** A total order of facets, so that their numbers do not depend on the order of loading. */
export function compareFacets(a: Facet, b: Facet): number {
  for (const field of comparedFields) {
    const order = compareUtf8(fieldText(a, field), fieldText(b, field));
    if (order !== 0) return order;
  }
  return 0;
}

/** Equal for equal facets and only for them. */
export function facetKey(facet: Facet): string {
  return JSON.stringify(allFields.map((field) => facet[field]));
}

// Facets: in their order, each once, with the id that it has.

/** @returns the number of the first facet that cannot be there, -1 when all can */
export function wrongFacet(facets: readonly FacetEntry[]): number {
  let before: FacetEntry | undefined;
  return facets.findIndex((facet) => {
    const isAbove = before === undefined || compareFacets(before, facet) < 0;
    before = facet;
    return !isAbove || facet.facetId !== facetId(facet);
  });
}
