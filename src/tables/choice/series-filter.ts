/** Which facets the filter of a question keeps. */

import { FacetFilter } from "../../adapters/v2/v2-observation.ts";
import { fieldText } from "../../stats/facets/facet-fields.ts";
import type { FacetEntry } from "../../stats/facets/facets.ts";
import type { ReadQuestion, TableFilter } from "../table-question.ts";

/** The facets that the filter of the question keeps. The best of them are chosen later. */
export function filterOf(
  facets: readonly FacetEntry[],
  { facet, filter }: ReadQuestion,
): Pick<FacetFilter, "keeps"> {
  const { facetIds = [], domains = [], ...fields } = filter;
  const filters = [new FacetFilter(facets, facetIds, domains)];
  if (typeof facet !== "string") filters.push(new FacetFilter(facets, facet, []));
  const kept = new Set(
    facets.filter((one) => filters.every((each) => each.keeps(one)) && agrees(one, fields)),
  );
  return { keeps: (one) => kept.has(one) };
}

function agrees(facet: FacetEntry, fields: Omit<TableFilter, "facetIds" | "domains">): boolean {
  return Object.entries(fields).every(([field, wanted]) => {
    const texts = typeof wanted === "string" ? [wanted] : (wanted ?? []);
    return texts.length === 0 || texts.includes(fieldText(facet, field as keyof typeof fields));
  });
}
