/** Numbers and names as people read them. */

const whole = new Intl.NumberFormat("en");
const fine = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** With all digits that matter: `1,234,567`, `0.0123`. */
export const numberText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 1e6 ? whole.format(value) : fine.format(value);

/** `1.23M` */
export function shortNumber(value: number, digits = 3): string {
  return value.toLocaleString("en", {
    ...(Math.abs(value) < 1 ? {} : { notation: "compact" }),
    maximumSignificantDigits: digits,
  });
}

/** `16.0`: a change in percent. */
export const percentText = (percent: number): string =>
  percent.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const digitsMin = 3;
const digitsMax = 15;

/** Texts of numbers, with so many digits that those that differ are written differently. */
export function textsApart(
  values: readonly number[],
  textOf: (value: number, digits: number) => string,
): readonly string[] {
  const count = new Set(values).size;
  for (let digits = digitsMin; ; digits += 1) {
    const texts = values.map((one) => textOf(one, digits));
    if (digits >= digitsMax || new Set(texts).size === count) return evenTexts(values, texts);
  }
}

/** `5.0` beside `5.5`: so many decimals for all, where the texts are the whole numbers and nothing is rounded. */
export function evenTexts(
  values: readonly number[],
  texts: readonly string[],
  decimalsMax = 2,
): readonly string[] {
  const lengths = texts.map((text) => /^-?[\d,]+(?:\.(\d+))?$/.exec(text)?.[1]?.length ?? 0);
  const most = Math.max(0, ...lengths);
  const isWhole = texts.every((text, at) => Number(text.replaceAll(",", "")) === values[at]);
  if (most === 0 || most > decimalsMax || !isWhole) return texts;
  return texts.map((text, at) => {
    const missing = most - (lengths[at] ?? 0);
    return `${text}${missing === most ? "." : ""}${"0".repeat(missing)}`;
  });
}

/** `1 place`, `2 places` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** How many sources have more dates than the one that is shown. */
export const moreDates = (count: number): string =>
  `${counted(count, "other source")} ${count === 1 ? "has" : "have"} more dates`;

/** `USDollar` as `US Dollar`; what has spaces stays. */
export const unitText = (unit: string): string =>
  unit.includes(" ")
    ? unit
    : unit.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^([A-Z]{2,})([A-Z][a-z])/, "$1 $2");

/** The host of a URL; undefined for what is none that can be opened. */
export function hostOf(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  try {
    return new URL(url).host;
  } catch {
    return undefined;
  }
}
