/** Random data and patterns of few words, so that nodes, literals, columns and constants meet. */

import fc from "fast-check";
import {
  factsOf,
  type NaiveData,
  type NaiveObservation,
  type NaivePattern,
  type NaiveSlot,
  type NaiveTerm,
  type NaiveTriple,
} from "../../oracle/sparql/naive-sparql.ts";

const words = ["n0", "n1", "2019", "5", "\u{1F600}", "__proto__"];
const types = ["State", "City", "Thing", "StatVarObservation"];
const predicates = ["p0", "name", "unit", "value", "variableMeasured"];
const columns = ["observationDate", "observationAbout", "measurementMethod", "observationPeriod"];

const word = fc.constantFrom(...words);
const object = fc.record({ kind: fc.constantFrom("node", "literal"), text: word });
const provenance = fc.constantFrom("dc/base/A", "dc/base/B");
const triple: fc.Arbitrary<NaiveTriple> = fc.oneof(
  fc.record({ subject: word, predicate: fc.constantFrom(...predicates), object, provenance }),
  fc.record({
    subject: word,
    predicate: fc.constantFrom("typeOf", "typeOf", "subType"),
    object: fc.constantFrom(...types).map((text) => ({ kind: "node" as const, text })),
    provenance,
  }),
);
const observation: fc.Arbitrary<NaiveObservation> = fc.record({
  variable: fc.constantFrom("v0", "n0"),
  entity: fc.constantFrom("n0", "n1"),
  date: fc.constantFrom("2019", "2020"),
  value: fc.constantFrom("5", "5.0", "7", "none"),
  importName: fc.constantFrom("A", "B"),
  method: fc.constantFrom("", "M", "dcAggregate/M", "DataCommonsAggregate"),
  period: fc.constantFrom("", "P1Y"),
  unit: fc.constantFrom("", "n1", "USD"),
  scalingFactor: fc.constantFrom("", "5"),
});

/** `keyOf`: what must differ between observations. */
export function dataWith(
  keyOf: (observation: NaiveObservation) => unknown,
): fc.Arbitrary<NaiveData> {
  return fc.record({
    triples: fc.array(triple, { minLength: 1, maxLength: 16 }),
    observations: fc.uniqueArray(observation, {
      maxLength: 6,
      selector: (one) => JSON.stringify(keyOf(one)),
    }),
  });
}

/** Any constant that can stand in a query. */
export const anyText: fc.Arbitrary<string> = fc.constantFrom(
  ...words,
  ...types,
  "v0",
  "USD",
  "P1Y",
  "dcAggregate/M",
  "2020",
);
const constants = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyText) },
  { weight: 1, arbitrary: fc.uniqueArray(anyText, { minLength: 2, maxLength: 3 }) },
);
const variableSlot: fc.Arbitrary<NaiveSlot> = fc.record({
  variable: fc.constantFrom("o0", "o0", "a", "b", "c"),
});
const objectSlot: fc.Arbitrary<NaiveSlot> = fc.oneof(
  { weight: 3, arbitrary: variableSlot },
  { weight: 2, arbitrary: constants.map((texts) => ({ constants: texts })) },
);
const subjectSlot: fc.Arbitrary<NaiveSlot> = fc.oneof(
  { weight: 6, arbitrary: variableSlot },
  { weight: 1, arbitrary: word.map((text) => ({ constants: [text] })) },
);
const anyPredicate = fc.constantFrom(...predicates, ...columns, "location", "provenance", "dcid");
const anyPattern: fc.Arbitrary<NaivePattern> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ subject: subjectSlot, predicate: anyPredicate, object: objectSlot }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      subject: subjectSlot,
      predicate: fc.constantFrom("typeOf", "typeOf", "subType"),
      object: fc.oneof(
        variableSlot,
        fc.constantFrom(...types, "Place").map((text) => ({ constants: [text] })),
      ),
    }),
  },
);

/** `true` in so many of ten cases. */
const chance = (ofTen: number): fc.Arbitrary<boolean> => fc.nat(9).map((drawn) => drawn < ofTen);

/** How one pattern is made from a fact of the data, so that it matches at least that one. */
export const example = fc.record({
  fact: fc.nat(1000),
  isSubjectConstant: chance(1),
  isObjectConstant: chance(4),
  alternatives: constants,
  isTyped: chance(8),
  /** Takes the place of the pattern, now and then. */
  other: anyPattern,
  isOther: chance(1),
});

export type Example = typeof example extends fc.Arbitrary<infer T> ? T : never;

/** One pattern, and for observations another that says so. */
export function patternsLike(given: NaiveData, one: Example): NaivePattern[] {
  if (one.isOther) return [one.other];
  const facts = factsOf(given);
  const [subject, predicate, object] = facts[one.fact % facts.length]!;
  const isObservation = subject.kind === "observation";
  const from: NaiveSlot =
    one.isSubjectConstant && !isObservation
      ? { constants: [subject.text] }
      : { variable: variableFor(subject) };
  // Several types are an error.
  const isList = one.alternatives.length > 1 && predicate !== "typeOf";
  const to: NaiveSlot = one.isObjectConstant
    ? { constants: [...new Set([object.text, ...(isList ? one.alternatives : [])])] }
    : { variable: variableFor(object) };
  const pattern: NaivePattern = { subject: from, predicate, object: to };
  if (!isObservation || !one.isTyped) return [pattern];
  const type = { constants: ["StatVarObservation"] };
  return [pattern, { subject: from, predicate: "typeOf", object: type }];
}

/** One name for one term, so that patterns meet; some terms share a name. */
function variableFor({ kind, text }: NaiveTerm): string {
  if (kind === "observation") return `o${Number(text) % 2}`;
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const sum = [...`${kind}${text}`].reduce((total, one) => total * 7 + one.codePointAt(0)!, 0);
  return names[sum % names.length]!;
}

/** Names of the variables at the ends of patterns. */
export function variablesOf(patterns: readonly NaivePattern[]): string[] {
  const slots = patterns.flatMap((one) => [one.subject, one.object]);
  return [...new Set(slots.flatMap((slot) => ("variable" in slot ? slot.variable : [])))];
}

/** Patterns in the dialect; every other constant that may stand bare stands bare. */
export function dialectPatterns(
  patterns: readonly (NaivePattern & { readonly predicateVariable?: string })[],
): string {
  let count = 0;
  const constant = (text: string) =>
    /^\w+$/.test(text) && count++ % 2 === 0 ? text : JSON.stringify(text);
  const slot = (one: NaiveSlot) => {
    if ("variable" in one) return `?${one.variable}`;
    const texts = one.constants.map(constant).join(" ");
    return one.constants.length === 1 ? texts : `(${texts})`;
  };
  return patterns
    .map(({ subject, predicate, predicateVariable, object }) => {
      const by = predicateVariable === undefined ? predicate : `?${predicateVariable}`;
      return `${slot(subject)} ${by} ${slot(object)}`;
    })
    .join(" . ");
}

/** How often each row is there. */
export function countsOf(rows: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = JSON.stringify(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
