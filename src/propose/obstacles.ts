/**
 * What a table would lose if its other columns were not read: rows that differ only there, a part of
 * the people where all are meant, a place within the place, a power of ten. Numbers would be wrong.
 */
import { plainNumber } from "../load/described/cell-forms.ts";
import type { TableColumns } from "../load/described/column-option.ts";
import type { TableSample } from "../load/described/table-sample.ts";
import { dateIn } from "../load/values/table-dates.ts";
import { isWhole } from "./codes/code-lists.ts";
import { countryNamed, isCountryCode, isRegionOfWorld } from "./codes/places-by-code.ts";
import { type ColumnProfile, headings, isNamesake, placeRankOf } from "./column-profile.ts";
import {
  type ColumnProposal,
  type ColumnRole,
  type KnownColumns,
  onlyOption,
  optionOf,
  type Problem,
  type Scale,
} from "./proposal.ts";

/** The cell of a row in a column: some rows end before it. */
export const cellAt = (row: readonly string[], at: number): string => row[at] ?? "";

export const hasCell = (row: readonly string[], at: number): boolean => cellAt(row, at) !== "";

export const headingAt = ({ profiles }: Pick<ReadTable, "profiles">, at: number): string =>
  profiles[at]?.heading ?? "";

/** Columns by what is proposed for them. */
export interface ReadTable {
  readonly sample: TableSample;
  readonly profiles: readonly ColumnProfile[];
  readonly roleOf: (heading: string) => ColumnProposal["role"];
  readonly known: KnownColumns;
  readonly scales: readonly Scale[];
  /** The sign before decimals. */
  readonly decimal: "." | ",";
  /** A number that may have thousands or decimals, if nothing in the table says which. */
  readonly unclearNumber: string | undefined;
}

/** What stands in the way of reading the table as it is proposed, each with what to do. */
export function obstaclesOf(table: ReadTable): Problem[] {
  const places = finerPlaces(table);
  const repeated = repeatedRows(table, places);
  return [...(repeated === undefined ? [] : [repeated]), ...places.values()];
}

/** The headings of all columns with a role. */
export function headingsOf({ profiles, roleOf }: ReadTable, role: ColumnRole): string[] {
  return profiles.flatMap(({ heading }) => (roleOf(heading) === role ? [heading] : []));
}

export const quoted = (headings: Iterable<string>): string =>
  Array.from(headings, (heading) => `'${heading}'`).join(", ");

/**
 * Rows with a value for the same entity, variable, date and unit that differ elsewhere.
 * @param places headings of which another problem says the same.
 */
function repeatedRows(table: ReadTable, places: ReadonlyMap<string, Problem>): Problem | undefined {
  const { profiles, roleOf } = table;
  const { apart, example } = differencesIn(table);
  // The caller has said which of several values counts.
  if (example === undefined || table.known.columns?.repeated === "later") return undefined;
  const [left, right] = example;
  const alike = `lines ${left} and ${right} have the same entity, variable and date`;
  const differing = profiles.filter((_, at) => apart.has(at));
  const columns = differing.map(({ heading }) => heading);
  const unread = differing.filter(({ heading }) => heading !== "" && isUnread(roleOf(heading)));
  if (unread.some(({ heading }) => places.has(heading))) return undefined;
  if (unread.length === 0) {
    const problem = `${alike}; they differ in ${quoted(columns)}: the table needs one row for each`;
    return { problem, cures: [] };
  }
  const entity = profiles.find(({ heading }) => roleOf(heading) === "entity");
  const second = unread.find((one) => entity !== undefined && holdsSamePlaces(entity, one));
  if (entity !== undefined && second !== undefined) return secondEntity(alike, entity, second);
  const named = quoted(unread.map(({ heading }) => heading));
  const problem = `${alike}; they differ in ${named}, which would not be read: --only HEADING=CELL reads the rows with one cell`;
  return { problem, cures: [unread.map(onlyOf).join(" ")] };
}

/** Whether most places of a column stand in another one, too, as those of `From` in `To`. */
function holdsSamePlaces(entity: ColumnProfile, { codes }: ColumnProfile): boolean {
  const own = new Set(entity.codes);
  return codes.length > 1 && codes.filter((code) => own.has(code)).length * 2 > codes.length;
}

function secondEntity(alike: string, one: ColumnProfile, other: ColumnProfile): Problem {
  const member = ({ heading, example }: ColumnProfile) =>
    JSON.stringify(looksLikeId(example) ? { column: heading } : { name: heading });
  const entities = `"entities": { "origin": ${member(one)}, "destination": ${member(other)} }`;
  const problem = `${alike}; they differ in '${other.heading}', which holds places, too: a row about two places needs ${entities}, with names of your choice, in place of "entity" in the file that --propose writes`;
  return { problem, cures: ["--propose map.json"] };
}

interface Differences {
  /** Columns in which repeated rows differ: those that are not read, else those of values. */
  readonly apart: ReadonlySet<number>;
  /** Lines of the first two such rows. */
  readonly example: readonly [number, number] | undefined;
}

/** Cells of these columns are not read. */
export function isUnread(role: ColumnProposal["role"]): boolean {
  return role === "not read" || role === "note" || role === "name";
}

/** Headings of columns in which rows differ that have the same entity, variable, date and unit. */
export function columnsApart(table: ReadTable): ReadonlySet<string> {
  const { apart } = differencesIn(table);
  const profiles = table.profiles.filter((_, at) => apart.has(at));
  return new Set(profiles.map(({ heading }) => heading));
}

type FirstRows = Map<number, { readonly row: readonly string[]; readonly line: number }>;

function differencesIn({ sample, profiles, roleOf }: ReadTable): Differences {
  const indexes = (wanted: (role: ColumnProposal["role"]) => boolean): number[] =>
    profiles.flatMap(({ heading }, at) => (wanted(roleOf(heading)) ? [at] : []));
  const keys = indexes((role) => role !== "value" && !isUnread(role));
  const values = indexes((role) => role === "value");
  const others = indexes(isUnread);
  /** By the cells of the keys: of each column of values the first row that has one. */
  const first = new Map<string, FirstRows>();
  const apart = new Set<number>();
  let example: Differences["example"];
  const compare = (value: number, row: readonly string[], line: number, rows: FirstRows): void => {
    const before = rows.get(value);
    if (before === undefined) {
      rows.set(value, { row, line });
      return;
    }
    const isOther = (column: number): boolean => before.row[column] !== row[column];
    const unread = others.filter(isOther);
    const differing = unread.length > 0 ? unread : values.filter(isOther);
    for (const column of differing) apart.add(column);
    if (differing.length > 0) example ??= [before.line, line];
  };
  const entity = profiles.findIndex(({ heading }) => roleOf(heading) === "entity");
  for (const [at, row] of sample.rows.entries()) {
    // Rows without an entity are not loaded, and reported.
    if (row[entity] === "") continue;
    const key = JSON.stringify(keys.map((one) => cellAt(row, one)));
    const rows: FirstRows = first.get(key) ?? new Map();
    first.set(key, rows);
    for (const value of values) {
      if (hasCell(row, value)) compare(value, row, sample.lines[at] ?? 0, rows);
    }
  }
  return { apart, example };
}

/** The option that reads the rows of one value: of the total, if the column has one. */
function onlyOf({ heading, cells, example }: ColumnProfile): string {
  return onlyOption(heading, cells.find(isWhole) ?? example);
}

/** Columns of places that lie within the entity of the row, or may be it, by heading. */
function finerPlaces(table: ReadTable): Map<string, Problem> {
  const { profiles, roleOf, known } = table;
  const entity = profiles.find(({ heading }) => roleOf(heading) === "entity");
  if (entity === undefined) return new Map();
  const others = profiles.filter(({ heading, numbers, digits }) => {
    const isPlace = headings.place.test(heading) && (numbers < 0.2 || digits > 0.8);
    return isPlace && roleOf(heading) === "not read" && known.only?.[heading] === undefined;
  });
  const found = others.flatMap((other) => {
    const problem = placeBeside(entity, other, table);
    return problem === undefined ? [] : [[other.heading, problem] as const];
  });
  return new Map(found);
}

function placeBeside(
  entity: ColumnProfile,
  other: ColumnProfile,
  table: ReadTable,
): Problem | undefined {
  const { sample, profiles, known } = table;
  const isNamed = entity.heading === (known.entity ?? known.name);
  const pairs = pairsOf(sample.rows, profiles.indexOf(entity), profiles.indexOf(other));
  if (isWithin(entity, other, pairs, isNamed)) {
    const isOpen = !pairs.saysOther && pairs.isSaidByOther && placeRankOf(entity) === 0;
    const areNames = [entity, other].every(({ example }) => !looksLikeId(example));
    return isOpen && areNames && !isNamed && placeRankOf(other) > 0
      ? eitherPlace(entity, other)
      : problemOf(entity, other);
  }
  if (isNamed || !pairs.saysOther) return undefined;
  if (sample.layout === undefined && holdsParts(entity, other)) return problemOf(entity, other);
  return pairs.isSaidByOther && areOfOneSize(entity, other, table)
    ? eitherPlace(entity, other)
    : undefined;
}

function problemOf(entity: ColumnProfile, { heading, example, numbers }: ColumnProfile): Problem {
  const isNuts = /^[A-Z]{2}[A-Z0-9]{1,3}$/.test(example) && /\d/.test(example);
  const option = numbers < 0.2 && !looksLikeId(example) ? "name" : "entity";
  const cure = `${optionOf(option, heading)}${isNuts ? " --prefix nuts/" : ""}`;
  const problem = `'${heading}' says a place within the one in '${entity.heading}', as '${example}', and would not be read: --${option} names the column that counts`;
  return { problem, cures: [cure] };
}

/** `Region` beside `Area`: two columns of names, and neither says which of them lies in the other one. */
export function areOfOneSize(
  entity: ColumnProfile,
  other: ColumnProfile,
  { sample }: Pick<ReadTable, "sample">,
): boolean {
  const areNames = [entity, other].every(
    (one) =>
      sample.layout === undefined &&
      placeRankOf(one) === 0 &&
      headings.place.test(one.heading) &&
      !/type|level|kind|categor|class/i.test(one.heading) &&
      one.codeKind === undefined &&
      !one.cells.every(looksLikeId) &&
      !one.codes.some((code) => countryNamed(code) !== undefined || isRegionOfWorld(code)),
  );
  return areNames && !isNamesake(entity.heading, other.heading);
}

function eitherPlace(one: ColumnProfile, other: ColumnProfile): Problem {
  const both = [one, other].map(({ heading, example }) => `'${heading}', as '${example}'`);
  const problem = `two columns hold names of places, ${both.join(", and ")}: --name says which one counts`;
  return { problem, cures: [other, one].map(({ heading }) => optionOf("name", heading)) };
}

/** Whether each cell of the left column stands beside one cell of the right one alone. */
export function functionBetween(rows: TableSample["rows"], left: number, right: number): boolean {
  return pairsOf(rows, left, right).saysOther;
}

/** Distinct pairs of cells of two columns: how many cells of one stand beside a cell of the other. */
export function pairsOf(rows: TableSample["rows"], left: number, right: number) {
  const byLeft = new Map<string, Set<string>>();
  const byRight = new Map<string, Set<string>>();
  for (const row of rows) {
    const [one, other] = [cellAt(row, left), cellAt(row, right)];
    byLeft.set(one, (byLeft.get(one) ?? new Set()).add(other));
    byRight.set(other, (byRight.get(other) ?? new Set()).add(one));
  }
  const isFunction = (sets: Map<string, Set<string>>) =>
    Array.from(sets.values()).every(({ size }) => size === 1);
  return { saysOther: isFunction(byLeft), isSaidByOther: isFunction(byRight) };
}

function isWithin(
  entity: ColumnProfile,
  other: ColumnProfile,
  { saysOther, isSaidByOther }: ReturnType<typeof pairsOf>,
  isNamed: boolean,
): boolean {
  const [own, its] = [placeRankOf(entity), placeRankOf(other)];
  if (own > 0 && its > 0 && its <= own) return false;
  if (!saysOther) return true;
  if (isNamed) return false;
  if (own > 0 && its > own) return true;
  // One place has one cell: it may be its name, or the only place within it.
  return (
    isSaidByOther && own === 1 && other.cells.some((cell) => isCode(cell) && !isCountryCode(cell))
  );
}

/** Parts of countries, or of the world. */
const partHeading = /region|district|zone|gebiet|r\u00e9gion|regi\u00f3n|regi\u00e3o/i;

/** Whether a column beside countries has regions of them, each beside its own country. */
function holdsParts(entity: ColumnProfile, { heading, codes }: ColumnProfile): boolean {
  if (placeRankOf(entity) !== 1 || !partHeading.test(heading)) return false;
  const isOther = (cell: string) =>
    isCountryCode(cell) || countryNamed(cell) !== undefined || isRegionOfWorld(cell);
  const parts = codes.filter((cell) => !isOther(cell));
  return codes.length >= entity.codes.length && parts.length * 2 >= codes.length;
}

function isCode(cell: string): boolean {
  return /^\p{L}[\w.-]*\d[\w.-]*$/u.test(cell);
}

/** Whether a cell may be an id by itself: a name has blanks, or letters alone. */
export function looksLikeId(cell: string): boolean {
  return /^[\w.:/%&()+-]+$/.test(cell) && /[\d/_:]/.test(cell);
}

/** What shows whether a header is one. */
interface HeadedTable extends Pick<ReadTable, "sample" | "known"> {
  readonly decimal: "." | ",";
}

/** Rows of notes are narrower than others. */
const most = 0.8;

/**
 * Why a header cannot be the one of the rows below it: cells under wrong headings would be wrong numbers.
 * Layouts check this themselves, row by row.
 */
export function oddHeader({ sample, known, decimal }: HeadedTable): Problem[] {
  const { header = [], headerLine, rows, layout } = sample;
  if (layout !== undefined) return [];
  const found: string[] = [];
  const wider = rows.filter((row) => row.length > header.length).length;
  if (wider >= most * rows.length) {
    found.push(
      `rows have more cells than the header in line ${headerLine} has headings, ${rows[0]?.length} and ${header.length}: is a heading missing?`,
    );
  }
  const last = header.findLastIndex((heading) => heading !== "");
  const narrow = rows.every((row) => row.length > 1 && row.length <= last);
  if (narrow && known.columns === undefined) {
    found.push(
      `rows have fewer cells than the header in line ${headerLine} has headings, ${Math.max(...rows.map(({ length }) => length))} and ${last + 1}: a heading with a comma needs quotes, or rows lack a cell`,
    );
  }
  const number = header.find(
    (heading) => plainNumber(heading, decimal) !== undefined && dateIn(heading) === undefined,
  );
  if (number !== undefined && known.header === undefined) {
    found.push(
      `line ${headerLine} looks like a row and no header, as '${number}': --header names the line of the header`,
    );
  }
  return found.map((problem) => ({ problem, cures: [] }));
}

/** A draft in which columns are parts of the variable that would not be read. */
export function withParts(
  draft: TableColumns | undefined,
  problems: readonly Problem[],
): TableColumns | undefined {
  const parts = problems.flatMap(({ dimensions }) => dimensions ?? []);
  if (draft === undefined || parts.length === 0) return draft;
  return { ...draft, dimensions: Object.assign({}, draft.dimensions, ...parts) };
}
