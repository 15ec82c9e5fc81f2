/** Every row of the table of functions can be asked, and asked only as the row says. */

import { describe, expect, test } from "vitest";
import { QueryError } from "../../../src/errors/errors.ts";
import {
  type AggregateRow,
  type FunctionRow,
  functions,
  isAggregator,
  isOperator,
} from "../../../src/sparql/function-table.ts";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import { worldOf } from "../../oracle/small-world.ts";

const world = worldOf([["a", "name", "=5"]]);
const rows: [string, FunctionRow | AggregateRow][] = Object.entries(functions);

const ask = (query: string) => querySparql(world, query, { dialect: "extended" });

/** A use of a row with so many arguments. */
function use({ form, written }: FunctionRow | AggregateRow, count: number): string {
  const args = Array.from({ length: count }, (_, at) => (at === 0 ? "?n" : '"i"'));
  if (form === "word") return `${args[0]} ${written} (${args.slice(1).join(", ")})`;
  if (form === "mark") return count === 1 ? `${written}${args[0]}` : args.join(` ${written} `);
  return `${written}(${args.join(", ")})`;
}

/** The least and the greatest number of arguments. */
function arityOf({ args }: FunctionRow | AggregateRow): [number, number] {
  const optional = args.filter((name) => name.endsWith("?")).length;
  return [args.length - optional, args.length];
}

const select = (expression: string) => `SELECT (${expression} AS ?x) { ?a name ?n }`;

describe.each(rows)("%s", (name, row) => {
  const [least, most] = arityOf(row);

  test("is read, compiled and evaluated with the arguments that its row names", () => {
    for (let count = least; count <= most; count++) {
      expect(ask(select(use(row, count))).header).toEqual(["?x"]);
      expect(ask(select(use(row, count).toLowerCase())).header).toEqual(["?x"]);
    }
  });

  test("is refused with fewer and with more", () => {
    // Marks and words take what stands around them.
    const counts = row.form === "call" || row.form === "aggregate" ? [least - 1, most + 1] : [];
    expect(counts.length > 0).toBe(/^[A-Z]\w*$/.test(row.written) && row.form !== "word");
    for (const count of counts.filter((arity) => arity >= 0)) {
      expect(() => ask(select(use(row, count))), String(count)).toThrow(QueryError);
    }
  });

  test("stands in FILTER unless it is an aggregate, and takes * and DISTINCT as its row says", () => {
    const filtered = `SELECT ?n { ?a name ?n FILTER(${use(row, least)}) }`;
    if (row.form !== "aggregate") {
      expect(ask(filtered).header).toEqual(["?n"]);
      return;
    }
    expect(() => ask(filtered)).toThrow(QueryError);
    expect(ask(select(`${name}(DISTINCT ?n)`)).rows).toHaveLength(1);
    const all = () => ask(select(`${name}(*)`)).rows;
    if (row.takesAll) expect(all()).toHaveLength(1);
    else expect(all).toThrow(QueryError);
  });

  test("says in a few words what it answers", () => {
    expect(row.about).toMatch(/^\S.*[^.]$/);
  });
});

test("names of operators and aggregates are those of rows alone", () => {
  for (const name of ["toString", "__proto__", "struuid", ""]) {
    expect([isOperator(name), isAggregator(name)], name).toEqual([false, false]);
  }
  expect([isOperator("regex"), isAggregator("regex")]).toEqual([true, false]);
  expect([isOperator("sum"), isAggregator("sum")]).toEqual([false, true]);
});

test("work on texts is a step for 64 characters", () => {
  const text = "x".repeat(6400);
  for (const name of ["str", "lcase", "contains", "strends"] as const) {
    const steps: number[] = [];
    const context = { areStored: false, regex: undefined, work: (n: number) => steps.push(n) };
    functions[name].evaluate([() => text, () => "y"], context)();
    expect(steps).toEqual([100]);
  }
});

test("what no row names is refused by its name", () => {
  expect(() => ask(select("struuid()"))).toThrow(/Unsupported: function struuid/);
  expect(() => ask(select("toString(?n)"))).toThrow(/Unsupported: function toString/);
});
