/** Words that say what is wanted of values, when, and of which places: one table each. */

import type { IntentKind } from "./understanding.ts";

/** What a phrase says. */
export interface IntentPhrase {
  readonly kind?: IntentKind;
  readonly order?: "highest" | "lowest";
  /** What is meant where no variable is named: "largest city". */
  readonly about?: string;
  /** All dates. */
  readonly isLong?: true;
  readonly perCapita?: true;
  /** Of a change: how much it is counts, not what part of the value before. */
  readonly ofAmount?: true;
  /** Of several places and two variables, it asks in which of them it is so: that is not answered. */
  readonly isCondition?: true;
  /** A verb says what places did, so others are not meant: "states that shrank". */
  readonly isVerb?: true;
}

const phrasesOf = (
  rows: readonly (readonly [words: string, says: IntentPhrase])[],
): ReadonlyMap<string, IntentPhrase> =>
  new Map(rows.flatMap(([words, says]) => words.split(", ").map((one) => [one, says] as const)));

export const population = "population";

/** "biggest increase, largest increase" of "increase". */
const amountsOf = (changes: string): string =>
  changes
    .split(", ")
    .flatMap((change) => ["biggest", "largest", "greatest"].map((how) => `${how} ${change}`))
    .join(", ");

/** By their words in small letters. The longest one counts. */
export const intentPhrases: ReadonlyMap<string, IntentPhrase> = phrasesOf([
  [
    "highest, highest first, most, greatest, top, maximum, max",
    { kind: "ranking", order: "highest" },
  ],
  [
    "lowest, lowest first, least, fewest, bottom, minimum, min",
    { kind: "ranking", order: "lowest" },
  ],
  [
    "largest, biggest, most populous, most populated, most people",
    { kind: "ranking", order: "highest", about: population },
  ],
  [
    "smallest, least populous, least populated",
    { kind: "ranking", order: "lowest", about: population },
  ],
  ["richest, wealthiest", { kind: "ranking", order: "highest", about: "income" }],
  ["poorest", { kind: "ranking", order: "lowest", about: "income" }],
  ["oldest", { kind: "ranking", order: "highest", about: "median age" }],
  ["youngest", { kind: "ranking", order: "lowest", about: "median age" }],
  [
    "rank, ranks, ranked, ranking, rankings, ranked by, sort, sorted, sorted by, leaderboard",
    { kind: "ranking" },
  ],
  [
    "versus, vs, v, compare, compared, compared to, compared with, comparing, comparison, comparison of, difference between, differences between",
    { kind: "comparison" },
  ],
  [
    "than, more, less, fewer, higher, lower, larger, bigger, smaller",
    { kind: "comparison", isCondition: true },
  ],
  [
    "against, correlation, correlation between, correlation of, correlate, correlates, correlated, correlated with, correlate with, relationship, relationship between, relation between, related to, scatter, scatter plot, scatterplot",
    { kind: "correlation" },
  ],
  [
    amountsOf("increase, rise, gain"),
    { kind: "change", order: "highest", about: population, ofAmount: true },
  ],
  [
    amountsOf("decrease, fall, drop, decline, loss"),
    { kind: "change", order: "lowest", ofAmount: true },
  ],
  ["growth, increase, increases, rise", { kind: "change", order: "highest", about: population }],
  [
    "grew, grow, grows, grown, growing, increased, increasing, rose, risen, rising",
    { kind: "change", order: "highest", about: population, isVerb: true },
  ],
  ["gain", { kind: "change", order: "highest", about: population, ofAmount: true }],
  [
    "gained, gaining, added, adding",
    { kind: "change", order: "highest", about: population, ofAmount: true, isVerb: true },
  ],
  ["decrease, decreases, fall, drop, decline", { kind: "change", order: "lowest" }],
  [
    "decreased, decreasing, fell, fallen, falling, dropped, dropping, declined, declining",
    { kind: "change", order: "lowest", isVerb: true },
  ],
  [
    "shrink, shrinks, shrank, shrunk, shrinking",
    { kind: "change", order: "lowest", about: population, isVerb: true },
  ],
  [
    "lost, losing",
    { kind: "change", order: "lowest", about: population, ofAmount: true, isVerb: true },
  ],
  [
    "change, changed, changes, changing, change in, develop, developed, evolve, evolved",
    { kind: "change" },
  ],
  ["map, map of, on a map, mapped, choropleth, heatmap", { kind: "map" }],
  [
    "over time, over the years, through the years, history, history of, historical, trend, trends, trend of, timeline, time series, by year, year by year, every year, each year",
    { isLong: true },
  ],
  ["per capita, per person, per head, per inhabitant, per resident", { perCapita: true }],
]);

/** How fast: with a change, its order. */
export const speedWords: ReadonlyMap<string, "same" | "opposite"> = new Map([
  ..."fastest quickest most highest largest biggest greatest strongest top"
    .split(" ")
    .map((word) => [word, "same"] as const),
  ..."slowest least lowest smallest bottom".split(" ").map((word) => [word, "opposite"] as const),
]);

/** Of these, those that say a share of the value before: "lost people fastest". */
export const fastWords: ReadonlySet<string> = new Set(["fastest", "quickest", "slowest"]);

export const numberWords: ReadonlyMap<string, number> = new Map(
  "one two three four five six seven eight nine ten".split(" ").map((word, at) => [word, at + 1]),
);

export const months: readonly string[] =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** Words between the parts of a question. They are no places, and no variable begins or ends with them. */
export const joiningWords: ReadonlySet<string> = new Set(
  (
    "a about across all also among amount an and any are as at be been between but by can chart could data did " +
    "display do does each every figure figures find for from get give given got graph had has have i in inside into " +
    "is it its know like list look many may me my near need of on only or out over per places " +
    "please plot s see should show statistics stats such tell that the their them there these they this those to " +
    "us value values want was we were what whats when where which who whose will with within would you your"
  ).split(" "),
);

/** Words of courtesy. They are no places without words beside them, and no variable begins or ends with them. */
export const courtesyWords: ReadonlySet<string> = new Set(
  (
    "please pls plz thanks thank hi hello hey so ok okay gimme i'm i'd id looking telling interested curious wondering kindly " +
    "rn days there's let's lets just actually exactly currently nowadays"
  ).split(" "),
);

/** Words that say nothing of what is measured. */
export const generalWords: ReadonlySet<string> = new Set(
  (
    "overall whole entire estimated approximate approximately roughly count counts numbers level levels live " +
    "lives lived living residing located recorded reported typically usually"
  ).split(" "),
);

/** Whoever is counted. */
export const peopleWords: readonly string[] =
  "people person persons folk folks human humans inhabitant inhabitants resident residents citizen citizens".split(
    " ",
  );

/** Words that explain each other, though the table of meanings hardly knows it. */
export const sameWords: readonly (readonly string[])[] = [
  `population ${peopleWords.join(" ")}`,
  "actual spending spent expenditure expenditures",
  "usd dollar dollars",
  "sq square",
  "generation generated output production produce produced produces producing make makes made",
].map((words) => words.split(" "));

/** Of these, those with which words for a variable may begin. */
export const openingWords: ReadonlySet<string> = new Set(
  "how many much number out total".split(" "),
);

export const proportion = /rate|percent|%|share|proportion|ratio|fraction|per ?(?:capita|person)/i;

export const averageWords: readonly string[] = "average avg mean median typical".split(" ");

/** Words for a statistic, and what is in the name of a variable that has it. */
export const statisticWords: ReadonlyMap<string, RegExp> = new Map([
  ...averageWords.map((word) => [word, /average|mean|median/i] as const),
  ...["percent", "percentage", "rate", "share", "proportion"].map(
    (word) => [word, proportion] as const,
  ),
  ["density", /density/i],
  ["sum", /total|sum/i],
  ["size", /population|size/i],
  ...["second", "third", "fourth", "fifth"].map((word) => [word, new RegExp(word, "i")] as const),
]);

/** @param rows "uk: United Kingdom, dc: District of Columbia" */
const tableOf = (rows: string): ReadonlyMap<string, string> =>
  new Map(rows.split(", ").map((row) => row.split(": ") as [string, string]));

/** Types by words that no dcid of a type has. The first that the world has counts. */
export const typeWords: ReadonlyMap<string, string> = tableOf(
  "nation: Country, province: AdministrativeArea1 State, region: CensusRegion AdministrativeArea1, " +
    "division: CensusDivision, town: City, municipality: City, district: AdministrativeArea2, " +
    "zip code: CensusZipCodeTabulationArea, zip: CensusZipCodeTabulationArea, " +
    "metro area: CensusCoreBasedStatisticalArea, metro: CensusCoreBasedStatisticalArea",
);

/** "European countries": the place of an adjective. */
export const adjectives: ReadonlyMap<string, string> = tableOf(
  "african: Africa, american: United States, asian: Asia, australian: Australia, brazilian: Brazil, british: United Kingdom, " +
    "canadian: Canada, chinese: China, european: Europe, french: France, german: Germany, indian: India, italian: Italy, " +
    "japanese: Japan, mexican: Mexico, north american: North America, oceanian: Oceania, russian: Russia, " +
    "south african: South Africa, south american: South America, spanish: Spain",
);

/** Short names that the nodes of places often lack, and the usual ones. */
export const shortNames: ReadonlyMap<string, string> = tableOf(
  "uk: United Kingdom, britain: United Kingdom, great britain: United Kingdom, us: United States, usa: United States, " +
    "america: United States, uae: United Arab Emirates, nyc: New York City, turkey: Türkiye, " +
    "ivory coast: Côte d'Ivoire, czech republic: Czechia, holland: Netherlands, dc: District of Columbia, " +
    "washington dc: District of Columbia",
);

/** Words before a place that is left out: "except Texas". */
export const exceptPhrases: ReadonlySet<string> = new Set(
  (
    "except, except for, excepting, excluding, other than, apart from, aside from, besides, but, but not, not, not in, " +
    "not including, outside, outside of, without, minus"
  ).split(", "),
);

/** Names of all of it. */
export const worldWords: ReadonlySet<string> = new Set(
  "world worldwide global globally earth".split(" "),
);

/** All words of these tables, for slips. */
export const knownWords: ReadonlySet<string> = new Set([
  ...[intentPhrases, speedWords, numberWords, typeWords, adjectives].flatMap((table) =>
    [...table.keys()].flatMap((words) => words.split(" ")),
  ),
  ...joiningWords,
  ...openingWords,
  ...worldWords,
  ..."state states county counties country countries city cities nations provinces regions towns".split(
    " ",
  ),
  ...months,
  ..."since until before after between latest current currently today decade years population capita".split(
    " ",
  ),
]);
