/** What `stat` asks for its words and options, and what it says beside a table. */
import { expect, test } from "vitest";
import type { OptionValues } from "../../../src/cli/command.ts";
import type { AnyCommons } from "../../../src/cli/opened-world.ts";
import { otherSources } from "../../../src/cli/stat-notes.ts";
import {
  divisorOf,
  drawnOf,
  missingNames,
  noLimits,
  questionOf,
  reasonsIn,
  requestOf,
  type StatQuestion,
  withVerbs,
} from "../../../src/cli/stat-table.ts";
import { open, type Table } from "../../../src/index.ts";

const usual: StatQuestion = {
  variables: ["v"],
  entities: ["a", "b"],
  date: "latest",
  join: {},
  facet: "best",
  facetOrder: "series",
  shape: "records",
  perCapita: false,
  names: true,
  denominator: undefined,
};

test.each<[OptionValues, Partial<StatQuestion>]>([
  [{}, {}],
  [{ date: "all" }, { date: "all" }],
  [{ date: "2020" }, { date: "2020" }],
  [{ date: "2020-W5" }, { date: "2020-W5" }],
  [{ date: "latest", from: "2019" }, { date: { from: "2019" } }],
  [{ to: "2020" }, { date: { to: "2020" } }],
  [{ from: "2019", to: "2020" }, { date: { from: "2019", to: "2020" } }],
  ...["resample", "index", "change", "rolling"].map(
    (name): [OptionValues, Partial<StatQuestion>] => [{ [name]: "x" }, { date: "all" }],
  ),
  [{ rank: true, group: "entity" }, {}],
  [{ change: "1y", date: "2020" }, { date: "2020" }],
  [{ change: "1y", from: "2019" }, { date: { from: "2019" } }],
  [{ change: "1y", to: "2020" }, { date: { to: "2020" } }],
  [{ join: "kind=->typeOf=x" }, { join: { kind: "->typeOf=x" } }],
  [{ join: "k=" }, { join: { k: "" } }],
  [{ facets: "all" }, { facet: "all" }],
  [{ facets: "12" }, { facet: ["12"] }],
  [{ facets: "1,23" }, { facet: ["1", "23"] }],
  [{ facets: "x1,2" }, { facet: "x1,2" as "all" }],
  [{ facets: "1,2x" }, { facet: "1,2x" as "all" }],
  [{ facetOrder: "service" }, { facetOrder: "service" }],
  [{ shape: "dates" }, { shape: "dates" }],
  [{ perCapita: true }, { perCapita: true }],
  [{ perCapita: "yes" }, {}],
  [{ denominator: "Jobs" }, { denominator: "Jobs" }],
])("the question with %j", (options, expected) => {
  expect(questionOf(["v"], ["a", "b"], options)).toEqual({ ...usual, ...expected });
});

test("an expression stands for all entities", () => {
  for (const expression of ["country/USA<-containedInPlace", "a->b"] as const) {
    expect(questionOf(["v"], [expression], {}).entities).toBe(expression);
    for (const entities of [
      [expression, "a"],
      ["a", expression],
    ]) {
      expect(() => questionOf(["v"], entities, {})).toThrow(
        new Error(
          "an expression names all entities: it stands alone; further sources follow --with",
        ),
      );
    }
  }
});

const long = "x".repeat(41);

test.each<[OptionValues, string]>([
  [{ date: "soon" }, '--date is latest, all or a date, not "soon"'],
  [{ date: "latest2" }, '--date is latest, all or a date, not "latest2"'],
  [{ date: "at 2020" }, '--date is latest, all or a date, not "at 2020"'],
  [{ date: long }, `--date is latest, all or a date, not "${long.slice(1)}"`],
  [{ date: "2020", from: "2019" }, "--date goes with neither --from nor --to"],
  [{ date: "all", to: "2019" }, "--date goes with neither --from nor --to"],
  [{ join: "kind" }, '--join is a name, = and a path, not "kind"'],
  [{ join: "=path" }, '--join is a name, = and a path, not "=path"'],
  [{ join: long }, `--join is a name, = and a path, not "${long.slice(1)}"`],
])("the question with %j is refused", (options, message) => {
  expect(() => questionOf(["v"], ["a"], options)).toThrow(new Error(message));
});

test("the request that explains a question", () => {
  const of = (question: Partial<StatQuestion>) => requestOf({ ...usual, ...question });
  const request = {
    date: "LATEST",
    variable: { dcids: ["v"] },
    entity: { dcids: ["a", "b"] },
    select: ["entity", "variable", "date", "value"],
  };
  expect(of({})).toEqual(request);
  expect(of({ date: "all" })).toEqual({ ...request, date: "" });
  expect(of({ date: "2020" })).toEqual({ ...request, date: "2020" });
  expect(of({ date: { from: "2020" } })).toEqual({ ...request, date: "" });
  expect(of({ entities: "a->b" })).toEqual({ ...request, entity: { expression: "a->b" } });
});

test("values are divided by a variable, by people or not at all", () => {
  expect(divisorOf(usual)).toBeUndefined();
  expect(divisorOf({ ...usual, perCapita: true })).toBe("Count_Person");
  expect(divisorOf({ ...usual, perCapita: true, denominator: "Jobs" })).toBe("Jobs");
});

test("the reasons of an explanation stand after its steps, each in a line", () => {
  expect(reasonsIn("1  step\nThe answer is empty: why.\nThere is: a\rb")).toEqual([
    "The answer is empty: why.",
    "There is: a\u240ab",
  ]);
  expect(reasonsIn("The answer is empty: why.")).toEqual(["The answer is empty: why."]);
  expect(reasonsIn("1  step\nand The answer is empty: why.")).toEqual([]);
});

// Tables of a small world.

const commons = await open({
  "t.mcf": 'Node: dcid:a\ntypeOf: dcs:Town\nname: "A"\n\nNode: dcid:b\ntypeOf: dcs:Town\n',
  "o.csv": [
    "entity,variable,date,value,unit,import_name,measurement_method",
    "a,Jobs,2019,10,Job,Census,Counted",
    "a,Jobs,2020,9,Job,Census,Counted",
    "b,Jobs,2019,100,Job,Census,Counted",
    "b,Jobs,2021,120,Job,Survey,",
    "a,People,2019,20,,Census,",
  ].join("\n"),
});
const all = await commons.table({ ...usual, variables: ["Jobs"], date: "all", facet: "all" });

/** Names and cells of the value, and of what stands after it. */
const made = (table: Table) => {
  const names = table.columns.map(({ name }) => name);
  return [names, ...table.rows()].map((row) => row.slice(names.indexOf("value")).join());
};
const notes = ["facets: 442221301 Census Counted 2019 to 2020; 414160474 Survey 2021"];
const mix = "facetId,date";

test.each<[OptionValues, readonly string[], readonly string[]]>([
  [{ rolling: 2 }, ["value,value_rolling_mean", "10,", "9,9.5", "120,", "100,"], notes],
  [{ index: "2019" }, ["value,value_index", "10,100", "9,90", "120,", "100,100"], notes],
  [{ change: "1y" }, ["value,value_change", "10,", "9,-0.1", "120,", "100,"], notes],
  [{ resample: "year" }, ["value", "10", "9", "120", "100"], notes],
  [{ rank: true, mix }, ["value,value_rank", "10,3", "9,4", "120,1", "100,2"], notes],
  [
    { rank: true, mix, plot: true, svg: "a.svg" },
    ["value,value_rank", "10,3", "9,4", "120,1", "100,2"],
    notes,
  ],
  [
    { rank: true, mix, shape: "records" },
    ["value,value_rank", "10,3", "9,4", "120,1", "100,2"],
    notes,
  ],
  [{}, ["value", "10", "9", "120", "100"], []],
  [{ rank: false, plot: true, shape: "dates" }, ["value", "10", "9", "120", "100"], []],
])("the table after %j", (options, expected, noted) => {
  const { table, notes } = withVerbs(all, options);
  expect([made(table), notes]).toEqual([expected, noted]);
});

test.each<[OptionValues, readonly string[]]>([
  [{ group: "variable,unit" }, ["variable,unit,mean", "Jobs,Job,59.75"]],
  [{ group: "entity", agg: "sum,count", plot: false }, ["entity,sum,count", "a,19,2", "b,220,2"]],
  [{ group: "variable", agg: "max", rank: true }, ["variable,max", "Jobs,120"]],
])("groups by %j", (options, expected) => {
  const { table, notes: noted } = withVerbs(all, { ...options, mix });
  const rows = [...table.rows()].map((row) => row.join());
  expect([table.columns.map(({ name }) => name).join(), ...rows]).toEqual(expected);
  expect(noted).toEqual(notes);
});

test("numbers of a period are put together by the first way that is named, or by their mean", async () => {
  const months = await open({
    "o.csv": "entity,variable,date,value\na,Jobs,2019-01,1\na,Jobs,2019-02,4\na,Jobs,2019-03,4\n",
  });
  const table = await months.table({ variables: ["Jobs"], entities: ["a"], date: "all" });
  const values = (options: OptionValues) => made(withVerbs(table, options).table);
  expect(values({ resample: "quarter" })).toEqual(["value", "3"]);
  expect(values({ resample: "quarter", agg: "max" })).toEqual(["value", "4"]);
  expect(values({ resample: "quarter", agg: "sum,max" })).toEqual(["value", "9"]);
});

test.each<[OptionValues, string]>([
  [{ agg: "sum" }, "--agg needs --group or --resample"],
  [{ rank: false, agg: "sum" }, "--agg needs --group or --resample"],
  [{ group: "entity", plot: true }, "--group goes with no --plot"],
  [{ group: "entity", plot: false, svg: "a.svg" }, "--group goes with no --svg"],
  [{ rank: true, shape: "dates" }, "--rank goes with the shape records alone"],
  [{ rank: true, change: "1y", shape: "dates" }, "--change goes with the shape records alone"],
])("verbs are refused with %j", (options, message) => {
  expect(() => withVerbs(all, options)).toThrow(new Error(message));
});

test("what a verb made is drawn in the place of the value, and no denominator", async () => {
  const drawn = (table: Table) =>
    drawnOf(table)
      .toJSON()
      .map(({ value, unit }) => `${value} ${unit}`);
  expect(drawn(all)).toEqual(["10 Job", "9 Job", "120 Job", "100 Job"]);
  expect(drawn(withVerbs(all, { change: "1y", rolling: 2 }).table)).toEqual([
    "null value_rolling_mean",
    "9.5 value_rolling_mean",
    "null value_rolling_mean",
    "null value_rolling_mean",
  ]);
  expect(drawn(all.derive({ after: () => 7, word: () => "w" }))).toEqual(Array(4).fill("7 after"));
  const question = { ...usual, variables: ["Jobs"], entities: ["a"], date: "2019" } as const;
  const divided = await commons.table({ ...question, denominator: "People" });
  expect(divided.columns.map(({ name }) => name)).toContain("denominator");
  expect(drawn(divided)).toEqual(["0.5 Job"]);
});

// Notes beside a table.

/** A world that explains each question by the one name in it; names with an x are unknown. */
function explaining(asked: object[] = []): AnyCommons {
  const explain = async ({ observation }: { observation: ReturnType<typeof requestOf> }) => {
    asked.push(observation);
    const isUnknown = /"dcids":\["\w*x\w*"\]/.test(JSON.stringify(observation));
    const kind = isUnknown ? "unknownDcid" : "noData";
    return { kind, text: `1 step\nThe answer is empty: ${kind}.\nThere is: more` };
  };
  const table = async () => all.take(Uint32Array.of());
  return { explain, table } as unknown as AnyCommons;
}

test("names without a row are explained where the world does not know them", async () => {
  const asked: object[] = [];
  const jobs = { ...usual, variables: ["Jobs", "Ox", "Cars"], entities: ["a", "x", "c"] };
  expect(await missingNames(explaining(asked), jobs, all)).toEqual({
    notes: Array(2).fill(["no row: unknownDcid.", "There is: more"]).flat(),
    isUnknown: true,
  });
  const request = requestOf({ ...usual, ...jobs });
  expect(asked).toEqual([
    { ...request, entity: { dcids: ["x"] } },
    { ...request, entity: { dcids: ["c"] } },
    { ...request, variable: { dcids: ["Ox"] } },
    { ...request, variable: { dcids: ["Cars"] } },
  ]);
  const known = { ...usual, variables: ["Jobs"], entities: ["a", "c"] };
  expect(await missingNames(explaining(), known, all)).toEqual({ notes: [], isUnknown: false });
});

test("at most five names are explained; none of an expression, of an empty table or of columns that it lacks", async () => {
  const count = async (question: Partial<StatQuestion>, table: Table) => {
    const asked: object[] = [];
    await missingNames(explaining(asked), { ...usual, variables: ["Jobs"], ...question }, table);
    return asked.length;
  };
  const entities = ["x1", "x2", "x3", "x4", "x5", "x6"];
  expect(await count({ entities }, all)).toBe(5);
  expect(await count({ entities: "a->x" }, all)).toBe(0);
  expect(await count({ entities }, all.take(Uint32Array.of()))).toBe(0);
  const grouped = withVerbs(all, { group: "entity", mix }).table;
  expect(await count({ variables: ["Ox"], entities: ["a"] }, grouped)).toBe(0);
  expect(await count({ variables: ["Ox"], entities: ["a"] }, all)).toBe(1);
  const numbers = all.select({ entity: "entity", variable: "value" });
  expect(await count({ variables: ["Ox"], entities: ["a"] }, numbers)).toBe(0);
});

test("sources with dates that the source of a series lacks are counted", async () => {
  const asked: unknown[] = [];
  const row = (entity: string, date: string, facetId: string) => ({
    variable: "v",
    entity,
    date,
    facetId,
  });
  const best = [row("a", "2019", "1"), row("b", "2020", "1")];
  const others = async (rows: readonly object[], question: object, cure?: string) => {
    const table = async ({ facet }: { facet?: string }, limits: unknown) => {
      asked.push([facet, limits]);
      return { objects: () => (facet === "all" ? [...best, ...rows] : best) };
    };
    return await otherSources({ table } as unknown as AnyCommons, { ...usual, ...question }, cure);
  };
  const more = [row("a", "2020", "2"), row("b", "2019", "2")];
  const note = "1 other source has more dates: --facets all";
  expect(await others(more, { date: "all" })).toEqual([note]);
  expect(asked).toEqual([
    ["best", noLimits],
    ["all", noLimits],
  ]);
  expect(await others(more, { date: { from: "2019" } })).toEqual([note]);
  expect(await others(more, { date: "2020" })).toEqual([]);
  expect(await others(more, { date: "latest" })).toEqual([]);
  expect(await others(more, { date: undefined })).toEqual([]);
  expect(await others([row("a", "2019", "2")], { date: "all" })).toEqual([]);
  const two = [...more, row("a", "2021", "3")];
  expect(await others(two, { date: "all" }, "take all")).toEqual([
    "2 other sources have more dates: take all",
  ]);
  const plain: object[] = [];
  const table = async (question: object) => {
    plain.push(question);
    return { objects: () => [] };
  };
  const question = { ...usual, date: "all", perCapita: true, denominator: "d", shape: "dates" };
  await otherSources({ table } as unknown as AnyCommons, question as StatQuestion);
  const { denominator: _, ...rest } = usual;
  const base = { ...rest, date: "all", names: false };
  expect(plain).toEqual([base, { ...base, facet: "all" }]);
});
