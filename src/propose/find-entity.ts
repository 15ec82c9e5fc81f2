/** Which columns say what the rows of a table are about. */
import type { TableColumns } from "../load/described/column-option.ts";
import { withDefaults } from "../options/required-options.ts";
import { type ColumnProfile, headings, placeTypeOf } from "./column-profile.ts";
import { isCountryCode } from "./country-codes.ts";
import { looksLikeId } from "./obstacles.ts";
import { type KnownColumns, optionOf, type Problem } from "./proposal.ts";

export interface FoundEntity {
  readonly entity: TableColumns["entity"];
  readonly uses: readonly { readonly profile: ColumnProfile; readonly reason: string }[];
  /** Why its cells are no ids, if they are none. */
  readonly problem?: Problem;
}

const most = 0.8;

/** Digits of codes of the United States: states, counties, places, tracts, block groups. */
const geoIdDigits = [2, 5, 7, 11, 12];

/** Columns of ids count before columns of names. */
export function findEntity(
  free: readonly ColumnProfile[],
  known: KnownColumns,
): FoundEntity | undefined {
  const byHeading = (heading: string | undefined) => free.find((one) => one.heading === heading);
  const named = byHeading(known.name);
  const given = byHeading(known.entity);
  if (given !== undefined)
    return { ...withPrefix(given, known, "named by --entity"), ...checked(given, known) };
  if (named !== undefined) return ofNames(named, known, "named by --name");
  const others = free.filter(({ heading }) => !isOther(heading, known));
  const dcids = others.find((one) => one.dcids >= most);
  if (dcids !== undefined) return withPrefix(dcids, known, `dcids, as ${dcids.cells[0]}`);
  return ofCodes(others, known) ?? ofPlaces(others, known);
}

/** A heading never makes dcids of names: the cells decide, even if a caller names the column. */
function checked(
  { heading, cells }: ColumnProfile,
  { prefix }: KnownColumns,
): Pick<FoundEntity, "problem"> {
  const name = cells.find((cell) => /\s/.test(cell) || /^\p{Lu}?\p{Ll}{2,}$/u.test(cell));
  if (name === undefined || (prefix ?? "") !== "") return {};
  const problem = `the column '${heading}' holds names, as '${name}', and no ids: --name looks names up`;
  return { problem: { problem, cures: [optionOf("name", heading)] } };
}

function isOther(heading: string, { date, variable, value, unit }: KnownColumns): boolean {
  return [date, variable, value, unit].includes(heading) || headings.unit.test(heading);
}

function ofCodes(free: readonly ColumnProfile[], known: KnownColumns): FoundEntity | undefined {
  const fips = free.find((one) => headings.geoId.test(one.heading) && one.digits >= most);
  if (fips !== undefined) {
    return withPrefix(
      fips,
      withDefaults(known, { prefix: "geoId/" }),
      `codes of the United States, as ${fips.cells[0]}`,
    );
  }
  const codes = free.find(
    (one) => one.countryCodes >= most && (headings.country.test(one.heading) || isPlaceColumn(one)),
  );
  if (codes === undefined) return undefined;
  const reason = `codes of countries, as ${codes.cells[0]}`;
  const found = withPrefix(codes, withDefaults(known, { prefix: "country/" }), reason);
  const groups = groupsAmong(new Set(codes.cells));
  if (groups.length === 0 || typeof found.entity !== "object") return found;
  const left = `; left out, since no country has the code: ${groups.join(", ")}`;
  const uses = [{ profile: codes, reason: reason + left }];
  return { entity: { ...found.entity, without: groups }, uses };
}

/** Codes of groups of countries and other cells that are no codes of countries. */
export function groupsAmong(cells: Iterable<string>): string[] {
  return [...cells].filter((cell) => !isCountryCode(cell) && !cell.startsWith("country/"));
}

function isPlaceColumn({ heading }: ColumnProfile): boolean {
  return headings.place.test(heading) || headings.id.test(heading);
}

function ofPlaces(free: readonly ColumnProfile[], known: KnownColumns): FoundEntity | undefined {
  const texts = free.filter((one) => one.numbers < 0.2 && one.dates < 0.5);
  const names = texts.find((one) => placeTypeOf(one.heading) !== undefined && !isOddText(one));
  const ids = free.find((one) => headings.id.test(one.heading) && hasIds(one));
  if (names !== undefined && !hasIds(names)) {
    return ofNames(names, known, `names of places, as ${names.cells[0]}`);
  }
  if (ids !== undefined) {
    return withPrefix(ids, known, `ids, as ${ids.cells[0]}, by heading and cells`);
  }
  if (names === undefined) return undefined;
  const { heading, cells } = names;
  const isNuts = /^[A-Z]{2}[A-Z0-9]{1,3}$/.test(cells[0] ?? "");
  const problem = {
    problem: `the column '${heading}' holds codes of places, as '${cells[0]}', of no known kind: --entity names it, and --prefix says what stands before each code`,
    cures: isNuts ? [`${optionOf("entity", heading)} --prefix nuts/`] : [],
  };
  return { ...withPrefix(names, known, "codes of places"), problem };
}

/** A heading alone does not say that texts are ids. */
function hasIds({ cells }: ColumnProfile): boolean {
  return cells.filter(looksLikeId).length >= most * cells.length;
}

function isOddText({ heading }: ColumnProfile): boolean {
  return headings.variable.test(heading) || headings.unit.test(heading);
}

function withPrefix(
  profile: ColumnProfile,
  { prefix = "" }: KnownColumns,
  reason: string,
): FoundEntity {
  const { heading, cells } = profile;
  const longest = cells.reduce((length, cell) => Math.max(length, cell.length), 0);
  const isNarrow = prefix === "geoId/" && cells.some((cell) => cell.length < longest);
  const wanted = geoIdDigits.find((digits) => digits >= longest);
  const isSingle = prefix === "geoId/" && wanted !== undefined && longest < wanted;
  const digits = isNarrow || isSingle ? wanted : undefined;
  const isPlain = prefix === "" && digits === undefined;
  const entity = isPlain
    ? heading
    : { column: heading, prefix, ...(digits === undefined ? {} : { digits }) };
  const becomes =
    prefix === "" ? "" : `; they become ${prefix}${(cells[0] ?? "").padStart(digits ?? 0, "0")}`;
  return { entity, uses: [{ profile, reason: reason + becomes }] };
}

function ofNames(profile: ColumnProfile, known: KnownColumns, reason: string): FoundEntity {
  const type = known.type ?? placeTypeOf(profile.heading) ?? "";
  const { within, create } = known;
  const entity = {
    name: profile.heading,
    ...(type === "" ? {} : { type }),
    ...(within === undefined ? {} : { within }),
    ...(create === undefined ? {} : { create }),
  };
  const place = within === undefined ? "" : ` in ${within}`;
  const looked = `; looked up as ${type === "" ? "places of any type" : type}${place}`;
  return { entity, uses: [{ profile, reason: reason + looked }] };
}
