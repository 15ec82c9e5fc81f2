/** Numbers whose signs may part thousands or decimals, or are others than the caller says. */
import { decimalIn } from "../column-profile.ts";
import type { ReadTable } from "../obstacles.ts";
import { optionOf, type Problem } from "../proposal.ts";
import { namesNoValues } from "./half-numbers.ts";

/** `7.5` in more cells than `7,5`, where the caller says that decimals have a comma: `1.234` beside them would be 1234. */
export function otherDecimal({ profiles, roleOf, known, sample }: ReadTable): Problem | undefined {
  const { decimal } = known;
  if (decimal === undefined) return undefined;
  const other = decimal === "," ? "." : ",";
  const values = profiles.filter(({ heading }) => roleOf(heading) === "value");
  const isChosen = (known.columns ?? known.value) !== undefined;
  for (const [at, profile] of profiles.entries()) {
    const { heading } = profile;
    const isUnread = !isChosen && roleOf(heading) === "not read" && !namesNoValues(heading);
    if (!isUnread && !values.includes(profile)) continue;
    const cells = (sample.typed?.texts ?? sample.rows).map((row) => row[at] ?? "");
    const signs = cells.map(decimalIn);
    const count = (sign: string) => signs.filter((one) => one === sign).length;
    if (count(other) <= count(decimal)) continue;
    const row = signs.indexOf(other);
    const problem = `'${cells[row]}' in line ${sample.lines[row]} of '${heading}' has its decimals after '${other}', and '${decimal}' is said`;
    const named = isUnread ? values.slice(0, 3).map((one) => optionOf("value", one.heading)) : [];
    return { problem, cures: [optionOf("decimal", other), ...named] };
  }
  return undefined;
}

/** Numbers that may have thousands or decimals. */
export function unclearDecimal(table: ReadTable): Problem | undefined {
  const thousands = table.unclearNumber === undefined ? likelyThousands(table) : undefined;
  const unclear = table.unclearNumber ?? thousands?.cell ?? besideBothSigns(table);
  if (unclear === undefined) return undefined;
  const problem = `'${unclear}' may have thousands or decimals, and others like it: --decimal says which sign is before decimals`;
  const [comma, point] = [optionOf("decimal", ","), optionOf("decimal", ".")];
  if (thousands === undefined || table.decimal === ".") return { problem, cures: [comma, point] };
  // Another column has decimals after a comma: a point in its place would be refused.
  const { heading } = thousands;
  const both = `${problem}; other columns have decimals after ',': if it has thousands, write '${heading}' without them, or read it alone`;
  return { problem: both, cures: [comma, `${point} ${optionOf("value", heading)}`] };
}

/** `1,250` beside `1.5` and `2,5`: the column has decimals after either sign. */
function besideBothSigns({ profiles, roleOf, known, sample }: ReadTable): string | undefined {
  if ((known.decimal ?? known.columns ?? sample.layout) !== undefined) return undefined;
  for (const { heading, cells } of profiles) {
    if (roleOf(heading) !== "value") continue;
    const signs = cells.map(decimalIn);
    if (signs.includes(".") && signs.includes(",") && signs.includes("either"))
      return cells[signs.indexOf("either")];
  }
  return undefined;
}

/** `1.010` above `1020` and `2010`: by its size among the others, the sign before decimals parts thousands. */
function likelyThousands({ profiles, roleOf, known, sample, decimal }: ReadTable) {
  if ((known.decimal ?? known.columns ?? sample.layout) !== undefined) return undefined;
  const [form, whole, parts] = formsOf[decimal];
  for (const [at, { heading, cells }] of profiles.entries()) {
    if (roleOf(heading) !== "value") continue;
    const texts = sample.typed?.texts?.map((row) => row[at] ?? "") ?? cells;
    const signed = texts.filter((cell) => cell.includes(decimal));
    if (!signed.every((cell) => form.test(cell))) continue;
    const sizes = cells
      .filter((cell) => whole.test(cell))
      .map((cell) => Number(cell.replaceAll(parts, "")))
      .sort((a, b) => a - b);
    const usual = sizes[sizes.length >> 1] ?? 0;
    const isSmall = (one: string) => Number.parseFloat(one.replace(decimal, ".")) * 10 < usual;
    // Where commas part cells, those in numbers often part thousands.
    const isEnglish = decimal === "," && sample.delimiter === ",";
    const cell = signed.find((one) => isEnglish || isSmall(one));
    if (cell !== undefined) return { cell, heading };
  }
  return undefined;
}

/** By the sign before decimals: numbers that may have thousands after it, whole numbers, and what parts their thousands. */
const formsOf = {
  ".": [/^[1-9]\d{0,2}(?:\.\d{3})+$/, /^\d[\d,]*$/, ","],
  ",": [/^[1-9]\d{0,2}(?:,\d{3})+$/, /^\d[\d.]*$/, "."],
} as const;
