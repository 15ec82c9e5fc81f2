import fc from "fast-check";
import { expect, test } from "vitest";
import { querySparql } from "../../../src/sparql/run/evaluate.ts";
import {
  compareTexts,
  type NaiveData,
  type NaiveQuery,
  naiveRows,
  worldOfData,
} from "../../oracle/sparql/naive-sparql.ts";
import { runs } from "../runs.ts";
import {
  countsOf,
  dataWith,
  dialectPatterns,
  example,
  patternsLike,
  variablesOf,
} from "./arbitraries.ts";

const { numRuns } = runs(150);

interface Asked extends NaiveQuery {
  readonly order: { readonly variable: string; readonly isDescending: boolean } | undefined;
  /** 0 is none. */
  readonly limit: number;
}

const asked: fc.Arbitrary<{ readonly given: NaiveData; readonly query: Asked }> = fc
  .record({
    given: dataWith(({ value, ...key }) => key),
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

function print({ select, distinct, patterns, order, limit }: Asked): string {
  const direction = order?.isDescending ? "DESC" : "ASC";
  return [
    `SELECT ${distinct ? "DISTINCT " : ""}${select.map((name) => `?${name}`).join(" ")}`,
    `WHERE { ${dialectPatterns(patterns)} }`,
    order === undefined ? "" : `ORDER BY ${direction}(?${order.variable})`,
    limit === 0 ? "" : `LIMIT ${limit}`,
  ].join(" ");
}

test("the engine answers as trying every triple for every pattern does", () => {
  fc.assert(
    fc.property(asked, ({ given, query }) => {
      const text = print(query);
      const world = worldOfData(given);
      const first = querySparql(world, text);
      const { header, rows = [] } = first;
      expect(querySparql(world, text), "asked again").toEqual(first);
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
