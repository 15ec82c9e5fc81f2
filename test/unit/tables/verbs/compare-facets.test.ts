/** Which numbers of several facets are about the same, and what is reported where they differ. */
import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { tableFrom } from "../../../oracle/tables/table-from.ts";

const row = (facetId: string, value: number | null, more: object = {}) => ({
  ...{ date: "2020", entity: "a", variable: "V", facetId, importName: `I${facetId}` },
  ...{ measurementMethod: `M${facetId}`, observationPeriod: "P1Y", provenanceUrl: `p${facetId}` },
  ...{ unit: "m", value },
  ...more,
});
const about = { date: "2020", entity: "a", variable: "V", observationPeriod: "P1Y", unit: "m" };

test.each<[string, readonly object[], object, readonly object[]]>([
  ["two", [row("1", 4), row("2", 5)], {}, [{ facets: 2, min: 4, max: 5, spread: 0.2 }]],
  [
    "negative ones",
    [row("1", -4), row("2", 1)],
    {},
    [{ facets: 2, min: -4, max: 1, spread: 1.25 }],
  ],
  [
    "three, one without a number",
    [row("1", 4), row("2", null), row("3", 8)],
    {},
    [{ facets: 2, min: 4, max: 8, spread: 0.5 }],
  ],
  ["equal ones", [row("1", 0), row("2", 0)], {}, []],
  ["one alone", [row("1", 4), row("2", null)], {}, []],
  ["none", [row("1", null), row("2", null), row("1", 1, { date: "2021" })], {}, []],
  ["as far as the tolerance", [row("1", 4), row("2", 5)], { tolerance: 0.2 }, []],
  [
    "further than the tolerance",
    [row("1", 4), row("2", 5)],
    { tolerance: 0.19 },
    [{ facets: 2, min: 4, max: 5, spread: 0.2 }],
  ],
  ["other dates", [row("1", 4), row("2", 5, { date: "2021" })], {}, []],
  ["other entities", [row("1", 4), row("2", 5, { entity: "b" })], {}, []],
  ["other variables", [row("1", 4), row("2", 5, { variable: "W" })], {}, []],
  ["other units", [row("1", 4), row("2", 5, { unit: "s" })], {}, []],
  ["other periods", [row("1", 4), row("2", 5, { observationPeriod: "P1M" })], {}, []],
])("facets are compared: %s", (_, rows, options, found) => {
  const table = tableFrom(rows as never);
  expect(table.compareFacets(options).toJSON()).toEqual(found.map((one) => ({ ...about, ...one })));
});

test("other periods are compared if the caller says so, and are then not shown", () => {
  const rows = [row("1", 4), row("2", 5, { observationPeriod: "P1M" }), row("3", 9, { unit: "s" })];
  const { observationPeriod: _, ...shown } = about;
  expect(
    tableFrom(rows)
      .compareFacets({ mix: ["observationPeriod"] })
      .toJSON(),
  ).toEqual([{ ...shown, facets: 2, min: 4, max: 5, spread: 0.2 }]);
  expect(() => tableFrom(rows).compareFacets({ mix: ["unit" as "observationPeriod"] })).toThrow(
    "compareFacets: 'mix' is a list of known names, not a list with \"unit\"; did you mean 'observationPeriod'?",
  );
});

test("what is not shown parts numbers, too: variable, unit, period and scaling factor", async () => {
  const commons = await open({
    "o.csv": `entity,variable,date,value,unit,import_name,scaling_factor,observation_period
a,V,2020,1,,A,,
a,V,2020,3,,B,,
a,V,2020,5,m,C,,
a,V,2020,7,,D,100,
a,V,2020,9,,E,,P1Y
a,W,2020,11,,A,,
`,
  });
  const table = await commons.table({
    ...{ entities: ["a"], variables: ["V", "W"], date: "2020", facet: "all" },
  });
  const scaled = { scalingFactor: null, facets: 2, min: 1, max: 3, spread: 2 / 3 };
  const bare = table.select({ facetId: "facetId", value: "value" });
  expect(bare.compareFacets().toJSON()).toEqual([scaled]);
  const named = table.select({ of: "variable", facetId: "facetId", value: "value" });
  expect(named.compareFacets().toJSON()).toEqual([{ of: "V", ...scaled }]);
  expect(table.compareFacets().toJSON()).toEqual([
    {
      ...{ date: "2020", entity: "a", variable: "V", observationPeriod: null, unit: null },
      ...scaled,
    },
  ]);
  expect(bare.compareFacets({ mix: ["observationPeriod"] }).toJSON()).toEqual([
    { ...scaled, facets: 3, max: 9, spread: 8 / 9 },
  ]);
  const one = await commons.table({
    ...{ entities: ["a"], variables: ["V"], date: "2020", facet: "all" },
    filter: { scalingFactor: "" },
  });
  expect(one.select({ facetId: "facetId", value: "value" }).compareFacets().toJSON()).toEqual([
    { facets: 2, min: 1, max: 3, spread: 2 / 3 },
  ]);
  expect(() => table.select({ facetId: "facetId" }).compareFacets()).toThrow("no column 'value'");
  expect(() => table.select({ facetId: "facetId", value: "date" }).compareFacets()).toThrow(
    "compareFacets needs numbers, and the column 'value' holds texts",
  );
});

test("sums of parts need amounts, numbers and columns that are there", () => {
  const parts = tableFrom([
    { entity: "a", whole: "w", value: 1, other: 2 },
    { entity: "b", whole: "w", value: 2, other: null },
  ]);
  expect(parts.sumUp({ to: "whole", column: "other" }).toJSON()).toEqual([
    { whole: "w", sum: 2, parts: 1 },
  ]);
  const reported = tableFrom([{ entity: "w", value: 4, other: 7 }]);
  expect(parts.sumUp({ to: "whole", reported }).toJSON()).toEqual([
    { whole: "w", sum: 3, parts: 2, reported: 4 },
  ]);
  const named = { to: "whole", reported, column: "other" };
  expect(parts.sumUp(named).toJSON()).toEqual([{ whole: "w", sum: 2, parts: 1, reported: 7 }]);
  expect(() => parts.sumUp({ to: "whole", column: "entity" })).toThrow(
    "sumUp needs numbers, and the column 'entity' holds texts",
  );
  const texts = tableFrom([{ entity: "w", value: "4" }]);
  expect(() => parts.sumUp({ to: "whole", reported: texts })).toThrow(
    "sumUp needs numbers, and the column 'value' holds texts",
  );
  expect(() => tableFrom([{ entity: "a", x: 1, y: 2 }]).sumUp({ to: "entity" })).toThrow(
    "sumUp: name a column of numbers; the table has x, y",
  );
});

test("correlations are of columns that are named once each, null where there are no pairs", () => {
  const table = tableFrom([
    { a: 1, b: 2, c: 5, t: "x" },
    { a: 2, b: 4, c: null, t: "x" },
    { a: 3, b: 7, c: 5, t: "x" },
  ]);
  const r = expect.closeTo(0.9933992677987828, 12);
  expect(table.correlations().toJSON()).toEqual([
    { column: "a", a: 1, b: r, c: null },
    { column: "b", a: r, b: 1, c: null },
    { column: "c", a: null, b: null, c: null },
  ]);
  expect(table.correlations(["b", "a", "b"]).toJSON()).toEqual([
    { column: "b", b: 1, a: r },
    { column: "a", b: r, a: 1 },
  ]);
  expect(table.correlations([]).toJSON()).toEqual([]);
  expect(table.head(0).correlations(["a"]).toJSON()).toEqual([{ column: "a", a: null }]);
  expect(() => table.correlations(["t"])).toThrow("corr needs numbers, and the column 't'");
});
