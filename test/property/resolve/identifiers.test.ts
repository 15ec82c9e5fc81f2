import fc from "fast-check";
import { expect, test } from "vitest";
import { matchIdentifiers } from "../../../src/resolve/identifiers.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

const text = fc.constantFrom("a", "b", "ab", "__proto__", "\u{1F600}", "\uffff", "p");
const property = fc.constantFrom("p", "q", "__proto__");
const object = fc.oneof(
  text,
  text.map((literal) => `=${literal}`),
);
const triples = fc.array(fc.tuple(text, property, object), { maxLength: 25 });

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const plain = (value: string) => (value.startsWith("=") ? value.slice(1) : value);

/** Matches by scanning every triple. */
function naiveMatches(
  rows: readonly TripleRow[],
  texts: readonly string[],
  input: string,
  output: string,
) {
  return [...new Set(texts)]
    .sort((a, b) => byBytes(b, a))
    .map((asked) => {
      const subjects = rows
        .filter(([s, p, o]) => (input === "dcid" ? s === asked : p === input && plain(o) === asked))
        .map(([subject]) => subject);
      const values = rows
        .filter(([s, p]) => subjects.includes(s) && (output === "dcid" || p === output))
        .map(([s, , o]) => (output === "dcid" ? s : plain(o)));
      return { text: asked, values: [...new Set(values)].sort(byBytes) };
    })
    .filter(({ values }) => values.length > 0);
}

test("identifiers lead where a scan of all triples leads, in the documented orders", () => {
  const side = fc.oneof(property, fc.constant("dcid"));
  fc.assert(
    fc.property(triples, fc.array(text, { maxLength: 6 }), side, side, (rows, texts, from, to) => {
      const found = matchIdentifiers(worldOf(rows), texts, from, to);
      expect(found).toEqual(naiveMatches(rows, texts, from, to));
    }),
    { numRuns },
  );
});
