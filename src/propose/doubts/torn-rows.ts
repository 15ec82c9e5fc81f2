/** Rows that only others around them explain, or cells beside them: each alone would be a wrong number. */
import { ShortRows } from "../../load/records/csv-rows.ts";
import { dateIn } from "../../load/values/table-dates.ts";
import { partsIn } from "../codes/code-lists.ts";
import { countryNamed, placeOf } from "../codes/places-by-code.ts";
import { type ColumnProfile, placeRankOf, placeTypeOf } from "../column-profile.ts";
import { isUnread, looksLikeId, pairsOf, type ReadTable } from "../obstacles.ts";
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
  const { sample, profiles } = table;
  const values = positionsOf(table, "value");
  const isSame = (row: readonly string[]) => (at: number) => row[at] === profiles[at]?.heading;
  const at = sample.rows.findIndex(
    (row) =>
      values.length > 0 &&
      values.every(isSame(row)) &&
      row.filter((cell, one) => cell !== "" && isSame(row)(one)).length > 1,
  );
  if (at < 0) return undefined;
  const problem = `line ${sample.lines[at]} is a header again, '${sample.rows[at]?.join(", ")}': each table needs a file of its own`;
  return { problem, cures: [] };
}

/** A row without its last value, beside rows that all have it: two of its cells may be one. */
function missingSeparator(table: ReadTable): Problem | undefined {
  const { sample, profiles } = table;
  const last = profiles.findLast(({ heading }) => heading !== "");
  // Rows of a time series may end with their last value.
  const isValue = last !== undefined && table.roleOf(last.heading) === "value";
  if (!isOpen(table) || !isValue || dateIn(last.heading) !== undefined) return undefined;
  const short = new ShortRows(profiles.map(({ heading }) => heading));
  for (const [at, row] of sample.rows.entries()) short.row(row, sample.lines[at] ?? 0);
  return short.isOdd ? { problem: `line ${short.line} ${short.problem}`, cures: [] } : undefined;
}

/** `Men` alone in a row, above rows that are about men: nothing in these rows says it. */
function sectionHeading(table: ReadTable): Problem | undefined {
  const { sample } = table;
  const values = positionsOf(table, "value");
  const hasValue = (row: readonly string[]) => values.some((at) => (row[at] ?? "") !== "");
  const last = sample.rows.findLastIndex(hasValue);
  // Below dates as headings, a place without any value stands alone, too.
  const isDated = positionsOf(table, "date").length > 0;
  const isSection = (row: readonly string[], at: number) => {
    const [cell = "", ...others] = row.filter((one) => one !== "");
    const isText = at < last && others.length === 0 && /\p{L}/u.test(cell) && !hasValue(row);
    return isText && (isDated || partsIn([cell]) !== undefined);
  };
  const at = isOpen(table) ? sample.rows.findIndex(isSection) : -1;
  if (at < 0) return undefined;
  const cell = sample.rows[at]?.find((one) => one !== "");
  const problem = `line ${sample.lines[at]} has '${cell}' alone, as the heading of the rows below, which would not be read: the table needs a column for it`;
  return { problem, cures: [] };
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
    if (!isUnread(roleOf(one.heading)) || its === 0 || one.numbers >= 0.2) return false;
    if (own > 0) return its < own;
    const { saysOther } = pairsOf(sample.rows, at, other);
    return !saysOther || one.codes.length < entity.codes.length;
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
