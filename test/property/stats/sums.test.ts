import fc from "fast-check";
import { expect, test } from "vitest";
import { ObservationTable } from "../../../src/stats/read/observations.ts";
import { totalOf } from "../../../src/stats/read/sums.ts";
import type { ColumnSource, Range } from "../../../src/store/columns/column-source.ts";
import { ColumnRecorder } from "../../unit/stats/read/column-recorder.ts";
import { frozen, type Row } from "../../unit/stats/read/frozen-rows.ts";
import { runs } from "../runs.ts";

/** Values of every width and format, exceptions of both, and texts. */
const kinds: readonly (readonly string[])[] = [
  ["0", "7", "-100", "12"],
  ["1.5", "1.50", "-2.25", "3"],
  ["30000", "-7", "n/a", "98765432109876543210"],
  ["2000000000", "-2000000000", "-2147483648"],
  ["1e-7", "0.1", "123456789.125", "n/a", "NaN"],
  ["57.30", "999999.1", "-0.001", "4", "unknown"],
  ["5.0", "1e300", "12.5"],
];

const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom("a", "b", "c"),
      fc.constantFrom("x", "y", "z"),
      fc.constantFrom("", "P1Y"),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...kinds),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((series) =>
    series.flatMap(([variable, entity, observationPeriod, picks, values]) =>
      picks.map((pick, year): Row => {
        const value = values[pick % values.length]!;
        return [variable, entity, { observationPeriod }, String(2001 + year), value];
      }),
    ),
  );

/** The same columns, of which none is said to be here as a whole. */
function inParts(recorder: ColumnRecorder): ColumnSource {
  return {
    column: (name) => recorder.column(name),
    lazyRows: (name) => ({ ...recorder.lazyRows(name), isWhole: false }),
  };
}

/** Numbers, their sum, and the sum of their sizes: what a double cannot hold grows with it. */
function naive(observations: ObservationTable, { start, end }: Range) {
  const [first, last] = [observations.pointsOf(start).start, observations.pointsOf(end - 1).end];
  const numbers: number[] = [];
  for (let point = first; point < last; point++) numbers.push(observations.numberAt(point));
  const found = numbers.filter((number) => !Number.isNaN(number));
  return {
    count: found.length,
    sum: found.reduce((sum, number) => sum + number, 0),
    size: found.reduce((sum, number) => sum + Math.abs(number), 0),
  };
}

test("the total of any range of series is that of its numbers, with columns here and in parts", () => {
  fc.assert(
    fc.property(rows, fc.nat(), fc.nat(), (loaded, from, length) => {
      const { graph, observations } = frozen(loaded).world;
      const source = inParts(new ColumnRecorder(observations));
      const apart = ObservationTable.readFrom(source, observations.meta, graph.dictionary);
      const { seriesCount } = observations;
      const start = from % seriesCount;
      const end = start + 1 + (length % (seriesCount - start));
      for (const range of [
        { start, end },
        { start: 0, end: seriesCount },
      ]) {
        const { count, sum, size } = naive(observations, range);
        for (const table of [observations, apart]) {
          const total = totalOf(table, range);
          expect(total.count).toBe(count);
          expect(Math.abs(total.sum - sum)).toBeLessThanOrEqual(size * 1e-12);
        }
      }
      expect(totalOf(observations, { start, end: start })).toEqual({ count: 0, sum: 0 });
    }),
    runs(40),
  );
});

test("decimals are added exactly", () => {
  const loaded = Array.from(
    { length: 30 },
    (_, year): Row => ["a", "x", {}, `${1990 + year}`, "0.1"],
  );
  const { observations } = frozen(loaded).world;
  expect(totalOf(observations, { start: 0, end: 1 })).toEqual({ count: 30, sum: 3 });
});
