/** Rows that only others around them explain, or cells beside them: each alone would be a wrong number. */
import { plainNumber } from "../../load/described/cell-forms.ts";
import type { TableSample } from "../../load/described/table-sample.ts";
import { ShortRows } from "../../load/records/csv-rows.ts";
import { isNothing } from "../../load/values/no-value.ts";
import { dateIn } from "../../load/values/table-dates.ts";
import { partsIn } from "../codes/code-lists.ts";
import { countryNamed, placeOf } from "../codes/places-by-code.ts";
import { type ColumnProfile, placeRankOf, placeTypeOf } from "../column-profile.ts";
import { areOfOneSize, isUnread, looksLikeId, pairsOf, type ReadTable } from "../obstacles.ts";
import { type ColumnRole, onlyOption, optionOf, type Problem } from "../proposal.ts";

export const tornRows: readonly ((table: ReadTable) => Problem | undefined)[] = [
  headerAgain,
  sectionHeading,
  mergedCells,
  blankParts,
  placesAround,
  missingSeparator,
];

const most = 0.8;

/** Whether no layout of a publisher says what a table holds, who may leave cells blank. */
function isOpen({ sample }: ReadTable): boolean {
  return sample.layout === undefined;
}

function positionsOf({ profiles, roleOf }: ReadTable, ...roles: readonly ColumnRole[]): number[] {
  return profiles.flatMap(({ heading }, at) => (roles.includes(roleOf(heading)) ? [at] : []));
}

/** A second table below the first, or the header of the next page: its rows may measure something else. */
function headerAgain(table: ReadTable): Problem | undefined {
  const { sample } = table;
  const values = positionsOf(table, "value");
  const at = sample.rows.findIndex((row) => isHeader(row, table, values));
  if (at < 0) return undefined;
  const problem = `line ${sample.lines[at]} is a header again, '${sample.rows[at]?.join(", ")}': each table needs a file of its own`;
  return { problem, cures: [] };
}

/** Whether a row has headings, the same or others, such as further years. */
function isHeader(row: readonly string[], table: ReadTable, values: readonly number[]): boolean {
  const { profiles, decimal } = table;
  const filled = values.filter((at) => (row[at] ?? "") !== "");
  if (filled.length === 0) return false;
  const isSame = (at: number) => row[at] === profiles[at]?.heading;
  const same = row.flatMap((cell, at) => (cell !== "" && isSame(at) ? [at] : []));
  if (same.length > 1 && filled.every(isSame)) return true;
  const isDate = (text = "") => dateIn(text) !== undefined;
  const isNumber = (at: number) => plainNumber(row[at] ?? "", decimal) !== undefined;
  const areDates = filled.every((at) => isDate(row[at]));
  const isNamed = same.some((at) => !filled.includes(at) && /\p{L}/u.test(row[at] ?? ""));
  if (isNamed) return areDates || !filled.some(isNumber);
  if (!areDates || !filled.every((at) => isDate(profiles[at]?.heading))) return false;
  if (filled.length > 1 && !filled.some(isNumber)) return true;
  const steps = new Set(filled.map((at) => Number(row[at]) - Number(profiles[at]?.heading)));
  const isBlank = positionsOf(table, "entity").every((at) => (row[at] ?? "") === "");
  return steps.size === 1 && !steps.has(Number.NaN) && filled.length > (isBlank ? 1 : 2);
}

/** A row without its last value, beside rows that all have it: two of its cells may be one. */
function missingSeparator(table: ReadTable): Problem | undefined {
  const { sample, profiles } = table;
  const last = profiles.findLast(({ heading }) => heading !== "");
  if (!isOpen(table) || last === undefined) return undefined;
  const short = new ShortRows(profiles.map(({ heading }) => heading));
  // A text at the end is often left out; then the cells before it fit their columns.
  const isValue = table.roleOf(last.heading) === "value";
  const values = positionsOf(table, "value");
  for (const [at, row] of sample.rows.entries()) {
    if (isValue || row.length >= profiles.length || isShifted(row, values)) {
      short.row(row, sample.lines[at] ?? 0);
    }
  }
  return short.mayBeOdd ? { problem: `line ${short.line} ${short.problem}`, cures: [] } : undefined;
}

/** Whether a text stands below a heading of values: it belongs to a column to the right. */
function isShifted(row: readonly string[], values: readonly number[]): boolean {
  return values.some((at) => {
    const cell = row[at] ?? "";
    return /^\p{L}/u.test(cell) && !isNothing(cell);
  });
}

/** `Men` alone in a row, above rows that are about men: nothing in these rows says it. */
function sectionHeading(table: ReadTable): Problem | undefined {
  const { sample } = table;
  // Below dates as headings, a place without any value stands alone, too.
  const isDated = positionsOf(table, "date").length > 0;
  const entity = positionsOf(table, "entity");
  const isSection = ({ cell, at }: LoneCell) =>
    isDated || !entity.includes(at) || partsIn([cell]) !== undefined;
  const found = isOpen(table)
    ? loneCells(sample, positionsOf(table, "value")).find(isSection)
    : undefined;
  if (found === undefined) return undefined;
  const problem = `line ${found.line} has '${found.cell}' alone, as the heading of the rows below, which would not be read: the table needs a column for it`;
  return { problem, cures: [] };
}

/** A text that is the only cell of its row. */
interface LoneCell {
  readonly cell: string;
  readonly at: number;
  readonly line: number;
}

/** Texts that stand alone in a row, above rows with values. */
export function loneCells(
  { rows, lines }: Pick<TableSample, "rows" | "lines">,
  values: readonly number[],
): LoneCell[] {
  const hasValue = (row: readonly string[]) => values.some((at) => (row[at] ?? "") !== "");
  const last = rows.findLastIndex(hasValue);
  return rows.slice(0, Math.max(last, 0)).flatMap((row, index) => {
    const at = row.findIndex((cell) => cell !== "");
    const cell = row[at] ?? "";
    const isAlone = row.slice(at + 1).every((one) => one === "");
    return isAlone && /\p{L}/u.test(cell) && !hasValue(row)
      ? [{ cell, at, line: lines[index] ?? 0 }]
      : [];
  });
}

/** Blank cells below one that counts for them, too: spreadsheets write merged cells so. */
function mergedCells(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf } = table;
  const values = positionsOf(table, "value");
  // A row that another column names is about a place without an id.
  const names = profiles.flatMap(({ heading }, at) =>
    isUnread(roleOf(heading)) && placeTypeOf(heading) !== undefined ? [at] : [],
  );
  const has = (row: readonly string[]) => (one: number) => (row[one] ?? "") !== "";
  const keys = positionsOf(table, "entity", "date", "variable");
  const others = positionsOf(table, "date", "variable", "dimension", "unit", "not read", "entity");
  const blankIn = (row: readonly string[], at: number) => {
    const above = sample.rows[at - 1] ?? [];
    const isNext = others.some((one) => has(row)(one) && row[one] !== above[one]);
    const isOwn = values.some(has(row)) && !names.some(has(row));
    return isNext && isOwn ? keys.find((one) => !has(row)(one)) : undefined;
  };
  const at = isOpen(table)
    ? sample.rows.findIndex((row, one) => one > 0 && blankIn(row, one) !== undefined)
    : -1;
  const heading = profiles[blankIn(sample.rows[at] ?? [], at) ?? -1]?.heading;
  if (heading === undefined) return undefined;
  const problem = `'${heading}' is blank in line ${sample.lines[at]}, which has a value: fill the cell; where cells are merged, each row needs its own`;
  return { problem, cures: [] };
}

/** A blank beside `Male` and `Female` may be all of them, or a part that nobody knows. */
function blankParts(table: ReadTable): Problem | undefined {
  const { sample, profiles } = table;
  const values = positionsOf(table, "value");
  for (const column of isOpen(table) ? positionsOf(table, "dimension") : []) {
    const { heading = "", codes = [] } = profiles[column] ?? {};
    const isBlank = (row: readonly string[]) =>
      (row[column] ?? "") === "" && values.some((one) => (row[one] ?? "") !== "");
    const at = sample.rows.findIndex(isBlank);
    if (at < 0 || codes.length === 0) continue;
    const problem = `'${heading}' is blank in line ${sample.lines[at]}, beside cells such as '${codes[0]}': write what the row is about, or Total for all`;
    return { problem, cures: [] };
  }
  return undefined;
}

/** `Dover` beside `New Hampshire`: the name alone may be that of a place elsewhere. */
function placesAround(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf, known } = table;
  const entity = profiles.find(({ heading }) => roleOf(heading) === "entity");
  if (entity === undefined || !isOpen(table) || !isNamed(entity, known)) return undefined;
  const [own, at] = [placeRankOf(entity), profiles.indexOf(entity)];
  const around = profiles.find((one, other) => {
    const its = placeRankOf(one);
    if (!isUnread(roleOf(one.heading)) || one.numbers >= 0.2) return false;
    const isPlace = its > 0 || areOfOneSize(entity, one, table);
    if (own > 0 || !isPlace) return isPlace && its < own;
    const { saysOther } = pairsOf(sample.rows, at, other);
    const isCoarser = one.codes.length < entity.codes.length;
    return its === 0 ? saysOther && isCoarser : !saysOther || isCoarser;
  });
  if (around === undefined) return undefined;
  const { heading, codes, codeKind } = around;
  const [code = ""] = codes;
  const described = known.columns?.entity;
  const within = typeof described === "object" && "within" in described && described.within;
  if (codes.length === 1 && (known.within ?? within)) return undefined;
  const isCode = codeKind !== undefined && codeKind !== "either";
  const place = isCode ? placeOf(code, codeKind)?.dcid : countryNamed(code);
  const cure = `${onlyOption(heading, code)} ${optionOf("within", place ?? "")}`;
  const problem = `'${entity.heading}' holds names, as '${entity.cells[0]}', and '${heading}' says in which place each lies, as '${code}', and would not be read: a column of ids says which places are meant; --only HEADING=CELL with --within DCID reads the rows of one`;
  return { problem, cures: place === undefined ? [] : [cure] };
}

function isNamed(
  { heading, cells, codeKind, dcids, digits }: ColumnProfile,
  { name, entity, prefix, columns }: ReadTable["known"],
): boolean {
  const described = columns?.entity;
  if (columns !== undefined) return typeof described === "object" && "name" in described;
  if (heading === name) return true;
  const areCodes = codeKind !== undefined || Math.max(dcids, digits) >= most;
  return (entity ?? prefix) === undefined && !areCodes && !cells.every(looksLikeId);
}
