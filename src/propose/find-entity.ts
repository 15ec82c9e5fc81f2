/** Which columns say what the rows of a table are about. */
import type { TableColumns } from "../load/described/reading.ts";
import { type ColumnProfile, headings, placeTypeOf } from "./column-profile.ts";
import type { KnownColumns } from "./proposal.ts";

export interface FoundEntity {
  readonly entity: TableColumns["entity"];
  readonly uses: readonly { readonly profile: ColumnProfile; readonly reason: string }[];
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
  if (given !== undefined) return withPrefix(given, known, "named by --entity");
  if (named !== undefined) return ofNames(named, known, "named by --name");
  const others = free.filter(({ heading }) => !isOther(heading, known));
  const dcids = others.find((one) => one.dcids >= most);
  if (dcids !== undefined) return withPrefix(dcids, known, `dcids, as ${dcids.cells[0]}`);
  return ofCodes(others, known) ?? ofPlaces(others, known);
}

function isOther(heading: string, { date, variable, value, unit }: KnownColumns): boolean {
  return [date, variable, value, unit].includes(heading) || headings.unit.test(heading);
}

function ofCodes(free: readonly ColumnProfile[], known: KnownColumns): FoundEntity | undefined {
  const fips = free.find((one) => headings.geoId.test(one.heading) && one.digits >= most);
  if (fips !== undefined) {
    return withPrefix(
      fips,
      { prefix: "geoId/", ...known },
      `codes of the United States, as ${fips.cells[0]}`,
    );
  }
  const codes = free.find((one) => one.countryCodes >= most && headings.country.test(one.heading));
  if (codes === undefined) return undefined;
  return withPrefix(
    codes,
    { prefix: "country/", ...known },
    `codes of countries, as ${codes.cells[0]}`,
  );
}

function ofPlaces(free: readonly ColumnProfile[], known: KnownColumns): FoundEntity | undefined {
  const texts = free.filter((one) => one.numbers < 0.2 && one.dates < 0.5);
  const names = texts.find((one) => placeTypeOf(one.heading) !== undefined && !isOddText(one));
  if (names !== undefined) return ofNames(names, known, `names of places, as ${names.cells[0]}`);
  const ids = free.find((one) => headings.id.test(one.heading));
  if (ids === undefined) return undefined;
  return withPrefix(ids, known, `ids, as ${ids.cells[0]}, by the heading`);
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
