/** What a program holds in a variable that may be undefined can be handed on as it is. */
import { expect, test } from "vitest";
import type { V1BulkPointRequest } from "../../src/adapters/v1-shapes.ts";
import type {
  V2NodeRequest,
  V2ObservationRequest,
  V2ResolveRequest,
} from "../../src/adapters/v2-shapes.ts";
import { Commons } from "../../src/commons/commons.ts";
import { DiagnosticLog } from "../../src/load/bytes/diagnostics.ts";
import { infoOf } from "../../src/world/world.ts";
import { worldOf } from "../oracle/small-world.ts";

// tsc is half of this test: the project compiles with exactOptionalPropertyTypes.
const none = undefined;

test("an undefined parameter is as good as none", () => {
  const world = worldOf([["a", "name", "=A"]], [["V", "a", "2020", "1"]]);
  const info = infoOf(world, new DiagnosticLog({}).summary());
  const commons = new Commons({ world, info });
  const node: V2NodeRequest = { nodes: ["a"], property: "->*", nextToken: none, limit: none };
  expect(commons.v2.node(node)).toEqual(commons.v2.node({ nodes: ["a"], property: "->*" }));
  const observation: V2ObservationRequest = {
    date: none,
    variable: { dcids: none },
    entity: { dcids: ["a"], expression: none },
    filter: { domains: none, facet_ids: none },
    select: ["entity", "variable"],
  };
  const plain = { entity: { dcids: ["a"] }, select: ["entity", "variable"] } as const;
  expect(commons.v2.observation(observation)).toEqual(commons.v2.observation(plain));
  const resolve: V2ResolveRequest = { nodes: ["a"], property: none, resolver: none, target: none };
  expect(commons.v2.resolve(resolve)).toEqual(commons.v2.resolve({ nodes: ["a"] }));
  const point: V1BulkPointRequest = { entities: ["a"], variables: ["V"], date: none };
  const { date: _date, ...rest } = point;
  expect(commons.v1.bulkObservationPoint(point)).toEqual(commons.v1.bulkObservationPoint(rest));
});
