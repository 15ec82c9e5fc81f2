/** What the parts of an expression select. */
import { expect, test } from "vitest";
import { invoke } from "../../../../src/adapters/endpoint-methods.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import type { RelationExpression } from "../../../../src/expr-parser/parse-relation.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf([
  ["a", "called", "=one@de"],
  ["a", "called", "=une@fr"],
  ["a", "called", "=uno@es"],
  ["a", "called", "b"],
  ["b", "called", "=deux@fr"],
  ["b", "called", "=two"],
  ["b", "typeOf", "City"],
  ["a", "about", "=x"],
]);

function valuesOf(property: RelationExpression): (string | undefined)[] {
  const { data } = invoke(endpoints["v2.node"], world, { nodes: ["a"], property });
  const arcs = Object.values(data?.["a"]?.arcs ?? {});
  return arcs.flatMap(({ nodes }) => nodes ?? []).map(({ dcid, value }) => dcid ?? value);
}

test.each<[RelationExpression, string[]]>([
  ["->called{$lang:fr}", ["une@fr"]],
  ["->called{$lang:FR}", ["une@fr"]],
  ["->called{$lang:[de, es]}", ["one@de", "uno@es"]],
  ["->called{$lang:fr, typeOf:City}", []],
  ["->called{typeOf:City}", ["b"]],
  ["->called{typeOf:[Nothing, City]}", ["b"]],
  ["->[called{$lang:de}, about]", ["x", "one@de"]],
  ["->[called{$lang:de}, about, unheard]", ["x", "one@de"]],
  ["->called+{$lang:fr}", ["deux@fr", "une@fr"]],
])("%s", (property, values) => {
  expect(valuesOf(property)).toEqual(values);
});

test("an expression has up to a mebibyte of characters", () => {
  const padded = (length: number) => "->about".padEnd(length) as RelationExpression;
  expect(valuesOf(padded(1 << 20))).toEqual(["x"]);
  expect(() => valuesOf(padded((1 << 20) + 1))).toThrow("longer than 1048576 characters");
});
