/** Tables that the option `columns` describes: rows read as bytes against the same rows read as texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TableColumns } from "../../../../src/load/described/column-option.ts";
import { describeTable } from "../../../../src/load/described/columns-import.ts";
import { type FileLoader, requireTwinRuns } from "../../../unit/load/twin-runs.ts";
import { runs } from "../../runs.ts";

const { numRuns } = runs(2000);

const headings = ["id", "name", "year", "kind", "age", "unit", "scale", "note", "v", "w"];

const values = fc.constantFrom(
  ...[
    "1",
    "-2.50",
    "1.234",
    "1,234",
    "12,5",
    "1e5",
    "$4",
    "7 %",
    "(3)",
    "2023",
    "\u22121",
    "1e999",
  ],
  ...["", "NA", "-", "many", "+", "n/a"],
);
const cells: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: fc.constantFrom("6", "06", "geoId/06", "FR", "NA", "", "Total", "X", "#a", "dcid:b"),
  name: fc.constantFrom("Ohio", "Ohio (1)", "Salem", "two", "", "Total"),
  year: fc.constantFrom("2020", "2021", "2020Q3", "Jul 2020", "3/4/2020", "soon", "", "2020-5"),
  kind: fc.constantFrom("Count", "Median income ($)", "Median income", "", "x y"),
  age: fc.constantFrom("_T", "Y15", "Y65", "other", ""),
  unit: fc.constantFrom("", "USDollar", "Percent", "dcid:Euro", "_Z", "P"),
  scale: fc.constantFrom("", "0", "3", "Thousands", "odd"),
  note: fc.constantFrom("", "p", "e", "NA"),
  v: values,
  w: values,
};
const rows = fc
  .array(
    fc.tuple(
      fc.tuple(...headings.map((heading) => cells[heading]!)),
      fc.constantFrom("", "", "", "", "", "short", "empty", "quoted"),
    ),
    { maxLength: 12 },
  )
  // Tables repeat themselves.
  .map((found) => [...found, ...found.slice(0, 4), ...found.slice(1, 3)]);

const entity = fc.constantFrom<TableColumns["entity"]>(
  ...["id", { constant: "country/FRA" }, { column: "id", prefix: "geoId/", digits: 2 }],
  { column: "id", values: { FR: { dcid: "country/FRA", name: "France", type: "Country" } } },
  { column: "id", values: { FR: "country/FRA", NA: "country/NAM" }, prefix: "geoId/" },
  { column: "id", without: ["X"] },
  { name: "name", type: "City" },
  { name: "name", type: "City", create: "town/", without: ["Salem"] },
  { column: "id", name: "name" },
);
const date = fc.constantFrom<TableColumns["date"]>(
  ...["year", { constant: "2019" }, { column: "year", dayFirst: true }],
  { column: "year", part: "age" },
);
const measures = fc.record<Partial<TableColumns>>(
  {
    unit: fc.constantFrom<TableColumns["unit"]>(
      "unit",
      { constant: "Percent" },
      {
        column: "unit",
        values: { P: "Percent" },
      },
    ),
    observationPeriod: fc.constant({ constant: "P1Y" }),
    multiplier: fc.constantFrom<TableColumns["multiplier"]>(1000, "scale"),
    decimal: fc.constantFrom<TableColumns["decimal"]>(",", "."),
    only: fc.constant({ note: "p" }),
    notes: fc.constant(["note"]),
    skipRows: fc.constantFrom(0, 2),
    dimensions: fc.constant({ age: { values: { _T: "", Y15: { value: "Years15", name: "15" } } } }),
    properties: fc.constant({ Count: { populationType: "Person", description: "all" } }),
  },
  { requiredKeys: [] },
);
const shapes = fc.constantFrom<Partial<TableColumns>>(
  { variable: "kind", value: "v" },
  { variable: { column: "kind", name: "name" }, value: "v" },
  { variable: { constant: "Count" }, value: "w" },
  { variables: ["v", "w"] },
  {
    variables: { v: { variable: "Count_V", unit: "Euro" }, w: { date: "2018Q1", multiplier: 10 } },
  },
  { dates: { v: "2001", w: "2002Q2" }, variable: "kind" },
  { dates: { v: "2001", w: "2002" }, variable: { constant: "Count" } },
);

test("a described table says the same as bytes and as texts", async () => {
  let statements = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(entity, date, measures, shapes),
      rows,
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom(",", ";"),
      async ([about, dated, measured, shape], table, block, delimiter) => {
        const columns: TableColumns = { entity: about, ...measured, ...shape, delimiter };
        const whole = shape.dates === undefined ? { ...columns, date: dated } : columns;
        const lines = table.map(([row, form]) => lineOf(row, form, delimiter));
        const text = `${headings.join(delimiter)}\n${lines.join("\n")}\n`;
        statements += await requireTwinRuns(loaderOf(whole), "a.csv", text, block);
      },
    ),
    { numRuns },
  );
  expect(statements).toBeGreaterThan(numRuns);
});

function lineOf(row: readonly string[], form: string, delimiter: string): string {
  if (form === "empty") return row.map(() => "").join(delimiter);
  const needsQuotes = (cell: string) => form === "quoted" || cell.includes(delimiter);
  const written = row.map((cell) => (needsQuotes(cell) ? `"${cell}"` : cell));
  return (form === "short" ? written.slice(0, -1) : written).join(delimiter);
}

/** Of the names, two are known. */
const resolver = {
  resolve: ({ text }: { readonly text: string }) =>
    text === "Ohio" ? ["geoId/39"] : text === "two" ? ["geoId/1", "geoId/2"] : [],
};

function loaderOf(columns: TableColumns): FileLoader {
  return async (input, provenance, run) => {
    const found = await describeTable(input, columns, run.log);
    if ("problem" in found) throw new Error(found.problem);
    const reading = found.together([{ input, provenance, ...found }]);
    if (await reading.prepare(run)) reading.answer(resolver, run);
    await reading.load(run);
  };
}
