/** Which columns say what the rows of a table are about. */
import type { TableColumns } from "../load/described/column-option.ts";
import { isTotal } from "../load/values/totals.ts";
import { withDefaults } from "../options/required-options.ts";
import { placeOf } from "./codes/places-by-code.ts";
import { type ColumnProfile, headings, placeTypeOf } from "./column-profile.ts";
import { looksLikeId } from "./obstacles.ts";
import { type KnownColumns, optionOf, type Problem } from "./proposal.ts";
import type { ProposedTable } from "./proposed-table.ts";

interface FoundEntity {
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
  // A column of names that somebody called ids first: the cure adds --name.
  if (given !== undefined && given !== named) return ofGiven(given, known);
  if (named !== undefined) return ofNames(named, known, "named by --name");
  if (known.entity !== undefined) return { entity: { constant: known.entity }, uses: [] };
  const others = free.filter(({ heading }) => !isOther(heading, known) && !/parent/i.test(heading));
  const dcids = others.find((one) => one.dcids >= most);
  if (dcids !== undefined) return withPrefix(dcids, known, `dcids, as ${dcids.example}`);
  return ofCodes(others, known) ?? ofPlaces(others, known);
}

function ofGiven(given: ColumnProfile, known: KnownColumns): FoundEntity {
  const found = known.prefix === undefined ? codedPlaces(given, known) : undefined;
  return found ?? { ...withPrefix(given, known, "named by --entity"), ...checked(given, known) };
}

/** A heading never makes dcids of names: the cells decide, even if a caller names the column. */
function checked(given: ColumnProfile, { prefix }: KnownColumns): Pick<FoundEntity, "problem"> {
  const { heading, cells, digits } = given;
  if (digits >= most && prefix === undefined) return { problem: ofNumbers(given) };
  const name = cells.find(
    (cell) => !isTotal(cell) && (/\s/.test(cell) || /^\p{Lu}?\p{Ll}{2,}$/u.test(cell)),
  );
  if (name === undefined || (prefix ?? "") !== "") return {};
  const problem = `the column '${heading}' holds names, as '${name}', and no ids: --name looks names up`;
  return { problem: { problem, cures: [optionOf("name", heading)] } };
}

/** The option with the column that is meant: `name` for one of names that a caller calls ids. */
export function meantOption(
  option: "only" | "entity" | "name" | "value",
  heading: string | undefined,
  { profiles, known }: Pick<ProposedTable, "profiles" | "known">,
): string[] {
  if (heading === undefined || option === "only") return [];
  const column = profiles.find((one) => one.heading === heading);
  const cures = column && option === "entity" ? ofGiven(column, known).problem?.cures : undefined;
  const byName = optionOf("name", heading);
  return [cures?.includes(byName) === true ? byName : optionOf(option, heading)];
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
      `codes of the United States, as ${fips.codes.find(isCode) ?? ""}`,
    );
  }
  const coded = free.filter(
    (one) => one.codeKind !== undefined && !headings.variable.test(one.heading),
  );
  // The finest places count: a region before its country.
  const finest = coded.find(({ codeKind }) => codeKind === "nuts" || codeKind === "geoid");
  const [first] = coded;
  const best = finest ?? first;
  return best === undefined ? undefined : codedPlaces(best, known);
}

const kindNames = {
  alpha3: "countries by three letters",
  alpha2: "countries by two letters",
  numeric: "countries by number",
  nuts: "regions of NUTS",
  geoid: "the Census Bureau",
  states: "states of the United States",
} as const;

/** Codes of a known kind: of countries alone they get a prefix, others are listed. */
function codedPlaces(profile: ColumnProfile, known: KnownColumns): FoundEntity | undefined {
  const { heading, example, codes, codeKind } = profile;
  if (codeKind === undefined) return undefined;
  if (codeKind === "either") {
    const problem = `the codes in '${heading}', as '${example}', may be of countries or of states: give it the heading country or state`;
    return { ...withPrefix(profile, known, "codes of places"), problem: { problem, cures: [] } };
  }
  const found = codes.map((code) => [code, placeOf(code, codeKind)] as const);
  const reason = `codes of ${kindNames[codeKind]}, as ${example}`;
  if (found.every(([code, place]) => place?.dcid === `country/${code}`)) {
    return withPrefix(profile, { ...known, prefix: "country/" }, reason);
  }
  const values = Object.fromEntries(
    found.flatMap(([code, place]) =>
      place === undefined ? [] : [[code, place.name === undefined ? place.dcid : place] as const],
    ),
  );
  const others = found.flatMap(([code, place]) => (place === undefined ? [code] : []));
  const groups = found.flatMap(([code, place]) => (place?.name === undefined ? [] : [code]));
  const becomes = `; they become ${placeOf(example, codeKind)?.dcid ?? "places"}`;
  const own = groups.length === 0 ? "" : `; places of their own: ${shortList(groups)}`;
  const left = others.length === 0 ? "" : `; left out, of no known place: ${shortList(others)}`;
  return {
    entity: { column: heading, values },
    uses: [{ profile, reason: reason + becomes + own + left }],
  };
}

function shortList(codes: readonly string[]): string {
  return codes.length > 10 ? `${codes.slice(0, 10).join(", ")} …` : codes.join(", ");
}

function ofPlaces(free: readonly ColumnProfile[], known: KnownColumns): FoundEntity | undefined {
  const texts = free.filter((one) => one.numbers < 0.2 && one.dates < 0.5);
  const names = texts.find((one) => placeTypeOf(one.heading) !== undefined && !isOddText(one));
  const ids = free.find(
    (one) => headings.id.test(one.heading) && !headings.variable.test(one.heading) && hasIds(one),
  );
  if (names !== undefined && !hasIds(names)) {
    return ofNames(names, known, `names of places, as ${names.example}`);
  }
  if (ids !== undefined) {
    const found = withPrefix(ids, known, `ids, as ${ids.example}, by heading and cells`);
    return ids.digits < most || known.prefix !== undefined
      ? found
      : { ...found, problem: ofNumbers(ids) };
  }
  if (names === undefined) return undefined;
  const { heading, example } = names;
  const isNuts = /^[A-Z]{2}[A-Z0-9]{1,3}$/.test(example);
  const problem = {
    problem: `the column '${heading}' holds codes of places, as '${example}', of no known kind: --entity names it, and --prefix says what stands before each code`,
    cures: isNuts ? [`${optionOf("entity", heading)} --prefix nuts/`] : [],
  };
  return { ...withPrefix(names, known, "codes of places"), problem };
}

/** A number alone may be a code of any office. */
function ofNumbers({ heading, example }: ColumnProfile): Problem {
  const problem = `the column '${heading}' holds numbers of no known kind, as '${example}': --entity and --prefix say what they are, or --name a column of names`;
  return { problem, cures: [] };
}

/** A heading alone does not say that texts are ids. */
export function hasIds({ cells }: ColumnProfile): boolean {
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
  const { heading, example } = profile;
  if (prefix === "geoId/") return ofUnitedStates(profile, reason);
  const entity = prefix === "" ? heading : { column: heading, prefix };
  const becomes = prefix === "" ? "" : `; they become ${prefix}${example}`;
  return { entity, uses: [{ profile, reason: reason + becomes }] };
}

/** Words such as `All counties` are no code: with a list of codes, their rows are reported. */
const isCode = (code: string): boolean => /^[^\s,]*\d[^\s,]*$/.test(code);

/**
 * Codes of the United States: spreadsheets drop zeros at their beginning, and tables of counties list states
 * among them, as `1`, `01000` or `01`, and the country as `00000`.
 */
function ofUnitedStates(profile: ColumnProfile, reason: string): FoundEntity {
  const { heading } = profile;
  const codes = profile.codes.filter(isCode);
  const longest = codes.reduce((length, code) => Math.max(length, code.length), 0);
  const fulls = codes.map((code) => {
    const isGroup = longest === 12 && code.length === 11;
    const digits = isGroup ? 12 : (geoIdDigits.find((one) => one >= code.length) ?? 0);
    return [code, code.padStart(digits, "0")] as const;
  });
  const places = fulls.map(([code, full]) => {
    if (/^0+$/.test(full)) return [code, "country/USA"] as const;
    const isState = full.length === 5 && full.endsWith("000");
    return [code, `geoId/${isState ? full.slice(0, 2) : full}`] as const;
  });
  const becomes = `; they become ${places[0]?.[1] ?? ""}`;
  const uses = [{ profile, reason: reason + becomes }];
  const widths = new Set(fulls.map(([, full]) => full.length));
  const [digits = 0] = widths;
  const isPlain = places.every(([code, dcid]) => dcid === `geoId/${code.padStart(digits, "0")}`);
  const isWhole = codes.every((code) => code.length === digits);
  const hasWords = codes.length < profile.codes.length;
  const entity =
    widths.size > 1 || !isPlain || hasWords
      ? { column: heading, values: Object.fromEntries(places) }
      : { column: heading, prefix: "geoId/", ...(isWhole ? {} : { digits }) };
  // A county has three digits of its own, and those of its state before them.
  const odd = codes.find((code) => [3, 8, 9].includes(code.length));
  if (odd === undefined) return { entity, uses };
  const problem = `'${odd}' in '${heading}' is no whole code of a place of the United States: is it a county or a tract, whose state stands elsewhere?`;
  return { entity, uses, problem: { problem, cures: [] } };
}

function ofNames(profile: ColumnProfile, known: KnownColumns, reason: string): FoundEntity {
  const type = known.type ?? placeTypeOf(profile.heading) ?? "";
  const { within, create } = known;
  // Beside `China, mainland`, `China` means more than the country.
  const without = profile.codes.filter((code) => profile.codes.includes(`${code}, mainland`));
  const entity = {
    name: profile.heading,
    ...(without.length === 0 ? {} : { without }),
    ...(type === "" ? {} : { type }),
    ...(within === undefined ? {} : { within }),
    ...(create === undefined ? {} : { create }),
  };
  const place = within === undefined ? "" : ` in ${within}`;
  const looked = `; looked up as ${type === "" ? "places of any type" : type}${place}`;
  return { entity, uses: [{ profile, reason: reason + looked }] };
}
