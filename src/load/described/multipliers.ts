/** What headings and columns say that values are multiplied by. */

const words: readonly (readonly [RegExp, number])[] = [
  [/^tens?$/i, 1],
  [/^hundreds?$/i, 2],
  [/^(?:thousands?|1[,. ]?000s?|'?000'?s?|tsd\.?|tausend|milliers?|miles|migliaia)$/i, 3],
  [/^(?:millions?|mn|mio\.?|mill?\.?|millionen|millones|milioni)$/i, 6],
  [/^(?:billions?|bn|mrd\.?|milliarden?|milliards?|miliardi)$/i, 9],
  [/^(?:trillions?|trn)$/i, 12],
];

const inParentheses = /\s*[([](?:in )?([^()[\]]*)[)\]]/i;
const atEnd = /[,;:]?\s+in (thousands|millions|billions)(?=\s*,|$)/i;

/** Of numbers only those of money: `in 1000 births` is a rate. */
const afterIn =
  /\s+(?:in|en) ((?!1[ .,]?000 (?!(?:[A-Z]{3}|[Ee]uros?|[A-Z]{0,3}[$€£])$))[^,;:()]+)$/;
const money = /\s+((?:[A-Z]{0,3}[$€£]|USD|EUR|GBP) ?(?:thousand|million|billion|mn|bn)s?)$/i;
const afterComma = /[,;:]\s+((?:thousand|million|billion)s?(?: of [^,;:()]*)?)$/i;

/** 1000 of `Population (thousands)` and `Exports in thousands`; 1 where nothing says it. */
export function multiplierOf(heading: string): number {
  const power = powerAt(partsOf(heading).word);
  return power === undefined ? 1 : 10 ** power;
}

/** The heading without these words: `Population` of `Population (thousands)`. */
export function nameWithout(heading: string): string {
  return partsOf(heading).rest;
}

/** The power of ten that a cell says by its number or its word: 3 of `3`, `1000` and `Thousands`. */
export function powerIn(cell: string): number | undefined {
  if (/^\d{1,2}$/.test(cell)) return Number(cell) <= 15 ? Number(cell) : undefined;
  return isFactor(cell) ? cell.replaceAll(",", "").length - 1 : powerInWords(cell);
}

/** 1000 and 1,000,000: what is written out is no power. */
const isFactor = (cell: string): boolean => /^10{2,12}$/.test(cell.replaceAll(",", ""));

/** As `powerIn`, of words alone. */
export function powerInWords(cell: string): number | undefined {
  return /^(?:units?|ones)$/i.test(cell) ? 0 : powerAt(cell);
}

function partsOf(heading: string): { readonly word: string; readonly rest: string } {
  for (const form of [inParentheses, atEnd, afterIn, afterComma, money]) {
    const [whole, said = ""] = form.exec(heading) ?? [];
    const [word = "", ...unit] = wordFirst(said);
    if (whole === undefined || powerAt(word) === undefined || isDistance(word, unit)) continue;
    const rest = heading.replace(whole, unit.length === 0 ? "" : ` (${unit.join(" ")})`).trim();
    return { word, rest };
  }
  return { word: "", rest: heading };
}

/** `thousands of dollars` and `US$ thousands` say the unit, too; `US$ per million` says no power. */
function wordFirst(said: string): readonly string[] {
  const words = said
    .replace(/^1[ .,]?000\b/, "1000")
    .replace(
      /^([A-Z]{0,3}[$€£]) ?(mn?|bn|trn)$/,
      (_, sign: string, word: string) => `${sign} ${word === "m" ? "mn" : word}`,
    )
    .split(/ (?:of )?/);
  const last = words.at(-1) ?? "";
  const isLast = powerAt(last) !== undefined && !/\b(?:per|pro|je|par|por|at|of)\b|\d/i.test(said);
  return isLast ? [last, ...words.slice(0, -1)] : words;
}

/** `miles` are thousands in Spanish, as in `miles de personas`, and a distance in English. */
function isDistance(word: string, unit: readonly string[]): boolean {
  return /^miles$/i.test(word) && unit[0] !== "de";
}

function powerAt(word: string): number | undefined {
  return words.find(([form]) => form.test(word))?.[1];
}
