/** `/v2/observation` is written as text: the same text that the typed method's objects make. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/index.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import type { V2Select } from "../../../src/wire.ts";
import { infoOf } from "../../../src/world/world.ts";
import { type ObservationRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

const names = [
  ...["b", "a", "__proto__", 'a"\\', "ü\u2028", "\u0001", "\u007F"],
  // Some are indices of lists, which objects have first, others only look like them.
  ...["12", "3", "0", "-0", "01", "1e3", "4294967294", "4294967295", "99999999999"],
];
const name = fc.constantFrom(...names);
const row: fc.Arbitrary<ObservationRow> = fc.tuple(
  name,
  name,
  fc.constantFrom("2019", "2020", "2020-01", '"'),
  fc.constantFrom("1", "0", "-0", "1e21", "-1.5", "0.1", "1e-7", "1e999", "text"),
  fc.record({ unit: fc.constantFrom("", "USD"), importName: fc.constantFrom("", "A", "B") }),
);
const selections: readonly V2Select[][] = [
  ["entity", "variable", "date", "value", "facet"],
  ["entity", "variable", "date", "value"],
  ["entity", "variable", "facet"],
  ["entity", "variable"],
];
const request = fc.record({
  date: fc.constantFrom("", "LATEST", "2020", "1066"),
  variables: fc.array(name, { maxLength: 4 }),
  entities: fc.array(name, { minLength: 1, maxLength: 8 }),
  isExpression: fc.boolean(),
  select: fc.constantFrom(...selections),
});

test("typed method and text agree", () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 40 }),
      fc.array(request, { minLength: 1, maxLength: 8 }),
      (rows, requests) => {
        const inside = names.flatMap((place) => [
          [place, "typeOf", "Place"] as const,
          [place, "containedInPlace", "Earth"] as const,
        ]);
        const world = worldOf(
          inside.map((triple) => [...triple]),
          rows,
        );
        const commons = new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
        for (const { date, variables, entities, isExpression, select } of requests) {
          const isAll = isExpression && variables.length > 0;
          const asked = {
            date,
            variable: { dcids: variables },
            entity: isAll
              ? { expression: "Earth<-containedInPlace+{typeOf:Place}" as const }
              : { dcids: entities },
            select,
          };
          const { status, body } = commons.service().answer({
            method: "POST",
            url: "/v2/observation?key=k",
            body: JSON.stringify(asked),
          });
          expect([status, body]).toEqual([200, JSON.stringify(commons.v2.observation(asked))]);
        }
      },
    ),
    { numRuns },
  );
});
