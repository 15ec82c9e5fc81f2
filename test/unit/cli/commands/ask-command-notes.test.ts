/** What `ask` answers to a question as it was read: rows, notes, code and command, all of them. */
import { expect, test } from "vitest";
import type { CliTools } from "../../../../src/cli/command.ts";
import { askCommand } from "../../../../src/cli/commands/ask-command.ts";
import type { Understanding } from "../../../../src/index.ts";
import type { AnswerRow, UnderstoodAnswer } from "../../../../src/wire.ts";

const span = (text: string) => ({ start: 0, end: text.length, text });
const jobs = { dcid: "Jobs", name: "All jobs", score: 0.876, others: [] };
const pay = { dcid: "Pay", score: 1, others: [] };
const texas = {
  entities: "geoId/48",
  name: "Texas",
  isSet: false,
  others: [],
  isAssumed: false,
};
const facets = {
  1: { importName: "Census", unit: "Person" },
  2: { importName: "Survey" },
} as unknown as UnderstoodAnswer["facets"];
const row = (entity: string, date: string, more: Partial<AnswerRow> = {}): AnswerRow => ({
  entity,
  variable: "Jobs",
  date,
  value: 5,
  facetId: "1",
  ...more,
});
const question = { entities: ["geoId/48"], variables: ["Jobs"] };
const answerOf = (rows: readonly AnswerRow[], more: Partial<UnderstoodAnswer> = {}) => ({
  question,
  rows,
  rowCount: rows.length,
  facets,
  ...more,
});

/** The answer of the command to what was read. */
async function said(read: Partial<Understanding>, others: readonly string[] = []) {
  const whole: Understanding = {
    text: "",
    places: [texas],
    variables: [jobs],
    date: { date: "latest" },
    intent: { kind: "value" },
    unread: [],
    nearest: [],
    ...read,
  };
  const table = async () => ({ objects: () => [] });
  const ask = async () => ({ understand: async () => whole, table });
  const tools = { ask } as unknown as CliTools;
  const { notes, rows, exitCode } =
    (await askCommand.run(["my data", ["jobs"]], { with: others }, tools)) ?? {};
  return { notes, columns: rows?.columns, rows: [...(rows?.rows ?? [])], exitCode };
}

const notesOf = async (...given: Parameters<typeof said>) => (await said(...given)).notes;
const places = "read as place Texas (geoId/48)";
const variable = "read as variable All jobs (Jobs), similarity 0.88";
const code = (more = "") =>
  `as code: await commons.table({"entities":["geoId/48"],"variables":["Jobs"]${more}})`;
const command = (more = "") =>
  `as a command: npx pocket-commons stat 'my data' Jobs geoId/48${more}`;

test("a value has its row and its source", async () => {
  const answer = answerOf([row("geoId/48", "2020", { entityName: "Texas" })]);
  expect(await said({ answer })).toEqual({
    notes: [places, variable, code(), command()],
    columns: ["entity", "entity_name", "variable", "date", "value", "unit", "importName"],
    rows: [["geoId/48", "Texas", "Jobs", "2020", 5, "Person", "Census"]],
    exitCode: 0,
  });
});

test("every part says how it was read", async () => {
  const answer = answerOf([]);
  const read: Partial<Understanding> = {
    places: [
      { ...texas, span: span("tx") },
      { ...texas, entities: "Earth", name: "World", isAssumed: true },
    ],
    variables: [{ ...jobs, span: span("work") }, pay],
    date: { date: { from: "2019" }, span: span("since 2019") },
    intent: { kind: "ranking", order: "highest", limit: 3, span: span("most") },
    denominator: { ...pay, span: span("by pay") },
    perCapita: span("each"),
    unread: [span("please"), span("now")],
    answer,
  };
  const ranked =
    'as code: (await commons.table({"entities":["geoId/48"],"variables":["Jobs"]})).sorted("value", "descending").head(3)';
  expect(await notesOf(read)).toEqual([
    "'tx' was read as place Texas (geoId/48)",
    "no place is named: World (Earth) is taken",
    "'work' was read as variable All jobs (Jobs), similarity 0.88",
    "read as variable Pay, similarity 1.00",
    `'since 2019' was read as date {"from":"2019"}`,
    "'most' was read as ranking highest 3",
    "'by pay' was read as what values are divided by: Pay",
    "'each' was read as values per person",
    "not read: 'please', 'now'",
    "there are no values",
    ranked,
    command(" --sort -value -n 3"),
  ]);
  expect((await said(read)).exitCode).toBe(4);
});

test.each<[Understanding["intent"], string]>([
  [{ kind: "ranking" }, "there are no values"],
  [{ kind: "change" }, "no place has values at two dates"],
  [{ kind: "change", isOneWay: true }, "no place that has values at two dates changed so"],
])("of %j without rows it says what there is none of", async (intent, note) => {
  const all = await notesOf({ intent, answer: answerOf([]) });
  expect(all?.find((one) => /^(?:there|no place)/.test(String(one)))).toBe(note);
});

test.each([
  ["average pay", "Median_Pay", ["'average': Median_Pay is a median, and no average was found"]],
  ["mean rate", "Rate", ["'mean': no average over places or dates is made"]],
  ["average pay", "Mean_Pay", []],
  ["median pay", "Median_Pay", []],
  ["median rate", "Rate", ["'median': no median over places or dates is made"]],
  ["sum of the pay", "Pay", ["'sum': no sum over places or dates is made"]],
  ["Sum of pay", "Sum_Pay", []],
  ["sum of use", "Consumption", ["'sum': no sum over places or dates is made"]],
  ["total pay", "Pay", []],
])("%s read as %s: a median is no average, and values are no sum", async (text, dcid, notes) => {
  const read = { variables: [{ ...pay, dcid, span: span(text) }], answer: answerOf([]) };
  const all = (await notesOf(read)) ?? [];
  expect(all.filter((note) => /: (?:no|.* no) (?:average|median|sum)/.test(String(note)))).toEqual(
    notes,
  );
});

test("a variable about a part says of what, and which others are as near", async () => {
  const others = ["A", "B", "C", "D"].map((dcid) => ({ dcid }));
  const only = [
    { property: "gender", value: "Female", name: "women" },
    { property: "age", value: "Years5", name: "five" },
  ];
  const notes = await notesOf({ variables: [{ ...jobs, only, others }], answer: answerOf([]) });
  expect(notes?.slice(2, 4)).toEqual([
    "Jobs is the nearest, but it is only: gender women, age five; no variable that was found has the total",
    "others are as near: A, B, C",
  ]);
});

test.each<[string, Partial<Understanding>, string[]]>([
  ["no variable", { variables: [] }, [places, "no variable is named"]],
  [
    "no variable, but near ones",
    { variables: [], nearest: [{ dcid: "Cats" }, { dcid: "Dogs", name: "All dogs" }] },
    [places, "no variable is named; the nearest: Cats, All dogs (Dogs)"],
  ],
  [
    "words that nothing is about",
    { unread: [span("red"), span("blue")], nearest: [{ dcid: "Cats" }], date: { date: "2020" } },
    [
      places,
      variable,
      "not read: 'red', 'blue'",
      "no number: nothing found is about 'red', 'blue'; the nearest: Cats",
      "without these words, as a command: npx pocket-commons stat 'my data' Jobs geoId/48 --from 2020 --to 2020",
    ],
  ],
  [
    "words of another variable",
    { unread: [span("Red"), span("dogs")], nearest: [jobs, { dcid: "Dogs", name: "Red dogs" }] },
    [
      places,
      variable,
      "not read: 'Red', 'dogs'",
      "no number: no variable is about 'Red', 'dogs' and all else that is asked; the nearest: All jobs (Jobs), Red dogs (Dogs)",
      `Red dogs (Dogs) alone, ${command().replace("Jobs", "Dogs")}`,
    ],
  ],
  [
    "except what nobody knows",
    { unread: [span("Except")] },
    [places, variable, "not read: 'Except'", "no number: nothing found is about 'Except'"],
  ],
  ...(
    [
      [{ perCapita: span("h") }, "values per person", "Count_Person"],
      [
        { denominator: { dcid: "Households", score: 1, others: [], span: span("h") } },
        "what values are divided by: Households",
        "Households",
      ],
    ] as const
  ).map(([per, as, dcid]): [string, Partial<Understanding>, string[]] => [
    `a word that nothing is about, by ${dcid}`,
    { unread: [span("red")], ...per },
    [
      ...[places, variable, `'h' was read as ${as}`, "not read: 'red'"],
      "no number: nothing found is about 'red'",
      `without these words, ${command(` --denominator ${dcid}`)}`,
    ],
  ]),
  [
    "a place without a part of it",
    { places: [], unread: [span("other than Ohio")] },
    [
      variable,
      "not read: 'other than Ohio'",
      `of one place nothing is left out: 'other than Ohio' is read beside places of a type, as "countries in Europe"`,
    ],
  ],
  [
    "no place",
    { places: [], nearest: [{ dcid: "Cats" }] },
    [
      variable,
      "no place that is known is named, and none can be taken; the nearest: Cats",
      "names and types of places may be in another source: --with SOURCE adds it",
    ],
  ],
])("without an answer it says why: %s", async (_, read, notes) => {
  expect(await said(read)).toMatchObject({ notes, rows: [], exitCode: 4 });
});

const two = [row("geoId/06", "2020"), row("geoId/48", "2020")];

test.each<[string, Partial<Understanding>, string[]]>([
  [
    "a ranking that is cut",
    {
      intent: { kind: "ranking", order: "lowest" },
      answer: answerOf(two, { rowCount: 9, tiedCount: 2, missingCount: 3 }),
    },
    [
      "2 of 9; 2 more with the value of the last one",
      "places without a value: 3",
      `as code: (${code().slice(9)}).sorted("value", "ascending")`,
      command(" --sort value"),
    ],
  ],
  ...(
    [
      ["a change without a date", "highest", "missingCount", "without values at both dates"],
      ["a change upwards", "highest", "otherWayCount", "that did not rise are left out"],
      ["a change downwards", "lowest", "otherWayCount", "that did not fall are left out"],
    ] as const
  ).map(([name, order, count, words]): [string, Partial<Understanding>, string[]] => [
    name,
    { intent: { kind: "change", order }, answer: answerOf(two, { [count]: 3 }) },
    [
      `places ${words}: 3`,
      ...[code(), command()].map((as) => `the values that it is made of, ${as}`),
    ],
  ]),
  [
    "rows of which some are not shown",
    { answer: answerOf(two, { rowCount: 3 }) },
    ["2 of 3", code(), command()],
  ],
  [
    "a ranking without an order",
    { intent: { kind: "ranking", limit: 2 }, answer: answerOf(two) },
    [code(), command()],
  ],
  [
    "values of several dates and sources",
    {
      answer: answerOf([
        row("a", "2020"),
        row("b", "2021"),
        row("c", "2021"),
        row("d", "2021", { facetId: "2" }),
        row("e", "2021", { facetId: "3" }),
        row("f", "2019"),
      ]),
    },
    [
      "values of Jobs differ in date or source: 2 of 2021 (Census), 1 of 2020 (Census), 1 of 2021 (Survey), 1 of 2021 (3), and 1 more",
      code(),
      command(),
    ],
  ],
  [
    "values of four dates",
    { answer: answerOf(["2018", "2019", "2020", "2021"].map((date) => row(date, date))) },
    [
      "values of Jobs differ in date or source: 1 of 2018 (Census), 1 of 2019 (Census), 1 of 2020 (Census), 1 of 2021 (Census)",
      code(),
      command(),
    ],
  ],
  [
    "dates along a line",
    { answer: answerOf([row("a", "2020"), row("a", "2021")]) },
    [code(), command()],
  ],
  [
    "values divided by those of another year",
    {
      denominator: pay,
      answer: answerOf([
        row("a", "2020-06", { denominator: { date: "2020", value: 1 } }),
        row("b", "2020-06", { denominator: { date: "2019", value: 1 } }),
      ]),
    },
    [
      "values are divided by Pay of another year: 1 of 2, as that of b in 2020-06 by that of 2019",
      `the values that it is made of, ${code()}`,
      `the values that it is made of, ${command()}`,
    ],
  ],
  [
    "a quotient of a year",
    { denominator: pay, date: { date: "2020" }, answer: answerOf(two) },
    [code(), command()],
  ],
])("beside an answer it says: %s", async (_, read, notes) => {
  const all = (await notesOf(read)) ?? [];
  expect(all.filter((note) => !String(note).includes("read as"))).toEqual(notes);
});

test("a change has what was before; its dates differ, and are no mixture", async () => {
  const before = { date: "2010", value: 5.5 };
  const answer = answerOf([
    row("a", "2020", { value: 3.8, before, change: 3.8 - 5.5, changeShare: -0.30909 }),
    row("b", "2021"),
  ]);
  const { columns, rows, notes } = await said({ intent: { kind: "change" }, answer });
  expect(columns?.slice(7)).toEqual(["dateBefore", "valueBefore", "change", "changePercent"]);
  expect(rows.map((cells) => cells.slice(7))).toEqual([
    ["2010", 5.5, -1.7, -30.91],
    [undefined, undefined, undefined, undefined],
  ]);
  expect(notes?.slice(2)).toEqual([
    `the values that it is made of, ${code()}`,
    `the values that it is made of, ${command()}`,
  ]);
});

test("a correlation has both values of a row, and says which of them are mixed", async () => {
  const against = (date: string) => ({ date, value: 7, facetId: "2" });
  const answer = answerOf(
    [
      row("a", "2020", { against: against("2020") }),
      row("b", "2020", { against: against("2019") }),
    ],
    { coefficient: 0.12345 },
  );
  const read = { variables: [jobs, pay], intent: { kind: "correlation" } as const, answer };
  const { columns, rows, notes } = await said(read);
  expect(columns?.slice(7)).toEqual(["variableAgainst", "dateAgainst", "valueAgainst"]);
  expect(rows.map((cells) => cells.slice(7))).toEqual([
    ["Pay", "2020", 7],
    ["Pay", "2019", 7],
  ]);
  expect(notes?.slice(3, 5)).toEqual([
    "coefficient of correlation: 0.123",
    "values of Pay differ in date or source: 1 of 2020 (Survey), 1 of 2019 (Survey)",
  ]);
});

test.each<[Partial<UnderstoodAnswer["question"]>, string]>([
  [{ date: "latest" }, ""],
  [{ date: "all" }, " --date all"],
  [{ date: { from: "2019", to: "2020" } }, " --from 2019 --to 2020"],
  [{ facet: "best" }, ""],
  [{ facet: "best-for-all" }, " --facets best-for-all"],
  [{ facet: ["1", "2"] }, " --facets 1,2"],
  [{ perCapita: false }, ""],
  [{ perCapita: true }, " --per-capita"],
  [{ denominator: "Pay" }, " --denominator Pay"],
])("the command of a question with %j ends with %j", async (more, end) => {
  const rows = [row("geoId/48", "2020")];
  const asked = { ...question, ...more } as UnderstoodAnswer["question"];
  // Sources of a question over dates are looked up in a world.
  const options = { quiet: true };
  const ask = async () => ({
    understand: async () => ({
      places: [],
      variables: [jobs],
      date: { date: "latest" },
      intent: { kind: "value" },
      unread: [],
      nearest: [],
      answer: answerOf(rows, { question: asked }),
    }),
  });
  const { notes = [] } =
    (await askCommand.run(["my data", ["jobs"]], options, { ask } as unknown as CliTools)) ?? {};
  expect(notes.at(-1)).toBe(command(end));
});

test("the command names all places and variables, an expression, and further sources", async () => {
  const entities = "country/USA<-containedInPlace+{typeOf:State}";
  const answer = answerOf(two, { question: { entities, variables: ["Jobs", "Pay"] } });
  expect((await notesOf({ answer }, ["more", "and more"]))?.at(-1)).toBe(
    `as a command: npx pocket-commons stat 'my data' Jobs,Pay '${entities}' --with more 'and more'`,
  );
});
