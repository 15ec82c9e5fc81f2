/** Tables that become longer, wider or joined, and what is known of their numbers then. */
import { describe, expect, test } from "vitest";
import * as op from "../../../../src/analysis.ts";
import type { Table } from "../../../../src/index.ts";
import {
  type Cell,
  numberColumn,
  textsOf,
  withOrigins,
} from "../../../../src/tables/column-data.ts";
import { Table as TableOf } from "../../../../src/tables/column-table.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const names = (table: Table) => table.columns.map(({ name }) => name);

describe("a join", () => {
  const left = tableFrom([
    { state: "a", year: 1, value: 10 },
    { state: "b", year: 2, value: 20 },
    { state: null, year: 1, value: 30 },
    { state: "a", year: null, value: 40 },
  ]);
  const right = tableFrom([
    { state: "a", year: 1, name: "x", size: 5 },
    { state: "a", year: 2, name: null, size: 6 },
    { state: null, year: 1, name: "z", size: null },
    { state: "c", year: null, name: "w", size: 8 },
  ]);
  const cellsOf = (table: Table, ...columns: readonly string[]) =>
    table.toJSON().map((row) => columns.map((name) => row[name]));

  test.each<[object, readonly (readonly Cell[])[]]>([
    [
      { on: "state" },
      [
        ...[
          [10, "x", 5],
          [10, null, 6],
          [20, null, null],
          [30, null, null],
        ],
        ...[
          [40, "x", 5],
          [40, null, 6],
        ],
      ],
    ],
    [
      { on: "state", how: "inner" },
      [
        [10, "x", 5],
        [10, null, 6],
        [40, "x", 5],
        [40, null, 6],
      ],
    ],
    [
      { on: "year" },
      [
        ...[
          [10, "x", 5],
          [10, "z", null],
          [20, null, 6],
          [30, "x", 5],
        ],
        ...[
          [30, "z", null],
          [40, null, null],
        ],
      ],
    ],
    [{ on: ["state", "year"], how: "inner" }, [[10, "x", 5]]],
    [
      { on: ["state", "year"] },
      [
        [10, "x", 5],
        [20, null, null],
        [30, null, null],
        [40, null, null],
      ],
    ],
  ])("by %j has a row for each pair that meets; null meets nothing", (options, cells) => {
    const joined = left.join(right, options as { on: string });
    expect(cellsOf(joined, "value", "name", "size")).toEqual(cells);
  });

  test("gives columns with the name of others another one, and leaves the keys of the other out", () => {
    expect(names(left.join(right, { on: "state" }))).toEqual([
      ...["state", "year", "value", "year_2", "name", "size"],
    ]);
    expect(names(left.join(right, { on: { state: "name" } }))).toEqual([
      ...["state", "year", "value", "state_2", "year_2", "size"],
    ]);
  });

  test("with what is empty is empty, or has null", () => {
    expect(left.join(right.head(0), { on: "state" }).toJSON()).toHaveLength(4);
    expect(left.join(right.head(0), { on: "state", how: "inner" }).length).toBe(0);
    expect(left.head(0).join(right, { on: "state" }).length).toBe(0);
  });

  test.each<[unknown, string]>([
    [{}, "join: 'on' names columns, not undefined"],
    [{ on: 5 }, "'on' is a text, or a list of texts, or an object, not 5"],
    [{ on: null }, "'on'"],
    [{ on: [] }, "join: 'on' names no column"],
    [{ on: {} }, "join: 'on' names no column"],
    [{ on: "stat" }, "did you mean 'state'?"],
    [{ on: { state: "nam" } }, "did you mean 'name'?"],
    [{ on: { state: "size" } }, "join: 'state' holds texts, and 'size' of the other table numbers"],
    [{ on: { year: "name" } }, "join: 'year' holds numbers, and 'name' of the other table texts"],
  ])("by %j is refused: %s", (options, message) => {
    expect(() => left.join(right, options as { on: string })).toThrow(TypeError);
    expect(() => left.join(right, options as { on: string })).toThrow(message);
  });

  test("does not change the tables that it joins", () => {
    const before = [left.toJSON(), right.toJSON()];
    left.join(right, { on: "state" });
    expect([left.toJSON(), right.toJSON()]).toEqual(before);
  });
});

const about = { notNumbers: 0, undivided: 0, unknown: [] };
/** Numbers that say their unit themselves. */
function columnOf(name: string, values: readonly number[], units?: readonly (string | null)[]) {
  const column = numberColumn(name, Float64Array.from(values));
  return units === undefined ? column : withOrigins(column, [textsOf("unit", units)]);
}
const tableOf = (...columns: ConstructorParameters<typeof TableOf>[0]) =>
  new TableOf(columns, 3, about) as unknown as Table;

describe("a pivot", () => {
  const long = tableFrom([
    { state: "a", year: "1", of: "x", value: 1 },
    { state: "a", year: "1", of: null, value: 2 },
    { state: "b", year: "2", of: "y", value: null },
    { state: null, year: "1", of: "x", value: 4 },
  ]);

  test("has a row for each combination, and a column for each cell that a row has", () => {
    expect(long.pivot({ on: "of", index: ["state", "year"], values: "value" }).toJSON()).toEqual([
      { state: "a", year: "1", x: 1, null: 2, y: null },
      { state: "b", year: "2", x: null, null: null, y: null },
      { state: null, year: "1", x: 4, null: null, y: null },
    ]);
    const some = long.filter({ of: "x" });
    expect(names(some.pivot({ on: "of", index: "state", values: "value" }))).toEqual([
      "state",
      "x",
    ]);
    const none = long.head(0).pivot({ on: "of", index: "state", values: "value" });
    expect([names(none), none.length]).toEqual([["state"], 0]);
    const numbered = tableFrom([
      { at: 5, value: 1 },
      { at: 7, value: 2 },
    ]);
    expect(numbered.pivot({ on: "at", index: [], values: "value" }).toJSON()).toEqual([
      { "5": 1, "7": 2 },
    ]);
  });

  test("refuses two rows for one place, also where one of them is null", () => {
    const twice = tableFrom([
      { state: "a", of: "x", value: null },
      { state: "a", of: "x", value: 2 },
    ]);
    expect(() => twice.pivot({ on: "of", index: "state", values: "value" })).toThrow(
      "pivot: two rows have the same place (state a, of x): add a column to 'index'",
    );
  });

  test("keeps of each column what its numbers are of", () => {
    const units = tableFrom([
      { state: "a", of: "x", unit: "m", date: "2020", value: 1 },
      { state: "a", of: "y", unit: "s", date: "2021", value: 2 },
      { state: "b", of: "x", unit: "m", date: "2020", value: 3 },
      { state: "b", of: "y", unit: "s", date: "2020", value: 4 },
    ]);
    const wide = units.pivot({ on: "of", index: "state", values: "value" });
    expect(
      wide
        .group()
        .agg({ sum: op.sum("x") })
        .toJSON(),
    ).toEqual([{ sum: 4 }]);
    expect(() => wide.derive({ z: "x + y" })).toThrow("different units ('m', 's')");
    expect(() => wide.derive({ z: "x / y" })).toThrow("mix dates in one row (x 2020, y 2021)");
    expect(wide.filter({ state: "b" }).derive({ z: "x / y" }).toJSON()[0]!["z"]).toBe(0.75);
    const dated = units.pivot({ on: "of", index: ["state", "date"], values: "value" });
    expect(
      dated
        .derive({ z: "x / y" })
        .toJSON()
        .map(({ z }) => z),
    ).toEqual([null, null, 0.75]);
    const byDate = units.filter({ of: "y" }).pivot({ on: "date", index: "state", values: "value" });
    const two = byDate.select({ a: "2020", b: "2021" });
    expect(two.derive({ z: "a - b" }).length).toBe(2);
    const several = tableFrom([
      { state: "a", of: "x", unit: "m", value: 1 },
      { state: "b", of: "x", unit: "s", value: 2 },
      { state: "b", of: "y", unit: "m", value: 2 },
    ]).pivot({ on: "of", index: "state", values: "value", mix: ["unit"] });
    expect(() => several.group().agg({ sum: op.sum("x") })).toThrow(
      "units in the column 'x' ('m', 's')",
    );
    expect(
      several
        .group()
        .agg({ sum: op.sum("y") })
        .toJSON(),
    ).toEqual([{ sum: 2 }]);
  });
});

describe("columns that become rows", () => {
  test("stand row by row, null included, under names of one's own", () => {
    const wide = tableFrom([
      { state: "a", x: 1, y: 2 },
      { state: "b", x: null, y: 4 },
    ]);
    expect(wide.unpivot({ on: ["y", "x"] }).toJSON()).toEqual([
      { state: "a", variable: "y", value: 2 },
      { state: "a", variable: "x", value: 1 },
      { state: "b", variable: "y", value: 4 },
      { state: "b", variable: "x", value: null },
    ]);
    const named = wide.unpivot({ on: ["x"], variableName: "of", valueName: "size" });
    expect(named.toJSON()[0]).toEqual({ state: "a", y: 2, of: "x", size: 1 });
    expect(() => wide.unpivot({ on: ["state"] })).toThrow("unpivot needs numbers");
  });

  test("know of each number what it is of", () => {
    const wide = tableOf(
      columnOf("x", [1, 2, 3], ["m", "m", "s"]),
      columnOf("y", [4, 5, 6], ["m", "s", "s"]),
      columnOf("z", [7, 8, 9]),
      textsOf("key", ["a", "b", "c"]),
    );
    const sumOf = (on: readonly string[], key: string, of?: string) => {
      const long = wide.filter({ key }).unpivot({ on });
      const kept = of === undefined ? long : long.filter({ variable: of });
      return () =>
        kept
          .group()
          .agg({ sum: op.sum("value") }, { mix: ["variable"] })
          .toJSON();
    };
    expect(sumOf(["x", "y"], "a")()).toEqual([{ sum: 5 }]);
    expect(sumOf(["x", "y"], "b")).toThrow("would mix units in the column 'value' ('m', 's')");
    expect(sumOf(["x", "y"], "c")()).toEqual([{ sum: 9 }]);
    expect(sumOf(["x", "z"], "a")).toThrow("would mix units in the column 'value' ('m', none)");
    expect(sumOf(["x", "z"], "a", "z")()).toEqual([{ sum: 7 }]);
    const all = wide.unpivot({ on: ["x", "y"] });
    expect(() => all.group("variable").agg({ sum: op.sum("value") })).toThrow("('m', 's')");
    const plain = tableOf(columnOf("x", [1, 2, 3]), columnOf("y", [1, 2, 3])).derive({
      unit: (row) => (row["x"] === 1 ? "m" : "s"),
    });
    const long = plain.unpivot({ on: ["x", "y"] });
    const mix = ["variable"] as const;
    expect(() => long.group().agg({ sum: op.sum("value") }, { mix })).toThrow(
      "mix units ('m', 's')",
    );
  });
});
