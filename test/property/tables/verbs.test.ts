/** Verbs of tables against plain loops over rows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import * as op from "../../../src/analysis.ts";
import type { Cell } from "../../../src/tables/column-data.ts";
import { type PlainRow, tableFrom } from "../../oracle/tables/table-from.ts";
import { runs } from "../runs.ts";

const number = fc.option(
  fc.integer({ min: -20, max: 20 }).map((value) => value / 4),
  { freq: 4 },
);
const row = fc.record({
  state: fc.constantFrom("a", "b", "toString", null),
  kind: fc.constantFrom("x", "y"),
  value: number,
  weight: number,
});
const rows = fc.array(row, { minLength: 1, maxLength: 40 });
/** A column of numbers is one, also where all are null. */
const table = (all: readonly PlainRow[]) =>
  tableFrom([...all, { state: "end", kind: "x", value: 0, weight: 0 }]).filter(
    (one) => one["state"] !== "end",
  );

const near = (found: Cell | undefined, wanted: number | null) => {
  if (wanted === null || Number.isNaN(wanted)) expect(found).toBeNull();
  else expect(found).toBeCloseTo(wanted, 9);
};
const numbersOf = (all: readonly PlainRow[], name: string) =>
  all.map((one) => one[name]).filter((one): one is number => typeof one === "number");
const total = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
const meanOf = (all: readonly number[]) => total(all) / all.length;
const varianceOf = (all: readonly number[]) =>
  all.length < 2
    ? Number.NaN
    : total(all.map((one) => (one - meanOf(all)) ** 2)) / (all.length - 1);
const quantileOf = (all: readonly number[], share: number) => {
  const sorted = all.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place % 1);
};

test("aggregates of groups are those of plain loops, in the order of first rows", () => {
  fc.assert(
    fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const found = table(all)
        .group("state", "kind")
        .agg({
          n: op.count(),
          known: op.count("value"),
          sum: op.sum("value"),
          mean: op.mean("value"),
          weighted: op.weightedMean("value", "weight"),
          median: op.median("value"),
          quantile: op.quantile("value", share),
          min: op.min("value"),
          max: op.max("value"),
          variance: op.variance("value"),
          std: op.std("value"),
          first: op.first("value"),
          last: op.last("value"),
          corr: op.corr("value", "weight"),
        })
        .toJSON();
      const keyOf = (one: PlainRow) => JSON.stringify([one["state"], one["kind"]]);
      const keys = [...new Set(all.map(keyOf))];
      const groups = new Map(keys.map((key) => [key, all.filter((one) => keyOf(one) === key)]));
      expect(found.map((one) => JSON.stringify([one["state"], one["kind"]]))).toEqual([
        ...groups.keys(),
      ]);
      for (const [at, own] of [...groups.values()].entries()) {
        const values = numbersOf(own, "value");
        const one = found[at]!;
        expect([one["n"], one["known"]]).toEqual([own.length, values.length]);
        near(one["sum"], values.length === 0 ? null : total(values));
        near(one["mean"], meanOf(values));
        near(one["median"], quantileOf(values, 0.5));
        near(one["quantile"], quantileOf(values, share));
        near(one["min"], values.length === 0 ? null : Math.min(...values));
        near(one["max"], values.length === 0 ? null : Math.max(...values));
        near(one["variance"], varianceOf(values));
        near(one["std"], Math.sqrt(varianceOf(values)));
        near(one["first"], values[0] ?? null);
        near(one["last"], values.at(-1) ?? null);
        const both = own.filter(({ value, weight }) => value !== null && weight !== null);
        const [xs, ys] = [numbersOf(both, "value"), numbersOf(both, "weight")];
        near(
          one["weighted"],
          total(xs.map((x, place) => x * ys[place]!)) / (total(ys) || Number.NaN),
        );
        const spread = (list: readonly number[]) =>
          Math.sqrt(total(list.map((x) => (x - meanOf(list)) ** 2)));
        const product = total(xs.map((x, place) => (x - meanOf(xs)) * (ys[place]! - meanOf(ys))));
        const scale = spread(xs) * spread(ys);
        // Equal numbers have no spread, but rounding may leave a little.
        if (scale === 0 || scale > 1e-6) near(one["corr"], product / (scale || Number.NaN));
      }
    }),
    runs(800),
  );
});

test("ranks, shares and scores are among the rows with equal cells", () => {
  fc.assert(
    fc.property(rows, (all) => {
      const found = table(all)
        .rank("value", { within: "kind", as: "rank" })
        .share("weight", { within: ["kind"], as: "share" })
        .zScore("value", { within: "kind", as: "z" })
        .toJSON();
      for (const [at, { kind, value, weight }] of all.entries()) {
        const others = all.filter((one) => one.kind === kind);
        const [values, weights] = [numbersOf(others, "value"), numbersOf(others, "weight")];
        const one = found[at]!;
        near(
          one["rank"],
          value === null ? null : 1 + values.filter((other) => other > value).length,
        );
        near(one["share"], weight === null ? null : weight / (total(weights) || Number.NaN));
        const scale = Math.sqrt(varianceOf(values));
        if (value !== null && scale > 1e-9) near(one["z"], (value - meanOf(values)) / scale);
        else expect(one["z"]).toBeNull();
      }
      const bins = table(all).histogram("value", { bins: 3 }).toJSON();
      const counted = total(bins.map((bin) => Number(bin["count"])));
      expect(counted).toBe(numbersOf(all, "value").length);
    }),
    runs(800),
  );
});

test("a join has a row for each pair that meets, and rows that meet none if it is a left one", () => {
  const other = fc.array(
    fc.record({
      state: fc.constantFrom("a", "b", "c", null),
      rank: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(
      rows,
      other,
      fc.constantFrom("left" as const, "inner" as const),
      (all, more, how) => {
        const found = table(all).join(tableFrom(more), { on: "state", how }).toJSON();
        const wanted = all.flatMap((one): PlainRow[] => {
          const met = more.filter(({ state }) => state !== null && state === one.state);
          const missing = how === "left" ? [{ ...one, rank: null }] : [];
          return met.length > 0 ? met.map(({ rank }) => ({ ...one, rank })) : missing;
        });
        expect(found).toEqual(wanted);
      },
    ),
    runs(800),
  );
});

test("what is pivoted and unpivoted again is what it was", () => {
  fc.assert(
    fc.property(rows, (all) => {
      const once = [
        ...new Map(all.map((one) => [JSON.stringify([one.state, one.kind]), one])).values(),
      ];
      const wide = table(once).pivot({ on: "kind", index: "state", values: "value" });
      const names = wide.columns.map(({ name }) => name).slice(1);
      const long = wide.unpivot({ on: names, variableName: "kind" });
      const keep = (list: readonly PlainRow[]) =>
        list
          .filter(({ value }) => value !== null)
          .map(({ state, kind, value }) => JSON.stringify([state, kind, value]))
          .sort();
      expect(keep(long.toJSON())).toEqual(keep(once));
    }),
    runs(800),
  );
});

test("filters by cells are filters by a function, and formulas are functions of rows", () => {
  fc.assert(
    fc.property(rows, (all) => {
      const own = table(all);
      const byCells = own.filter({ state: ["a", null], value: { min: -1, max: 2 } });
      const isKept = ({ state, value }: PlainRow) =>
        (state === "a" || state === null) &&
        value !== null &&
        Number(value) >= -1 &&
        Number(value) <= 2;
      expect(byCells.toJSON()).toEqual(all.filter(isKept));
      expect(own.filter(isKept).toJSON()).toEqual(all.filter(isKept));
      const derived = own.derive({
        a: "(value - 2) * weight / value",
        b: ({ value: one, weight }) =>
          one === null || weight === null || one === 0
            ? null
            : ((Number(one) - 2) * Number(weight)) / Number(one),
      });
      for (const one of derived) near(one["a"], one["b"] as number | null);
    }),
    runs(800),
  );
});

const history = fc.uniqueArray(
  fc.record({
    entity: fc.constantFrom("a", "b"),
    date: fc.integer({ min: 2000, max: 2012 }).map(String),
    value: number,
  }),
  { minLength: 1, maxLength: 20, selector: ({ entity, date }) => entity + date },
);

test("steps of series count years, whatever order rows have and whatever years are missing", () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 4 }), (all, years) => {
      const series = tableFrom([...all, { entity: "z", date: "2000", value: 1 }]).perSeries();
      const over = `${years}y` as const;
      const at = (entity: Cell | undefined, date: number) =>
        all.find((one) => one.entity === entity && one.date === String(date))?.value ?? null;
      const options = { over, as: "found" };
      const ofRows = (made: ReturnType<typeof series.diff>) =>
        made.toJSON().filter(({ entity }) => entity !== "z");
      for (const one of ofRows(series.diff(options))) {
        const before = at(one["entity"], Number(one["date"]) - years);
        const isKnown = before !== null && one["value"] !== null;
        near(one["found"], isKnown ? Number(one["value"]) - before : null);
      }
      for (const one of ofRows(series.percentChange(options))) {
        const before = at(one["entity"], Number(one["date"]) - years);
        const isKnown = before !== null && one["value"] !== null && before !== 0;
        near(one["found"], isKnown ? (Number(one["value"]) - before) / Math.abs(before) : null);
      }
      for (const one of ofRows(series.rollingMean(years, { minCount: 1, as: "found" }))) {
        const last = Number(one["date"]);
        const window = Array.from({ length: years }, (_, back) => at(one["entity"], last - back));
        const known = window.filter((value) => value !== null);
        near(one["found"], known.length === 0 ? null : meanOf(known));
      }
      const dates = ofRows(series.lag(options)).map((one) => [one["entity"], one["date"]]);
      const order = [...new Set(all.map(({ entity }) => entity))];
      const wanted = order.flatMap((entity) =>
        all
          .filter((one) => one.entity === entity)
          .map(({ date }) => [entity, date])
          .sort(),
      );
      expect(dates).toEqual(wanted);
    }),
    runs(800),
  );
});

test("filled series have a row for each year, with what was known before or lies between", () => {
  fc.assert(
    fc.property(history, (all) => {
      const own = tableFrom([...all, { entity: "z", date: "2000", value: 1 }]);
      const forward = own.perSeries().fillForward();
      const between = own.perSeries().interpolate().toJSON();
      for (const [place, one] of forward.toJSON().entries()) {
        const year = Number(one["date"]);
        const known = all
          .filter(({ entity, value }) => entity === one["entity"] && value !== null)
          .toSorted((a, b) => Number(a.date) - Number(b.date));
        if (one["entity"] === "z") continue;
        const before = known.findLast(({ date }) => Number(date) <= year);
        const after = known.find(({ date }) => Number(date) >= year);
        near(one["value"], before?.value ?? null);
        if (before === undefined || after === undefined)
          expect(between[place]!["value"]).toBeNull();
        else {
          const [from, to] = [Number(before.date), Number(after.date)];
          const share = from === to ? 0 : (year - from) / (to - from);
          near(between[place]!["value"], before.value! + (after.value! - before.value!) * share);
        }
      }
    }),
    runs(800),
  );
});
