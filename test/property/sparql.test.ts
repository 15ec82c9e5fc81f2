import fc from "fast-check";
import { expect, test } from "vitest";
import { querySparql } from "../../src/sparql/index.ts";
import {
  compareTexts,
  factsOf,
  type NaiveData,
  type NaiveObservation,
  type NaivePattern,
  type NaiveQuery,
  type NaiveSlot,
  type NaiveTerm,
  type NaiveTriple,
  naiveRows,
  worldOfData,
} from "../oracle/naive-sparql.ts";

const numRuns = Number(process.env["FC_RUNS"] ?? 300);

// Few words, so that nodes, literals, columns and constants meet everywhere.
const words = ["n0", "n1", "2019", "5", "\u{1F600}", "__proto__"];
const types = ["State", "City", "Thing", "StatVarObservation"];
const predicates = ["p0", "name", "unit", "value", "variableMeasured"];

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
const data: fc.Arbitrary<NaiveData> = fc.record({
  triples: fc.array(triple, { minLength: 1, maxLength: 16 }),
  observations: fc.uniqueArray(observation, {
    maxLength: 6,
    selector: ({ value, ...key }) => JSON.stringify(key),
  }),
});

const variable = fc.constantFrom("o", "o", "a", "b", "c/d");
const anyText = fc.constantFrom(...words, ...types, "v0", "USD", "P1Y", "dcAggregate/M", "2020");
const constants = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyText) },
  { weight: 1, arbitrary: fc.uniqueArray(anyText, { minLength: 2, maxLength: 3 }) },
);
const variableSlot: fc.Arbitrary<NaiveSlot> = fc.record({ variable });
const objectSlot: fc.Arbitrary<NaiveSlot> = fc.oneof(
  { weight: 3, arbitrary: variableSlot },
  { weight: 2, arbitrary: constants.map((texts) => ({ constants: texts })) },
);
const subjectSlot: fc.Arbitrary<NaiveSlot> = fc.oneof(
  { weight: 6, arbitrary: variableSlot },
  { weight: 1, arbitrary: word.map((text) => ({ constants: [text] })) },
);
const columns = ["observationDate", "observationAbout", "measurementMethod", "observationPeriod"];
const anyPredicate = fc.constantFrom(...predicates, ...columns, "location", "provenance", "dcid");
const typePattern: fc.Arbitrary<NaivePattern> = fc.record({
  subject: subjectSlot,
  predicate: fc.constantFrom("typeOf", "typeOf", "subType"),
  object: fc.oneof(
    variableSlot,
    fc.constantFrom(...types, "Place").map((text) => ({ constants: [text] })),
  ),
});
const pattern: fc.Arbitrary<NaivePattern> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ subject: subjectSlot, predicate: anyPredicate, object: objectSlot }),
  },
  { weight: 1, arbitrary: typePattern },
);

interface Asked extends NaiveQuery {
  readonly order: { readonly variable: string; readonly isDescending: boolean } | undefined;
  readonly limit: number;
}

/** How one pattern is made from a fact, so that it matches at least that one. */
const example = fc.record({
  fact: fc.nat(1000),
  isSubjectConstant: fc.nat(9).map((chance) => chance === 0),
  isObjectConstant: fc.nat(9).map((chance) => chance < 4),
  extra: constants,
  isTyped: fc.nat(9).map((chance) => chance < 8),
  /** Takes the place of the pattern, now and then. */
  other: pattern,
  isOther: fc.nat(9).map((chance) => chance === 0),
});

const asked: fc.Arbitrary<{ readonly given: NaiveData; readonly query: Asked }> = fc
  .record({
    given: data,
    examples: fc.array(example, { minLength: 1, maxLength: 4 }),
    picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
    distinct: fc.boolean(),
    orderPick: fc.option(fc.nat(2), { nil: undefined }),
    isDescending: fc.boolean(),
    limit: fc.constantFrom(0, 0, 1, 2, 5),
  })
  .map(({ given, examples, picks, distinct, orderPick, isDescending, limit }) => {
    const patterns = examples.flatMap((one) => patternsLike(given, one));
    const bound = variablesOf(patterns);
    const select = [...new Set(picks.map((pick) => bound[pick % bound.length]!))];
    const ordered = orderPick === undefined ? undefined : select[orderPick % select.length]!;
    const order = ordered === undefined ? undefined : { variable: ordered, isDescending };
    return { given, query: { patterns, select, distinct, order, limit } };
  })
  .filter(({ query }) => query.select.every((name) => name !== undefined));

type Example = typeof example extends fc.Arbitrary<infer T> ? T : never;

function patternsLike(given: NaiveData, one: Example): NaivePattern[] {
  if (one.isOther) return [one.other];
  const facts = factsOf(given);
  const [subject, predicate, object] = facts[one.fact % facts.length]!;
  const isObservation = subject.kind === "observation";
  const from: NaiveSlot =
    one.isSubjectConstant && !isObservation
      ? { constants: [subject.text] }
      : { variable: variableFor(subject) };
  const to: NaiveSlot =
    one.isObjectConstant && predicate !== "typeOf"
      ? { constants: [...new Set([object.text, ...(one.extra.length > 1 ? one.extra : [])])] }
      : predicate === "typeOf" && one.isObjectConstant
        ? { constants: [object.text] }
        : { variable: variableFor(object) };
  const patterns: NaivePattern[] = [{ subject: from, predicate, object: to }];
  if (isObservation && one.isTyped) {
    const type = { constants: ["StatVarObservation"] };
    patterns.push({ subject: from, predicate: "typeOf", object: type });
  }
  return patterns;
}

/** One name for one term, so that patterns meet; some terms share a name. */
function variableFor({ kind, text }: NaiveTerm): string {
  if (kind === "observation") return `o${Number(text) % 2}`;
  const names = ["a", "b", "c/d", "e", "f", "g", "h"];
  const sum = [...`${kind}${text}`].reduce((total, one) => total * 7 + one.codePointAt(0)!, 0);
  return names[sum % names.length]!;
}

function variablesOf(patterns: readonly NaivePattern[]): string[] {
  const slots = patterns.flatMap((one) => [one.subject, one.object]);
  return [...new Set(slots.flatMap((slot) => ("variable" in slot ? slot.variable : [])))];
}

/** Every other constant that may stand bare stands bare. */
function print({ select, distinct, patterns, order, limit }: Asked): string {
  let count = 0;
  const constant = (text: string) =>
    /^\w+$/.test(text) && count++ % 2 === 0 ? text : JSON.stringify(text);
  const slot = (one: NaiveSlot) => {
    if ("variable" in one) return `?${one.variable}`;
    const texts = one.constants.map(constant).join(" ");
    return one.constants.length === 1 ? texts : `(${texts})`;
  };
  const body = patterns.map((one) => `${slot(one.subject)} ${one.predicate} ${slot(one.object)}`);
  const direction = order?.isDescending ? "DESC" : "ASC";
  return [
    `SELECT ${distinct ? "DISTINCT " : ""}${select.map((name) => `?${name}`).join(" ")}`,
    `WHERE { ${body.join(" . ")} }`,
    order === undefined ? "" : `ORDER BY ${direction}(?${order.variable})`,
    limit === 0 ? "" : `LIMIT ${limit}`,
  ].join(" ");
}

function countsOf(rows: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = JSON.stringify(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

test("the engine answers as trying every triple for every pattern does", () => {
  fc.assert(
    fc.property(asked, ({ given, query }) => {
      const text = print(query);
      const { header, rows = [] } = querySparql(worldOfData(given), text);
      const answer = rows.map(({ cells }) => cells.map(({ value = "" }) => value));
      const all = naiveRows(given, query);
      expect(header).toEqual(query.select.map((name) => `?${name}`));
      const expectedCount = query.limit === 0 ? all.length : Math.min(all.length, query.limit);
      expect(answer.length, text).toBe(expectedCount);
      const allowed = countsOf(all);
      for (const [row, count] of countsOf(answer)) {
        expect(allowed.get(row) ?? 0, `${text} ${row}`).toBeGreaterThanOrEqual(count);
      }
      if (query.order === undefined) return;
      const { variable: key, isDescending } = query.order;
      const column = query.select.indexOf(key);
      const keys = all.map((row) => row[column]!).sort(compareTexts);
      if (isDescending) keys.reverse();
      expect(answer.map((row) => row[column])).toEqual(keys.slice(0, expectedCount));
    }),
    { numRuns },
  );
});
