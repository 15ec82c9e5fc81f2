/** What makes the numbers of a table doubtful, though nothing of it would be lost: powers of ten, signs, units, places. */
import { powerIn, unitScale } from "../load/described/multipliers.ts";
import type { TableSample } from "../load/described/table-sample.ts";
import { isNothing } from "../load/values/no-value.ts";
import { dateIn } from "../load/values/table-dates.ts";
import { countryNamed, placeIn } from "./codes/places-by-code.ts";
import { type ColumnProfile, headings, placeTypeOf } from "./column-profile.ts";
import { halfNumbers } from "./doubts/half-numbers.ts";
import { otherSeries } from "./doubts/other-series.ts";
import { placeHeadings } from "./doubts/place-headings.ts";
import { tornRows } from "./doubts/torn-rows.ts";
import { otherDecimal, unclearDecimal } from "./doubts/unclear-decimals.ts";
import { unclearScale } from "./doubts/unclear-scale.ts";
import { isDateHeading, undated } from "./find-date.ts";
import {
  cellAt,
  hasCell,
  headingAt,
  headingsOf,
  isUnread,
  obstaclesOf,
  pairsOf,
  quoted,
  type ReadTable,
} from "./obstacles.ts";
import { type ColumnRole, optionOf, type Problem } from "./proposal.ts";

const doubts: readonly ((table: ReadTable) => Problem | readonly Problem[] | undefined)[] = [
  otherSeries,
  headingsBelow,
  tornRows,
  unreadValues,
  halfNumbers,
  unreadDates,
  otherPlaces,
  unclearScale,
  blankScale,
  unreadScale,
  unclearDecimal,
  exchangedYears,
  partsOfYear,
  mixedSigns,
  parentheses,
  unitsBelow,
  lateYears,
  unitOfSeveral,
];

const most = 0.8;

/**
 * All that stands in the way of reading a table as it is proposed.
 * @param before what stands in the way of a proposal: the rest is not looked for then.
 */
export function problemsIn(table: ReadTable, before: readonly Problem[] = []): readonly Problem[] {
  const first = placeHeadings(table) ?? otherDecimal(table);
  if (first !== undefined) return [first];
  if (before.length > 0) return before;
  return [...obstaclesOf(table), ...doubts.flatMap((find) => find(table) ?? [])];
}

/**
 * Two columns that say a country in each row, and different ones in some: codes of another list than that of
 * ISO, such as `GM` of Germany, or a mistake.
 */
function otherPlaces(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf, known } = table;
  const at = profiles.findIndex(({ heading }) => roleOf(heading) === "entity");
  const entity = profiles[at];
  const described = known.columns?.entity;
  // Names say more than codes beside them.
  const isNamed = typeof described === "object" && "name" in described;
  if (entity === undefined || isNamed || (known.entity ?? known.name) !== undefined)
    return undefined;
  for (const [other, profile] of profiles.entries()) {
    if (other === at || !mayBePlace(profile, table)) continue;
    // A partner whose name is a part of the variable is said.
    const isPart = profiles.some(({ heading }, dimension) => {
      if (roleOf(heading) !== "dimension") return false;
      const { saysOther, isSaidByOther } = pairsOf(sample.rows, dimension, other);
      return saysOther && isSaidByOther;
    });
    const row = isPart ? undefined : otherIn(sample, at, other, entity, profile);
    if (row === undefined) continue;
    const says = (one: ColumnProfile, cell = "") =>
      `'${one.heading}' says ${countryIn(one, cell)}, as '${cell}'`;
    const problem = `${says(entity, row[at])}, and ${says(profile, row[other])}: --entity and --name say which one counts`;
    const cures = [entity, profile].map(({ heading, codeKind }) =>
      optionOf(codeKind === undefined ? "name" : "entity", heading),
    );
    return { problem, cures };
  }
  return undefined;
}

function mayBePlace(profile: ColumnProfile, { roleOf }: ReadTable): boolean {
  const { heading, codeKind } = profile;
  const role = roleOf(heading);
  // `PER` of persons is no Peru.
  if ((role !== "entity" && !isUnread(role)) || headings.unit.test(heading)) return false;
  return codeKind !== undefined || areCountries(profile) || placeTypeOf(heading) === "Country";
}

/** Names of countries, whatever the heading: a province of Belgium is called Luxembourg, too. */
function areCountries({ codes }: ColumnProfile): boolean {
  const named = codes.filter((code) => countryNamed(code) !== undefined);
  return named.length > 0 && named.length >= most * codes.length;
}

/** The first row in which two columns say different countries; codes beside names only if each stands beside one other. */
function otherIn(
  { rows }: TableSample,
  left: number,
  right: number,
  one: ColumnProfile,
  other: ColumnProfile,
): readonly string[] | undefined {
  const { saysOther, isSaidByOther } = pairsOf(rows, left, right);
  const areCodes = [one, other].every(({ codeKind }) => codeKind !== undefined);
  if (!(saysOther && isSaidByOther) && !areCountries(other) && !areCodes) return undefined;
  return rows.find((row) => {
    const [own, its] = [countryIn(one, row[left]), countryIn(other, row[right])];
    return own !== undefined && its !== undefined && own !== its;
  });
}

/** By code or name; undefined for other places. */
function countryIn(one: ColumnProfile, cell = ""): string | undefined {
  const dcid = placeIn(one, cell) ?? "";
  return dcid.startsWith("country/") ? dcid : undefined;
}

/** A blank among powers of ten of one variable: is its value multiplied, too? */
function blankScale({ sample, profiles, roleOf, known, scales }: ReadTable): Problem | undefined {
  if (known.multiplier !== undefined) return undefined;
  const variable = profiles.findIndex(({ heading }) => roleOf(heading) === "variable");
  const values = profiles.flatMap(({ heading }, at) => (roleOf(heading) === "value" ? [at] : []));
  for (const [at, { heading }] of profiles.entries()) {
    const role = roleOf(heading);
    if (role === "value" || !scales.some((one) => one.heading === heading)) continue;
    const powerOf = (cell: string) =>
      (role === "unit" ? unitScale(cell).power : powerIn(cell)) ?? 0;
    const isScaled = (row: readonly string[]) => powerOf(cellAt(row, at)) !== 0;
    const rows = sample.rows.filter(isScaled);
    const scaled = new Set(rows.map((row) => row[variable]));
    const blank = sample.rows.findIndex(
      (row) =>
        !hasCell(row, at) &&
        scaled.has(row[variable]) &&
        values.some((value) => hasCell(row, value)),
    );
    if (blank < 0) continue;
    const [cell] = rows.map((row) => row[at]);
    const problem = `'${heading}' is blank in line ${sample.lines[blank]}, beside cells such as '${cell}', which multiply values: fill the cell, or --multiplier says it for all`;
    return { problem, cures: [] };
  }
  return undefined;
}

/** Cells such as `USD millions` below no heading, or one that says nothing: values would not be multiplied. */
function unreadScale({ sample, profiles, roleOf, known }: ReadTable): Problem | undefined {
  if ((known.multiplier ?? known.columns ?? sample.layout) !== undefined) return undefined;
  const scaleIn = ({ codes }: ColumnProfile) =>
    codes.find(
      (code) => code.length <= scaleMax && /\p{L}/u.test(code) && unitScale(code).power !== 0,
    );
  const found = profiles.find(
    (one) => roleOf(one.heading) === "not read" && scaleIn(one) !== undefined,
  );
  if (found === undefined) return undefined;
  const which = found.heading === "" ? "a column without a heading" : `'${found.heading}'`;
  const problem = `${which} may say what values are multiplied by, as '${scaleIn(found)}', and would not be read: call it Unit, or --multiplier says it for all`;
  return { problem, cures: [] };
}

/** Longer texts are sentences. */
const scaleMax = 30;

const year = /^(?:18|19|20)\d\d$/;

/** Years below a heading of values, and other numbers below one of dates: two headings changed places. */
function exchangedYears({ profiles, roleOf, known, sample }: ReadTable): Problem | undefined {
  if ((known.date ?? known.value ?? known.columns ?? sample.layout) !== undefined) return undefined;
  const dates = profiles.find(({ heading }) => roleOf(heading) === "date");
  if (dates === undefined) return undefined;
  const odd = dates.cells.find((cell) => /^\d+$/.test(cell) && !year.test(cell));
  const ofYears = (one: ColumnProfile) => one.cells.every((cell) => year.test(cell));
  const values = profiles.filter((one) => roleOf(one.heading) === "value" && one.cells.length > 0);
  const [named] = values.filter(isDateHeading);
  const isNamed = !isDateHeading(dates) && ofYears(dates);
  const other = isNamed && named !== undefined ? named : values.find(ofYears);
  if (other === undefined || (!isNamed && odd === undefined)) return undefined;
  const [one, two] = [dates.heading, other.heading];
  const problem = `are the headings '${one}' and '${two}' exchanged? '${one}' has '${odd ?? dates.example}' as a date, and '${two}' has '${other.example}' as a value: --date says which one holds dates`;
  return { problem, cures: [optionOf("date", two), optionOf("date", one)] };
}

/** A second row of headings, as `Men` and `Women` below each year. */
function headingsBelow({ sample, profiles, roleOf, known }: ReadTable): Problem | undefined {
  const [row = []] = sample.rows;
  const isBelow = ({ heading, numbers }: ColumnProfile, at: number) => {
    const cell = cellAt(row, at);
    const isValue = roleOf(heading) === "value" || heading === "";
    return isValue && numbers >= 0.5 && /^\p{L}[\p{L} ,.()-]{2,}$/u.test(cell) && !isNothing(cell);
  };
  const below = profiles.filter(isBelow);
  const entity = profiles.findIndex(({ heading }) => roleOf(heading) === "entity");
  const isNamed = entity >= 0 && hasCell(row, entity);
  if (below.length < 2 || isNamed || known.columns !== undefined) return undefined;
  const at = profiles.findIndex(isBelow);
  const heading = headingAt({ profiles }, at);
  const problem = `line ${sample.lines[0]} has more headings, as '${row[at]}' below '${heading}': the table needs both in one, as '${heading} ${row[at]}'`;
  return { problem, cures: [] };
}

/** Numbers beside those of dates, whose own heading is no date, or none. */
function unreadValues({ sample, profiles, roleOf, known }: ReadTable): Problem | undefined {
  const isLaid = sample.layout !== undefined && sample.layout.table.isJudged !== true;
  if (known.columns !== undefined || isLaid) return undefined;
  const first = profiles.findIndex(
    ({ heading }) => roleOf(heading) === "value" && /\d{4}/.test(heading),
  );
  const unread = profiles.find(
    ({ heading, numbers }, at) =>
      first >= 0 &&
      numbers >= 0.5 &&
      roleOf(heading) === "not read" &&
      ((heading === "" && at > first) || /(?<!\d)(?:18|19|20|21)\d\d(?!\d)/.test(heading)),
  );
  if (unread === undefined) return undefined;
  const { heading, example } = unread;
  const which = heading === "" ? "a column without a heading" : `'${heading}'`;
  const problem = `${which} has numbers, as '${example}', and would not be read: ${heading === "" ? "give it one" : "its heading is no date"}`;
  return { problem, cures: [] };
}

/** One date for all rows, where a column says dates that cannot be read. */
function unreadDates({ profiles, roleOf, known }: ReadTable): Problem | undefined {
  if (known.date === undefined) return undefined;
  const roles: readonly ColumnRole[] = ["dimension", "not read"];
  const column = profiles.find(
    (one) => isDateHeading(one) && one.codes.length > 1 && roles.includes(roleOf(one.heading)),
  );
  return column && undated(column);
}

/** A month, quarter or week beside the year of a row, which would have its values as those of the whole year. */
function partsOfYear({ profiles, roleOf, known }: ReadTable): Problem | undefined {
  const dated = profiles.find(({ heading }) => roleOf(heading) === "date");
  if (dated === undefined || dated.years < most) return undefined;
  const part = profiles.find(({ heading, cells, numbers }) => {
    const role = roleOf(heading);
    if (role !== "value" && role !== "dimension" && !isUnread(role)) return false;
    if (cells.length === 0 || known.only?.[heading] !== undefined) return false;
    const last = headings.partsOfYear.find(([form]) => form.test(heading))?.[1] ?? 0;
    // Below `Quarter` alone, texts are quarters, however they are written: `Jan-Mar`.
    const isText = headings.partOfYear.test(heading) && numbers === 0;
    return isText || (last > 0 && cells.every((cell) => isPartOfYear(cell, last)));
  });
  if (part === undefined) return undefined;
  const both = /week|wk$/i.test(part.heading) ? "2020-W05" : "2020-03";
  const problem = `'${part.heading}' may say a part of the year in '${dated.heading}', as '${part.example}', and would not be read: write both as one date, such as ${both}`;
  return { problem, cures: [] };
}

/** `3`, `3rd`, `III`, `March`, `Q1` */
function isPartOfYear(cell: string, last: number): boolean {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(cell)?.[1];
  if (digits !== undefined) return Number(digits) >= 1 && Number(digits) <= last;
  if (/^[IVX]{1,4}$/.test(cell)) return true;
  return /^\p{L}/u.test(cell) && dateIn(`2020 ${cell}`) !== undefined;
}

/** `8.1%` above `0.038`. */
function mixedSigns({ profiles, roleOf }: ReadTable): Problem | undefined {
  const odd = profiles.find(
    ({ heading, mixed }) => mixed !== undefined && roleOf(heading) === "value",
  );
  if (odd?.mixed === undefined) return undefined;
  const [first, second] = odd.mixed;
  const problem = `'${odd.heading}' has numbers with a sign of percent and without one, as '${first}' and '${second}'`;
  return { problem, cures: [] };
}

/** A column of units beside several columns of values is that of one of them, or of all. */
function unitOfSeveral(table: ReadTable): Problem | undefined {
  const { known, sample } = table;
  const [unit] = headingsOf(table, "unit");
  const values = headingsOf(table, "value").filter((heading) => dateIn(heading) === undefined);
  const isSaid = (known.unit ?? known.columns ?? sample.layout) !== undefined;
  if (unit === undefined || isSaid || values.length < 2) return undefined;
  const problem = `'${unit}' says units, and several columns hold numbers, ${quoted(values.slice(0, 5))}: --unit says that it is the unit of all, --value says which one is read`;
  const cures = [
    optionOf("unit", unit),
    ...values.slice(0, 3).map((one) => optionOf("value", one)),
  ];
  return { problem, cures };
}

/** What may be below zero, in the words of accounts. */
const balanceHeading =
  /balance|saldo|solde|profit|loss|surplus|deficit|income|cash|earning|equity|change|growth|net\b/i;

/** In accounts `(12)` is -12; many statistical offices write an uncertain 12 so. */
function parentheses({ profiles, roleOf, known }: ReadTable): Problem | undefined {
  if (known.columns !== undefined) return undefined;
  for (const { heading, codes, unit } of profiles) {
    const isMoney = ["USDollar", "Euro", "GBP"].includes(unit);
    if (roleOf(heading) !== "value" || isMoney || balanceHeading.test(heading)) continue;
    const cell = codes.find((one) => /^\([\d.,\s]+\)$/.test(one));
    if (cell === undefined) continue;
    const number = cell.slice(1, -1);
    const problem = `'${cell}' in '${heading}' may be -${number}, or an uncertain ${number}: --map reads it as -${number}; take the parentheses away if it is ${number}`;
    return { problem, cures: [] };
  }
  return undefined;
}

/** A first row without a place and a date, which has units or powers of ten below the headings of values. */
function unitsBelow({ sample, profiles, roleOf, known }: ReadTable): Problem | undefined {
  const [first = []] = sample.rows;
  const at = (role: ColumnRole) =>
    profiles.flatMap(({ heading }, column) => (roleOf(heading) === role ? [column] : []));
  const [entities, dates] = [at("entity"), at("date")];
  const isKeyless = [...entities, ...dates].every((column) => !hasCell(first, column));
  if (known.columns !== undefined || entities.length === 0 || !isKeyless) return undefined;
  const isSaid = (cell = "") =>
    dates.length > 0 ? cell !== "" : /\p{L}/u.test(cell) && !isNothing(cell);
  const column = at("value").find((one) => isSaid(first[one]));
  if (column === undefined) return undefined;
  const problem = `'${first[column]}' in line ${sample.lines[0]}, below '${headingAt({ profiles }, column)}', may be a unit or a power of ten: put it into the heading; --skip-rows 1 leaves the line out`;
  return { problem, cures: ["--skip-rows 1"] };
}

/** Years of no table of this era: 2020 is 2563 in Thailand. */
function lateYears({ profiles, roleOf, known }: ReadTable): Problem | undefined {
  if (known.columns !== undefined) return undefined;
  const dates = profiles.filter(({ heading }) => roleOf(heading) === "date");
  const dated = profiles.filter(({ heading }) => roleOf(heading) === "value" && dateIn(heading));
  const cells = [...dates.flatMap(({ codes }) => codes), ...dated.map(({ heading }) => heading)];
  const late = cells.find((cell) => (dateIn(cell)?.date ?? "") > lastYear);
  if (late === undefined) return undefined;
  const problem = `'${late}' is a year of another era, or none: write 2020 for 2563 of the Buddhist era`;
  return { problem, cures: [] };
}

const lastYear = "2300";
