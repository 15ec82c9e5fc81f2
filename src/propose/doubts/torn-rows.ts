/** Rows that only others around them explain, or cells beside them: each alone would be a wrong number. */
import { plainNumber } from "../../load/described/cell-forms.ts";
import type { TableSample } from "../../load/described/table-sample.ts";
import { ShortRows } from "../../load/records/csv-rows.ts";
import { isNothing } from "../../load/values/no-value.ts";
import { dateIn } from "../../load/values/table-dates.ts";
import { partsIn } from "../codes/code-lists.ts";
import { placeIn } from "../codes/places-by-code.ts";
import { type ColumnProfile, placeRankOf, placeTypeOf } from "../column-profile.ts";
import { hasIds } from "../find-entity.ts";
import {
  areOfOneSize,
  cellAt,
  hasCell,
  headingAt,
  isUnread,
  pairsOf,
  type ReadTable,
} from "../obstacles.ts";
import { type ColumnRole, onlyOption, optionOf, type Problem } from "../proposal.ts";

const tears = [
  headerAgain,
  sectionHeading,
  mergedCells,
  blankParts,
  placesAround,
  missingSeparator,
];

export function tornRows(table: ReadTable): Problem[] {
  // A publisher whose layout says what a table holds may leave cells blank.
  const sought = table.sample.layout === undefined ? tears : [headerAgain];
  return sought.flatMap((find) => find(table) ?? []);
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
  const { decimal } = table;
  const filled = values.filter((at) => hasCell(row, at));
  if (filled.length === 0) return false;
  const isSame = (at: number) => row[at] === headingAt(table, at);
  const same = row.flatMap((cell, at) => (cell !== "" && isSame(at) ? [at] : []));
  if (same.length > 1 && filled.every(isSame)) return true;
  const cells = filled.map((at) => cellAt(row, at));
  const hasNumber = cells.some((cell) => plainNumber(cell, decimal) !== undefined);
  const areDates = (texts: readonly string[]) => texts.every((one) => dateIn(one) !== undefined);
  const isNamed = same.some((at) => !filled.includes(at) && /\p{L}/u.test(cellAt(row, at)));
  if (isNamed) return areDates(cells) || !hasNumber;
  const above = filled.map((at) => headingAt(table, at));
  if (!areDates(cells) || !areDates(above)) return false;
  if (!hasNumber) return true;
  const steps = new Set(filled.map((at) => Number(row[at]) - Number(headingAt(table, at))));
  const isBlank = positionsOf(table, "entity").every((at) => !hasCell(row, at));
  return steps.size === 1 && !steps.has(Number.NaN) && filled.length > (isBlank ? 1 : 2);
}

/** A row without its last value, beside rows that all have it: two of its cells may be one. */
function missingSeparator(table: ReadTable): Problem | undefined {
  const { sample, profiles } = table;
  const last = profiles.filter(({ heading }) => heading !== "").slice(-1);
  const short = new ShortRows(profiles.map(({ heading }) => heading));
  // A text at the end is often left out; then the cells before it fit their columns.
  const isValue = last.some(({ heading }) => table.roleOf(heading) === "value");
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
    const cell = cellAt(row, at);
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
  const found = loneCells(sample, positionsOf(table, "value")).find(isSection);
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
  const hasValue = (row: readonly string[]) => values.some((at) => hasCell(row, at));
  const last = rows.findLastIndex(hasValue);
  return rows.slice(0, last + 1).flatMap((row, index) => {
    const isAlone = !hasValue(row) && row.filter((cell) => cell !== "").length === 1;
    const isLone = (cell: string) => isAlone && /\p{L}/u.test(cell);
    return row.flatMap((cell, at) => (isLone(cell) ? [{ cell, at, line: lines[index] ?? 0 }] : []));
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
  const keys = positionsOf(table, "entity", "date", "variable");
  const others = positionsOf(table, "date", "variable", "dimension", "unit", "not read", "entity");
  const blankIn = (row: readonly string[], above: readonly string[]) => {
    const isNext = others.some((one) => hasCell(row, one) && row[one] !== above[one]);
    const has = (one: number) => hasCell(row, one);
    const isOwn = values.some(has) && !names.some(has);
    return isNext && isOwn ? keys.find((one) => !has(one)) : undefined;
  };
  const [first = [], ...rows] = sample.rows;
  let above = first;
  for (const [at, row] of rows.entries()) {
    const blank = blankIn(row, above);
    above = row;
    if (blank === undefined) continue;
    const problem = `'${headingAt(table, blank)}' is blank in line ${sample.lines[at + 1]}, which has a value: fill the cell; where cells are merged, each row needs its own`;
    return { problem, cures: [] };
  }
  return undefined;
}

/** A blank beside `Male` and `Female` may be all of them, or a part that nobody knows. */
function blankParts(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf } = table;
  const values = positionsOf(table, "value");
  for (const [column, { heading, example }] of profiles.entries()) {
    if (roleOf(heading) !== "dimension" || example === "") continue;
    const isBlank = (row: readonly string[]) =>
      !hasCell(row, column) && values.some((one) => hasCell(row, one));
    const at = sample.rows.findIndex(isBlank);
    if (at < 0) continue;
    const problem = `'${heading}' is blank in line ${sample.lines[at]}, beside cells such as '${example}': write what the row is about, or Total for all`;
    return { problem, cures: [] };
  }
  return undefined;
}

/** `Dover` beside `New Hampshire`: the name alone may be that of a place elsewhere. */
function placesAround(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf, known } = table;
  const entity = profiles.find(({ heading }) => roleOf(heading) === "entity");
  if (entity === undefined || !isNamed(entity, known)) return undefined;
  const [own, at] = [placeRankOf(entity), profiles.indexOf(entity)];
  const around = profiles.find((one, other) => {
    const its = placeRankOf(one);
    if (!isUnread(roleOf(one.heading)) || one.numbers >= 0.2) return false;
    const isPlace = its > 0 || areOfOneSize(entity, one, table);
    if (own > 0 || !isPlace) return isPlace && its < own;
    const { saysOther, isSaidByOther } = pairsOf(sample.rows, at, other);
    const isCoarser = one.codes.length < entity.codes.length;
    if (its === 0) return saysOther && isCoarser;
    // Of two columns of which either may lie in the other one, somebody says which one counts.
    const isOpen = entity.heading !== known.name && isSaidByOther && !saysOther;
    return isCoarser || (!saysOther && !isOpen);
  });
  if (around === undefined) return undefined;
  const { heading, codes, example } = around;
  const described = known.columns?.entity;
  const within = typeof described === "object" && "within" in described && described.within;
  if (codes.length === 1 && (known.within ?? within)) return undefined;
  const place = placeIn(around, example);
  const problem = `'${entity.heading}' holds names, as '${entity.example}', and '${heading}' says in which place each lies, as '${example}', and would not be read: a column of ids says which places are meant; --only HEADING=CELL with --within DCID reads the rows of one`;
  if (place === undefined) return { problem, cures: [] };
  return { problem, cures: [`${onlyOption(heading, example)} ${optionOf("within", place)}`] };
}

function isNamed(
  entity: ColumnProfile,
  { name, entity: given, prefix, columns }: ReadTable["known"],
): boolean {
  const described = columns?.entity;
  if (columns !== undefined) return typeof described === "object" && "name" in described;
  if (entity.heading === name) return true;
  return (given ?? prefix) === undefined && entity.codeKind === undefined && !hasIds(entity);
}
