/**
 * Cells of people's tables → numbers. Signs around a number are left out, and signs within it are
 * read as the table's language writes them; what a number then is, is one rule for all formats.
 */
import { shown } from "../bytes/diagnostics.ts";
import { trim } from "../values/mcf-value.ts";
import { reportNoValue, saysNoValue } from "../values/no-value.ts";
import {
  hasThousands,
  isPlainNumber,
  observationValue,
  type ValuePlace,
} from "../values/observation-parts.ts";

export type DecimalSign = "." | ",";

/** A currency before or after, or a sign of percent: `$51,339`, `12 €`, `88%`. */
const before = /^([+-]?)\s*\p{Sc}\s*/u;
const after = /\s*(?:\p{Sc}|%)$/u;
/** Marks of footnotes: `1,130*`, `12 [2]`, `15 (p)`. Letters and small digits alone may be units and powers. */
const mark = /\s*(?:[*\u2020\u2021\u00a7]{1,3}|\[\w{1,2}\]|\((?:p|r|e)\))$/;
/** In accounts, what stands in parentheses is negative. */
const account = /^\((.+)\)$/;

const blanks = "[ \\u00a0\\u2009\\u202f'\\u2019]";
const withBlanks = new RegExp(`^([+-]?\\d{1,3}(?:${blanks}\\d{3})+)(?=\\D|$)`);
const commaDecimal = new RegExp(
  `^[+-]?(?:\\d+|[1-9]\\d{0,2}(?:(?:\\.|${blanks})\\d{3})+)(?:,\\d*)?(?:[eE][+-]?\\d+)?$`,
);

/** Units that signs say. A sign of dollars may be of any dollar. */
const signUnits: Readonly<Record<string, string>> = {
  "%": "Percent",
  $: "USDollar",
  "\u20ac": "Euro",
  "\u00a3": "GBP",
};

/** What a cell says without the signs around its number: `51,339` of `$51,339`. */
export function withoutSigns(cell: string): string {
  if (isPlainNumber(cell)) return cell;
  const text = trim(cell).replace("\u2212", "-").replace(mark, "");
  const [, inside] = account.exec(text) ?? [];
  const bare = (inside ?? text).replace(before, "$1").replace(after, "");
  return inside === undefined ? bare : `-${bare}`;
}

/** A number as this library writes it; undefined for anything else. Thousands may have commas. */
export function plainNumber(text: string, decimal: DecimalSign): string | undefined {
  if (decimal === ",") {
    if (!commaDecimal.test(text)) return undefined;
    return text.replace(/[^\d,eE+-]/g, "").replace(",", ".");
  }
  if (isPlainNumber(text)) return text;
  const plain = text.replace(withBlanks, (thousands) => thousands.replace(/[^\d+-]/g, ""));
  if (isPlainNumber(plain)) return plain;
  return hasThousands(plain) ? plain.replaceAll(",", "") : undefined;
}

const commaHint = (text: string): string =>
  /^[+-]?\d*,\d+$/.test(text) ? `; decimal: "," of its columns reads it` : "";

/**
 * Reads the value of an observation, and reports what is odd about it.
 * @param unit of the observation, if it has one.
 * @returns undefined for a sign that there is no value, and for what is no number or has the sign of another unit,
 * which is an error.
 */
export function numberIn(
  cell: string,
  decimal: DecimalSign,
  place: ValuePlace,
  unit = "",
): string | undefined {
  const text = trim(cell);
  const bare = withoutSigns(text);
  const number = plainNumber(bare, decimal);
  if (number === undefined) {
    if (saysNoValue(text)) reportNoValue(text, place);
    else if (decimal === ".") observationValue(text, place, `it is not loaded${commaHint(bare)}`);
    else
      report(
        place,
        "error",
        "SVObs_Value_NotANumber",
        `${shown(text)} is not a number with a decimal comma; it is not loaded`,
      );
    return undefined;
  }
  const [sign] = /[%\p{Sc}]/u.exec(text) ?? [];
  const [found] = mark.exec(text) ?? [];
  if (sign !== undefined && saysOther(sign, unit)) {
    const problem = `${shown(text)} is not in ${shown(unit)}, the unit of its column`;
    report(place, "error", "UnitOfObsValue", `${problem}; it is not loaded`);
    return undefined;
  }
  if (bare !== text) {
    report(
      place,
      "info",
      "SignInObsValue",
      `${shown(text)} is read as ${number}${found === undefined ? "" : `, without ${shown(trim(found))}`}${keptOf(sign, unit)}`,
    );
  } else if (number !== text && decimal === ".") {
    report(place, "info", "ThousandsInObsValue", `${shown(text)} is read as ${number}`);
  }
  return number;
}

function saysOther(sign: string, unit: string): boolean {
  return Object.values(signUnits).includes(unit) && (signUnits[sign] ?? unit) !== unit;
}

/** What became of a sign. */
function keptOf(sign: string | undefined, unit: string): string {
  if (sign === undefined) return "";
  if (unit !== "") return ` in ${unit}`;
  return `; ${shown(sign)} is left out, and the observation has no unit`;
}

function report(
  { log, line, where }: ValuePlace,
  level: "info" | "error",
  counter: string,
  problem: string,
): void {
  log.report({
    level,
    counter: `Sanity_${counter}`,
    line,
    message: () => `${problem}: ${where()}`,
  });
}
