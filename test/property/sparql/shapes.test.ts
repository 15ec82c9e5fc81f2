/** A plan is the same whether its text was parsed or a text of the same shape was. */
import fc from "fast-check";
import { Parser, type SelectQuery } from "sparqljs";
import { expect, test } from "vitest";
import { CommonsError } from "../../../src/errors/errors.ts";
import { compile } from "../../../src/sparql/compile/compile.ts";
import { planOf } from "../../../src/sparql/compile/query-plan.ts";
import { toStandard } from "../../../src/sparql/compile/rewrite.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(300);

/** Queries with places for variables (`?1`) and for constants (`$1`). */
const shapes = [
  "SELECT ?1 ?2 WHERE { ?1 typeOf $1 . ?1 name ?2 } ORDER BY DESC(?2) LIMIT 10",
  "SELECT DISTINCT ?1 WHERE { ?1 typeOf $1 . ?2 $2 $3 . ?1 $2 ?3 }",
  "SELECT ?1 { ?1 dcid ($1 $2) . ?1 containedInPlace ?2 . ?2 name $3 }",
  "SELECT ?1 ?2 { ?1 typeOf StatVarObservation . ?1 observationAbout $1 . ?1 value ?2 }",
  "SELECT ?1 { ?1 typeOf $1 . OPTIONAL { ?1 name ?2 } FILTER(?2 != $2 && REGEX(?2, '?3 <dcid:1>')) }",
  "SELECT ?1 { ?1 $1 ?2 . VALUES ?2 { $2 $3 } }",
  "SELECT ?1 (COUNT(?2) AS ?3) { { ?1 name ?2 } UNION { ?1 $1 ?2 } } GROUP BY ?1 HAVING (COUNT(?2) > 1)",
  "SELECT * { ?1 ?2 $1 . FILTER(STRLEN(STR(?1)) < 5 || ?1 IN ($2, $3)) } OFFSET 2",
  "SELECT ?1 { ?1 typeOf }",
];
const variable = fc.constantFrom(...["a", "b", "v0", "v1", "__0", "a/b", "Ä", "A1"]);
const constant = fc.constantFrom(
  ...["a", "v0", "State", "typeOf", "StatVarObservation", "dcid:0", "country/USA"],
  ...['"a"', '"?v0"', '"<dcid:0>"', '"ä \\"%"', "'it'", '"0"'],
);
const query = fc
  .tuple(fc.constantFrom(...shapes), fc.array(variable, { minLength: 3, maxLength: 3 }))
  .chain(([shape, variables]) =>
    fc.array(constant, { minLength: 3, maxLength: 3 }).map((constants) =>
      shape.replace(/([?$])([123])\b/g, (_, mark: string, at: string) => {
        const place = Number(at) - 1;
        return mark === "?" ? `?${variables[place]}` : `${constants[place]}`;
      }),
    ),
  );

function outcomeOf(plan: () => unknown): unknown {
  try {
    return plan();
  } catch (error) {
    return error instanceof CommonsError ? `${error.code}: ${error.message}` : String(error);
  }
}

test("by texts that differ in their names", () => {
  let [planned, refused] = [0, 0];
  fc.assert(
    fc.property(query, (text) => {
      const parsed = outcomeOf(() => {
        const standard = toStandard(text, "extended");
        const tree = new Parser().parse(standard.text) as SelectQuery;
        return compile(tree, standard, text, "extended");
      });
      const found = outcomeOf(() => planOf(text, "extended"));
      if (typeof found === "string") refused++;
      else planned++;
      // A syntax error of the parser has other words.
      if (typeof parsed === "string" && !parsed.startsWith("QUERY")) {
        expect(found).toMatch(/^QUERY/);
      } else expect(found).toEqual(parsed);
    }),
    { numRuns },
  );
  expect(planned).toBeGreaterThan(numRuns / 4);
  expect(refused).toBeGreaterThan(0);
});
