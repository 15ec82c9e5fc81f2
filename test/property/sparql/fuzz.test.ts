import fc from "fast-check";
import { expect, test } from "vitest";
import { CommonsError } from "../../../src/errors/errors.ts";
import type { Dialect } from "../../../src/sparql/compile/tokens.ts";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import { worldOf } from "../../oracle/small-world.ts";
import { anyCharacter } from "../any-character.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(150);

const world = worldOf(
  [
    ["a", "typeOf", "State"],
    ["a", "name", "=A"],
  ],
  [["v", "a", "2020", "5", {}]],
);

const words = ["SELECT", "WHERE", "{", "}", "(", ")", ".", ";", ",", "?a", "?b", "a", "name", '"A"']
  .concat("typeOf", "State", "ORDER", "BY", "ASC", "LIMIT", "5", "DISTINCT", "FILTER", "OPTIONAL")
  .concat("UNION", "=", "<", "<x>", "*", "COUNT", "AS", "GROUP", "HAVING", "PREFIX", "p:", "BASE")
  .concat("dcid", "#", "'", '"', "\\", "\ud800", "\0", "[", "regex", "bound", "IN", "!", "value")
  .concat("observationAbout", "MINUS", "VALUES", "-1", "1.5", "@", "^^", "OFFSET", "$c", "a b c d");
const soup = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(" "));
const body = fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((parts) => parts.join(" "));
const query = fc.oneof(
  soup,
  fc.string({ unit: anyCharacter }),
  body.map((inner) => `SELECT ?a WHERE { ?a name ?b . ${inner} }`),
  body.map((inner) => `SELECT ?a WHERE { ?a name ?b } ${inner}`),
  body.map((inner) => `SELECT ${inner} WHERE { ?a name ?b }`),
  body.map((inner) => `SELECT ?a WHERE { ?a name ?b FILTER(${inner}) }`),
);
const dialect = fc.constantFrom<Dialect>("documented", "extended");

test("any text is answered or refused", () => {
  let answered = 0;
  fc.assert(
    fc.property(query, dialect, (text, by) => {
      try {
        const { header, rows = [] } = querySparql(world, text, { dialect: by });
        answered++;
        for (const { cells } of rows) expect(cells.length).toBe(header.length);
      } catch (error) {
        expect(error).toBeInstanceOf(CommonsError);
      }
    }),
    // One that is answered in any case, so that few cases show answers too.
    { numRuns, examples: [["SELECT ?a WHERE { ?a name ?b . ?a name ?b }", "documented"]] },
  );
  expect(answered).toBeGreaterThan(0);
});
