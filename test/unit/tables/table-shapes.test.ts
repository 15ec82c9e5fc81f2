/** Shapes of tables with many dates, series and places: each holds what its source does. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open, type TableQuestion } from "../../../src/index.ts";
import type { Cell } from "../../../src/tables/column-data.ts";

interface Line {
  readonly entity: string;
  readonly variable: string;
  readonly date: string;
  readonly value: string;
  readonly importName: string;
}

const dayOf = (at: number) =>
  new Date(Date.UTC(2015, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);
const places = Array.from({ length: 90 }, (_, at) => `place/${String(at).padStart(2, "0")}`);

/** One place has long series, whose dates interlock; most have short ones. */
const lines: readonly Line[] = [
  ...Array.from({ length: 700 }, (_, at) => [
    ...(at % 3 === 0 ? [] : [["A", "One", at]]),
    ...(at % 4 === 0 ? [["A", "Two", at + 350]] : []),
    ...(at % 2 === 0 ? [["B", "One", at + 100]] : []),
    ...(at % 50 === 0 ? [["D", "One", at + 20]] : []),
  ])
    .flat()
    .map(([variable, importName, day]) => ({
      ...{ entity: "place/07", variable: String(variable), importName: String(importName) },
      ...{ date: dayOf(Number(day)), value: Number(day) % 11 === 0 ? "n/a" : String(Number(day)) },
    })),
  ...places.flatMap((entity, at) =>
    ["A", "B", "D"].flatMap((variable, which) =>
      ["One", "Two"].flatMap((importName, facet) =>
        entity !== "place/07" && (at + which) % 4 > facet
          ? [0, 1, 2].slice(0, 1 + ((at + facet) % 3)).map((year) => ({
              ...{ entity, variable, importName, date: String(2015 + year) },
              value: String((at * 7 + year * 3 + which) % 40),
            }))
          : [],
      ),
    ),
  ),
];

let commons: Commons;
beforeAll(async () => {
  commons = await open({
    "o.csv": [
      "entity,variable,date,value,import_name",
      ...lines.map((one) =>
        [one.entity, one.variable, one.date, one.value, one.importName].join(","),
      ),
    ].join("\n"),
  });
});

const asked: TableQuestion = { entities: places, variables: ["A", "B"] };
type Row = Readonly<Record<string, Cell>>;
const rowsOf = async (question: Partial<TableQuestion>) => {
  const table = await commons.table({ ...asked, ...question } as TableQuestion);
  return { rows: table.toJSON() as readonly Row[], counts: table.counts };
};

test("records of all facets are the lines of the file, by variable, place and date", async () => {
  const { rows, counts } = await rowsOf({ facet: "all", date: "all" });
  const shown = rows.map(({ entity, variable, date, value, importName }) =>
    [entity, variable, importName, date, value ?? "n/a"].join(" "),
  );
  const wanted = lines
    .filter(({ variable }) => variable !== "D")
    .map((one) => [one.entity, one.variable, one.importName, one.date, one.value].join(" "));
  expect(shown.toSorted()).toEqual(wanted.toSorted());
  expect(counts.notNumbers).toBe(wanted.filter((one) => one.endsWith("n/a")).length);
  const order = rows.map(({ variable, entity }) => `${variable} ${entity}`);
  expect(order).toEqual(order.toSorted());
});

const questions = [
  ["all", "best"],
  ["all", "best-for-all"],
  ["latest", "best"],
  ["latest", "best-for-all"],
  ["2016", "best"],
  [{ from: "2015-06", to: "2016-02" }, "best"],
  [{ to: "2015" }, "best-for-all"],
] as const;

test.each(questions)("for the date %o and the facet %s all shapes hold the same", async (...of) => {
  const [date, facet] = of;
  for (const denominator of [undefined, "D"]) {
    const question = { date, facet, ...(denominator && { denominator }) };
    const { rows, counts } = await rowsOf(question);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      if (denominator === undefined) continue;
      const { value, denominator: by } = row;
      const isDivided = typeof by === "number" && by !== 0;
      expect(value === null || isDivided).toBe(true);
    }
    const keyed = (all: readonly (readonly Cell[])[]) => all.map((one) => one.join(" ")).sort();
    const numbers = rows.filter(({ value }) => value !== null);

    const byDate = await commons.table({ ...asked, ...question, shape: "dates" } as TableQuestion);
    expect(byDate.counts).toEqual(counts);
    const about = byDate.select({ variable: "variable", entity: "entity", facetId: "facetId" });
    const heads = [...about.rows()];
    const cells = byDate.columns.flatMap((column) =>
      column.kind === "text"
        ? []
        : Array.from(column.values, (value, row) => [...heads[row]!, column.name, value]).filter(
            (cell) => !Number.isNaN(cell.at(-1)),
          ),
    );
    expect(keyed(cells)).toEqual(
      keyed(
        numbers.map((one) =>
          ["variable", "entity", "facetId", "date", "value"].map((name) => one[name]!),
        ),
      ),
    );

    const byVariable = await rowsOf({ ...question, shape: "variables" });
    expect(byVariable.counts).toEqual(counts);
    const isDated = typeof date !== "string" || date === "all";
    const found = byVariable.rows.flatMap((row) =>
      ["A", "B"]
        .filter((name) => row[name] !== null)
        .map((name) => [name, row["entity"]!, isDated ? row["date"]! : "", row[name]!]),
    );
    expect(keyed(found)).toEqual(
      keyed(
        numbers.map((one) => [
          ...[one["variable"]!, one["entity"]!, isDated ? one["date"]! : "", one["value"]!],
        ]),
      ),
    );
    const order = byVariable.rows.map((row) => `${row["entity"]} ${row["date"] ?? ""}`);
    expect(order).toEqual([...new Set(order)].sort());
  }
});

test("each value is divided by a number of its year before another, then by the nearest, of two as near the earlier", async () => {
  const { rows } = await rowsOf({ date: "all", facet: "all", denominator: "D" });
  const byEntity = new Map(places.map((entity) => [entity, [] as (Line & { day: number })[]]));
  for (const one of lines) {
    const day = Date.parse(one.date) / 86_400_000;
    if (one.value !== "n/a") byEntity.get(one.entity)!.push({ ...one, day });
  }
  for (const { entity, importName, variable, date, value, denominator, denominatorDate } of rows) {
    const all = byEntity.get(String(entity))!;
    const divisors = all.filter((one) => one.variable === "D");
    const own = divisors.filter((one) => one.importName === importName);
    const ofYear = (one: Line) => one.date.slice(0, 4) === String(date).slice(0, 4);
    const from = [own.filter(ofYear), divisors.filter(ofYear), own, divisors].find(
      (some) => some.length > 0,
    );
    const day = Date.parse(String(date)) / 86_400_000;
    const gap = (one: { day: number }) => Math.abs(one.day - day);
    const [nearest] = (from ?? []).toSorted(
      (one, other) => gap(one) - gap(other) || one.day - other.day,
    );
    // Of two other sources, their order decides.
    if (new Set(from?.map((one) => one.importName)).size > 1) continue;
    expect([denominator, denominatorDate]).toEqual([
      nearest === undefined ? null : Number(nearest.value),
      nearest?.date ?? null,
    ]);
    const number = all.find(
      (one) => one.variable === variable && one.importName === importName && one.date === date,
    );
    const by = Number(nearest?.value ?? 0);
    if (number === undefined || by === 0) expect(value).toBeNull();
    else expect(value).toBeCloseTo(Number(number.value) / by, 9);
  }
});

test("where all values are numbers, each shape divides them, too", async () => {
  const own = await open({
    "o.csv": "entity,variable,date,value\na,V,2020,6\na,D,2020,2\nb,V,2021,8\nb,D,2021,4\n",
  });
  for (const [date, values] of [
    ["latest", [3, 2]],
    ["2020", [3]],
    ["all", [3, 2]],
  ] as const) {
    for (const shape of ["records", "variables"] as const) {
      const question = { entities: ["a", "b"], variables: ["V"], date, shape, denominator: "D" };
      const rows = (await own.table(question as TableQuestion)).toJSON() as readonly Row[];
      expect(rows.map((row) => row["V"] ?? row["value"])).toEqual(values);
    }
  }
});

test("places have as many rows as they have dates in any series, also thousands", async () => {
  const dates = Array.from({ length: 2600 }, (_, at) => dayOf(at));
  const days = (entity: string, variable: string, first: number, step: number) =>
    dates.filter((_, at) => at >= first && at % step === 0).map((date) => [entity, variable, date]);
  const all = [
    ...[...days("a", "V", 0, 2), ...days("a", "W", 0, 3), ...days("b", "V", 2000, 1)],
    ...[...days("b", "W", 1300, 7), ...days("c", "W", 2599, 1)],
  ];
  const own = await open({
    "o.csv": ["entity,variable,date,value", ...all.map((one, at) => [...one, at].join(","))].join(
      "\n",
    ),
  });
  const entities = ["a", "b", "c"];
  const asked = { entities, variables: ["V", "W"], date: "all", shape: "variables" } as const;
  const wanted = new Map<string, Record<string, unknown>>();
  for (const [at, [entity, variable, date]] of all.entries()) {
    const key = `${entity} ${date}`;
    const row = wanted.get(key) ?? { entity, date, V: null, W: null };
    wanted.set(key, { ...row, [variable!]: at });
  }
  const keys = [...wanted.keys()].sort();
  expect((await own.table(asked)).toJSON()).toEqual(keys.map((key) => wanted.get(key)));
});
