/** A general SPARQL engine answers the standard form of the same queries over the same triples. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { QueryError } from "../../../src/errors/errors.ts";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import type { NaiveData } from "../../oracle/sparql/naive-sparql.ts";
import { worldOfData } from "../../oracle/sparql/naive-sparql.ts";
import { standardRows } from "../../oracle/sparql/oxigraph.ts";
import {
  type Condition,
  conditionText,
  patternsOf,
  type StandardGroup,
  StandardWriter,
  textExpression,
  triplesOf,
} from "../../oracle/sparql/standard-sparql.ts";
import { runs } from "../runs.ts";
import {
  anyText,
  countsOf,
  dataWith,
  dialectPatterns,
  type Example,
  example,
  patternsLike,
  variablesOf,
} from "./arbitraries.ts";

// A case takes as long as ten of those against the obvious evaluator.
const { numRuns } = runs(50);

// Here an observation is the node that its dcid names, so that no two may have one dcid.
const data = dataWith(({ value, importName, ...key }) => key);

function engineRows(given: NaiveData, query: string): string[][] {
  const { rows = [] } = querySparql(worldOfData(given), query, { dialect: "extended" });
  return rows.map(({ cells }) => cells.map(({ value = "" }) => value));
}

test("basic graph patterns", () => {
  const asked = fc.record({
    given: data,
    examples: fc.array(example, { minLength: 1, maxLength: 4 }),
    distinct: fc.boolean(),
  });
  fc.assert(
    fc.property(asked, ({ given, examples, distinct }) => {
      const patterns = examples.flatMap((one) => patternsLike(given, one));
      const names = variablesOf(patterns);
      fc.pre(names.length > 0);
      const select = distinct ? "SELECT DISTINCT" : "SELECT";
      const variables = names.map((name) => `?${name}`).join(" ");
      const own = `${select} ${variables} WHERE { ${dialectPatterns(patterns)} }`;
      const where = new StandardWriter(given, { patterns }).group({ patterns });
      const columns = names.map((name) => `(${textExpression(name)} AS ?t${name})`).join(" ");
      const standard = `${select} ${columns} ${where}`;
      const expected = standardRows(
        triplesOf(given),
        standard,
        names.map((name) => `t${name}`),
      );
      expect(countsOf(engineRows(given, own)), `${own}\n${standard}`).toEqual(countsOf(expected));
    }),
    { numRuns },
  );
});

/** A group before it is known which variables its patterns have. */
interface GroupExample {
  readonly patterns: readonly Example[];
  readonly optional: readonly Example[];
  readonly union: readonly (readonly Example[])[];
  readonly filter: ConditionExample | undefined;
  readonly innerFilter: ConditionExample | undefined;
  readonly hasWildcard: boolean;
}

interface ConditionExample {
  readonly kind: number;
  readonly variable: number;
  readonly texts: readonly string[];
  readonly isNot: boolean;
  readonly other: ConditionExample | null;
}

const { condition } = fc.letrec<{ condition: ConditionExample }>((tie) => ({
  condition: fc.record({
    kind: fc.nat(3),
    variable: fc.nat(20),
    texts: fc.array(anyText, { minLength: 1, maxLength: 3 }),
    isNot: fc.boolean(),
    other: fc.option(tie("condition"), { maxDepth: 2 }),
  }),
}));

const someExamples = (maxLength: number) => fc.array(example, { maxLength });

const groupExample: fc.Arbitrary<GroupExample> = fc.record({
  patterns: fc.array(example, { minLength: 1, maxLength: 2 }),
  optional: someExamples(2),
  union: fc.oneof(fc.constant([]), fc.tuple(someExamples(1), someExamples(1))),
  filter: fc.option(condition, { nil: undefined }),
  innerFilter: fc.option(condition, { nil: undefined }),
  hasWildcard: fc.boolean(),
});

const operators = ["=", "!=", "<", ">", "<=", ">="];
const regexes = ["^n", "0|9$", "[0-9]{2,}", "(a|t)+e", "^.$", "\\d+", "State"];

function conditionLike(one: ConditionExample, names: readonly string[]): Condition {
  const variable = names[one.variable % names.length]!;
  const [text] = one.texts as [string];
  const simple = (): Condition => {
    switch (one.kind) {
      case 0:
        return { kind: "bound", variable };
      case 1:
        return { kind: "in", variable, texts: one.texts };
      case 2:
        return { kind: "regex", variable, pattern: regexes[one.variable % 7]!, flags: "i" };
      default:
        return { kind: "compare", variable, operator: operators[one.variable % 6]!, text };
    }
  };
  const own: Condition = one.isNot ? { kind: "not", of: simple() } : simple();
  if (one.other === null) return own;
  const operator = one.isNot ? "||" : "&&";
  return { kind: "both", operator, of: [own, conditionLike(one.other, names)] };
}

function groupLike(given: NaiveData, one: GroupExample): StandardGroup {
  const like = (examples: readonly Example[]) =>
    examples.flatMap((each) => patternsLike(given, each));
  const wildcard = {
    subject: { variable: "a" },
    predicate: "",
    predicateVariable: "p",
    object: { variable: "b" },
  };
  const patterns = [...like(one.patterns), ...(one.hasWildcard ? [wildcard] : [])];
  const inner = like(one.optional);
  const ownNames = variablesOf([...patterns, ...inner]);
  const optional =
    inner.length === 0
      ? undefined
      : {
          patterns: inner,
          filter:
            one.innerFilter && ownNames.length > 0
              ? conditionLike(one.innerFilter, ownNames)
              : undefined,
        };
  const [left, right] = one.union.map((branch) => ({ patterns: like(branch) }));
  const union = left && right ? ([left, right] as const) : undefined;
  const group = { patterns, optional, union };
  const names = variablesOf(patternsOf(group));
  const filter = one.filter && names.length > 0 ? conditionLike(one.filter, names) : undefined;
  return { ...group, filter };
}

function dialectGroup({ patterns, optional, union, filter }: StandardGroup): string {
  const parts = [dialectPatterns(patterns)];
  if (optional !== undefined) parts.push(`OPTIONAL ${dialectGroup(optional)}`);
  if (union !== undefined) parts.push(union.map(dialectGroup).join(" UNION "));
  if (filter !== undefined) parts.push(`FILTER(${conditionText(filter, (name) => `?${name}`)})`);
  return `{ ${parts.join(" ")} }`;
}

/** Queries that are refused because of what a group sees of the outside. */
function isRefused(error: unknown): boolean {
  return error instanceof QueryError && error.reason.includes("which its group does not bind");
}

test("FILTER, OPTIONAL, UNION, predicates as variables", () => {
  let answered = 0;
  let refused = 0;
  fc.assert(
    fc.property(data, groupExample, (given, one) => {
      const where = groupLike(given, one);
      const names = variablesOf(patternsOf(where));
      if (one.hasWildcard) names.push("p");
      fc.pre(names.length > 0);
      const own = `SELECT ${names.map((name) => `?${name}`).join(" ")} WHERE ${dialectGroup(where)}`;
      let rows: string[][];
      try {
        rows = engineRows(given, own);
        answered++;
      } catch (error) {
        if (!isRefused(error)) throw error;
        refused++;
        return;
      }
      const columns = names.map((name) => `(${textExpression(name)} AS ?t${name})`).join(" ");
      const standard = `SELECT ${columns} ${new StandardWriter(given, where).group(where)}`;
      const expected = standardRows(
        triplesOf(given),
        standard,
        names.map((name) => `t${name}`),
      );
      expect(countsOf(rows), `${own}\n${standard}`).toEqual(countsOf(expected));
    }),
    { numRuns },
  );
  expect(answered).toBeGreaterThan(refused);
});

test("GROUP BY, COUNT and HAVING", () => {
  const asked = fc.record({
    given: data,
    examples: fc.array(example, { minLength: 1, maxLength: 3 }),
    key: fc.option(fc.nat(20), { nil: undefined }),
    counted: fc.nat(20),
    least: fc.nat(2),
  });
  fc.assert(
    fc.property(asked, ({ given, examples, key, counted, least }) => {
      const patterns = examples.flatMap((one) => patternsLike(given, one));
      const names = variablesOf(patterns);
      fc.pre(names.length > 0);
      const count = names[counted % names.length]!;
      const by = key === undefined ? undefined : names[key % names.length]!;
      // Whether an error counts is seen differently, so that unbound has a text of its own there.
      const aggregates = (text: string) =>
        `(COUNT(*) AS ?all) (COUNT(?${count}) AS ?some) (COUNT(DISTINCT ${text}) AS ?each)`;
      const having = `HAVING (COUNT(*) > ${least})`;
      const text = [
        `SELECT ${by === undefined ? "" : `?${by}`} ${aggregates(`?${count}`)}`,
        `WHERE { ${dialectPatterns(patterns)} }`,
        by === undefined ? having : `GROUP BY ?${by} ${having}`,
      ].join(" ");
      const where = new StandardWriter(given, { patterns }).group({ patterns });
      const standard = [
        `SELECT ${by === undefined ? "" : "?key"} ${aggregates(`COALESCE(${textExpression(count)}, "unset")`)}`,
        where,
        by === undefined ? having : `GROUP BY (${textExpression(by)} AS ?key) ${having}`,
      ].join(" ");
      const columns = by === undefined ? [] : ["key"];
      const expected = standardRows(triplesOf(given), standard, [
        ...columns,
        "all",
        "some",
        "each",
      ]);
      const own = engineRows(given, text).map((row) => {
        const [all = "", some = "", each = ""] = row.slice(-3);
        return [...row.slice(0, -1), String(Number(each) + (some === all ? 0 : 1))];
      });
      expect(countsOf(own), `${text}\n${standard}`).toEqual(countsOf(expected));
    }),
    { numRuns },
  );
});
