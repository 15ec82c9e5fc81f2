import { deepStrictEqual } from "node:assert";
import { expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { describeFacet, newRecord, setMember } from "../../../../src/adapters/reads/node-page.ts";
import {
  facetFields,
  facetOfTexts,
  sourceFields,
  unsetSource,
} from "../../../../src/stats/facet-fields.ts";
import type { FacetEntry } from "../../../../src/stats/facets.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const rest = { provenanceId: "p", facetId: "1", score: 100 };

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

test("who changes the types of an answer changes no other answer", () => {
  const world = worldOf([
    ["a", "near", "b"],
    ["b", "typeOf", "City"],
  ]);
  const types = () => {
    const { data } = invoke(endpoints["v2.node"], world, { nodes: ["a"], property: "->near" });
    return data?.["a"]?.arcs?.["near"]?.nodes?.[0]?.types;
  };
  types()?.push("Village");
  expect(types()).toEqual(["City"]);
});

test("a type that is a text is none", () => {
  const world = worldOf([
    ["a", "near", "b"],
    ["b", "typeOf", "=City"],
    ["b", "typeOf", "Town"],
    ["a", "near", "c"],
    ["c", "typeOf", "=Town"],
  ]);
  const entries = (property: `->${string}`) =>
    invoke(endpoints["v2.node"], world, { nodes: ["a"], property }).data?.["a"]?.arcs?.["near"]
      ?.nodes;
  expect(entries("->near")).toEqual([{ types: ["Town"], dcid: "b" }, { dcid: "c" }]);
  expect(entries("->near{typeOf:City}")).toBeUndefined();
  expect(entries("->near{typeOf:Town}")?.map(({ dcid }) => dcid)).toEqual(["b"]);
});
