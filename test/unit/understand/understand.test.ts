/** Questions in somebody's own words, about the sample. */
import { expect, test } from "vitest";
import { open, type UnderstandOptions } from "../../../src/index.ts";

const commons = await open("data-samples");
const ask = (text: string, options?: UnderstandOptions) => commons.understand(text, options);

test("a question for a value names place, variable and date, and says where they stand", async () => {
  const text = "What was the population of texas in 2020?";
  const { places, variables, date, intent, answer, unread } = await ask(text);
  expect(places).toMatchObject([{ entities: "geoId/48", name: "Texas", isSet: false }]);
  expect(places[0]?.span).toEqual({ start: 27, end: 32, text: "texas" });
  expect(variables).toMatchObject([{ dcid: "Count_Person", span: { text: "population" } }]);
  expect(date).toEqual({ date: "2020", span: { start: 33, end: 40, text: "in 2020" } });
  expect(intent).toEqual({ kind: "value" });
  expect(unread).toEqual([]);
  const members = ["text", "places", "variables", "date", "intent", "unread", "nearest", "answer"];
  expect(Object.keys(await ask(text))).toEqual(members);
  const { value } = (await commons.table(answer!.question)).toJSON()[0] as { value: number };
  expect(answer?.rows).toMatchObject([{ entity: "geoId/48", date: "2020", value }]);
  expect(Object.keys(answer?.facets ?? {})).toEqual([answer?.rows[0]?.facetId]);
});

test("a ranking of all places of a type within a place has the highest first", async () => {
  const { places, intent, answer } = await ask(
    "which counties in california have the highest median age",
  );
  expect(places).toMatchObject([
    {
      entities: "geoId/06<-containedInPlace+{typeOf:County}",
      type: "County",
      within: { dcid: "geoId/06" },
      isSet: true,
    },
  ]);
  expect(intent).toMatchObject({ kind: "ranking", order: "highest" });
  const values = (answer?.rows ?? []).map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  expect([values.length, answer?.rowCount]).toEqual([10, 16]);
});

test.each(["highest median income", "map of median income"])(
  "%s: without a place, those directly within the one that is meant are compared",
  async (text) => {
    const { places, answer } = await ask(text);
    expect(places).toMatchObject([
      { entities: "country/USA<-containedInPlace+{typeOf:State}", isSet: true, isAssumed: true },
    ]);
    expect(answer?.rowCount).toBeGreaterThan(50);
    expect((await ask(text.replace(/^.* (?=median)/, ""))).places).toMatchObject([
      { entities: "country/USA", isAssumed: true },
    ]);
  },
);

test("corrections replace what was read", async () => {
  const { variables, intent, answer } = await ask("population of texas", {
    variables: ["Median_Age_Person"],
    places: ["geoId/06", "geoId/48"],
    intent: "comparison",
  });
  expect(variables).toMatchObject([{ dcid: "Median_Age_Person" }]);
  expect(intent.kind).toBe("comparison");
  expect(answer?.rows.map(({ entity }) => entity)).toEqual(["geoId/06", "geoId/48"]);
});

test("a correction to a ranking ranks one place, too, and unknown variables have no last date", async () => {
  const ranked = await ask("population of texas", { intent: "ranking" });
  expect([ranked.intent, ranked.answer?.rowCount]).toEqual([
    { kind: "ranking", order: "highest" },
    1,
  ]);
  const { date } = await ask("population in the last two years", {
    variables: ["Nothing", "Median_Age_Person"],
  });
  expect(date.date).toEqual({ from: "2023" });
});

test.each([
  // Three years have three values; a change over three years begins one before.
  ["population of texas in the last three years", "2023"],
  ["how much did the population of texas grow in the last three years", "2022"],
  ["population of texas since last year", "2024"],
  // Of months, the last year is not over.
  ["unemployment rate of texas in the last three years", "2023"],
])("%s begins with %s", async (text, from) => {
  expect((await ask(text)).date.date).toEqual({ from });
});

test("corrections have names where they are known, and none where they are not", async () => {
  const { variables, places } = await ask("population of texas", {
    variables: ["Median_Age_Person", "Nothing"],
    places: ["geoId/06", "Nowhere", "State<-typeOfs"],
  });
  const name = "Median Age of Population";
  expect(variables).toEqual([
    { dcid: "Median_Age_Person", name, score: 1, others: [] },
    { dcid: "Nothing", score: 1, others: [] },
  ]);
  expect(places.map((place) => place.name)).toEqual(["California", "Nowhere", "State<-typeOfs"]);
});

test("values per person are asked for and refused by a correction, whatever the words say", async () => {
  const isDivided = async (text: string, perCapita?: boolean) => {
    const read = await ask(text, { perCapita });
    return [read.answer?.question.perCapita, read.perCapita?.text];
  };
  expect(await isDivided("electricity per capita in texas")).toEqual([true, "per capita"]);
  expect(await isDivided("electricity per capita in texas", false)).toEqual([undefined, undefined]);
  expect(await isDivided("electricity per capita in texas", true)).toEqual([true, "per capita"]);
  expect(await isDivided("electricity in texas", true)).toEqual([true, ""]);
});

test("the beginning of a name alone is that place; in a question it may be another one", async () => {
  for (const text of ["calif", "Califor"]) {
    expect((await ask(text)).places, text).toMatchObject([{ entities: "geoId/06" }]);
  }
  for (const text of ["te", "median", "median age of Califo"]) {
    expect((await ask(text)).places.filter(({ isAssumed }) => !isAssumed)).toEqual([]);
  }
});

test.each([
  ["how many people live in Gotham in 2015", "Gotham"],
  ["median age of Upper Bavaria", "Upper Bavaria"],
])("%s: no other place is taken for one that is not known", async (text, name) => {
  const { places, variables, answer, unread } = await ask(text);
  expect({ places, answer }).toEqual({ places: [], answer: undefined });
  expect(variables).toHaveLength(1);
  expect(unread.map((span) => span.text)).toContain(name);
});

test.each("in of for at near within across".split(" "))(
  "names after '%s' that no place has are one name",
  async (word) => {
    const { unread } = await ask(`population ${word} Upper Bavaria or ${word} Gotham`);
    expect(unread.map((span) => span.text)).toEqual(["Upper Bavaria", "Gotham"]);
  },
);

test("the oldest population is about age, unless something else is asked for beside it", async () => {
  const { variables } = await ask("oldest population and number of households by state");
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Count_Person", "Count_Household"]);
});

test("one variable is against no other", async () => {
  const { intent } = await ask("scatter plot of population by state");
  expect(intent).toMatchObject({ kind: "comparison", span: { text: "scatter plot" } });
});

test("words of variables in capitals are no places", async () => {
  const { places, unread } = await ask("number of People with Income");
  expect(places).toMatchObject([{ isAssumed: true }]);
  expect(unread).toEqual([]);
});

test("a text that means nothing has no variable and no answer", async () => {
  const { places, variables, answer, unread } = await ask("asdf");
  expect({ places, variables, answer }).toEqual({
    places: [],
    variables: [],
    answer: undefined,
  });
  expect(unread).toEqual([{ start: 0, end: 4, text: "asdf" }]);
});

test("words that divide do not turn other words into a variable", async () => {
  const perCapita = "Amount_EconomicActivity_GrossNationalIncome_PurchasingPowerParity_PerCapita";
  const own = await ask("national income per person of the usa");
  expect(own.variables).toMatchObject([{ dcid: perCapita }]);
  const { variables, answer, unread } = await ask("crimes per capita in states");
  expect({ variables, answer }).toEqual({ variables: [], answer: undefined });
  expect(unread.map((span) => span.text)).toEqual(["crimes"]);
});

test("what is no text, and an option that there is not, are refused", async () => {
  await expect(ask(1 as unknown as string)).rejects.toThrow("'text' is a text, not 1");
  await expect(ask("a", { place: [] } as UnderstandOptions)).rejects.toThrow(
    'there is no option "place"; did you mean',
  );
});

test.each([
  ["which state has the oldest population", "Median_Age_Person", []],
  ["average population of the states", "Count_Person", ["average"]],
  ["population density of ohio", "Count_Person", ["density"]],
  ["percent of unemployed people in nevada 2020", "Count_Person_Unemployed", ["percent"]],
  ["median household income in texas per capita", "Median_Income_Household", ["per capita"]],
  ["unemployment rate per capita in texas", "UnemploymentRate_Person", ["per capita"]],
])("in %s, words that the variable lacks are not read", async (text, dcid, unread) => {
  const read = await ask(text);
  expect(read.variables).toMatchObject([{ dcid }]);
  expect(read.perCapita).toBeUndefined();
  expect(read.unread.map((span) => span.text)).toEqual(unread);
});

test.each([
  ["solar electricity in Texas", "Annual_Generation_Electricity", "solar"],
  ["life expectancy of women in Japan", "LifeExpectancy_Person", "women"],
  ["male unemployment rate in Ohio", "UnemploymentRate_Person", "male"],
  ["population of dogs in Texas", "Count_Person", "dogs"],
  ["number of people employed in agriculture in Iowa", "Count_Person_Employed", "agriculture"],
  ["which state has the second highest median income", "Median_Income_Household", "second"],
])(
  "%s: a word that says something else than the variable is not read",
  async (text, dcid, word) => {
    const { variables, unread } = await ask(text);
    expect(variables).toMatchObject([{ dcid }]);
    expect(unread.map((span) => span.text)).toEqual([word]);
  },
);

test.each([
  ["unemployment rate in puerto rico", ["puerto", "rico"]],
  ["life expectancy wakanda", ["wakanda"]],
  ["solar electricity", ["solar"]],
  ["median age in the northeast", ["northeast"]],
  ["population in the midwest", ["midwest"]],
])("%s: no place is assumed where a word may be one, or something else", async (text, words) => {
  const { places, variables, answer, unread } = await ask(text);
  expect({ places, answer }).toEqual({ places: [], answer: undefined });
  expect(variables).toHaveLength(1);
  expect(unread.map((span) => span.text)).toEqual(words);
});

test.each(["number of deaths in Ohio", "GDP of France", "GDP per capita of the US"])(
  "%s: a variable that has none of the words' meaning is not taken for it",
  async (text) => {
    const { variables, answer, nearest } = await ask(text);
    expect({ variables, answer }).toEqual({ variables: [], answer: undefined });
    expect(nearest.length).toBeGreaterThan(0);
  },
);

/** Variables that say the opposite of each other, or one of which is part of the other. */
const alike = [
  ["UnemploymentRate", "Unemployment Rate"],
  ["Urban", "Urban Population"],
  ["All", "Total Population"],
  ["Insured", "Population With Health Insurance"],
  ["HomeValue", "Median Home Value"],
  ["Emissions", "Annual Carbon Dioxide Emissions"],
  ["Product", "Gross Domestic Product"],
];
const small = await open({
  "world.csv": [
    "subject_id,predicate,object_id,object_value",
    "x,typeOf,Country,",
    "x,name,,Xland",
    ...alike.flatMap(([dcid, name]) => [
      `${dcid},typeOf,StatisticalVariable,`,
      `${dcid},name,,${name}`,
    ]),
  ].join("\n"),
  "observations.csv": [
    "variable,entity,date,value",
    ...alike.map(([dcid], at) => `${dcid},x,2020,${at + 1}`),
  ].join("\n"),
});

test.each([
  ["population of xland", "All"],
  ["urban population of xland", "Urban"],
  ["gdp of xland", "Product"],
  ["co2 emissions of xland", "Emissions"],
  ["unemployment of xland", "UnemploymentRate"],
  ["home values in xland", "HomeValue"],
  ["employment in xland", undefined],
  ["population without health insurance in xland", undefined],
  ["median age of xland", undefined],
  ["richest country", undefined],
])("%s among variables that are alike is about %s", async (text, dcid) => {
  const { variables } = await small.understand(text);
  expect(variables.map((one) => one.dcid)).toEqual(dcid === undefined ? [] : [dcid]);
});

test("where something changed most compares places, though none is named", async () => {
  const { places, answer } = await ask("where did the population shrink the most since 2020");
  expect(places).toMatchObject([{ isSet: true, isAssumed: true }]);
  expect(answer!.rowCount).toBeGreaterThan(5);
  expect(answer!.rows.every(({ change = 0 }) => change < 0)).toBe(true);
});

test("what is no amount is divided by people only if a correction says so, and the answer names what divides it", async () => {
  const text = "median household income in texas 2015 per capita";
  expect((await ask(text)).answer?.question).not.toHaveProperty("denominator");
  const { answer } = await ask(text, { perCapita: true });
  expect(answer?.question).toMatchObject({ denominator: "Count_Person" });
  expect(answer?.question).not.toHaveProperty("perCapita");
  expect(Number(answer?.rows[0]?.value)).toBeLessThan(1);
});
