/** Which rows a filter keeps, what a new column holds, and what both refuse. */
import { describe, expect, test } from "vitest";
import type { Cell } from "../../../../src/tables/column-data.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const own = tableFrom([
  { state: "a", date: "2019", value: 1, other: 0 },
  { state: "b", date: "2020", value: null, other: 2 },
  { state: null, date: "2021", value: 3, other: null },
  { state: "a", date: null, value: -2, other: 4 },
]);

test.each<[unknown, readonly number[]]>([
  [{}, [0, 1, 2, 3]],
  [{ state: "a" }, [0, 3]],
  [{ state: null }, [2]],
  [{ state: ["b", null] }, [1, 2]],
  [{ state: [] }, []],
  [{ state: "c" }, []],
  [{ value: 3 }, [2]],
  [{ value: null }, [1]],
  [{ value: [null, 1] }, [0, 1]],
  [{ value: Number.NaN }, []],
  [{ value: [Number.NaN, 1] }, [0]],
  [{ value: {} }, [0, 2, 3]],
  [{ value: { min: 1 } }, [0, 2]],
  [{ value: { max: 1 } }, [0, 3]],
  [{ value: { min: -2, max: 1 } }, [0, 3]],
  [{ value: { min: 2, max: 1 } }, []],
  [{ value: { min: undefined, max: -2 } }, [3]],
  [{ value: { min: Number.NaN } }, []],
  [{ state: "a", value: { min: 0 } }, [0]],
  [{ state: "a", other: 4 }, [3]],
  [({ value }: { value: Cell }) => value, [0, 2, 3]],
  [({ state, other }: { state: Cell; other: Cell }) => state === "a" && other === 4, [3]],
])("a filter by %o keeps these rows: %o", (test, kept) => {
  expect(own.filter(test as never).toJSON()).toEqual(kept.map((row) => own.toJSON()[row]));
});

const range = "{ min, max } is a range of numbers";
test.each<[unknown, string]>([
  [null, "filter takes a function or cells, not null"],
  ["a", 'filter takes a function or cells, not "a"'],
  [7, "filter takes a function or cells, not 7"],
  [{ value: { min: "1" } }, `filter: the column 'value' holds numbers, and ${range}`],
  [{ value: { max: "1" } }, `holds numbers, and ${range}`],
  [{ value: { min: 1, max: "1" } }, `holds numbers, and ${range}`],
  [{ value: { min: null } }, `holds numbers, and ${range}`],
  [{ value: { min: 1, step: 2 } }, `holds numbers, and ${range}`],
  [{ value: "1" }, "the column 'value' holds numbers, not \"1\""],
  [{ value: [1, "1"] }, "the column 'value' holds numbers, not \"1\""],
  [{ state: 1 }, "the column 'state' holds texts, not 1: write \"1\""],
  [{ state: ["a", 1] }, "the column 'state' holds texts, not 1: write \"1\""],
  [{ state: true }, "the column 'state' holds texts, not true"],
  [{ value: true }, "the column 'value' holds numbers, not true"],
  [
    { state: { min: "b" } },
    `the column 'state' holds texts, and ${range}: filter by a function: (row) => row["state"] >= "b"`,
  ],
  [{ state: { max: "c" } }, 'filter by a function: (row) => row["state"] >= "c"'],
  [{ state: {} }, 'filter by a function: (row) => row["state"] >= "a"'],
  [{ date: { min: "2020" } }, "ask for a table with date: { from, to }, or filter by a function"],
])("a filter by %o is refused: %s", (test, message) => {
  expect(() => own.filter(test as never)).toThrow(TypeError);
  expect(() => own.filter(test as never)).toThrow(message);
});

test("no cure is written where there is none", () => {
  expect(() => own.filter({ value: { min: "1" } as object })).toThrow(/is a range of numbers$/);
  expect(() => own.filter({ state: true as never })).toThrow(/not true$/);
});

describe("a new column", () => {
  const columnOf = (derivation: unknown) =>
    own
      .derive({ x: derivation as string })
      .toJSON()
      .map(({ x }) => x);

  test.each<[string, readonly (number | null)[]]>([
    ["value + other", [1, null, null, 2]],
    ["value - other", [1, null, null, -6]],
    ["value * other", [0, null, null, -8]],
    ["value / other", [null, null, null, -0.5]],
    ["other / value", [0, null, null, -2]],
    ["2", [2, 2, 2, 2]],
    ["1 / 0", [null, null, null, null]],
    ["0 - value", [-1, null, -3, 2]],
    ["2 * (value - 1) / 4", [0, null, 1, -1.5]],
    ["10 - value - 1", [8, null, 6, 11]],
    ["8 / value / 2", [4, null, 4 / 3, -2]],
  ])("is '%s' of each row, null where a number is missing or divided by 0", (formula, cells) => {
    expect(columnOf(formula)).toEqual(cells);
  });

  test.each<[(row: Record<string, Cell>) => unknown, readonly Cell[]]>([
    [({ state }) => state, ["a", "b", null, "a"]],
    [({ value }) => value, [1, null, 3, -2]],
    [({ value }) => (value === null ? undefined : `v${value}`), ["v1", null, "v3", "v-2"]],
    [() => null, [null, null, null, null]],
    [() => undefined, [null, null, null, null]],
    [() => Number.NaN, [null, null, null, null]],
    [({ value }) => (value === null ? "none" : null), [null, "none", null, null]],
  ])("is what the function %s gives for each row", (derivation, cells) => {
    expect(columnOf(derivation)).toEqual(cells);
  });

  test("takes the place of one with its name, which it may be made of", () => {
    const made = own.derive({ value: "value * 2", y: "value + 1", state: () => "z" });
    expect(made.columns.map(({ name }) => name)).toEqual(["state", "date", "value", "other", "y"]);
    expect(made.toJSON()[0]).toEqual({ state: "z", date: "2019", value: 2, other: 0, y: 3 });
  });

  test.each<[unknown, string]>([
    [5, "derive: 'x' is a formula or a function, not 5"],
    [null, "derive: 'x' is a formula or a function, not null"],
    ["value +", "derive: 'x' is no formula: "],
    ["value", "derive: 'x' is no formula: one column has no operator; select copies it"],
    ["-value", "derive: 'x' is no formula: one column has no operator; select copies it"],
    ["( value )", "derive: 'x' is no formula: one column has no operator; select copies it"],
    ["state + 1", "derive needs numbers, and the column 'state' holds texts"],
    ["vaule * 2", "the table has no column 'vaule'"],
    [({ value }: { value: Cell }) => value ?? "none", "'x' is a text in some rows and a number in"],
    [() => true, "derive: 'x' is a number, a text or null, not true"],
    [() => [1], "derive: 'x' is a number, a text or null, not "],
    [() => 1n, "derive: 'x' is a number, a text or null, not "],
  ])("is refused of %s: %s", (derivation, message) => {
    expect(() => columnOf(derivation)).toThrow(TypeError);
    expect(() => columnOf(derivation)).toThrow(message);
  });

  test.each([null, "value * 2", 5])("has a name: %o is refused", (given) => {
    expect(() => own.derive(given as never)).toThrow('derive takes { name: "a / b" }, not');
  });
});
