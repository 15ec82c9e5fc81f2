import { describe, expect, test } from "vitest";
import { unsetSource } from "../../../src/stats/facet-fields.ts";
import type { FacetEntry } from "../../../src/stats/facets.ts";
import { FacetOrders } from "../../../src/stats/ranking.ts";

const facet = (given: Partial<FacetEntry>): FacetEntry => ({
  ...unsetSource,
  provenanceId: "",
  facetId: "",
  score: 100,
  ...given,
});

describe("ranks of facets", () => {
  const facets = [
    facet({ importName: "B", unit: "x" }),
    facet({ importName: "A", unit: "y" }),
    facet({ importName: "B", unit: "x", provenanceId: "p" }),
    facet({ importName: "Z", unit: "z", score: 1 }),
    facet({ importName: "C", unit: "x" }),
  ];

  test("are those of the order, the same for facets that it does not tell apart", () => {
    const orders = new FacetOrders(facets);
    expect([...orders.ranks("series")]).toEqual([2, 1, 2, 0, 3]);
    expect([...orders.ranks("cohort")]).toEqual([1, 2, 1, 0, 1]);
    expect([...orders.ranks("facet")]).toEqual([1, 3, 1, 0, 2]);
  });

  test("are found once for each order", () => {
    const orders = new FacetOrders(facets);
    expect(orders.ranks("series")).toBe(orders.ranks("series"));
    expect(orders.ranks("series")).not.toBe(orders.ranks("facet"));
  });

  test("of none are none, and of one is the first", () => {
    expect([...new FacetOrders([]).ranks("series")]).toEqual([]);
    expect([...new FacetOrders(facets.slice(0, 1)).ranks("series")]).toEqual([0]);
  });
});
