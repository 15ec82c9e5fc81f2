/** A file of Turtle gives the same statements and diagnostics as its twin in N-Triples. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadTexts } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

/** A term as N-Triples write it, and as Turtle may write it. */
type Twin = readonly [line: string, short: string];

const name: fc.Arbitrary<Twin> = fc.oneof(
  fc
    .constantFrom("a", "City", "x-1", "v_2", "é")
    .map((text): Twin => [`<dcid:${text}>`, `:${text}`]),
  fc.constantFrom("b", "name").map((text): Twin => [`<https://schema.org/${text}>`, `s:${text}`]),
  fc
    .constantFrom("<dcid:geoId/06>", "<dcid:a%20b>", "<http://x.y/z>")
    .map((iri): Twin => [iri, iri]),
);
const type: Twin = ["<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", "a"];
const predicate = fc.oneof({ weight: 4, arbitrary: name }, fc.constant(type));
const literal: fc.Arbitrary<Twin> = fc.oneof(
  fc.constantFrom("7", "-2.50", "1e3", "true").map((text): Twin => [`"${text}"`, text]),
  fc
    .constantFrom(["a\\nb", "a\nb"], ['say \\"x\\"', 'say "x" '], ["é😀", "é😀"], ["", ""])
    .map(
      ([escaped, text]): Twin => [
        `"${escaped === 'say \\"x\\"' ? `${escaped} ` : escaped}"`,
        `"""${text}"""`,
      ],
    ),
  fc.constantFrom('"x"', '"it\'s"@en', '"1"^^<dcid:t>').map((text): Twin => [text, text]),
);
const object = fc.oneof(name, literal);

interface Subject {
  readonly term: Twin;
  readonly parts: readonly (readonly [Twin, readonly Twin[]])[];
}

const parts = fc.array(fc.tuple(predicate, fc.array(object, { minLength: 1, maxLength: 3 })), {
  minLength: 1,
  maxLength: 3,
});
const node: fc.Arbitrary<Subject> = fc.record({ term: name, parts });
const iri = (text: string): Twin => [`<dcid:${text}>`, `:${text}`];
const observation: fc.Arbitrary<Subject> = fc
  .record({
    label: fc.nat(1_000),
    date: fc.constantFrom("2020", "2021-01", "soon"),
    value: fc.constantFrom("1", "2.50", "many"),
    further: fc.constantFrom<readonly (readonly [Twin, readonly Twin[]])[]>(
      [],
      [[iri("unit"), [iri("USDollar")]]],
      [[iri("note"), [['"x"', '"x"']]]],
    ),
  })
  .map(({ label, date, value, further }) => ({
    term: [`_:o${label}`, `_:o${label}`],
    parts: [
      [type, [iri("StatVarObservation")]],
      [iri("variableMeasured"), [iri("v")]],
      [iri("observationAbout"), [iri("e")]],
      [iri("observationDate"), [[`"${date}"`, `'${date}'`]]],
      [iri("value"), [[`"${value}"`, `"${value}"`]]],
      ...further,
    ],
  }));
const subjects = fc.array(fc.oneof(node, observation), { maxLength: 8 });

function linesOf({ term, parts }: Subject): string {
  return parts
    .flatMap(([by, objects]) => objects.map((one) => `${term[0]} ${by[0]} ${one[0]} .\n`))
    .join("");
}

function turtleOf({ term, parts }: Subject): string {
  const own = parts.map(([by, objects]) => `${by[1]} ${objects.map(([, one]) => one).join(", ")}`);
  return `${term[1]} ${own.join(" ;\n  ")} . # note\n`;
}

const prefixes = "@prefix : <dcid:> .\nPREFIX s: <https://schema.org/>\n";
/** Lines differ. */
const withoutLine = (text: string) => text.replace(/ a\.(?:nt|ttl):\d+$/, "");

test("a file of Turtle is its twin in N-Triples", async () => {
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(subjects, async (all) => {
      const lines = await loadTexts({ "a.nt": all.map(linesOf).join("") });
      const turtle = await loadTexts({ "a.ttl": prefixes + all.map(turtleOf).join("") });
      expect(turtle.sink.triples).toEqual(lines.sink.triples);
      expect(turtle.sink.observations).toEqual(lines.sink.observations.map((one) => ({ ...one })));
      expect(turtle.diagnostics.map(withoutLine)).toEqual(lines.diagnostics.map(withoutLine));
      expect(turtle.report.rowCount).toBe(lines.report.rowCount);
      statements += lines.sink.triples.length + lines.sink.observations.length;
    }),
    runs(100),
  );
  expect(statements).toBeGreaterThan(runs(100).numRuns);
});
