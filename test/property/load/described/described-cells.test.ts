/** Tables that the option `columns` describes: rows read as bytes against the same rows read as texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import { bindColumns } from "../../../../src/load/described/bound-columns.ts";
import type { TableColumns } from "../../../../src/load/described/column-option.ts";
import { describeTable } from "../../../../src/load/described/columns-import.ts";
import { DescribedCells } from "../../../../src/load/described/described-cells.ts";
import { DescribedRows } from "../../../../src/load/described/described-rows.ts";
import { CellRow } from "../../../../src/load/records/cell-columns.ts";
import { EntityQuestions } from "../../../../src/load/statements/entity-questions.ts";
import { Statements } from "../../../../src/load/statements/statements.ts";
import { RecordingSink } from "../../../unit/load/recording-sink.ts";
import { type FileLoader, PlacedSink, requireTwinRuns } from "../../../unit/load/twin-runs.ts";
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

function cellsOf(columns: TableColumns, header: string, sink = new RecordingSink()) {
  const bound = bindColumns(columns, header.split(","));
  if ("problem" in bound) throw new Error(bound.problem);
  const questions = new EntityQuestions();
  for (const text of ["Ohio", "two", "three"]) {
    questions.ask({ property: "description", type: "", text, within: "" });
  }
  questions.answer(resolver, () => {});
  const log = new FileLog({ report: () => {} }, "a.csv");
  const context = { questions, statements: new Statements(sink), log, provenance: "p" };
  return DescribedCells.of(bound, new DescribedRows(bound, context), sink, context);
}

function rowOf(text: string): CellRow {
  const row = new CellRow(false);
  row.bytes = new TextEncoder().encode(text);
  let at = 0;
  for (const [column, cell] of text.split(",").entries()) {
    row.starts[column] = at;
    row.ends[column] = at + cell.length;
    at += cell.length + 1;
    row.count = column + 1;
  }
  return row;
}

const plain: TableColumns = { entity: "p", date: "d", variables: ["n"] };
const coded = { column: "p", values: { A: { dcid: "own/a", name: "Ay" } }, without: ["X"] };

test.each<[columns: TableColumns, header: string, rows: Readonly<Record<string, string>>]>([
  [
    plain,
    "p,d,n",
    {
      "a,2020,1": "taken",
      "a,2020,0": "taken",
      "a,2020,9": "taken",
      "a,2020,-5": "taken",
      "a,2020,$5": "taken",
      "a,2020,soon": "taken",
      "a,Jul 2020,1": "taken",
      "a,2020,": "passed over",
      "a,2020,-": "passed over",
      "Total,2020,": "passed over",
      "a,,1": "odd",
      "a,soon,1": "odd",
      ",2020,1": "odd",
      "Total,2020,1": "odd",
      "a b,2020,1": "odd",
      "p,2020,1": "odd",
    },
  ],
  [
    { ...plain, variables: ["n", "m"] },
    "p,d,n,m",
    {
      "a,2020,1,2": "taken",
      "a,2020,,2": "taken",
      "a,2020,1,": "taken",
      "a,2020,,": "passed over",
    },
  ],
  [
    { ...plain, only: { k: "T" }, notes: ["k"] },
    "p,d,n,k",
    { "a,2020,1,T": "taken", "a,2020,1,F": "passed over", "a,2020,,T": "passed over" },
  ],
  [
    { entity: "p", date: "d", variable: "v", value: "n", dimensions: { k: {} } },
    "p,d,v,n,k",
    { "a,2020,V,1,x": "taken", "a,2020,V,1,": "taken", "a,2020,,1,x": "odd" },
  ],
  [
    { ...plain, multiplier: "k", unit: "u" },
    "p,d,n,k,u",
    { "a,2020,1,3,U": "taken", "a,2020,1,,": "taken", "a,2020,1,odd,U": "odd" },
  ],
  [
    { ...plain, entity: coded },
    "p,d,n",
    { "A,2020,1": "taken", "B,2020,1": "odd", "X,2020,1": "odd" },
  ],
  [
    { ...plain, entity: { name: "p" } },
    "p,d,n",
    { "Ohio,2020,1": "taken", "two,2020,1": "odd", "three,2020,1": "odd", "p,2020,1": "odd" },
  ],
  [
    { ...plain, entity: { column: "p", name: "q" } },
    "p,q,d,n",
    { "a,Ohio,2020,1": "taken", ",Ohio,2020,1": "odd" },
  ],
  [
    { entity: { constant: "a" }, date: { constant: "2020" }, variables: { n: "V" } },
    "n",
    { "1": "taken", "": "passed over" },
  ],
])(
  "a described table of %j with %s: which rows are read from their bytes",
  (columns, header, rows) => {
    const cells = cellsOf(columns, header)!;
    const read = Object.keys(rows).map((row) => [row, cells.read(rowOf(row))]);
    expect(Object.fromEntries(read)).toEqual(rows);
  },
);

test("a table is read as texts where a statement has its place, or a row more parts", () => {
  const isBytes = (columns: TableColumns, sink = new RecordingSink()) =>
    cellsOf(columns, "p,q,d,n", sink) !== undefined;
  expect([
    isBytes(plain),
    isBytes(plain, new PlacedSink()),
    isBytes({ ...plain, entity: undefined, entities: { a: "p", b: "q" } }),
    isBytes({ ...plain, entity: undefined, entities: { observationAbout: "p", b: "q" } }),
    isBytes({ ...plain, date: { column: "d", part: "q" } }),
    isBytes({ ...plain, entity: { constant: "Total" } }),
    isBytes({ ...plain, multiplier: { column: "q", values: {} } }),
  ]).toEqual([true, false, false, false, false, false, true]);
});
