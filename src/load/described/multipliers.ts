/** What headings and columns say that values are multiplied by. */

const words: readonly (readonly [RegExp, number])[] = [
  [/^tens?$/i, 1],
  [/^hundreds?$/i, 2],
  [
    /^(?:thousands?|thous\.?|1[,. ]?000s?|['\u2019]?000'?s?|tsd\.?|thsd\.?|tausend|milliers?|miles|migliaia|milhares|duizend|tusen|tys\.?|\u0442\u044b\u0441\.?)$/i,
    3,
  ],
  [
    /^(?:millions?|mn|mio\.?|mill\.?|mln\.?|millionen|millones|milioni|milh\u00f5es|miljoen|miljoner|\u043c\u043b\u043d\.?)$/i,
    6,
  ],
  [
    /^(?:billions?|bn|mrd\.?|mlrd\.?|mld\.?|milliarden?|milliards?|miliardi|miljard(?:er)?|\u043c\u043b\u0440\u0434\.?)$/i,
    9,
  ],
  [/^(?:trillions?|trn)$/i, 12],
  [/^lakhs?$/i, 5],
  [/^crores?$/i, 7],
];

/** One of them in a text, where it may be a power of ten. */
const anyWord =
  /(?<![\p{L}\d])(thousands?|thous|['\u2019]?000s?|tsd|thsd|tausend|milliers?|milhares|duizend|tusen|tys|tis\.|mil\.?|millions?|mio|mln|millionen|millones|milioni|milh\u00f5es|miljoen|miljoner|billions?|mrd|mld|milliarden?|milliards?|miliardi|miljard(?:er)?|\u0442\u044b\u0441|\u043c\u043b\u043d|\u043c\u043b\u0440\u0434|trillions?|lakhs?|crores?|10[\^*]\d+)(?![\p{L}\d])/iu;

/** A rate: what stands right after it is what it is a rate of. */
const rate = /(?<!\p{L})(?:per|pro|je|par|por|pour|p\.) |\//iu;
const rateBefore = new RegExp(`(?:${rate.source}) *(?:[\\d., ]+|hundred |ten )?$`, "iu");

const inParentheses = /\s*[([](?:(?:in|en|em|w|v|\u0432) )?(?:x )?([^()[\]]*)[)\]]/i;
const atEnd = /[,;:]?\s+in (thousands|millions|billions)(?=\s*,|$)/i;

/** Of numbers only those of money: `in 1000 births` is a rate. */
const afterIn =
  /\s+(?:in|en) ((?!1[ .,]?000 (?!(?:[A-Z]{3}|[Ee]uros?|[A-Z]{0,3}[$€£])$))[^,;:()]+)$/;
const money = /\s+((?:[A-Z]{0,3}[$€£]|USD|EUR|GBP) ?(?:thousand|million|billion|mn|bn)s?)$/i;
const afterComma = /[,;:]\s+((?:thousand|million|billion)s?(?: of [^,;:()]*)?)$/i;
/** Plurals and shortened words count nothing. */
const plainEnd =
  /(?<!\d)\s+(['\u2019]?000s?|thousands|thous\.?|millions|billions|trillions|tsd\.?|mio\.?|mrd\.?|mln|mn|bn)$/i;
const moneyEnd =
  /\s+((?:thousand|million|billion|mn|bn|mio\.?|mrd\.?|mln|tsd\.?)s? (?:usd?|eur|gbp|us dollars?|dollars?|euros?|pounds?|US\$|[$\u20ac\u00a3]))$/i;
/** Letters right beside money: `T\u20ac`, `M\u20ac`, `Md \u20ac`, `EURm`. */
const lettersEnd =
  /\s+((?:[kKTmM]|mn|Md|Mds|bn)(?:EUR|USD|GBP|CHF|[$\u20ac\u00a3])|(?:mn|Md|Mds|bn) (?:EUR|USD|GBP|CHF|[$\u20ac\u00a3])|(?:EUR|USD|GBP|CHF)(?:k|mn?|bn))$/;
const atStart = /^((?:['\u2019]000s?|thousands|millions|billions|trillions) .+)$/i;

/** 1000 of `Population (thousands)` and `Exports in thousands`; 1 where nothing says it. */
export function multiplierOf(heading: string): number {
  return 10 ** partsOf(heading).power;
}

/** The heading without these words: `Population` of `Population (thousands)`. */
export function nameWithout(heading: string): string {
  return partsOf(heading).rest;
}

/** The parts of a unit such as `Millions USD`: the power 6, and `USD`. */
export function unitScale(cell: string): { readonly power: number; readonly unit: string } {
  const text = /^\((.*)\)$/.exec(cell)?.[1] ?? cell;
  const [word = "", ...unit] = wordFirst(text);
  const power = isDistance(word, unit) ? undefined : powerAt(word);
  if (power === undefined) {
    const { power: other, rest } = partsOf(text);
    return other === 0 ? { power: 0, unit: cell } : { power: other, unit: rest };
  }
  return { power, unit: unit.join(" ").replace(/^(?:de |di |d['\u2019])|[,;:]$/gi, "") };
}

/** `Inwoners x 1000`, `Output, 1000 t`, `Values in 1000 persons`: not `in 1000 births`, which is a rate. */
const anyThousand =
  /(?:(?<!\p{L})[x\u00d7*] ?|, |(?:figures|values|numbers|data|unit)\b.* )(1[ .,]?000)(?= \p{L}|[.,;:)]?$)/iu;

/** The power of ten that a text may say, where it is not sure; undefined for `Deaths per million`. */
export function unclearPower(text: string): number | undefined {
  const plain = spaced(text);
  const [before = "", word] = plain.split(anyWord);
  if (word === undefined && !rate.test(plain) && partsOf(text).power === 0) {
    const odd = oddBesideMoney(text);
    if (odd !== undefined) return guesses[odd.charAt(0).toLowerCase()] ?? 6;
  }
  if (word === undefined && !rate.test(plain) && anyThousand.test(plain)) {
    return partsOf(text).power === 0 ? 3 : undefined;
  }
  if (word === undefined || rateBefore.test(before) || partsOf(text).power !== 0) return undefined;
  return powerAt(word) ?? (/^(?:tis\.|mil)$/i.test(word) ? 3 : 6);
}

/** The text without what may say a power of ten: `Income ($)` of `Income ($1,000)`, which was answered. */
export function withoutUnclear(text: string): string {
  const digits = /(?<![\d.,])1[ .,]?000(?![.,]?\d)/.exec(text);
  const said = digits?.[0] ?? spaced(text).split(anyWord)[1] ?? oddBesideMoney(text) ?? "";
  const at = digits?.index ?? text.indexOf(said);
  const before = text.slice(0, at).replace(/[x\u00d7*] ?$/, "");
  const after = text.slice(at + said.length).replace(/^ of(?= )/, "");
  return `${before}${after}`
    .replace(/ +(?=[ )\],;:]|$)|(?<=[([]) +|_(?=_)/g, "")
    .replace(/ ?\(\)|(?: (?:in|en)|[,;:])+(?=\)?$)/g, "");
}

const moneySign =
  "(?:[$\u20ac\u00a3]|(?:EUR|USD|GBP|CHF|[Ee]uros?|[Dd]ollars?|[Pp]ounds?)(?!\\p{L}))";
/** What stands right before or after money; a word beside it, or letters of one word with it. */
const besideMoney = [
  new RegExp(`(?<![^\\s([,;])(\\p{L}{1,5}\\.?) ?${moneySign}(?![^\\s)\\],;])`, "u"),
  new RegExp(`(?<![^\\s([,;])${moneySign} ?(\\p{L}{1,5}\\.?)(?![^\\s)\\],;])`, "u"),
];
/** Dollars of places, and words that say nothing about a power of ten. */
const plainBeside =
  /^(?:US|AU?|CA?|HK|NZ|NT|SG?|R|int|intl|ppp|kkp|pps|net|gross|netto|brutto|real|nom|const|curr|total|avg|mean|value|price|area|zone|in|en|of|at|and|or|und|et|y|e|a|an|to|the|for)\.?$/i;
const shortened = /\.$|^.{1,2}$|^[^aeiou\u00e4\u00f6\u00fc]+$/i;
const capitals = /^[A-Z]{3,}$/;
const guesses: Readonly<Record<string, number>> = { t: 3, k: 3, b: 9, g: 9 };

/** A unit of money of which only the money is understood: `X\u20ac`, `(EUR tho.)`. Without parentheses, words of the name stand beside it. */
function oddBesideMoney(text: string): string | undefined {
  const inside = /[([]([^()[\]]*)[)\]]/.exec(text)?.[1];
  const isInside = besideMoney.some((form) => form.test(inside ?? ""));
  const said = isInside ? inside! : text.replace(/^\S+ /, "");
  const found = besideMoney.map((form) => form.exec(said)?.[1]);
  return found.find(
    (word) =>
      word !== undefined &&
      !capitals.test(word) &&
      !plainBeside.test(word) &&
      (isInside || shortened.test(word)),
  );
}

/** The power of ten that a cell says by its number or its word: 3 of `3`, `1000` and `Thousands`. */
export function powerIn(cell: string): number | undefined {
  if (/^\d{1,2}$/.test(cell)) return Number(cell) <= 15 ? Number(cell) : undefined;
  return powerInWords(cell);
}

/** As `powerIn`, of words and factors alone. */
export function powerInWords(cell: string): number | undefined {
  return /^(?:units?|ones)$/i.test(cell) ? 0 : powerAt(cell);
}

/** `pop thousands` of `pop_thousands`. */
function spaced(heading: string): string {
  return heading.includes(" ") ? heading.replace(/ {2,}/g, " ") : heading.replaceAll("_", " ");
}

function partsOf(heading: string): { readonly power: number; readonly rest: string } {
  const text = spaced(heading);
  const forms = [inParentheses, atEnd, afterIn, afterComma, money];
  // In a code such as `CP_MEUR` they are no words.
  const glued = heading.includes(" ") || text === heading ? [lettersEnd] : [];
  const ends = [plainEnd, moneyEnd, ...glued, atStart];
  for (const form of rate.test(text) ? forms : [...forms, ...ends]) {
    const [whole, said = ""] = form.exec(text) ?? [];
    const [word = "", ...unit] = wordFirst(said);
    const power = powerAt(word);
    if (whole === undefined || power === undefined || isDistance(word, unit)) continue;
    const left = unit.join(" ").replace(/[,;:]$/, "");
    if (whole === text) return { power, rest: left };
    const rest = text.replace(whole, left === "" ? "" : ` (${left})`).trim();
    return { power, rest };
  }
  return { power: 0, rest: heading };
}

/** What letters beside money say. */
const letters: Readonly<Record<string, string>> = {
  k: "thousand",
  m: "mn",
  t: "thousand",
  md: "mrd",
  mds: "mrd",
};

/** `thousands of dollars` and `US$ thousands` say the unit, too; `US$ per million` says no power. */
function wordFirst(said: string): readonly string[] {
  const words = said
    .replace(/^1[ .,]?000\b/, "1000")
    .replace(
      /^([A-Z]{3}|[A-Z]{0,3}[$\u20ac\u00a3]) ?(k|mn?|bn|trn)$/,
      (_, money: string, word: string) => `${money} ${letters[word] ?? word}`,
    )
    .replace(
      /^(k|mn?|mds?|bn|trn|tsd|mio|mln|mrd|mld) ?(EUR|USD|GBP|CHF|kr|[$\u20ac\u00a3])$/i,
      (_, word: string, money: string) => `${letters[word.toLowerCase()] ?? word} ${money}`,
    )
    .replace(
      /^T ?(EUR|USD|CHF|\u20ac)$|^t(kr)$/,
      (_, one = "", other = "") => `thousand ${one}${other}`,
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
  // 1000 and 1,000,000: what is written out is no power.
  if (/^10{3,12}$/.test(word.replaceAll(",", ""))) return word.replaceAll(",", "").length - 1;
  return words.find(([form]) => form.test(word))?.[1];
}
