/** No verb makes one number of several that differ in unit, period, facet or variable, whatever was done before. */
import fc from "fast-check";
import { expect, test } from "vitest";
import * as op from "../../../src/analysis.ts";
import { open, type Table } from "../../../src/index.ts";
import type { Cell } from "../../../src/tables/column-data.ts";
import { runs } from "../runs.ts";

/**
 * Each number is a power of eight of its own, so that sums show of which they are made, also where one was filled into
 * gaps. What is made of numbers that differ is then found by plain arithmetic, without columns of texts.
 */
interface Fact {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
  readonly unit: string;
  readonly period: string;
  readonly importName: string;
}

const fact: fc.Arbitrary<Fact> = fc.record({
  variable: fc.constantFrom("v", "w"),
  entity: fc.constantFrom("a", "b", "c"),
  date: fc.constantFrom("2019", "2020", "2021"),
  unit: fc.constantFrom("", "Euro"),
  period: fc.constantFrom("", "P1Y"),
  importName: fc.constantFrom("A", "B"),
});
const factsOf = (one: fc.Arbitrary<Fact>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 14, selector: (each) => JSON.stringify(each) });
/** In half of the worlds all numbers are of one kind: their sums are made, not refused. */
const facts = fc.oneof(
  factsOf(fact),
  fact.chain(({ variable, unit, period, importName }) =>
    factsOf(fact.map((one) => ({ ...one, variable, unit, period, importName }))),
  ),
);

const kindOf = ({ variable, unit, period, importName }: Fact): string =>
  JSON.stringify([variable, unit, period, importName]);

const worldOf = (all: readonly Fact[]) =>
  open({
    "o.csv": [
      "entity,variable,date,value,unit,observation_period,import_name",
      ...all.map((one, at) =>
        [one.entity, one.variable, one.date, 8 ** at, one.unit, one.period, one.importName].join(),
      ),
    ].join("\n"),
  });

type Step = (table: Table) => Table;
const names = (table: Table) => table.columns.map(({ name }) => name);
const numbersIn = (table: Table) =>
  table.columns.flatMap(({ kind, name }) => (kind === "number" ? [name] : []));
const only = (table: Table, keep: (name: string) => boolean) =>
  table.select(
    Object.fromEntries(names(table).flatMap((name) => (keep(name) ? [[name, name]] : []))),
  );

/** What keeps each number as it is, but perhaps not what stands beside it. */
const before: Readonly<Record<string, Step>> = {
  nothing: (table) => table,
  "select without facets": (table) =>
    only(
      table,
      (name) => !["facetId", "importName", "provenanceUrl", "measurementMethod"].includes(name),
    ),
  "select without units": (table) => only(table, (name) => name !== "unit"),
  "select without texts": (table) =>
    only(table, (name) => ["entity", "date", ...numbersIn(table)].includes(name)),
  sorted: (table) => table.sorted(names(table)[0]!, "descending"),
  filter: (table) => table.filter(({ entity }) => entity !== "b"),
  "derive by a formula": (table) => {
    const [name] = numbersIn(table).slice(-1);
    return /^[a-z]/.test(name ?? "") ? table.derive({ [name!]: `${name} * 1` }) : table;
  },
  join: (table) =>
    table.join(
      only(table, (name) => name === "entity")
        .head(1)
        .derive({ one: () => "x" }),
      { on: "entity" },
    ),
  pivot: (table) => {
    if (!names(table).includes("value") || !names(table).includes("variable")) return table;
    const index = ["entity", "date", "facetId"].filter((name) => names(table).includes(name));
    return table.pivot({ on: "variable", index, values: "value" });
  },
  unpivot: (table) => {
    const on = numbersIn(table).filter((name) => name !== "value");
    return on.length === 0 ? table : table.unpivot({ on, variableName: "of", valueName: "number" });
  },
  "fill forward": (table) =>
    table.perSeries().fillForward({ limit: 1, column: numbersIn(table).at(-1)! }),
  "sums of one": (table) => {
    const keys = names(table).filter((name) => !numbersIn(table).includes(name));
    const [name] = numbersIn(table).slice(-1);
    return table.group(...keys).agg({ [name!]: op.sum(name!) });
  },
};

/** What makes one number of several, as sums by group. */
const after: Readonly<Record<string, (table: Table, name: string) => readonly Cell[]>> = {
  "sum of all": (table, name) => cells(table.group().agg({ x: op.sum(name) }), "x"),
  "sum by entity": (table, name) => cells(table.group("entity").agg({ x: op.sum(name) }), "x"),
  "sum by date": (table, name) => cells(table.group("date").agg({ x: op.sum(name) }), "x"),
  mean: (table, name) =>
    table
      .group("entity")
      .agg({ x: op.mean(name), n: op.count(name) })
      .toJSON()
      .map(({ x, n }) => (x === null ? null : Number(x) * Number(n))),
  "cumulative sum": (table, name) =>
    cells(table.perSeries().cumulativeSum({ column: name, as: "x" }), "x"),
  "cumulative sum by": (table, name) =>
    cells(table.perSeries({ by: ["entity"] }).cumulativeSum({ column: name, as: "x" }), "x"),
  "rolling sum": (table, name) =>
    cells(table.perSeries().rollingSum(2, { column: name, minCount: 1, as: "x" }), "x"),
  resample: (table, name) =>
    cells(
      table.perSeries({ by: ["entity"] }).resample("year", "sum", { column: name, as: "x" }),
      "x",
    ),
  "sum of two columns": (table) => {
    const [one, other] = numbersIn(table).filter((name) => /^[a-z]\w*$/.test(name));
    if (other === undefined) return [];
    const mix = ["date"] as const;
    return table
      .derive({ x: `${one} + ${other}` }, { mix })
      .toJSON()
      .map(({ x, [one!]: a }) => (x === null ? null : -Number(x) + 0 * Number(a)));
  },
  sumUp: (table, name) => cells(table.sumUp({ to: "entity", column: name }), "sum"),
};

const cells = (table: Table, name: string): readonly Cell[] =>
  table.toJSON().map((row) => row[name] ?? null);

const refusal = /mix |add or subtract|two rows|no column|name a column|needs numbers/;

test("units, periods, facets and variables are not mixed after any two verbs", async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      facts,
      fc.constantFrom("records", "variables", "dates"),
      fc.constantFrom("all", "2020", "latest"),
      fc.array(fc.constantFrom(...Object.keys(before)), { maxLength: 3 }),
      fc.constantFrom(...Object.keys(after)),
      async (all, shape, date, steps, last) => {
        const commons = await worldOf(all);
        const facet = shape === "variables" ? "best" : "all";
        const question = { entities: ["a", "b", "c"], variables: ["v", "w"], shape, date, facet };
        let sums: readonly Cell[];
        try {
          let table = (await commons.table(question as never)) as unknown as Table;
          for (const step of steps) table = before[step]!(table);
          const name = numbersIn(table).at(-1);
          if (name === undefined) return;
          sums = after[last]!(table, name);
        } catch (error) {
          if (error instanceof TypeError && refusal.test(error.message)) return;
          throw error;
        }
        for (const sum of sums) {
          if (sum === null) continue;
          const size = Math.round(Math.abs(Number(sum)));
          const parts = all.filter((_, at) => Math.floor(size / 8 ** at) % 8 > 0);
          const isOfTwo = Number(sum) < 0;
          // Columns of two variables are added if units and periods are the same.
          const kinds = parts.map((one) =>
            isOfTwo ? JSON.stringify([one.unit, one.period]) : kindOf(one),
          );
          checked++;
          expect(new Set(kinds).size).toBeLessThan(2);
        }
      },
    ),
    runs(600),
  );
  expect(checked).toBeGreaterThan(10);
});
