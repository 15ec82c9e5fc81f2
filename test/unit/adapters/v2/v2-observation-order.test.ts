/** Who is inside of a place, and in which order facets come that are nearly equal. */
import { describe, expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { V2ObservationRequest } from "../../../../src/adapters/v2-shapes.ts";
import type { EntityExpression } from "../../../../src/expr-parser/parse-relation.ts";
import { type FacetRow, type ObservationRow, worldOf } from "../../../oracle/small-world.ts";

const inside = (...places: readonly string[]) =>
  places.map((place): [string, string, string] => [place, "typeOf", "City"]);

describe("entities of an expression", () => {
  const rows = ["a", "b", "self", "other"].map(
    (place): ObservationRow => ["v", place, "2020", "1", {}],
  );
  const world = worldOf(
    [
      ...inside("a", "b", "self", "other"),
      ["a", "containedInPlace", "b"],
      ["b", "containedInPlace", "a"],
      ["self", "containedInPlace", "self"],
      ["other", "containedInPlace", "self"],
    ],
    rows,
  );
  const entitiesOf = (expression: EntityExpression) => {
    const request: V2ObservationRequest = {
      variable: { dcids: ["v"] },
      entity: { expression },
      select: ["entity", "variable"],
    };
    const { byVariable } = invoke(endpoints["v2.observation"], world, request);
    return Object.keys(byVariable?.["v"]?.byEntity ?? {});
  };

  test("a place in a circle is among its own children, as is one that contains itself", () => {
    expect(entitiesOf("a<-containedInPlace+{typeOf:City}")).toEqual(["a", "b"]);
    expect(entitiesOf("a<-containedInPlace{typeOf:City}")).toEqual(["b"]);
    expect(entitiesOf("self<-containedInPlace{typeOf:City}")).toEqual(["other", "self"]);
    expect(entitiesOf("self<-containedInPlace+{typeOf:City}")).toEqual(["other", "self"]);
  });
});

describe("facets that the ways of sorting do not tell apart", () => {
  const facets: Partial<FacetRow>[] = [
    { importName: "B", isDcAggregate: true },
    { importName: "B" },
    { importName: "A", isDcAggregate: true },
    { importName: "A" },
  ];
  const shown = (world: ReturnType<typeof worldOf>, request: Partial<V2ObservationRequest>) => {
    const { byVariable, facets } = invoke(endpoints["v2.observation"], world, {
      variable: { dcids: ["v"] },
      entity: { expression: "b<-containedInPlace+{typeOf:City}" },
      select: ["entity", "variable", "date", "value"],
      ...request,
    } as V2ObservationRequest);
    const [entity] = Object.values(byVariable?.["v"]?.byEntity ?? {});
    return entity?.orderedFacets?.map(({ facetId = "" }) => {
      const { importName, isDcAggregate } = facets?.[facetId] ?? {};
      return `${importName}${isDcAggregate === true ? " aggregate" : ""}`;
    });
  };

  test.each<[string, Partial<V2ObservationRequest>]>([
    ["series", { entity: { dcids: ["a"] } }],
    ["cohort", { date: "LATEST" }],
    ["facet", { entity: { dcids: ["a"] }, select: ["entity", "variable", "facet"] }],
  ])("come by import name, then no aggregate before an aggregate: %s", (_, request) => {
    for (const given of [facets, facets.toReversed()]) {
      const rows = given.map((facet): ObservationRow => ["v", "a", "2020", "1", facet]);
      const world = worldOf([...inside("a"), ["a", "containedInPlace", "b"]], rows);
      expect(shown(world, request)).toEqual(["A", "A aggregate", "B", "B aggregate"]);
    }
  });
});
