/** Numbers and names as people read them. */

const whole = new Intl.NumberFormat("en");
const fine = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** With all digits that matter: `1,234,567`, `0.0123`. */
export const numberText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 1e6 ? whole.format(value) : fine.format(value);

/** `1.23M` */
export function shortNumber(value: number, digits = 3): string {
  const isSmall = Math.abs(value) < 1;
  return value.toLocaleString("en", {
    ...(isSmall ? {} : { notation: "compact" }),
    maximumSignificantDigits: isSmall ? Math.max(6, digits) : digits,
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
