/** What the name of a variable says about it, and what two variables of one table may share. */
import { expect, test } from "vitest";
import { propertiesFor } from "../../../../src/propose/codes/variable-properties.ts";

const said = (name: string) => {
  const { properties } = propertiesFor(name, "own", new Set());
  return [properties["populationType"], properties["measuredProperty"], properties["statType"]];
};

/** Each text alone, in capitals, and within others. */
function valuesOf(
  at: number,
  words: readonly string[],
  around: (word: string) => string[],
): unknown[] {
  const all = words.flatMap((word) => [word, word.toUpperCase(), ...around(word)]);
  return [...new Set(all.map((word) => said(word)[at]))];
}
const beside = (word: string) => [`x ${word} y`, `(${word})`];

test.each<[string, string]>([
  ["Household", "household,households,haushalt,haushalte"],
  ["HousingUnit", "housing,dwelling,dwellings,home,homes,wohnungen"],
  ["BirthEvent", "birth,births,geburten"],
  ["MortalityEvent", "death,deaths,mortality,sterbefälle,todesfälle"],
  [
    "Person",
    "population,person,persons,people,inhabitants,residents,einwohner,bevölkerung,habitants,población,men,women,children,employed,unemployment,job,jobs,labor,labour,student,students,immigrants",
  ],
])("the population %s", (type, words) => {
  expect(valuesOf(0, words.split(","), beside)).toEqual([type]);
});

test.each<[string, string]>([
  ["income", "income,earnings,wage,wages,einkommen"],
  ["age", "age,alter"],
  ["lifeExpectancy", "life expectancy,lebenserwartung"],
  ["unemploymentRate", "unemployment rate,arbeitslosenquote"],
  ["rate", "rate,quote"],
  ["percent", "share,percent,%,anteil"],
  ["price", "price,preis"],
  [
    "count",
    "number of,count,counts,count_of_x,population,person,persons,people,inhabitants,residents,einwohner,households,births,deaths,jobs",
  ],
])("the measure %s", (property, words) => {
  expect(valuesOf(1, words.split(","), beside)).toEqual([property]);
});

test.each<[string, string]>([
  ["medianValue", "median"],
  ["meanValue", "mean,average,durchschnitt,moyenne,avg"],
  ["maxValue", "max,maximum"],
  ["minValue", "min,minimum"],
  ["growthRate", "growth,change,wachstum"],
])("the statistic %s", (type, words) => {
  expect(valuesOf(2, words.split(","), beside)).toEqual([type]);
});

test("words within others say nothing", () => {
  const others =
    "xhousehold householdx xhaushaltx xhousing homesick xbirth birthx xdeath deathx xmen mens menx jobsite xage agex alterx xalter rated xcount discount county country accounts quotex incomex xincome xshare xprice";
  const names = others.split(" ").filter((name) => !/^(?:jobsite|incomex)$/.test(name));
  expect(names.map((name) => [name, ...said(name)])).toEqual(
    names.map((name) => [name, "Thing", "own", "measuredValue"]),
  );
  const statistics =
    "xmedian xmean meanx xavg avgx xmax maxx maximumx xmin minx xchange changex xmaximum";
  expect(statistics.split(" ").map((name) => [name, said(name)[2]])).toEqual(
    statistics.split(" ").map((name) => [name, "measuredValue"]),
  );
});

test("the first word that is known counts, and the reason names it", () => {
  const { properties, reason } = propertiesFor("Median income of Households", "own", new Set());
  expect(properties).toEqual({
    populationType: "Household",
    measuredProperty: "income",
    statType: "medianValue",
    description: expect.stringMatching(/ populationType, measuredProperty, statType\.$/),
  });
  expect(reason).toBe(
    "populationType Household (“Households”), measuredProperty income (“income”), statType medianValue (“Median”)",
  );
  expect(propertiesFor("Cats", "own", new Set()).reason).toBe(
    "populationType Thing (nothing says another), measuredProperty own (nothing says another), statType measuredValue (nothing says another)",
  );
});

test("two variables of a table that would measure the same: the second one measures itself", () => {
  const taken = new Set<string>();
  const measured = [
    "Deaths, men",
    "Deaths, women",
    "Median deaths",
    "Births",
    "Cats",
    "Dogs",
    "Deaths",
  ];
  expect(
    measured.map((name, at) => propertiesFor(name, `v${at}`, taken).properties["measuredProperty"]),
  ).toEqual(["count", "v1", "count", "count", "v4", "v5", "v6"]);
});

test.each([
  ["Practising physicians per 1000 inhabitants", "Thing", "own"],
  ["Spending per person (USD)", "Thing", "own"],
  ["beds_per_1000_people", "Thing", "own"],
  ["Ärzte je 1000 Einwohner", "Thing", "own"],
  ["Ausgaben pro Kopf", "Thing", "own"],
  ["Médecins pour 1 000 habitants", "Thing", "own"],
  ["Patients / 1000 inhabitants", "Thing", "own"],
  ["Deaths per 100,000 people", "MortalityEvent", "own"],
  ["Death rate per 100,000 people", "MortalityEvent", "rate"],
  ["Jobs per 100 residents", "Person", "own"],
  ["Median income per household", "Household", "income"],
  ["Births per year", "BirthEvent", "count"],
  ["Population par sexe", "Person", "count"],
  ["Per cent of people", "Person", "count"],
])("people that %s is divided by are not counted", (name, population, measured) => {
  expect(said(name).slice(0, 2)).toEqual([population, measured]);
});
