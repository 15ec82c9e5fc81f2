/** What a variable that a table names may need: proposed by the words of its name, to be edited. */

import { proposedMark } from "../../search/proposed-mark.ts";

interface ProposedProperties {
  readonly properties: Readonly<Record<string, string>>;
  /** Why, property by property. */
  readonly reason: string;
}

const populations: readonly (readonly [RegExp, string])[] = [
  [/\bhouseholds?\b|haushalte?\b/i, "Household"],
  [/\bhousing|dwellings?|homes?\b|wohnungen/i, "HousingUnit"],
  [/\bbirths?\b|geburten/i, "BirthEvent"],
  [/\bdeaths?\b|mortality|sterbe|todesf/i, "MortalityEvent"],
  [
    /\bpopulation|persons?\b|people|inhabitants|residents|einwohner|bev\u00f6lkerung|habitants|poblaci\u00f3n|\bmen\b|women|children|employ|jobs?\b|labou?r|students?|immigra/i,
    "Person",
  ],
];

const measures: readonly (readonly [RegExp, string])[] = [
  [/\bincome|earnings|wages?|einkommen/i, "income"],
  [/\bage\b|\balter\b/i, "age"],
  [/life expectancy|lebenserwartung/i, "lifeExpectancy"],
  [/unemployment rate|arbeitslosenquote/i, "unemploymentRate"],
  [/\brate\b|quote\b/i, "rate"],
  [/\bshare(?![ _-](?:trip|ride|bike|station|user|price|capital))|percent|%|anteil/i, "percent"],
  [/\bprice|preis/i, "price"],
  [
    /\bnumber of|\bcounts?(?![a-z])|population|persons?\b|people|inhabitants|residents|einwohner|households|births|deaths|jobs/i,
    "count",
  ],
];

const statistics: readonly (readonly [RegExp, string])[] = [
  [/\bmedian/i, "medianValue"],
  [/\bmean\b|average|durchschnitt|moyenne|\bavg\b/i, "meanValue"],
  [/\bmax(?:imum)?\b/i, "maxValue"],
  [/\bmin(?:imum)?\b/i, "minValue"],
  [/growth|\bchange\b|wachstum/i, "growthRate"],
];

/** `per 1000 inhabitants`, `pro Kopf`: the people are what is divided by, and not what is counted. */
const divisor =
  /(?<!\p{L})(?:per(?![\s_]*(?:cent|annum|year|quarter|month|week|day))|(?:pro|je|par|pour|por)(?=[\s_]*(?:\d|einwohner|kopf|person|habita|t\u00eate|c\u00e1pita|capita|haushalt)))(?!\p{L}).*$|\/[\s_]*\d.*$/isu;

/**
 * @param dcid stands for what is measured if no word says it, as in the importer.
 * @param taken what other variables of the table have: no two have the same.
 */
export function propertiesFor(name: string, dcid: string, taken: Set<string>): ProposedProperties {
  const word = said(measures, name);
  const isCount = word === undefined || word[0] === "count";
  const counted = isCount ? name.replace(divisor, "") : name;
  const population = said(populations, counted) ?? ["Thing", ""];
  const statistic = said(statistics, name) ?? ["measuredValue", ""];
  const byWord = counted === name ? word : undefined;
  const key = JSON.stringify([population[0], byWord?.[0], statistic[0]]);
  const measured = byWord === undefined || taken.has(key) ? ([dcid, ""] as const) : byWord;
  taken.add(key);
  const found = { populationType: population, measuredProperty: measured, statType: statistic };
  const entries = Object.entries(found);
  const reason = entries.map(([property, [value, word]]) =>
    word === ""
      ? `${property} ${value} (nothing says another)`
      : `${property} ${value} (“${word}”)`,
  );
  const properties = Object.fromEntries(entries.map(([property, [value]]) => [property, value]));
  const description = `${proposedMark} ${Object.keys(found).join(", ")}.`;
  return { properties: { ...properties, description }, reason: reason.join(", ") };
}

function said(
  rows: readonly (readonly [RegExp, string])[],
  name: string,
): readonly [value: string, word: string] | undefined {
  for (const [form, value] of rows) {
    const word = form.exec(name)?.[0];
    if (word !== undefined) return [value, word];
  }
  return undefined;
}
