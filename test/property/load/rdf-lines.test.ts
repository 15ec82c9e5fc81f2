/** Lines of RDF that are read without the large pattern, against the pattern. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRdfLine } from "../../../src/load/rdf/rdf-line.ts";
import { RdfLines } from "../../../src/load/rdf/rdf-lines.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(2_000);

const term = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("<dcid:a>", "<https://schema.org/name>", "_:b1") },
  { weight: 2, arbitrary: fc.constantFrom('"text"', '"a b"', '"1"', '"é😀"', '"x"@en') },
  {
    weight: 2,
    arbitrary: fc.constantFrom("<dcid:a%20b>", "<dcid:%E0>", "<a b>", '"a\\"b"', "<>", "_:", "x"),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[<>"_:ab \\\r.#-]{0,8}$/) },
);
const gap = fc.constantFrom(" ", " ", " ", " ", "", "  ", "\t");
const end = fc.constantFrom(".", ".", " .", ". # note", "", "..");

test("a line says what the pattern says", () => {
  const lines = new RdfLines();
  let statements = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(term, gap), { maxLength: 5 }), end, (terms, last) => {
      const line = terms.flat().join("") + last;
      const expected = parseRdfLine(line);
      expect(lines.statement(line)).toEqual(expected);
      if (expected !== undefined) statements += 1;
    }),
    { numRuns },
  );
  // Few of the lines are statements, and some must be.
  expect(statements).toBeGreaterThan(0);
});
