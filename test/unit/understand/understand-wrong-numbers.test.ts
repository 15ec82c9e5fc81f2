/** Readings that would answer with the number of something else. */
import { expect, test, vi } from "vitest";
import { open } from "../../../src/index.ts";

const sample = await open("data-samples");

const gni = "Amount_EconomicActivity_GrossNationalIncome_PurchasingPowerParity_PerCapita";

const variable = (dcid: string, name: string) =>
  `${dcid},typeOf,StatisticalVariable,\n${dcid},name,,"${name}"`;
const place = (dcid: string, type: string, name: string, outer: string) =>
  `${dcid},typeOf,${type},\n${dcid},name,,"${name}"\n${dcid},containedInPlace,${outer},`;

const world = await open({
  "graph.csv": [
    "subject_id,predicate,object_id,object_value",
    variable("Count_Person", "Total population"),
    variable("Count_Person_Male", "Male population"),
    variable("Count_Person_Female", "Female population"),
    variable("Count_Person_BelowPoverty", "Population below poverty level"),
    variable("GDP_Nominal", "Gross domestic product, nominal"),
    variable("GDP_PerCapita", "Gross domestic product per capita"),
    place("europe", "Continent", "Europe", "Earth"),
    place("country/FRA", "Country", "France", "europe"),
    place("country/DEU", "Country", "Germany", "europe"),
    place("country/GEO", "Country", "Georgia", "Earth"),
    place("country/TUR", "Country", "Türkiye", "Earth"),
    place("country/USA", "Country", "United States", "Earth"),
    place("geoId/13", "State", "Georgia", "country/USA"),
    place("geoId/36", "State", "New York", "country/USA"),
    place("geoId/3651000", "City", "New York", "geoId/36"),
  ].join("\n"),
  "observations.csv": [
    "entity,variable,date,value",
    ...[
      "europe",
      "country/FRA",
      "country/DEU",
      "country/GEO",
      "country/TUR",
      "country/USA",
    ].flatMap((entity, at) => [
      `${entity},Count_Person,2020,${1000 + at}`,
      `${entity},Count_Person_Male,2020,${500 + at}`,
      `${entity},Count_Person_Female,2020,${400 + at}`,
      `${entity},Count_Person_BelowPoverty,2020,${100 + at}`,
      `${entity},GDP_Nominal,2020,${90_000 + at}`,
      `${entity},GDP_PerCapita,2020,${90 + at}`,
    ]),
    ...["geoId/13", "geoId/36", "geoId/3651000"].map(
      (entity, at) => `${entity},Count_Person,2020,${10 + at}`,
    ),
  ].join("\n"),
});

const entitiesIn = async (text: string, commons = world) =>
  (await commons.understand(text)).answer?.rows.map(({ entity }) => entity);

test.each([
  ["people not in poverty in France"],
  ["people without poverty in France"],
  ["non poor people in France"],
])("%s: what is denied is no variable that does not deny it", async (text) => {
  const read = await world.understand(text);
  expect([read.variables, read.answer]).toEqual([[], undefined]);
  expect(read.unread.length).toBeGreaterThan(0);
});

test("what is denied is a variable that denies it", async () => {
  const { variables, answer } = await sample.understand("people without work in Ohio");
  expect(variables).toMatchObject([{ dcid: "Count_Person_Unemployed" }]);
  expect(answer?.rowCount).toBe(1);
});

test("about the sample, people not in poverty are no income", async () => {
  const { variables, nearest } = await sample.understand("people not in poverty in california");
  expect(variables).toEqual([]);
  expect(nearest.length).toBeGreaterThan(0);
});

test.each([
  ["poverty in california", "Median_Income_Household"],
  ["kids in poverty in california", "Median_Income_Household"],
  ["home value in ohio", "Count_Household"],
  ["salary in ohio", "Median_Income_Household"],
  ["median home value in ohio", "Median_Income_Household"],
  ["health expenditure per capita in France", gni],
  ["research expenditure per person in France", gni],
])(
  "%s: what is hardly alike and has none of the words is nearest, not an answer",
  async (text, dcid) => {
    const { variables, nearest, answer } = await sample.understand(text);
    expect([variables, answer]).toEqual([[], undefined]);
    expect(nearest.map((one) => one.dcid)).toContain(dcid);
  },
);

test("what is hardly alike is an answer where it has one of the words", async () => {
  const { variables } = await sample.understand("employment in Illinois");
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Count_Person_Employed"]);
});

test.each([
  ["total gdp of europe", "GDP_Nominal"],
  ["gross domestic product of France", "GDP_Nominal"],
  ["gdp per capita of europe", "GDP_PerCapita"],
])("%s: a value per person is taken where it is asked for", async (text, dcid) => {
  const { variables } = await world.understand(text);
  expect(variables[0]?.dcid).toBe(dcid);
});

test("two variables with 'and' between are both meant, though the words are like the name of one", async () => {
  const { variables, unread } = await world.understand("male and female population of France");
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Count_Person_Male", "Count_Person_Female"]);
  expect(unread).toEqual([]);
});

test("births and deaths are not those of foreigners, if each of them is a variable", async () => {
  const meantOf = async (text: string, names: readonly string[], meaning: boolean) => {
    const population = await open({
      "graph.csv": [
        "subject_id,predicate,object_id,object_value",
        ...names.map((name) => variable(name.replaceAll(" ", "_"), name)),
        place("x", "Country", "Xland", "Earth"),
      ].join("\n"),
      "observations.csv": [
        "entity,variable,date,value",
        ...names.map((name, at) => `x,${name.replaceAll(" ", "_")},2020,${at}`),
      ].join("\n"),
    });
    const { variables } = await population.understand(`${text} in Xland`, { meaning });
    return variables.map(({ dcid }) => dcid);
  };
  const [both, each] = ["Births and deaths of foreigners", ["Births", "Deaths"]];
  const text = "births and deaths";
  for (const meaning of [true, false]) {
    expect(await meantOf(text, [...each, both], meaning)).toEqual(each);
    expect(await meantOf(text, [...each, "Births and deaths"], meaning)).toEqual([
      "Births_and_deaths",
    ]);
    expect(await meantOf(both, [...each, both], meaning)).toEqual([both.replaceAll(" ", "_")]);
  }
  const longer = ["Births per 1000 people", "Deaths per 1000 people", both];
  expect(await meantOf(text, longer, false)).toEqual([
    "Births_per_1000_people",
    "Deaths_per_1000_people",
  ]);
});

test.each([
  ["countries other than France by population", ["USA", "TUR", "GEO", "DEU"]],
  ["largest countries except for France, Germany and Georgia the country", ["USA", "TUR"]],
  ["population of all countries but the US", ["TUR", "GEO", "DEU", "FRA"]],
  ["most populous countries outside Europe", ["USA", "TUR", "GEO"]],
  ["countries in Europe excluding Germany by population", ["FRA"]],
  ["countries except those in Europe by population", ["USA", "TUR", "GEO"]],
  ["countries except France and the country of Georgia by population", ["USA", "TUR", "DEU"]],
])("%s: places that are left out, and all within them, have no row", async (text, expected) => {
  expect(await entitiesIn(text)).toEqual(expected.map((code) => `country/${code}`));
  const { places, unread } = await world.understand(text);
  expect(places[0]?.name).toContain(" without ");
  expect(unread).toEqual([]);
});

test.each([
  ["population of Germany and Atlantis", "Atlantis"],
  ["population of countries except Atlantis", "except Atlantis"],
  ["population of Germany and of the USA excluding New Atlantis", "excluding New Atlantis"],
])("%s: beside a place that nobody knows there is no number", async (text, expected) => {
  const { variables, answer, unread } = await world.understand(text);
  expect([variables.map(({ dcid }) => dcid), answer]).toEqual([["Count_Person"], undefined]);
  expect(unread.map((one) => one.text)).toEqual([expected]);
  const corrected = await world.understand(text, { places: ["country/FRA"] });
  expect(corrected.answer?.rowCount).toBe(1);
});

test("a place without a part of it has no number, and the words are not read", async () => {
  const { places, answer, unread } = await world.understand("population of Europe except Germany");
  expect([places, answer]).toEqual([[], undefined]);
  expect(unread.map(({ text }) => text)).toEqual(["except Germany"]);
});

test.each([
  ["population of georgia", "country/GEO", "geoId/13"],
  ["population of Georgia the country", "country/GEO", "geoId/13"],
  ["population of the country of Georgia", "country/GEO", "geoId/13"],
  ["population of the state of Georgia", "geoId/13", "country/GEO"],
  ["population of New York state", "geoId/36", "geoId/3651000"],
  ["population of the city of New York", "geoId/3651000", "geoId/36"],
])("%s is about %s: of several places of a name the type says which", async (text, dcid, other) => {
  const { places } = await world.understand(text);
  expect(places).toMatchObject([{ entities: dcid, isSet: false, others: [{ dcid: other }] }]);
});

test("types in the plural are places within", async () => {
  const { places } = await world.understand("cities of Georgia by population");
  expect(places).toMatchObject([{ isSet: true, type: "City" }]);
});

test("Turkey is found under its name of today", async () => {
  expect(await entitiesIn("population of turkey")).toEqual(["country/TUR"]);
});

test("changes of several places are between the same dates", async () => {
  const { answer } = await sample.understand("fastest growing states");
  const dates = answer?.rows.map(({ before, date }) => `${before?.date} ${date}`);
  expect([...new Set(dates)]).toEqual(["2010 2025"]);
  // California has numbers since 1900: it grew most since then.
  expect(answer?.rows.find(({ entity }) => entity === "geoId/06")?.before?.date).toBe("2010");
});

test("who lost or gained the most is sorted by how many, not by the share", async () => {
  const lost = await sample.understand("which state lost the most people since 2020");
  expect(lost.intent).toMatchObject({ kind: "change", order: "lowest", ofAmount: true });
  const changes = lost.answer?.rows.map(({ change = 0 }) => change) ?? [];
  expect(changes).toEqual(changes.toSorted((a, b) => a - b));
  expect(lost.answer?.rows[0]?.entityName).toBe("California");
  const fastest = await sample.understand("states losing people fastest since 2020");
  expect(fastest.answer?.rows[0]?.entityName).toBe("West Virginia");
});

test.each([
  ["which states shrank since 2020", -1],
  ["states that grew since 2020", 1],
])("%s leaves out those that did the opposite", async (text, way) => {
  const { intent, answer } = await sample.understand(text);
  expect(intent.isOneWay).toBe(true);
  expect(answer?.rows.length).toBeGreaterThan(5);
  expect(answer?.rows.filter(({ change = 0 }) => change * way <= 0)).toEqual([]);
});

test.each(["population growth by state since 2020", "states that grew slowest since 2020"])(
  "%s leaves nothing out",
  async (text) => {
    const { answer } = await sample.understand(text);
    const ways = new Set(answer?.rows.map(({ change = 0 }) => Math.sign(change)));
    expect(ways).toEqual(new Set([1, -1]));
  },
);

test.each([
  "poverty rate in Texas",
  "poverty level in Ohio",
  "percent of people in poverty",
  "households in poverty in Ohio",
  "wealth of Texas",
])("%s is not answered with income", async (text) => {
  const { answer, nearest, unread } = await sample.understand(text);
  expect(answer).toBeUndefined();
  expect(nearest).not.toEqual([]);
  expect(unread.map((span) => span.text)).toContain(/poverty|wealth/.exec(text)?.[0]);
});

test("poverty is answered by a variable that has it in its name", async () => {
  const { variables } = await world.understand("people in poverty in France");
  expect(variables).toMatchObject([{ dcid: "Count_Person_BelowPoverty" }]);
});

test("two variables are asked for, though one has both names in its own", async () => {
  const { variables, answer } = await sample.understand("population and median age of texas");
  expect(variables.map(({ dcid }) => dcid)).toEqual(["Count_Person", "Median_Age_Person"]);
  expect(answer?.rows.map(({ value }) => value)).toEqual([31709821, 34.9]);
});

test.each(["worst unemployment rate by state", "states with the best median age"])(
  "%s: what is good or bad is in no data, so there is no number",
  async (text) => {
    const { unread, answer, nearest } = await sample.understand(text);
    expect(unread.map((span) => span.text)).toEqual([/best|worst/.exec(text)?.[0]]);
    expect([answer, nearest.length > 0]).toEqual([undefined, true]);
  },
);

test("where the first source has one date, a change is of the source that has several", async () => {
  const { answer } = await sample.understand("where did unemployment fall most");
  expect(answer?.rows[0]).toMatchObject({
    entityName: "Mississippi",
    value: 3.8,
    before: { date: "2019", value: 5.5 },
  });
  expect(answer?.question.facet).toEqual(["2978659163"]);
  const line = await sample.understand("unemployment rate over time in iowa");
  expect(line.answer?.rows.map(({ date }) => date)).toEqual([
    "2019",
    "2020",
    "2021",
    "2022",
    "2023",
    "2024",
    "2025",
  ]);
});

test.each([
  ["population of geoId/06", "geoId/06", "Count_Person"],
  ["Count_Person of geoId/48", "geoId/48", "Count_Person"],
  ["Median_Age_Person country/USA", "country/USA", "Median_Age_Person"],
])("dcids in a question are read: %s", async (text, place, variable) => {
  const { places, variables, unread, answer } = await sample.understand(text);
  expect(places).toMatchObject([{ entities: place, isSet: false }]);
  expect(variables).toMatchObject([{ dcid: variable, score: expect.closeTo(1) }]);
  expect([unread, answer?.rowCount]).toEqual([[], 1]);
});

test("a word with a slash that is no dcid is two words", async () => {
  const { unread } = await sample.understand("male/female population of texas");
  expect(unread.map((span) => span.text)).toEqual(["male"]);
});

test("of variables that are nearly equally similar, the one with more words of the question is meant", async () => {
  const kinds = ["Budget", "Actual"].flatMap((kind) =>
    ["Transport", "Water", "Planning"].map((part) => [
      `${kind}_USD_${part}`,
      `${kind} (USD), ${part}`,
    ]),
  );
  const budget = await open({
    "graph.csv": [
      "subject_id,predicate,object_id,object_value",
      ...kinds.map(([dcid = "", name = ""]) => variable(dcid, name)),
      place("geoId/39", "State", "Ohio", "country/USA"),
    ].join("\n"),
    "observations.csv": [
      "entity,variable,date,value",
      ...kinds.map(([dcid], at) => `geoId/39,${dcid},2022,${at}`),
    ].join("\n"),
  });
  const valuesIn = async (text: string) =>
    (await budget.understand(text)).answer?.rows.map(({ value }) => value);
  expect(await valuesIn("actual spending on transport in Ohio")).toEqual([3]);
  expect(await valuesIn("budget for transport in Ohio")).toEqual([0]);
  expect(await valuesIn("budget versus actual for water in Ohio")).toEqual([1, 4]);
});

test("last year is one year, that of the calendar", async () => {
  vi.useFakeTimers({ now: new Date("2021-03-01"), toFake: ["Date"] });
  try {
    const { date, answer } = await sample.understand("population of texas last year");
    expect(date.date).toBe("2020");
    expect(answer?.rows).toMatchObject([{ date: "2020", value: 29_237_895 }]);
    const since = await sample.understand("population of texas since last year");
    expect(since.date.date).toEqual({ from: "2024" });
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["which five states have the highest unemployment rate", 5],
  ["the 3 states with the lowest unemployment rate", 3],
  ["which states have the highest unemployment rate", undefined],
])("a number before places is how many are wanted: %s", async (text, limit) => {
  const { intent, unread } = await sample.understand(text);
  expect([intent.limit, unread]).toEqual([limit, []]);
});

test.each([
  ["elderly population of California", undefined],
  ["the elderly people in California", undefined],
  ["median age of the population of California", "Median_Age_Person"],
  ["age of the population of California", "Median_Age_Person"],
  ["median income of people in California", "Median_Income_Household"],
])("%s: a number of people is no median", async (text, dcid) => {
  const { variables } = await sample.understand(text);
  expect(variables.map((one) => one.dcid)).toEqual(dcid === undefined ? [] : [dcid]);
});

test("a quotient whose divisor's words are in what is divided, too, is divided", async () => {
  const header = "entity,variable,date,value,unit";
  const rows = [
    "geoId/39,Clinic_visits,2022,500,",
    "geoId/39,Clinics,2022,10,",
    "geoId/39,Solar electricity (GWh),2022,7,GigawattHour",
  ];
  const clinics = await open([sample, { "r.csv": [header, ...rows].join("\n") }]);
  const read = await clinics.understand("clinic visits per clinic in Ohio");
  expect(read.denominator).toMatchObject({ dcid: "Clinics" });
  expect(read.answer?.rows).toMatchObject([{ value: 50 }]);
  // A unit has no other word.
  const [same, other] = await Promise.all(
    ["GWh", "MWh"].map((unit) => clinics.understand(`solar electricity in ${unit} in Ohio`)),
  );
  expect([same?.unread, same?.answer?.rows]).toMatchObject([[], [{ value: 7 }]]);
  expect([other?.unread, other?.answer]).toMatchObject([[{ text: "MWh" }], undefined]);
});

test.each([
  ["states with fewer people than Ohio", ["fewer", "than"]],
  ["states with a higher unemployment rate than Texas", ["higher", "than"]],
])("%s: no list of all states is an answer to a comparison with one", async (text, words) => {
  const { answer, unread } = await sample.understand(text);
  expect([answer, unread.map((one) => one.text)]).toEqual([undefined, words]);
});
