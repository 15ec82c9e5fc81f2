/** Lines of RDF: usual ones, odd ones, and observations as blank nodes. */
import fc from "fast-check";

const base = "https://datacommons.org/browser/";
const iri = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("<dcid:a>", "<https://schema.org/b>", `<${base}c/d>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "<>",
      "<dcid:>",
      "<dcid:a%20b>",
      "<dcid:é😀>",
      "<a b>",
      "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
      "<http://x.y/z>",
    ),
  },
);
const literal = fc.constantFrom('"x"', '""', '"7"@en', '"7"^^<dcid:t>', '"a\\"b"', '"é" ', "_:x");
const graph = fc.constantFrom("", "", "<dcid:g> ", "<dcid:h> ", "<> ");
const lineEnd = fc.constantFrom("\n", "\n", "\n", "\n", "\r\n", " # note\n", "\n\n# note\n", " \n");
/** A line, sometimes with comments after it. */
export const triple = fc
  .tuple(iri, iri, fc.oneof(iri, literal), graph, lineEnd)
  .map(([subject, by, object, of, end]) => `${subject} ${by} ${object} ${of}.${end}`);
const value = fc.constantFrom('"1"', '"1"', '"2.50"', '"x"', '" 3"', '"1,000"', "<dcid:a>", '""');
const date = fc.constantFrom('"2020"', '"2020"', '"2021-01"', '"2021-1"', '"x"', '"2020"@en');
const entity = fc.constantFrom("<dcid:a>", `<${base}a>`, "<dcid:geoId/06>", '"a"', "<dcid:>");
const further = fc.tuple(
  fc.constantFrom("unit", "measurementMethod", "isDcAggregate", "importName", "note", "value"),
  fc.constantFrom("<dcid:m>", '"true"', '"m"', '"9"'),
);
/** The lines about a blank node. */
export const observation = fc
  .record({
    label: fc.constantFrom("o1", "o2", "o3", "o-4", "o5"),
    objects: fc.tuple(fc.constantFrom("<dcid:v>", "<dcid:w>"), entity, date, value),
    more: fc.array(further, { maxLength: 2 }),
    left: fc.constantFrom(-1, -1, -1, -1, 0, 1, 2, 3, 4),
    of: graph,
    end: lineEnd,
    first: fc.boolean(),
  })
  .map(({ label, objects: [of, about, when, what], more, left, of: where, end, first }) => {
    const parts = [
      ["typeOf", "<dcid:StatVarObservation>"],
      ["variableMeasured", of],
      ["observationAbout", about],
      ["observationDate", when],
      ["value", what],
    ].filter((_part, at) => at !== left);
    const all = first ? [...more, ...parts] : [...parts, ...more];
    return all.map(([by, object]) => `_:${label} <dcid:${by}> ${object} ${where}.${end}`).join("");
  });
