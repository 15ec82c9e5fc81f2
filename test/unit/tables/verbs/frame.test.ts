import { describe, expect, test } from "vitest";
import {
  count,
  first,
  mean,
  median,
  quantile,
  sum,
  weightedMean,
} from "../../../../src/analysis.ts";
import { open } from "../../../../src/index.ts";
import { Table } from "../../../../src/tables/column-table.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const own = tableFrom([
  { state: "a", value: 1, unit: "USDollar", facetId: "1" },
  { state: "a", value: 2, unit: "Euro", facetId: "2" },
  { state: "b", value: 4, unit: "Euro", facetId: "2" },
]);

describe("columns", () => {
  test("that are not there are refused with the nearest name", () => {
    const message =
      "the table has no column 'vlaue', but state, value, unit, facetId; did you mean 'value'?";
    expect(() => own.group("state").agg({ m: mean("vlaue") })).toThrow(message);
    expect(() => own.sorted("vlaue")).toThrow(message);
    expect(() => own.filter({ vlaue: 1 })).toThrow(message);
    expect(() => own.derive({ x: "vlaue * 2" })).toThrow(message);
    expect(() => own.rank("vlaue")).toThrow(message);
    expect(() => own.group("sate")).toThrow("did you mean 'state'?");
    expect(() => own.join(own, { on: "sate" })).toThrow("did you mean 'state'?");
  });

  test("of texts are refused where numbers are needed", () => {
    expect(() => own.group().agg({ m: mean("state") })).toThrow(
      "mean needs numbers, and the column 'state' holds texts",
    );
    expect(() => own.derive({ x: "state + 1" })).toThrow("holds texts");
    expect(() => own.filter({ value: "1" })).toThrow("the column 'value' holds numbers, not \"1\"");
    expect(() => own.filter({ state: { min: 1 } })).toThrow("{ min, max } is a range of numbers");
    const dated = tableFrom([{ date: "2019" }, { date: "2020" }]);
    expect(() => dated.filter({ date: { min: 2020 } })).toThrow(
      'filter: the column \'date\' holds texts, and { min, max } is a range of numbers: ask for a table with date: { from, to }, or filter by a function: (row) => row["date"] >= "2020"',
    );
    expect(() => dated.filter({ date: 2020 as never })).toThrow(
      "the column 'date' holds texts, not 2020: write \"2020\"",
    );
    expect(dated.filter((row) => row["date"]! >= "2020").length).toBe(1);
    expect(() => own.join(own, { on: { state: "value" } })).toThrow("holds texts");
  });

  test("of numbers are named where there are several, and `value` is usual", () => {
    expect(own.share(undefined, { mix: ["unit", "facetId"] }).columns.at(-1)?.name).toBe(
      "value_share",
    );
    const two = tableFrom([{ a: 1, b: 2 }]);
    expect(() => two.rank()).toThrow("rank: name a column of numbers; the table has a, b");
  });
});

test("columns that share codes divide groups as if each had its own", () => {
  const codes = Uint32Array.of(0, 1, 2, 0);
  const text = (name: string, ...texts: string[]) =>
    ({ kind: "text", name, codes, texts }) as const;
  const columns = [
    text("id", "1", "2", "3"),
    text("unit", "m", "m", "s"),
    text("all", "x", "x", "x"),
  ];
  const shared = new Table(columns, 4, { notNumbers: 0, undivided: 0, unknown: [] });
  const countsBy = (...names: string[]) => {
    const rows = shared.group(...names).agg({ n: count() });
    return rows.toJSON().map((row) => Object.values(row).join(" "));
  };
  expect(countsBy("all")).toEqual(["x 4"]);
  expect(countsBy("unit", "all")).toEqual(["m x 3", "s x 1"]);
  expect(countsBy("unit", "id")).toEqual(["m 1 2", "m 2 1", "s 3 1"]);
  expect(countsBy("id", "unit")).toEqual(["1 m 2", "2 m 1", "3 s 1"]);
});

describe("numbers of different units, periods, variables or facets", () => {
  test("are not mixed unless the caller says so", () => {
    expect(() => own.group("state").agg({ m: mean("value") })).toThrow(
      "mean would mix units ('USDollar', 'Euro'): group by 'unit' too, keep one of them by a filter, or allow it with mix: [\"unit\"]",
    );
    expect(() => own.group("state").agg({ m: mean("value") }, { mix: ["unit"] })).toThrow(
      "ask for a table with facet: 'best-for-all', or allow it with mix: [\"facetId\"]",
    );
    const mixed = own.group("state").agg({ m: mean("value") }, { mix: ["unit", "facetId"] });
    expect(mixed.toJSON()).toEqual([
      { state: "a", m: 1.5 },
      { state: "b", m: 4 },
    ]);
    expect(
      own
        .group("unit")
        .agg({ m: sum("value") })
        .toJSON(),
    ).toEqual([
      { unit: "USDollar", m: 1 },
      { unit: "Euro", m: 6 },
    ]);
    expect(() => own.rank("value")).toThrow("rank would mix units");
    expect(() => own.group().agg({ m: sum("value") }, { mix: ["units" as "unit"] })).toThrow(
      "'mix'",
    );
    expect(
      own
        .group("state")
        .agg({ n: count(), unit: first("unit") })
        .toJSON()[0],
    ).toEqual({
      state: "a",
      n: 2,
      unit: "USDollar",
    });
  });

  test("are known of columns of variables, too", async () => {
    const commons = await open({
      "o.csv":
        "entity,variable,date,value,unit\na,V,2020,1,Euro\nb,V,2020,2,USDollar\na,W,2020,4,Euro\nb,W,2020,8,Euro\n",
    });
    const table = await commons.table({
      entities: ["a", "b"],
      variables: ["V", "W"],
      shape: "variables",
    });
    expect(() => table.group().agg({ m: mean("V") })).toThrow(
      "mean would mix units in the column 'V'",
    );
    expect(
      table
        .group()
        .agg({ m: mean("W") })
        .toJSON(),
    ).toEqual([{ m: 6 }]);
    // Of two columns both are looked at.
    expect(() => table.group().agg({ m: weightedMean("W", "V") })).toThrow(
      "weightedMean would mix units in the column 'V'",
    );
    expect(() => table.derive({ x: "V + W" })).toThrow("different units ('USDollar', 'Euro')");
    expect(
      table
        .derive({ x: "V / W" })
        .toJSON()
        .map(({ x }) => x),
    ).toEqual([0.25, 0.25]);
    expect(table.derive({ x: "V + W" }, { mix: ["unit"] }).toJSON()[0]).toMatchObject({ x: 5 });
  });
});

test("what is no aggregate, no share, no formula and no cell is refused", () => {
  const groups = own.group("unit");
  expect(() => groups.agg({ m: "mean" as never })).toThrow(
    "'m' is an aggregate such as mean(\"value\")",
  );
  expect(() => groups.agg({ m: { op: "maen" as "mean", column: "value" } })).toThrow(
    "did you mean 'mean'?",
  );
  expect(() => groups.agg({ m: quantile("value", 50) })).toThrow("a share from 0 to 1, not 50");
  expect(() => own.derive({ x: "value +" })).toThrow("derive: 'x' is no formula");
  expect(() => own.derive({ x: () => ({}) as never })).toThrow(
    "a number, a text or null, not an object",
  );
  expect(() => own.histogram("value", { bins: 0, mix: ["unit", "facetId"] })).toThrow("'bins'");
  expect(groups.agg({ m: median("value") }).toJSON()[1]).toEqual({ unit: "Euro", m: 3 });
});

test("a pivot refuses two cells for one place, and columns of several units", () => {
  expect(() => own.pivot({ on: "state", index: "facetId", values: "value" })).toThrow(
    "pivot would mix units",
  );
  const wide = own.pivot({ on: "unit", index: "state", values: "value" });
  expect(wide.toJSON()).toEqual([
    { state: "a", USDollar: 1, Euro: 2 },
    { state: "b", USDollar: null, Euro: 4 },
  ]);
  const mix = ["unit", "facetId"] as const;
  expect(() => own.pivot({ on: "state", index: [], values: "value", mix })).toThrow(
    "pivot: two rows have the same place (state a)",
  );
});

test("a table keeps where its values come from, whatever becomes of it", async () => {
  const commons = await open({
    "o.csv": "entity,variable,date,value,import_name\na,V,2020,1,Census\n",
  });
  const table = await commons.table({ entities: ["a"], variables: ["V"] });
  const { sources } = table.derive({ x: "value * 2" }).group("x").agg({ n: count() });
  const [{ facet, from, to }] = table.sources as [(typeof table.sources)[0]];
  expect(sources).toMatchObject([{ facet, from, to }]);
});
