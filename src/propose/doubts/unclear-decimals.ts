/** Numbers whose signs may part thousands or decimals, or are others than the caller says. */
import { plainNumber } from "../../load/described/cell-forms.ts";
import { type ColumnProfile, decimalIn } from "../column-profile.ts";
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
    const cells = columnOf(sample.typed?.texts ?? sample.rows, at);
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

const columnOf = (rows: readonly (readonly string[])[], at: number): string[] =>
  rows.map((row) => row[at] ?? "");

/** Numbers that may have thousands or decimals. */
export function unclearDecimal(table: ReadTable): Problem | undefined {
  const mixed = bothWays(table);
  if (mixed !== undefined) return mixed;
  const thousands = table.unclearNumber === undefined ? likelyThousands(table) : undefined;
  const unclear =
    table.unclearNumber ?? thousands?.cell ?? besideBothSigns(table) ?? farThousands(table);
  if (unclear === undefined) return undefined;
  const problem = `'${unclear}' may have thousands or decimals, and others like it: --decimal says which sign is before decimals`;
  const [comma, point] = [optionOf("decimal", ","), optionOf("decimal", ".")];
  if (thousands === undefined || table.decimal === ".") {
    const decimal = unclear.includes(",") ? "," : ".";
    const [sign, cure] = decimal === "," ? [".", point] : [",", comma];
    if (otherDecimal({ ...table, known: { ...table.known, decimal } }) === undefined)
      return { problem, cures: [comma, point] };
    if (besideBothSigns(table) !== undefined) return { problem, cures: [cure] };
    // Other numbers say the sign: with it, this one has thousands.
    const sure = `'${unclear}' may have thousands or decimals, beside decimals after '${sign}': ${cure} if it has thousands; if not, write it as the others are written`;
    return { problem: sure, cures: [cure] };
  }
  // Another column has decimals after a comma: a point in its place would be refused.
  const { heading } = thousands;
  const both = `${problem}; other columns have decimals after ',': if it has thousands, write '${heading}' without them, or read it alone`;
  return { problem: both, cures: [comma, `${point} ${optionOf("value", heading)}`] };
}

/**
 * `476,750` beside `439.291` of one variable, where no other number says the sign before decimals: one of them would be
 * wrong with either sign.
 */
function bothWays({ profiles, roleOf, sample }: ReadTable): Problem | undefined {
  if (sample.layout !== undefined) return undefined;
  const rows = sample.typed?.texts ?? sample.rows;
  const variable = profiles.findIndex(({ heading }) => roleOf(heading) === "variable");
  for (const [at, { heading }] of profiles.entries()) {
    if (roleOf(heading) !== "value") continue;
    const cells = columnOf(rows, at);
    const names = columnOf(rows, variable);
    const found = signsOf(cells, names).find(
      ({ comma, point, isSure }) => comma >= 0 && point >= 0 && !isSure,
    );
    if (found === undefined) continue;
    const said = (row: number) => `'${cells[row]}' in line ${sample.lines[row]}`;
    const problem = `${said(found.comma)} and ${said(found.point)} of '${heading}' are written in two ways: whichever sign is before decimals, one of them would be a thousand times too small or too large; write the numbers of a column in one way`;
    return { problem, cures: [] };
  }
  return undefined;
}

/** Of one variable: the first rows of numbers with a comma and with a point that may be either; -1 for none. */
interface UnclearSigns {
  comma: number;
  point: number;
  /** Whether another number says the sign before decimals. */
  isSure: boolean;
}

function signsOf(cells: readonly string[], names: readonly string[]): readonly UnclearSigns[] {
  const signs = new Map<string, UnclearSigns>();
  for (const [row, cell] of cells.entries()) {
    const sign = decimalIn(cell);
    if (sign === undefined) continue;
    const name = names[row] ?? "";
    const own = signs.get(name) ?? { comma: -1, point: -1, isSure: false };
    signs.set(name, own);
    const form = cell.includes(",") ? "comma" : "point";
    if (sign !== "either") own.isSure = true;
    else if (own[form] < 0) own[form] = row;
  }
  return [...signs.values()];
}

/** `1,250` beside `1.5` and `2,5`: the table has decimals after either sign. */
function besideBothSigns(table: ReadTable): string | undefined {
  const cells = valuesIn(table).flatMap((one) => one.cells);
  const signs = cells.map(decimalIn);
  const isBoth = signs.includes(".") && signs.includes(",") && signs.includes("either");
  return isBoth ? cells[signs.indexOf("either")] : undefined;
}

/** The columns of values, unless somebody said how they are written. */
function valuesIn({ profiles, roleOf, known, sample }: ReadTable): readonly ColumnProfile[] {
  if ((known.decimal ?? known.columns ?? sample.layout) !== undefined) return [];
  return profiles.filter(({ heading }) => roleOf(heading) === "value");
}

/**
 * `11.987` beside `12,5` and `10,2` of one variable: with thousands it would be a thousand times as large as they are. A
 * number such as `1.234,5` anywhere says that points part thousands.
 */
function farThousands(table: ReadTable): string | undefined {
  const { decimal } = table;
  const parts = decimal === "," ? "." : ",";
  const values = valuesIn(table);
  const isParted = (cell: string) => cell.includes(parts) && decimalIn(cell) === decimal;
  if (values.some(({ cells }) => cells.some(isParted))) return undefined;
  for (const { cells } of seriesIn(table, values)) {
    const sizes = cells
      .filter((cell) => !cell.includes(parts))
      .flatMap((cell) => Math.abs(Number(plainNumber(cell, decimal) ?? 0)) || [])
      .sort((a, b) => a - b);
    const usual = sizes[sizes.length >> 1];
    if (usual === undefined || !cells.some((cell) => decimalIn(cell) === decimal)) continue;
    const far = cells.find((cell) => {
      if (decimalIn(cell) !== "either" || !cell.includes(parts)) return false;
      const size = Math.abs(Number(plainNumber(cell, decimal) ?? 0));
      return size > 10 * usual && size < 10_000 * usual;
    });
    if (far !== undefined) return far;
  }
  return undefined;
}

/** Cells that are alike: of a column of values, or of one variable in it. */
function seriesIn({ profiles, roleOf, sample }: ReadTable, values: readonly ColumnProfile[]) {
  const variable = profiles.findIndex(({ heading }) => roleOf(heading) === "variable");
  if (variable < 0) return values;
  const series = new Map<string, string[]>();
  for (const profile of values) {
    const at = profiles.indexOf(profile);
    const names = columnOf(sample.rows, variable);
    for (const [row, cell] of columnOf(sample.rows, at).entries()) {
      const name = names[row] ?? "";
      const own = series.get(name) ?? [];
      series.set(name, own);
      own.push(cell);
    }
  }
  return Array.from(series.values(), (cells) => ({ cells }));
}

/** `1.010` above `1020` and `2010`: by its size among the others, the sign before decimals parts thousands. */
function likelyThousands(table: ReadTable) {
  const { profiles, sample, decimal } = table;
  const [form, whole, parts] = formsOf[decimal];
  for (const profile of valuesIn(table)) {
    const { heading, cells } = profile;
    const at = profiles.indexOf(profile);
    const texts = sample.typed?.texts === undefined ? cells : columnOf(sample.typed.texts, at);
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
