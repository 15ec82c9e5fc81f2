/** What the cells of one column look like. */
import { plainNumber, withoutSigns } from "../load/described/cell-forms.ts";
import type { TableSample } from "../load/described/table-sample.ts";
import { looksLikeDcid, withoutNamespace } from "../load/values/mcf-value.ts";
import { isNothing, saysNoValue } from "../load/values/no-value.ts";
import { dateIn, dayIn } from "../load/values/table-dates.ts";
import { furtherColumn, measurementAt } from "./codes/code-lists.ts";
import { type CodeKind, kindOf } from "./codes/places-by-code.ts";

export const headings = {
  date: /date|year|month|quarter|week|\bday\b|time|period|jahr|datum|monat|quartal|fecha|a\u00f1o|ann\u00e9e|anno|^ano$/i,
  /** Of months, quarters and halves of a year. */
  datePart:
    /^(?:(?:ref(?:erence)?|data|obs|calendar|cal)[ _]?)?(?:months?|mon|monat|mois|mes|mese|quarter|qtr|quartal|trimestre|half|halbjahr|semestre|period)(?:[ _]?(?:no|num(?:ber)?|name|of year))?$/i,
  /** Nothing else is below these. */
  partOfYear: /^(?:month|monat|mes|mese|quarter|qtr|quartal|trimestre|week|woche|semaine)$/i,
  /** Parts of a year, whatever else the heading says, with the greatest number of each. */
  partsOfYear: [
    [/(?:^|[ _])(?:months?|mon)$|[a-z]Month$/i, 12],
    [/(?:^|[ _])(?:quarters?|qtr)$|[a-z]Quarter$/i, 4],
    [/weeks?$|(?:^|[ _])wk$/i, 53],
  ],
  /** What is counted: without it, rows of two such tables would be one series, though no two rows of one collide. */
  counted:
    /^(?:(?:main[ _])?(?:crops?|fuels?|minerals?|products?|commodit(?:y|ies)|species|produkte?|energietr\u00e4ger|produits?|carburants?|productos?|cultivos?|combustibles?)(?:[ _](?:types?|names?))?|energy[ _](?:source|carrier)|(?:school|fuel|crop)[ _]type|type[ _]of[ _](?:school|fuel|crop))$/i,
  id: /dcid|^entity$|fips|geo_?id|\biso\b|iso_?3|country_?code|alpha_?3|\bcode\b|schl\u00fcssel|\bags\b|nuts|^id$|_id$/i,
  geoId: /fips|geo_?id|^state$|^county$/i,
  country: /iso|country|alpha|\bcode\b|land/i,
  variable:
    /variable|indicator|measure$|statistic|metric|series|^item$|kennzahl|indikator|merkmal/i,
  value: /^(?:obs_?)?value$|amount|^wert$|^valeur$|^valor$|^count$|^number$|figure/i,
  unit: /^units?(?:[ _]?codes?)?$|unit of|_unit$|^unit_measure$|currency|\beinheit|ma\u00dfeinheit|\bunit\u00e9|\bunidad/i,
  /** These columns hold places. */
  place:
    /^land$|^pays$|^pa\u00eds$|r\u00e9gion|regi\u00f3n|town|city|cities|municipal|kanton|canton|commune|gemeinde|\bort\b|ville|ciudad|count(?:y|ies|ry)|kreis|\bstates?\b|bundes(?:land|l\u00e4nder|staat)|provin[cz]|district|d\u00e9partement|region|\bref_?area\b|^geo(?:\b|_|$)|nuts|fips|territor|\btl\d|\barea\b|_area\b|location|nation|gebiet|zone$|zip|postal|tract/i,
  /** When a row was written, not what it is about. */
  written: /updat|modif|creat|release|publish|retriev|access|extract|revis/i,
  /** Numbers of these columns measure nothing. */
  position:
    /^(?:lat|lon|lng|latitude|longitude|coordinate|vector|x|y|rank|row|no\.?|nr\.?|#|zip|zip_?code|phone|id|sort[ _]?order)$/i,
  /** Numbers below these are places, as `Community District`. */
  numberedPlace:
    /(?:^|[ _])(?:arrondissement|beat|block|borough|county|district|municipality|parish|precinct|province|region|state|tract|ward|zone)(?:[ _](?:no\.?|nr\.?|number))?$/i,
  /** These hold codes. */
  code: /[ _][Ii][Dd]$|[ _][Cc][Oo][Dd][Ee]$|[a-z](?:I[Dd]|Code)$/,
} as const;

/** Types of places that a heading names, and the heading of any name. */
const types: readonly (readonly [RegExp, string])[] = [
  [/town|city|cities|municipalit|place|stadt|gemeinde|\bort\b|ville|ciudad/i, "City"],
  [/county|counties|kreis/i, "County"],
  [/\bstates?\b|bundes(?:land|l\u00e4nder|staat)|province|provinz/i, "State"],
  [/countr|nation|pays|pa\u00eds|^land$/i, "Country"],
  [
    /name|^munic[i\u00ed]pio$|^comune$|^gmina$|^prov[i\u00ed]ncia$|^wojew\u00f3dztwo$|r[e\u00e9]gi[o\u00f3]n|kanton|canton|d\u00e9partement|commune|ciudad|area|location|district|geography|gebiet|^entity$|^economy$|^geo$/i,
    "",
  ],
];

/** The type of the places whose names stand under a heading; undefined if it names no place. */
export function placeTypeOf(heading: string): string | undefined {
  return types.find(([form]) => form.test(heading))?.[1];
}

/** How fine the places of a column are: 1 of countries to 4 of towns; 0 if it does not show. */
export function placeRankOf({ heading, codeKind }: ColumnProfile): number {
  if (codeKind === "nuts" || codeKind === "geoid") return 0;
  if (codeKind === "states") return 2;
  if (codeKind !== undefined) return 1;
  const found = placeTypeOf(heading) ?? "";
  return ranks[found] ?? 0;
}

const ranks: Readonly<Record<string, number>> = { Country: 1, State: 2, County: 3, City: 4 };

export interface ColumnProfile {
  readonly heading: string;
  /** Cells that say something. */
  readonly cells: readonly string[];
  /** The first of them; "" if there is none. */
  readonly example: string;
  /** Distinct ones, in their order. */
  readonly codes: readonly string[];
  /** Shares of these cells, from 0 to 1. */
  readonly numbers: number;
  readonly dates: number;
  /** Whole numbers that may be years. */
  readonly years: number;
  readonly dcids: number;
  readonly digits: number;
  /** How codes of places are written, if they are such codes. */
  readonly codeKind: CodeKind | "either" | undefined;
  /** Where the day of a month stands in dates such as `3/4/2020`; `either` if the cells leave it open. */
  readonly day: "first" | "second" | "either" | "both" | undefined;
  /** Two cells, one with a sign of percent and one without: numbers of two kinds. */
  readonly mixed: readonly [string, string] | undefined;
  /** What the heading says, or else the sign of all numbers: `USDollar`, `Percent`; "" where nothing says it. */
  readonly unit: string;
}

const units: readonly (readonly [RegExp, string])[] = [
  [/%|\bpercent(?:age)?\b|\bpct\b/i, "Percent"],
  [/\$|\busd\b|\bdollars?\b/i, "USDollar"],
  [/\u20ac|\beur\b|\beuros?\b/i, "Euro"],
  [/\u00a3|\bgbp\b/i, "GBP"],
];

const ofCountries =
  "(?:austral|baham|barbad|beliz|bermud|brazil|brune|canad|caribbean|cayman|fiji|guyan|hong[ -]?kong|international|intl?(?!\\p{L})|jamaic|liberia|mexic|namibia|new[ -]?zealand|singapor|surinam|taiwan|trinidad|zimbabw)\\p{L}*";
/** Dollars of other countries, and of comparisons between countries, have no unit here: `Canadian dollars`, `C$`, `NZ dollars`, `$ (AUD)`. */
const otherDollars = [
  new RegExp(`(?<!\\p{L})${ofCountries}\\.?[ -]?(?:dollars?(?!\\p{L})|\\$)`, "giu"),
  new RegExp(`(?<!\\p{L})dollars? \\(?${ofCountries}`, "giu"),
  /(?<!\p{L})(?!US|(?:[KMTB]|MN|BN)\$)(?:[A-Z]{1,3}\$|[A-Z]{2,3} ?(?:\$|[Dd]ollars?(?!\p{L})))/gu,
  /(?:\$|[Dd]ollars?) ?\((?!US)[A-Z]{2,3}\)/gu,
];

/** The unit that a heading or a cell says. */
export function unitSaid(text: string): string | undefined {
  const spaced = text.includes(" ") ? text : text.replaceAll("_", " ");
  const words = otherDollars.reduce((rest, form) => rest.replace(form, ""), spaced);
  return units.find(([sign]) => sign.test(words))?.[1] ?? measurementAt(words);
}

/**
 * The unit that the signs of cells say. That of some cells is not the unit of the others; of signs that contradict each
 * other the first counts, so that the cells of the others are errors.
 */
function unitOfSigns(
  codes: readonly string[],
  isNumber: (cell: string) => boolean,
): string | undefined {
  const signed = codes.filter((cell) => hasSign(cell) && isNumber(cell));
  if (signed.length === 0) return undefined;
  const numbers = codes.filter(isNumber);
  const said = new Set(signed.map(unitSaid));
  return signed.length === numbers.length || said.size > 1 ? [...said][0] : undefined;
}

const hasSign = (cell: string): boolean => /[%\p{Sc}]/u.test(cell);

/** `2020.1`: January, October without its zero, or a quarter. */
export const isCutDate = (cell: string): boolean => /^(?:18|19|20|21)\d\d[.,]\d$/.test(cell);

/** Where the day of a month stands in these dates. */
export function dayOf(cells: readonly string[]): ColumnProfile["day"] {
  const days = new Set(cells.map(dayIn));
  if (days.has("first") && days.has("second")) return "both";
  return (["first", "second", "either"] as const).find((one) => days.has(one));
}

/**
 * @param decimal the sign before decimals in the whole table.
 * @param all distinct cells of the whole column, if more rows were read than these.
 */
export function profileOf(
  heading: string,
  column: readonly string[],
  decimal: "." | ",",
  all: Iterable<string> = column,
): ColumnProfile {
  // The code of Namibia is no missing value among codes.
  const isSaid = (cell: string) => !isNothing(cell) || (cell === "NA" && isCodes);
  const isCodes = column.every((cell) => /^(?:[A-Z][A-Z0-9_]{1,8})?$/.test(cell));
  const isNumber = (cell: string) => plainNumber(withoutSigns(cell), decimal) !== undefined;
  const said = column.filter(isSaid);
  // Signs that there is no value are such signs beside numbers alone.
  const values = said.filter((cell) => !saysNoValue(cell));
  const cells = values.length > 0 && values.every(isNumber) ? values : said;
  const rows = new Map<string, number>();
  for (const cell of cells) rows.set(cell, (rows.get(cell) ?? 0) + 1);
  const share = (test: (cell: string) => boolean): number => {
    let count = 0;
    for (const [cell, its] of rows) if (test(cell)) count += its;
    return count / Math.max(cells.length, 1);
  };
  const distinct = [...rows.keys()];
  const codes = all === column ? distinct : [...new Set([...all].filter(isSaid))];
  const signs = distinct.find(hasSign) ?? "";
  const numbers = share(isNumber);
  // Beside numbers, `<5` and `950 e` are numbers with marks: the column holds values, and these cells are reported.
  const isValue = (cell: string) => isNumber(cell) || isMarked(cell);
  const bare = distinct.find(
    (cell) => signs.includes("%") && isNumber(cell) && !cell.includes("%"),
  );
  return {
    heading,
    cells,
    example: cells[0] ?? "",
    codes,
    numbers: numbers > 0 && numbers < 0.5 ? share(isValue) : numbers,
    dates: share((cell) => dateIn(cell, dayIn(cell) === "first") !== undefined || isCutDate(cell)),
    years: share((cell) => /^(?:1[5-9]|20|21)\d\d$/.test(cell)),
    dcids: share((cell) => looksLikeDcid(withoutNamespace(cell))),
    digits: share((cell) => /^\d+$/.test(cell)),
    codeKind: kindOf(heading, cells),
    day: dayOf(distinct),
    mixed: bare === undefined ? undefined : [signs, bare],
    unit: unitSaid(heading) ?? unitOfSigns(codes, isNumber) ?? "",
  };
}

/** A number with a mark that may say that it is estimated, revised, or a bound. */
const isMarked = (cell: string): boolean =>
  /^(?:[<>\u2264\u2265~] ?\d[\d.,]*|\d[\d.,]* ?\p{L}{1,2})$/u.test(cell) &&
  dateIn(cell) === undefined;

const plainWords = new Set("of the and code id label name ref".split(" "));

/** `SEX` and `Sex`, `sex` and `sex.label`, `UNIT_MEASURE` and `Unit of measure`, `Item Code` and `Item`. */
export function isNamesake(code: string, label: string): boolean {
  const words = (heading: string) =>
    (heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !plainWords.has(word));
  const [left, right] = [new Set(words(code)), new Set(words(label))];
  const shared = [...left].filter((word) => right.has(word)).length;
  const [fewer, more] = [Math.min(left.size, right.size), Math.max(left.size, right.size)];
  return shared > 0 && shared === fewer && shared * 2 >= more;
}

/**
 * The sign before decimals, as the cells of a table show it: numbers that only one of both signs can
 * mean are counted. `1,234` and `1.234` may be either. Numbers that are stored as numbers say nothing.
 */
export function decimalOf({ header = [], rows, typed }: TableSample): {
  readonly decimal: "." | ",";
  /** The first cell that may be read both ways, if no other says which one. */
  readonly unclear: string | undefined;
} {
  // Lists of footnotes, such as `1,2`, are no numbers.
  const isNote = header.map((heading) => furtherColumn(heading)?.role === "note");
  const counts = { ".": 0, ",": 0 };
  let either: string | undefined;
  for (const row of typed?.texts ?? rows) {
    for (const [at, cell] of row.entries()) {
      const found = isNote[at] === true ? undefined : decimalIn(cell);
      if (found === "either") either ??= cell;
      else if (found !== undefined) counts[found] += 1;
    }
  }
  const [points, commas] = [counts["."], counts[","]];
  const unclear = points + commas === 0 ? either : undefined;
  return { decimal: commas > points ? "," : ".", unclear };
}

/** The sign before decimals that makes a number of the cell; undefined if that does not matter. */
export function decimalIn(cell: string): "." | "," | "either" | undefined {
  // Most cells are whole numbers and words.
  if (/^(?:\d{1,15}|\D*)$/.test(cell)) return undefined;
  const text = withoutSigns(cell);
  const isPoint = plainNumber(text, ".") !== undefined;
  const isComma = plainNumber(text, ",") !== undefined;
  if ((!isPoint && !isComma) || dateIn(cell) !== undefined) return undefined;
  if (isPoint !== isComma) return isPoint ? "." : ",";
  return /[.,]/.test(text) ? "either" : undefined;
}
