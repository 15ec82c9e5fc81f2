import { expect, test } from "vitest";
import { describeFacet } from "../../../../src/adapters/graph/describe.ts";
import {
  facetFields,
  facetOfTexts,
  sourceFields,
  unsetSource,
} from "../../../../src/stats/facets/facet-fields.ts";
import type { FacetEntry } from "../../../../src/stats/index.ts";

const rest = { provenanceId: "p", id: "1", score: 100 };

test("a facet's metadata are all fields but the provenance, in their order", () => {
  const source = facetOfTexts((field) => (facetFields[field].object === "flag" ? "true" : field));
  const facet: FacetEntry = { ...source, ...rest };
  expect(Object.keys(describeFacet(facet))).toEqual(sourceFields);
  expect(describeFacet(facet)).toEqual(source);
});

test("unset metadata are left out", () => {
  expect(describeFacet({ ...unsetSource, ...rest })).toEqual({});
});
