/** Facets: in their order, each once, with the id that it has. */

import { compareFacets, type FacetEntry, facetId } from "../facets/index.ts";

/** @returns the number of the first facet that cannot be there, -1 when all can */
export function wrongFacet(facets: readonly FacetEntry[]): number {
  let before: FacetEntry | undefined;
  return facets.findIndex((facet) => {
    const isAbove = before === undefined || compareFacets(before, facet) < 0;
    before = facet;
    return !isAbove || facet.id !== facetId(facet);
  });
}
