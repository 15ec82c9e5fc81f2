import { deepStrictEqual } from "node:assert";
import { expect, test } from "vitest";
import { describeFacet, newRecord, setMember } from "../../../../src/adapters/graph/describe.ts";
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

test("a record is what JSON.parse makes of its text, whatever its keys", () => {
  const record = newRecord<number>();
  for (const [at, key] of ["b", "__proto__", "constructor", "a", "2", "1"].entries()) {
    setMember(record, key, at);
  }
  expect(Object.keys(record)).toEqual(["1", "2", "b", "__proto__", "constructor", "a"]);
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  deepStrictEqual(record, JSON.parse(JSON.stringify(record)));
});
