import { describe, expect, test } from "vitest";
import { type Facet, unsetSource } from "../../../src/stats/facet-fields.ts";
import {
  compareFacets,
  facetId,
  facetKey,
  foldAggregate,
  unfoldAggregate,
} from "../../../src/stats/facets.ts";

const unset: Facet = {
  ...unsetSource,
  provenanceId: "",
};

describe("facetId", () => {
  const usPopulation = {
    ...unset,
    importName: "USCensusPEP_Annual_Population",
    measurementMethod: "CensusPEPSurvey",
    observationPeriod: "P1Y",
  };

  // (behaviour: observation 7)
  test.each<[string, Partial<Facet>]>([
    ["2176550201", usPopulation],
    ["1216205004", { importName: "CanadaStatistics" }],
    ["3238703853", { importName: "UAE_Population", isDcAggregate: true }],
    ["2358228475", { importName: "Custom Prov", unit: "USD" }],
  ])("%s", (id, facet) => {
    expect(facetId({ ...unset, ...facet })).toBe(id);
  });

  test("does not depend on URL and provenance", () => {
    const other = { ...usPopulation, provenanceUrl: "https://a.example", provenanceId: "p" };
    expect(facetId(other)).toBe(facetId(usPopulation));
  });

  test("hashes UTF-8, and is unsigned", () => {
    const ids = ["é", "\u{1f600}", "\uffff"].map((unit) => facetId({ ...unset, unit }));
    // FNV-1a, 32 bits, of "----" and the text, computed apart from this code.
    expect(ids).toEqual(["1909953165", "625901340", "3901132256"]);
  });
});

describe("unfoldAggregate", () => {
  test.each([
    ["dcAggregate/CensusPEPSurvey", "CensusPEPSurvey", true],
    ["dcAggregate/", "", true],
    ["dcAggregate/a/b", "a/b", true],
    ["DataCommonsAggregate", "", true],
    ["CensusPEPSurvey", "CensusPEPSurvey", false],
    ["x/dcAggregate/y", "x/dcAggregate/y", false],
    ["dcAggregate", "dcAggregate", false],
    ["", "", false],
  ])("%j is method %j", (method, measurementMethod, isDcAggregate) => {
    expect(unfoldAggregate(method)).toEqual({ measurementMethod, isDcAggregate });
  });
});

describe("compareFacets and facetKey", () => {
  const variants: Facet[] = [
    unset,
    ...Object.keys(unset).map((key) => ({
      ...unset,
      [key]: key === "isDcAggregate" ? true : "x",
    })),
  ];

  test("tell facets apart by every field", () => {
    for (const [at, one] of variants.entries()) {
      for (const [otherAt, other] of variants.entries()) {
        expect(compareFacets(one, other) === 0).toBe(at === otherAt);
        expect(facetKey(one) === facetKey(other)).toBe(at === otherAt);
        expect(Math.sign(compareFacets(one, other)) + Math.sign(compareFacets(other, one))).toBe(0);
      }
    }
  });

  test("do not confuse a field with its neighbour", () => {
    const [left, right] = [
      { ...unset, importName: 'a","b' },
      { ...unset, importName: "a", provenanceUrl: "b" },
    ];
    expect(facetKey(left)).not.toBe(facetKey(right));
  });

  test("order by bytes, unset first", () => {
    const names = ["", "a", "\uffff", "\u{10000}"];
    const facets = names.map((importName) => ({ ...unset, importName }));
    expect([...facets].reverse().sort(compareFacets)).toEqual(facets);
  });
});

test.each(["", "M", "dcAggregate/M", "DataCommonsAggregate"])(
  "the method %j comes back from what became of it",
  (method) => {
    const facet = { ...unset, ...unfoldAggregate(method) };
    expect(foldAggregate(facet)).toEqual({ ...facet, measurementMethod: method });
  },
);
