/** One number or text of each group. */
import { expect, test } from "vitest";
import * as op from "../../../../src/analysis.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

test("the first and the last cell, and how many there are, are also of texts", () => {
  const own = tableFrom([
    { state: "a", name: null, value: 1 },
    { state: "a", name: "x", value: null },
    { state: "a", name: "y", value: 3 },
    { state: "a", name: null, value: null },
    { state: "b", name: null, value: null },
  ]);
  const made = own.group("state").agg({
    ...{ first: op.first("name"), last: op.last("name"), names: op.count("name") },
    ...{ one: op.first("value"), other: op.last("value"), values: op.count("value") },
    rows: op.count(),
  });
  expect(made.toJSON()).toEqual([
    { state: "a", first: "x", last: "y", names: 2, one: 1, other: 3, values: 2, rows: 4 },
    { state: "b", first: null, last: null, names: 0, one: null, other: null, values: 0, rows: 1 },
  ]);
  expect(() => own.group().agg({ n: op.count("nam") })).toThrow("did you mean 'name'?");
});

test("quantiles of long lists are those of sorted ones", () => {
  for (let length = 1; length < 90; length += 4) {
    const values = Array.from({ length }, (_, at) => ((at * 37) % 23) - (at % 5) / 4);
    const table = tableFrom(values.map((value) => ({ value })));
    const sorted = values.toSorted((a, b) => a - b);
    for (const share of [0, 0.1, 0.25, 0.5, 0.9, 1]) {
      const place = (length - 1) * share;
      const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
      const [found] = table
        .group()
        .agg({ q: op.quantile("value", share) })
        .toJSON();
      expect(found!["q"]).toBeCloseTo(low + (high - low) * (place % 1), 9);
    }
  }
});

test.each([
  ["cuont", "not \"cuont\"; did you mean 'count'?"],
  ["frist", "not \"frist\"; did you mean 'first'?"],
  ["lats", "not \"lats\"; did you mean 'last'?"],
  [5, "not 5"],
])("the aggregate %j is refused: %s", (name, message) => {
  const own = tableFrom([{ value: 1 }]).group();
  const wrong = { op: name, column: "value" } as never;
  expect(() => own.agg({ m: wrong })).toThrow(
    new RegExp(`'m' is an aggregate such as mean\\("value"\\), ${message.replace("?", "\\?")}$`),
  );
});
