/** Everyday words that the table of meanings does not know well, and the words of statistics for them. */

/** By their letters in small letters: what they stand for. */
export const abbreviations: ReadonlyMap<string, string> = new Map([
  ["gdp", "gross domestic product"],
  ["gni", "gross national income"],
  ["co2", "carbon dioxide"],
]);

/** Words for the sexes in German, French, Spanish and Italian. */
export const foreignSexes = {
  female: "weiblich|frauen|femmes?|mujer(?:es)?|femmine",
  male: "m\u00e4nner|m\u00e4nnlich|hommes?|hombres?|maschi",
} as const;

const table: readonly (readonly [everyday: string, plain: string])[] = [
  ["how old", "median age of"],
  ["how (?:big|great|high|large|low|small)", "how much"],
  ["how long (?:do|does|did|can|will) (?:\\p{L}+ ){1,3}(?:live|living)", "life expectancy"],
  ["live (?:the )?long(?:er|est)", "life expectancy"],
  ["life ?spans?", "life expectancy"],
  ["out of work|without (?:a job|jobs|work)", "unemployed"],
  ["jobless(?= rates?)", "unemployment"],
  ["jobless", "unemployed"],
  ["joblessness", "unemployment rate"],
  ["adolescents", "teenagers"],
  ["pop|populous", "population"],
  ["folks?", "people"],
  [foreignSexes.female, "female"],
  [foreignSexes.male, "male"],
  ["headcount|inhabitants|residents", "people living here"],
];

const patterns = [...table, ...abbreviations].map(
  ([everyday, plain]) => [new RegExp(`\\b(?:${everyday})\\b`, "giu"), plain] as const,
);

/** The same question in the words of statistics. */
export function inPlainWords(question: string): string {
  return patterns.reduce((text, [everyday, plain]) => text.replace(everyday, plain), question);
}
