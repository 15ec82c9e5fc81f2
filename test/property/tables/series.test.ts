/** Steps, spans and coarser periods of series, against calendars of texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Cell } from "../../../src/tables/column-data.ts";
import { tableFrom } from "../../oracle/tables/table-from.ts";
import { runs } from "../runs.ts";

const padded = (number: number, width = 2) => String(number).padStart(width, "0");

/** All dates of a unit, ascending: also across a leap day and the turn of years. */
const days = Array.from({ length: 500 }, (_, at) =>
  new Date(Date.UTC(2019, 10, 20) + at * 86_400_000).toISOString().slice(0, 10),
);
const months = [2018, 2019, 2020, 2021].flatMap((year) =>
  Array.from({ length: 12 }, (_, at) => `${year}-${padded(at + 1)}`),
);
const quarters = Array.from({ length: 10 }, (_, year) => year + 1998).flatMap((year) =>
  [1, 2, 3, 4].map((at) => `${year}-Q${at}`),
);
const years = Array.from({ length: 30 }, (_, at) => padded(at + 985, 4));
const calendars = { day: days, month: months, quarter: quarters, year: years };
type Unit = keyof typeof calendars;

/** A series of some dates in any order; a number may be missing. */
const series = fc.constantFrom<Unit>("day", "month", "quarter", "year").chain((unit) =>
  fc.record({
    unit: fc.constant(unit),
    points: fc.uniqueArray(
      fc.record({
        entity: fc.constantFrom("a", "b"),
        date: fc
          .integer({ min: 0, max: unit === "day" ? 120 : 40 })
          .map((at) => calendars[unit][at % calendars[unit].length]!),
        value: fc.option(fc.integer({ min: -9, max: 9 }), { nil: null, freq: 4 }),
        other: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 30, selector: ({ entity, date }) => entity + date },
    ),
  }),
);
type Point = {
  readonly entity: string;
  readonly date: string;
  readonly value: number | null;
  readonly other: number;
};

/** By entity in the order in which they come, then by date. */
const inOrder = (points: readonly Point[]) =>
  [...new Set(points.map(({ entity }) => entity))].map((entity) =>
    points
      .filter((one) => one.entity === entity)
      .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
  );

const perSeries = (points: readonly Point[]) => {
  // A column of numbers is one, also where all are null.
  const all = [...points, { entity: "z", date: points[0]!.date, value: 1, other: 1 }];
  return tableFrom(all)
    .filter(({ entity }) => entity !== "z")
    .perSeries();
};

const spans = {
  day: ["1d", "7d", "30d", "1m", "3m", "1q"],
  month: ["1m", "5m", "12m", "1q", "2q", "1y"],
  quarter: ["1q", "4q", "3m", "6m", "1y", "2y"],
  year: ["1y", "3y", "12m", "4q", "24m", "8q"],
} as const;

/** The date so long before one; undefined where there is no such day. */
function before(unit: Unit, date: string, span: string): string | undefined {
  const [count, letter] = [Number.parseInt(span, 10), span.at(-1)!];
  const inMonths = { y: 12, q: 3, m: 1, d: 0 }[letter]! * count;
  if (unit === "year") return padded(Number(date) - inMonths / 12, 4);
  if (unit === "quarter") {
    const at = Number(date.slice(0, 4)) * 4 + Number(date.at(-1)) - 1 - inMonths / 3;
    return `${Math.floor(at / 4)}-Q${(at % 4) + 1}`;
  }
  if (letter === "d") {
    return new Date(Date.parse(date) - count * 86_400_000).toISOString().slice(0, 10);
  }
  const at = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - inMonths;
  const month = `${Math.floor(at / 12)}-${padded((at % 12) + 1)}`;
  if (unit === "month") return month;
  const day = `${month}-${date.slice(8)}`;
  return Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day)
    ? undefined
    : day;
}

const cellsOf = (made: { toJSON(): readonly object[] }, name: string): Cell[] =>
  made.toJSON().map((row) => Reflect.get(row, name));

test("a step back is a span of the calendar, and numbers that are not there are null", () => {
  fc.assert(
    fc.property(series, fc.nat(5), ({ unit, points }, place) => {
      const span = spans[unit][place]!;
      const ordered = inOrder(points).flat();
      const lagged = ordered.map(({ entity, date }) => {
        const earlier = before(unit, date, span);
        return points.find((one) => one.entity === entity && one.date === earlier)?.value ?? null;
      });
      const own = perSeries(points);
      expect(cellsOf(own.lag({ over: span, column: "value" }), "value_lag")).toEqual(lagged);
      const step = { year: "1y", quarter: "1q", month: "1m", day: "1d" }[unit] as "1y";
      const column = "value";
      expect(own.diff({ column }).toJSON()).toEqual(own.diff({ column, over: step }).toJSON());
      const made = own.diff({ over: span, column }).toJSON();
      expect(made.map(({ entity, date }) => [entity, date])).toEqual(
        ordered.map(({ entity, date }) => [entity, date]),
      );
      for (const [at, { value }] of ordered.entries()) {
        const old = lagged[at]!;
        expect(made[at]!["value_diff"]).toBe(value === null || old === null ? null : value - old);
      }
    }),
    runs(800),
  );
});

test("windows, running sums, an index and growth are those of plain loops", () => {
  fc.assert(
    fc.property(
      series,
      fc.integer({ min: 1, max: 6 }),
      fc.nat(3),
      ({ unit, points }, size, least) => {
        const own = perSeries(points);
        const column = "value";
        const minCount = least === 0 ? undefined : Math.min(least, size);
        const sums = cellsOf(own.rollingSum(size, { column, minCount, as: "sum" }), "sum");
        const means = cellsOf(own.rollingMean(size, { column, minCount, as: "mean" }), "mean");
        const running = cellsOf(own.cumulativeSum({ column }), "value_cumulative");
        const base = points[0]!;
        const index = cellsOf(own.indexTo(base.date, { column }), "value_index");
        let row = 0;
        for (const all of inOrder(points)) {
          let sum = 0;
          const atBase = all.find(({ date }) => date === base.date)?.value ?? null;
          for (const { date, value } of all) {
            const calendar = calendars[unit];
            const end = calendar.indexOf(date);
            const window = calendar.slice(Math.max(0, end - size + 1), end + 1);
            const known = all.filter((one) => window.includes(one.date) && one.value !== null);
            const total = known.reduce((one, { value }) => one + value!, 0);
            const isEnough = known.length >= (minCount ?? size);
            expect(sums[row]).toBe(isEnough ? total : null);
            if (isEnough) expect(means[row]).toBeCloseTo(total / known.length, 9);
            else expect(means[row]).toBeNull();
            if (value !== null) sum += value;
            expect(running[row]).toBe(value === null ? null : sum);
            if (value === null || atBase === null || atBase === 0) expect(index[row]).toBeNull();
            else expect(index[row]).toBeCloseTo((value / atBase) * 100, 9);
            row++;
          }
        }
        const growth = own.cagr({ column }).toJSON();
        expect(growth).toHaveLength(inOrder(points).length);
        for (const [at, all] of inOrder(points).entries()) {
          const known = all.filter(({ value }) => value !== null);
          const [first, last] = [known[0], known.at(-1)];
          expect(growth[at]).toMatchObject({
            entity: all[0]!.entity,
            from: first?.date ?? null,
            to: last?.date ?? null,
          });
          const rate = growth[at]!["value_cagr"];
          if (first === undefined || first === last || first.value! <= 0 || last!.value! < 0) {
            expect(rate).toBeNull();
            continue;
          }
          const [from, to] = [first.date, last!.date].map((one) => calendars[unit].indexOf(one));
          const perYear = { day: 365.2425, month: 12, quarter: 4, year: 1 }[unit];
          const wanted = (last!.value! / first.value!) ** (perYear / (to! - from!)) - 1;
          expect(Math.log1p(Number(rate))).toBeCloseTo(Math.log1p(wanted), 9);
        }
      },
    ),
    runs(800),
  );
});

const around = (unit: Unit, date: string, to: string): string => {
  const year = date.slice(0, 4);
  if (to === "year") return year;
  const month = Number(date.slice(5, 7));
  if (to === "quarter") {
    return unit === "quarter" ? date : `${year}-Q${Math.ceil(month / 3)}`;
  }
  return date.slice(0, 7);
};
const finer = ["day", "month", "quarter", "year"];

test("coarser periods have what is made of their numbers, if enough of them are there", () => {
  const how = fc.constantFrom("count", "sum", "mean", "max", "min", "last", "first");
  fc.assert(
    fc.property(
      series,
      fc.constantFrom("month", "quarter", "year"),
      how as fc.Arbitrary<"sum">,
      fc.nat(3),
      ({ unit, points }, to, op, least) => {
        fc.pre(finer.indexOf(unit) <= finer.indexOf(to));
        const minCount = least === 0 ? undefined : least;
        const own = perSeries(points);
        const column = "value";
        const made = own.resample(to as "year", op, { column, minCount }).toJSON();
        const wanted = inOrder(points).flatMap((all) => {
          const periods = [...new Set(all.map(({ date }) => around(unit, date, to)))];
          return periods.map((period) => {
            const values = all
              .filter(({ date, value }) => around(unit, date, to) === period && value !== null)
              .map(({ value }) => value!);
            const parts = { day: 0, month: 1, quarter: 3, year: 12 };
            const enough = unit === "day" ? 1 : parts[to as Unit] / parts[unit];
            const total = values.reduce((sum, value) => sum + value, 0);
            const results: Readonly<Record<string, number>> = {
              count: values.length,
              sum: total,
              mean: total / values.length,
              max: Math.max(...values),
              min: Math.min(...values),
              last: values.at(-1)!,
              first: values[0]!,
            };
            const isThere = values.length >= (minCount ?? enough);
            const value = isThere ? results[op]! : null;
            return { entity: all[0]!.entity, date: period, value };
          });
        });
        expect(made).toEqual(wanted);
      },
    ),
    runs(800),
  );
});

interface Place {
  readonly at: number;
  readonly value: number;
}

/** What lies on the line between two numbers; null beside them, and in a gap that is too long. */
function lineAt(at: number, last: Place | undefined, next: Place | undefined, most: number): Cell {
  if (last === undefined || next === undefined) return null;
  if (last === next) return last.value;
  if (next.at - last.at - 1 > most) return null;
  const share = (at - last.at) / (next.at - last.at);
  return last.value + (next.value - last.value) * share;
}

test("what is filled has each period once, the last number, or the line between two, within a limit", () => {
  fc.assert(
    fc.property(
      series,
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      (given, limit) => {
        const { unit, points } = given;
        const calendar = calendars[unit];
        const own = perSeries(points);
        const forward = own.fillForward({ column: "value", limit }).toJSON();
        const between = own.interpolate({ column: "value", limit, as: "line" }).toJSON();
        const nearest = cellsOf(own.nearest({ column: "value", limit }), "value_nearest");
        const most = limit ?? Number.POSITIVE_INFINITY;
        const wanted: object[] = [];
        const lines: Cell[] = [];
        const nearer: Cell[] = [];
        for (const all of inOrder(points)) {
          const placeOf = ({ date }: Point) => calendar.indexOf(date);
          const known = all
            .filter(({ value }) => value !== null)
            .map((one) => ({ at: placeOf(one), value: one.value! }));
          for (const one of all) {
            const gaps = known.map(({ at }) => Math.abs(at - placeOf(one)));
            const least = Math.min(...gaps);
            nearer.push((least <= most ? known[gaps.indexOf(least)] : undefined)?.value ?? null);
          }
          for (let at = placeOf(all[0]!); at <= placeOf(all.at(-1)!); at++) {
            const there = all.find(({ date }) => date === calendar[at]);
            const last = known.findLast((one) => one.at <= at);
            const next = known.find((one) => one.at >= at);
            const isNear = last !== undefined && at - last.at <= most;
            const value = isNear ? last.value : null;
            const other = there?.other ?? null;
            wanted.push({ entity: all[0]!.entity, date: calendar[at], value, other });
            lines.push(lineAt(at, last, next, most));
          }
        }
        expect(nearest).toEqual(nearer);
        expect(forward).toEqual(wanted);
        const rounded = (all: readonly Cell[]) =>
          all.map((one) => (one === null ? null : Math.round(Number(one) * 1e6) + 0));
        expect(rounded(between.map((one) => one["line"]!))).toEqual(rounded(lines));
        expect(between.map(({ entity, date, other }) => ({ entity, date, other }))).toEqual(
          forward.map(({ entity, date, other }) => ({ entity, date, other })),
        );
      },
    ),
    runs(800),
  );
});
