/** Existence of data about groups, topics and variables, compared with a walk over the same triples. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { invoke } from "../../../src/adapters/endpoint-methods.ts";
import { v2Endpoints } from "../../../src/adapters/v2/endpoints.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const groups = ["dc/g/A", "dc/g/B", "dc/topic/C", "dc/svpg/D"];
const variables = ["V1", "V2", "V3"];
const entities = ["geo/1", "geo/2", "geo/3"];
const inner = fc.constantFrom(...groups, ...variables);
const outer = fc.constantFrom(...groups);

/** From what is inside to what it is in, or the other way. */
const link = fc.oneof(
  fc.tuple(inner, fc.constantFrom("memberOf", "specializationOf"), outer),
  fc.tuple(outer, fc.constantFrom("relevantVariable", "member"), inner),
) as fc.Arbitrary<[string, string, string]>;

const observation = fc
  .tuple(
    fc.constantFrom(...variables),
    fc.constantFrom(...entities),
    fc.constantFrom("1", "2", "a text"),
  )
  .map(([variable, entity, value]): ObservationRow => [variable, entity, "2020", value]);

/** Variables below a group; a variable itself. */
function below(name: string, links: readonly (readonly [string, string, string])[]): Set<string> {
  const found = new Set([name]);
  for (const one of found) {
    for (const [from, property, to] of links) {
      const isUp = property === "memberOf" || property === "specializationOf";
      const [above, under] = isUp ? [to, from] : [from, to];
      if (above === one) found.add(under);
    }
  }
  return new Set([...found].filter((one) => variables.includes(one)));
}

test("an entity has data of what holds a variable with numbers about it", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(link, { maxLength: 10, selector: String }),
      fc.uniqueArray(observation, { maxLength: 6, selector: ([v, e]) => `${v} ${e}` }),
      (links, rows) => {
        const known = [...groups, ...variables].map((name): TripleRow => [name, "name", "=x"]);
        const world = worldOf([...known, ...links], rows);
        const asked = ["dc/g/A", "dc/g/B", "dc/topic/C", ...variables];
        const request = { variable: { dcids: asked }, entity: { dcids: entities } };
        const { byVariable = {} } = invoke(v2Endpoints["v2.observation"], world, request);
        for (const name of asked) {
          const isGroup = groups.includes(name);
          const wanted = isGroup ? below(name, links) : new Set([name]);
          const expected = entities.filter((entity) =>
            rows.some(([v, e, , value]) => wanted.has(v) && e === entity && value !== "a text"),
          );
          expect(Object.keys(byVariable[name]?.byEntity ?? {})).toEqual(expected);
        }
      },
    ),
    runs(1000),
  );
});
