/** What the cells of one column look like. */
import { plainNumber, withoutSigns } from "../load/described/cell-forms.ts";
import { looksLikeDcid } from "../load/values/mcf-value.ts";
import { isNothing } from "../load/values/observation-parts.ts";
import { dateIn, dayIn } from "../load/values/table-dates.ts";
import { isCountryCode } from "./country-codes.ts";

export const headings = {
  date: /date|year|month|quarter|week|\bday\b|time|period|jahr|datum|monat|quartal|fecha|a\u00f1o|ann\u00e9e|anno|^ano$/i,
  id: /dcid|^entity$|fips|geo_?id|\biso\b|iso_?3|country_?code|alpha_?3|\bcode\b|schl\u00fcssel|\bags\b|nuts|^id$|_id$/i,
  geoId: /fips|geo_?id|^state$|^county$/i,
  country: /iso|country|alpha|\bcode\b|land/i,
  variable:
    /variable|indicator|measure$|statistic|metric|series|^item$|kennzahl|indikator|merkmal/i,
  value: /^(?:obs_?)?value$|amount|^wert$|^valeur$|^valor$|^count$|^number$|figure/i,
  unit: /^units?$|unit of|_unit$|^unit_measure$|currency|einheit|unit\u00e9|unidad/i,
  /** These columns say which part of all people or things a row is about. */
  dimension:
    /^(?:sex|gender|geschlecht|sexe|sexo|sesso|age|alter|\u00e2ge|edad|et\u00e0|age[ _]?(?:group|class|band)|altersgruppe|race|ethnicity|education|educ(?:ation)?[ _]lev(?:el)?|isced\d*|isco\d*|occupation|nace_?r?\d?|industry|sector|activity|citizen(?:ship)?|adjustment|seasonal[ _]?adj(?:ustment)?|s_adj|price[ _]?base|transformation)$/i,
  /** A power of ten that values are to be multiplied by. */
  multiplier: /^(?:unit_?mult(?:iplier)?|power[ _]?code(?: code)?)$/i,
  /** These columns hold places. */
  place:
    /town|city|cities|municipal|commune|gemeinde|\bort\b|ville|ciudad|count(?:y|ies|ry)|kreis|\bstates?\b|bundesland|provin[cz]|district|d\u00e9partement|region|\bref_?area\b|^geo(?:\b|_|$)|nuts|fips|territor|\btl\d|\barea\b|_area\b|location|nation|gebiet|zone$|zip|postal|tract/i,
  /** When a row was written, not what it is about. */
  written: /updat|modif|creat|release|publish|retriev|access|extract|revis/i,
  /** Numbers of these columns measure nothing. */
  position:
    /^(?:lat|lon|lng|latitude|longitude|x|y|index|rank|row|no\.?|nr\.?|#|zip|zip_?code|phone)$/i,
} as const;

/** Types of places that a heading names, and the heading of any name. */
const types: readonly (readonly [RegExp, string])[] = [
  [/town|city|cities|municipalit|place|stadt|gemeinde|\bort\b|ville|ciudad/i, "City"],
  [/county|counties|kreis/i, "County"],
  [/\bstates?\b|bundesland|province|provinz/i, "State"],
  [/countr|nation|pays|pa\u00eds|^land$/i, "Country"],
  [/name|region|area|location|district|geography|gebiet|^entity$|^economy$|^geo$/i, ""],
];

/** The type of the places whose names stand under a heading; undefined if it names no place. */
export function placeTypeOf(heading: string): string | undefined {
  return types.find(([form]) => form.test(heading))?.[1];
}

/** How fine the places of a column are: 1 of countries to 4 of towns; 0 if it does not show. */
export function placeRankOf({ heading, countryCodes }: ColumnProfile): number {
  if (countryCodes > 0.8) return 1;
  const found = placeTypeOf(heading) ?? "";
  return ranks[found] ?? 0;
}

const ranks: Readonly<Record<string, number>> = { Country: 1, State: 2, County: 3, City: 4 };

export interface ColumnProfile {
  readonly heading: string;
  /** Cells that say something. */
  readonly cells: readonly string[];
  readonly distinct: number;
  /** Shares of these cells, from 0 to 1. */
  readonly numbers: number;
  readonly dates: number;
  /** Whole numbers that may be years. */
  readonly years: number;
  readonly dcids: number;
  readonly digits: number;
  /** Codes of countries. */
  readonly countryCodes: number;
  /** Where the day of a month stands in dates such as `3/4/2020`; `either` if the cells leave it open. */
  readonly day: "first" | "second" | "either" | "both" | undefined;
  /** `USDollar` where dollars are written, `Percent` for percents; "" where nothing says it. */
  readonly unit: string;
}

const units: readonly (readonly [RegExp, string])[] = [
  [/%|\bpercent(?:age)?\b|\bpct\b/i, "Percent"],
  [/\$|\busd\b|\bdollars?\b/i, "USDollar"],
  [/\u20ac|\beur\b|\beuros?\b/i, "Euro"],
  [/\u00a3|\bgbp\b/i, "Pound"],
];

/** Where the day of a month stands in these dates. */
export function dayOf(cells: readonly string[]): ColumnProfile["day"] {
  const days = new Set(cells.map(dayIn));
  if (days.has("first") && days.has("second")) return "both";
  return (["first", "second", "either"] as const).find((one) => days.has(one));
}

/** @param decimal the sign before decimals in the whole table. */
export function profileOf(
  heading: string,
  column: readonly string[],
  decimal: "." | ",",
): ColumnProfile {
  const cells = column.filter((cell) => !isNothing(cell));
  const share = (test: (cell: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  const signs = cells.find((cell) => /[%\p{Sc}]/u.test(cell)) ?? "";
  return {
    heading,
    cells,
    distinct: new Set(cells).size,
    numbers: share((cell) => plainNumber(withoutSigns(cell), decimal) !== undefined),
    dates: share((cell) => dateIn(cell, dayIn(cell) === "first") !== undefined),
    years: share((cell) => /^(?:1[5-9]|20|21)\d\d$/.test(cell)),
    dcids: share(looksLikeDcid),
    digits: share((cell) => /^\d+$/.test(cell)),
    countryCodes: share(isCountryCode),
    day: dayOf(cells),
    unit: units.find(([sign]) => sign.test(heading) || sign.test(signs))?.[1] ?? "",
  };
}

/**
 * The sign before decimals, as the cells of a table show it: numbers that only one of both signs can
 * mean are counted. `1,234` and `1.234` may be either.
 */
export function decimalOf(rows: readonly (readonly string[])[]): "." | "," {
  let [points, commas] = [0, 0];
  for (const cell of rows.flat()) {
    if (dateIn(cell) !== undefined) continue;
    const text = withoutSigns(cell);
    const isPoint = plainNumber(text, ".") !== undefined;
    const isComma = plainNumber(text, ",") !== undefined;
    if (isPoint && !isComma) points += 1;
    if (isComma && !isPoint) commas += 1;
  }
  return commas > points ? "," : ".";
}
