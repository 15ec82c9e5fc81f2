/**
 * Columns beside entity, date, variable and value that tables of statistical offices have: a row says what a
 * column is for, and what its codes mean. Codes are those of the cross-domain lists of SDMX and of Eurostat, and
 * the words of tables.
 */

import type { CodeMeaning } from "../../load/described/column-option.ts";
import { isTotal } from "../../load/values/totals.ts";
import { foreignSexes } from "../../search/everyday-words.ts";

interface FurtherColumn {
  readonly heading: RegExp;
  /** `dimension`: part of the variable; `note`: counted, not read; otherwise a member of `columns`. */
  readonly role: "dimension" | "note" | "period" | "method" | "multiplier";
  /** What variables get. Default: made of the heading. */
  readonly property?: string;
  /** What a code means; "" for all. Undefined: it stands for itself. */
  readonly meaningOf?: (code: string) => CodeMeaning | undefined;
}

const women = new RegExp(`^(?:f|females?|women|woman|girls?|sex_f|w|${foreignSexes.female})$`, "i");
const men = new RegExp(`^(?:m|males?|men|man|boys?|sex_m|${foreignSexes.male})$`, "i");
const whole =
  /^(?:_?t|_z|tot|sex_t|age_\w*_total|both(?: ?sexes)?|persons?|all ages|mf|m\+f|total - (?:sex|gender|age))$/i;

/** All of the people or things, in the words of tables and of code lists. */
export function isWhole(cell: string): boolean {
  return isTotal(cell) || whole.test(cell);
}

/** Dimensions whose codes are known by themselves. */
const sexes = {
  heading: /^(?:sex|gender|geschlecht|sexe|sexo|sesso)$/i,
  role: "dimension",
  property: "gender",
  meaningOf: (code: string): CodeMeaning | undefined =>
    women.test(code)
      ? { value: "Female", name: "Female" }
      : men.test(code)
        ? { value: "Male", name: "Male" }
        : undefined,
} as const;
const ages = {
  heading: /^(?:age|alter|\u00e2ge|edad|et\u00e0|age[ _]?(?:group|class|band)s?|altersgruppe)$/i,
  role: "dimension",
  property: "age",
  meaningOf: ageOf,
} as const;

const residenceWords = [
  [/^urban(?: areas?| population)?$/i, "Urban"],
  [/^rural(?: areas?| population)?$/i, "Rural"],
] as const;
const residences = {
  heading:
    /^(?:(?:type[ _]of[ _])?residence(?:[ _](?:area|type))?|urban[ _/-]?(?:and[ _])?rural|urbani[sz]ation|degurba)$/i,
  role: "dimension",
  property: "placeOfResidenceClassification",
  meaningOf: (code: string): CodeMeaning | undefined => {
    const value = residenceWords.find(([form]) => form.test(code))?.[1];
    return value && { value, name: value };
  },
} as const;

const furtherColumns: readonly FurtherColumn[] = [
  sexes,
  ages,
  residences,
  { heading: /^race$/i, role: "dimension", property: "race" },
  { heading: /^ethnicity$/i, role: "dimension", property: "ethnicity" },
  {
    heading: /^(?:education|educ(?:ation)?[ _](?:lev(?:el)?|attainment)|isced\d*)$/i,
    role: "dimension",
    property: "educationalAttainment",
  },
  { heading: /^(?:occupation|isco\d*)$/i, role: "dimension", property: "occupation" },
  {
    heading: /^(?:nace_?r?\d?|industry|sector|activity|economic[ _]activity)$/i,
    role: "dimension",
  },
  { heading: /^citizen(?:ship)?$/i, role: "dimension", property: "citizenship" },
  {
    heading: /^(?:adjustment|(?:seasonal|seas)[ _]?adj(?:ust(?:ment)?)?|s_adj)$/i,
    role: "dimension",
    property: "seasonalAdjustment",
    meaningOf: (code) => {
      const value = adjustments.find(([form]) => form.test(code))?.[1];
      return value === undefined ? undefined : { value };
    },
  },
  {
    heading:
      /^(?:price[ _]?base|transformation|unit[ _]type|breakdown|classif\d|scenario|szenario|sc\u00e9nario|escenario)$/i,
    role: "dimension",
  },
  {
    heading: /^(?:freq(?:uency)?|freq_code)$/i,
    role: "period",
  },
  {
    heading:
      /^(?:unit[ _]?mult(?:iplier)?|power[ _]?code(?: code)?|scale|scalar[ _]?factor|multiplier|magnitude)$/i,
    role: "multiplier",
  },
  {
    heading: /^(?:measurement[ _]?method|method|collection[ _]?method)$/i,
    role: "method",
  },
  {
    heading:
      /(?:^|[ _.])(?:flags?|(?:foot)?notes?|comments?|remarks?)(?:$|[ _.\d])|^(?:obs|conf|observation|confidentiality)[ _](?:status|conf|pre_break)|^(?:decimals|time_format|pre_break_value|title_compl|anmerkungen)$/i,
    role: "note",
  },
];

const kinds =
  /^(?:actuals?|histor(?:y|ic|ical)|ist|r\u00e9el(?:le)?s?|nominal|real|gross|net|brutto|netto)$/i;

/** What is not measured: another table may have what was. */
const expected =
  /^(?:forecasts?|project(?:ed|ions?)|budget(?:ed)?|plan(?:ned)?|targets?|soll|prognosen?|pr\u00e9visions?)$/i;

/** Whether these words say what a number is, as `Actual` and `Forecast`: both in one series would be a wrong series. */
export function areKindsOfNumbers(codes: readonly string[]): boolean {
  return (
    codes.some((code) => expected.test(code)) || codes.filter((code) => kinds.test(code)).length > 1
  );
}

/** Headings of powers of ten; others say factors, or what has nothing to do with values. */
const powers = /^(?:unit[ _]?mult(?:iplier)?|power[ _]?code(?: code)?)$/i;

/** Whether numbers below a heading are powers of ten. */
export const arePowers = (heading: string): boolean => powers.test(heading);

/** What a column is for by its heading; undefined if the heading does not say it. */
export function furtherColumn(heading: string): FurtherColumn | undefined {
  return furtherColumns.find((one) => one.heading.test(heading));
}

/** A dimension whose codes are known by themselves: of sexes, of ages, of residence. */
interface KnownParts {
  readonly property: string;
  /** "" for all; undefined for what is no code of it. */
  partOf(code: string): CodeMeaning | undefined;
}

/** Whether all of these are sexes, all are ages, or all of town and country; bare numbers are none of them. */
export function partsIn(codes: readonly string[]): KnownParts | undefined {
  const own = codes.filter((code) => !isWhole(code));
  const found = [sexes, ages, residences].find(({ meaningOf }) =>
    own.every((code) => !/^\d+$/.test(code) && meaningOf(code) !== undefined),
  );
  if (found === undefined || own.length === 0) return undefined;
  const partOf = (code: string) => (isWhole(code) ? { value: "" } : found.meaningOf(code));
  return { property: found.property, partOf };
}

const adjustments: readonly (readonly [RegExp, string])[] = [
  [/^(?:sa|sca|y|seasonally adjusted)$/i, "SeasonallyAdjusted"],
  [/^(?:nsa|n|not seasonally adjusted|unadjusted)$/i, "NotSeasonallyAdjusted"],
];

const periods: readonly (readonly [RegExp, string])[] = [
  [/^(?:a|annual|yearly|annually)$/i, "P1Y"],
  [/^(?:s|h|half-?yearly|semi-?annual)$/i, "P6M"],
  [/^(?:q|quarterly)$/i, "P3M"],
  [/^(?:m|monthly)$/i, "P1M"],
  [/^(?:w|weekly)$/i, "P1W"],
  [/^(?:d|b|daily)$/i, "P1D"],
  [/^n$/i, "PT1M"],
];

/** ISO 8601 of a code or word that says how often values come. */
export function periodOf(code: string): string | undefined {
  return periods.find(([form]) => form.test(code))?.[1];
}

/** Units that columns of units say by codes. */
const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:pc|pt|pct|percent|percentage|%)$/i, "Percent"],
  [/^(?:usd|us dollars?|us\$|\$)$/i, "USDollar"],
  [/^(?:eur|euros?|\u20ac)$/i, "Euro"],
  [/^(?:ps|pers|persons?|people)$/i, "Person"],
];

/** Units of measurement in headings; letters that may mean something else, as `m` and `t`, are none. */
const measurements: ReadonlyMap<string, string> = new Map([
  ["km", "Kilometer"],
  ["km2", "SquareKilometer"],
  ["km\u00b2", "SquareKilometer"],
  ["sq km", "SquareKilometer"],
  ["m2", "SquareMeter"],
  ["m\u00b2", "SquareMeter"],
  ["m3", "CubicMeter"],
  ["m\u00b3", "CubicMeter"],
  ["ha", "Hectare"],
  ["hectares", "Hectare"],
  ["tonnes", "MetricTon"],
  ["mm", "Millimeter"],
  ["\u00b5g/m\u00b3", "MicrogramsPerCubicMeter"],
  ["\u03bcg/m\u00b3", "MicrogramsPerCubicMeter"],
  ["\u00b5g/m3", "MicrogramsPerCubicMeter"],
  ["\u03bcg/m3", "MicrogramsPerCubicMeter"],
  ["ug/m3", "MicrogramsPerCubicMeter"],
  ["kg", "Kilogram"],
  ["kw", "Kilowatt"],
  ["mw", "Megawatt"],
  ["gw", "Gigawatt"],
  ["acres", "Acre"],
  ["miles", "Mile"],
  ["sq mi", "SquareMile"],
  ["square miles", "SquareMile"],
  ["liters", "Liter"],
  ["litres", "Liter"],
  ["kwh", "KilowattHour"],
  ["mwh", "MegawattHour"],
  ["gwh", "GigawattHour"],
  ["\u00b0c", "Celsius"],
]);

/** The unit that a code says; undefined if it stands for itself. */
export function unitOf(code: string): string | undefined {
  return units.find(([form]) => form.test(code))?.[1];
}

/** A year after what is measured, and a mark of the year. */
const yearAtEnd =
  /[ ,;:_-]{1,3}(?:18|19|20|21)\d\d(?:\p{L}|[*\u2020\u2021]| ?[([][\p{L}\d]+\.?[)\]])?$/u;

/** The unit of measurement at the end of a heading, or before a year there: `Rail network (km)`, `Area in ha 2020`. */
export function measurementAt(heading: string): string | undefined {
  const text = heading.trim();
  for (const one of [text, text.replace(yearAtEnd, "")]) {
    const sign = /(?<=\()[^()]+(?=\)$)|(?<=, | in )[^ ,()]+$/.exec(one)?.[0];
    const unit = measurements.get(sign?.toLowerCase() ?? "");
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** Ages as code lists and tables write them: `Y15T24`, `Y_GE65`, `15-24`, `65+`, `under 5`. */
function ageOf(code: string): CodeMeaning | undefined {
  const text = code
    .replace(/^(?:age_)?y(?=\d|_|ge|lt)/i, "")
    .replace(/(?:years?|yrs?|jahre?|ans)(?: of age| old)?$/i, "")
    .trim();
  const numberIn = (form: RegExp) => Number(form.exec(text)?.[1]);
  const range = /^(\d{1,3})\s*(?:t|-|\u2013|to|bis|_)\s*(\d{1,3})$/i;
  const [from, to] = [numberIn(range), Number(range.exec(text)?.[2])];
  if (to < 130) return { value: `Years${from}To${to}`, name: `${from} to ${to} years` };
  const others = [
    range,
    /^_?ge_?(\d{1,3})$/i,
    /^(\d{1,3})\s*(?:\+|and over|and older|or more|plus)$/i,
  ];
  const least = others.map(numberIn).find((one) => one >= 0);
  if (least !== undefined) {
    return { value: `Years${least}Onwards`, name: `${least} years and over` };
  }
  const below = numberIn(/^(?:_?lt_?|under |below |less than |<\s*)(\d{1,3})$/i);
  if (below > 0) return { value: `YearsUpto${below - 1}`, name: `under ${below} years` };
  return /^\d{1,3}$/.test(text)
    ? { value: `Years${Number(text)}`, name: `${Number(text)} years` }
    : undefined;
}
