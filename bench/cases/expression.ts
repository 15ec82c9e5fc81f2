/** Reading relation expressions: texts that were seen before, and texts that were not. */

import type { Relation } from "../../src/expressions.ts";
import { parseRelation } from "../library.ts";
import type { Case } from "./harness.ts";

/** More texts than the parser remembers, in an order in which it has just forgotten each. */
const newCount = 4096;
const seenCount = 64;

export const expressionCases: readonly Case[] = [
  expressionCase("p1", "parse a new expression", newCount),
  expressionCase("p2", "parse a seen expression", seenCount),
];

/** The argument is a list of types. */
function expressionCase(name: string, title: string, count: number): Case<readonly string[]> {
  const relations: Relation[] = [];
  return {
    name,
    title,
    argumentsOf: () => [Array.from({ length: count }, (_, number) => `Type${number}`)],
    contestants: (_commons, lists) => ({
      parser: {
        steps: lists.map((types) => {
          const texts = types.map((type) => `<-containedInPlace+{typeOf:${type}}`);
          return () => {
            for (let at = 0; at < count; at++) relations[at] = parseRelation(texts[at]!);
            return relations;
          };
        }),
        read: (answer) => (answer as Relation[]).map((relation) => JSON.stringify(relation)),
        operations: count,
        isAsync: false,
      },
    }),
    expected: (_naive, types) => types.map((type) => JSON.stringify(placesOfType(type))),
  };
}

function placesOfType(type: string): Relation {
  const labels = { kind: "some", items: [{ name: "containedInPlace", filter: [] }] } as const;
  const filter = [{ key: "typeOf", values: [type] }];
  return { arcs: [{ direction: "in", labels, transitive: true, filter }] };
}
