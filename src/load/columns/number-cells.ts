/**
 * Cells of people's tables → numbers. Signs around a number are left out, and signs within it are
 * read as the table's language writes them; what a number then is, is one rule for all formats.
 */
import { shown } from "../report/index.ts";
import {
  hasThousands,
  isPlainNumber,
  observationValue,
  trim,
  type ValuePlace,
} from "../values/index.ts";

export type DecimalSign = "." | ",";

/** A currency before or behind, or a sign of percent: `$51,339`, `12 €`, `88%`. */
const before = /^([+-]?)\s*\p{Sc}\s*/u;
const behind = /\s*(?:\p{Sc}|%)$/u;
/** In accounts, what stands in parentheses is negative. */
const account = /^\((.+)\)$/;

const blanks = "[ \\u00a0\\u2009\\u202f'\\u2019]";
const withBlanks = new RegExp(`^([+-]?\\d{1,3}(?:${blanks}\\d{3})+)(?=\\D|$)`);
const commaDecimal = new RegExp(
  `^[+-]?(?:\\d+|[1-9]\\d{0,2}(?:(?:\\.|${blanks})\\d{3})+)(?:,\\d*)?$`,
);

/** What a cell says without the signs around its number: `51,339` of `$51,339`. */
export function withoutSigns(cell: string): string {
  const text = trim(cell).replace("\u2212", "-");
  const [, inside] = account.exec(text) ?? [];
  const bare = (inside ?? text).replace(before, "$1").replace(behind, "");
  return inside === undefined ? bare : `-${bare}`;
}

/** A number as this library writes it; undefined for anything else. Thousands may have commas. */
export function plainNumber(text: string, decimal: DecimalSign): string | undefined {
  if (decimal === ",") {
    if (!commaDecimal.test(text)) return undefined;
    return text.replace(/[^\d,+-]/g, "").replace(",", ".");
  }
  const plain = text.replace(withBlanks, (thousands) => thousands.replace(/[^\d+-]/g, ""));
  if (isPlainNumber(plain)) return plain;
  return hasThousands(plain) ? plain.replaceAll(",", "") : undefined;
}

/**
 * Reads the value of an observation, and reports what is odd about it.
 * @returns undefined for what is no number, which is an error.
 */
export function numberIn(
  cell: string,
  decimal: DecimalSign,
  place: ValuePlace,
): string | undefined {
  const text = trim(cell);
  const bare = withoutSigns(text);
  const number = plainNumber(bare, decimal);
  if (number === undefined) {
    if (decimal === ".") observationValue(text, place, "it is not loaded");
    else
      tell(
        place,
        "error",
        "NonDoubleObsValue",
        `${shown(text)} is not a number with a decimal comma; it is not loaded`,
      );
  } else if (bare !== text) {
    tell(
      place,
      "info",
      "SignInObsValue",
      `${shown(text)} is read as ${number}; its sign is not kept`,
    );
  } else if (number !== text && decimal === ".") {
    tell(place, "info", "ThousandsInObsValue", `${shown(text)} is read as ${number}`);
  }
  return number;
}

function tell(
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
