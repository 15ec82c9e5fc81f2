import { describe, expect, expectTypeOf, test } from "vitest";
import { ExpressionError } from "../../../src/errors/errors.ts";
import {
  type EntityExpression,
  entityExpression,
  type RelationExpression,
  relationExpression,
} from "../../../src/expr-parser/parse-relation.ts";
import type { V2NodeRequest, V2ObservationRequest, V2ResolveRequest } from "../../../src/wire.ts";

describe("a text that is computed", () => {
  const property = ["na", "me"].join("");

  test("becomes a relation expression when it is one", () => {
    expectTypeOf(relationExpression(`->${property}`)).toEqualTypeOf<RelationExpression>();
    for (const text of [
      "->name",
      "<-",
      "->[a, b]",
      "<-containedInPlace+{typeOf:County}",
      "->a<-b",
    ]) {
      expect(relationExpression(text)).toBe(text);
    }
    expect(relationExpression(" \n ->name")).toBe("->name");
  });

  test.each(["name", "", " ", "geoId/06->name", "->[", "- >name"])("%j is refused", (text) => {
    expect(() => relationExpression(text)).toThrow(ExpressionError);
  });

  test("becomes an entity expression when it is one", () => {
    const text = "country/USA<-containedInPlace+{typeOf:State}";
    expect(entityExpression(text)).toBe(text);
    expectTypeOf(entityExpression(text)).toEqualTypeOf<EntityExpression>();
  });

  test.each(["country/USA", "", "->name", "a<-["])("%j names no entities", (text) => {
    expect(() => entityExpression(text)).toThrow(ExpressionError);
  });
});

test("requests refuse a property without an arrow, and take one that is put together", () => {
  const name = ["na", "me"].join("");
  const node: V2NodeRequest = { nodes: ["a"], property: `->${name}` };
  const resolve: V2ResolveRequest = { nodes: ["a"], property: `<-${name}->dcid` };
  const entity: V2ObservationRequest["entity"] = {
    expression: `${name}<-containedInPlace{typeOf:A}`,
  };
  expect([node.property, resolve.property, entity?.expression]).not.toContain("name");
  // @ts-expect-error: no arrow
  const bareNode: V2NodeRequest = { nodes: ["a"], property: "name" };
  // @ts-expect-error: no arrow
  const bareResolve: V2ResolveRequest = { nodes: ["a"], property: "description" };
  // @ts-expect-error: no arrow
  const bareEntity: V2ObservationRequest["entity"] = { expression: "country/USA" };
  expect([bareNode.property, bareResolve.property, bareEntity?.expression]).toEqual([
    "name",
    "description",
    "country/USA",
  ]);
});
