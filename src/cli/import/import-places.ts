/** Which places the names of a table are: what `import` tries before it reads the table. */

import { shellWord } from "../../errors/excerpts.ts";
import { csvRow } from "../../export/csv-text.ts";
import type { Commons } from "../../index.ts";
import type { ColumnsProposal, EntityName, KnownColumns } from "../../lint.ts";
import { dcidOfName } from "../../load/described/made-dcids.ts";
import { withoutNamespace } from "../../load/values/mcf-value.ts";
import { slipOf } from "../../load/values/slips.ts";
import { totalled } from "../../load/values/totals.ts";
import { optionOf, type Problem, placesAcross } from "../../propose/proposal.ts";
import { counted, type Line } from "../styled-text.ts";

/** Types of places that tables name, by their size. */
const sizes = [
  ["City", "Town", "Village"],
  ["County", "AdministrativeArea2", "EurostatNUTS3"],
  ["State", "AdministrativeArea1", "EurostatNUTS2", "EurostatNUTS1"],
  ["Country"],
];
const typesTried = sizes.flat();

interface Places {
  /** With the type of places that has the names. */
  readonly proposal: ColumnsProposal;
  /** Names that no place has. */
  readonly unknown: readonly UnknownName[];
}

/** A name that no place has. */
export interface UnknownName extends EntityName {
  /** The name of a place that may be meant. */
  readonly meant?: string;
}

/**
 * Looks the names of a table up. The type that a heading says is given up only if another type has more
 * of the names, and at least half of them.
 * @param isGiven whether the caller said the type.
 */
export async function placesNamed(
  proposal: ColumnsProposal,
  base: Commons | undefined,
  isGiven: boolean,
): Promise<Places> {
  const { columns, names = [] } = proposal;
  const entity = columns?.entity;
  const isNamed = typeof entity === "object" && "name" in entity;
  if (base === undefined || !isNamed || names.length === 0)
    return { proposal, unknown: withUsual(names, proposal) };
  const { type = "", within } = entity;
  const place = within === undefined ? {} : { within };
  const lookUp = (other: string) => unknownOf(names, { ...place, ...ofType(other) }, base);
  let best = { type, unknown: await lookUp(type) };
  const isOpen = !isGiven && type !== "";
  for (const other of isOpen ? typesTried.filter((one) => one !== type) : []) {
    if (best.unknown.length === 0) break;
    const unknown = await lookUp(other);
    const isMost = unknown.length * 2 <= names.length;
    if (isMost && unknown.length < best.unknown.length) best = { type: other, unknown };
  }
  const unknown = withUsual(withMeant(best, base), proposal);
  return best.type === type
    ? { proposal, unknown }
    : { proposal: withType(proposal, best.type, names.length - unknown.length), unknown };
}

/** That the heading says places of one size, and that the names were found as those of another one. */
export function otherSize(said: ColumnsProposal, { columns, found }: ColumnsProposal): Problem[] {
  const [own, its] = [typeOf(said.columns), typeOf(columns)];
  const heading = found.find(({ role }) => role === "entity")?.heading ?? "";
  const isAlike = own === its || sizes.some((types) => types.includes(own) && types.includes(its));
  // Any place may stand below `Place`.
  if (isAlike || own === "" || /place/i.test(heading)) return [];
  const problem = `'${heading}' says ${own}, and the base knows the names as ${its}: write them as it has those places, or --type ${its} says that these are meant`;
  return [{ problem, cures: [optionOf("type", its)] }];
}

function typeOf(columns: ColumnsProposal["columns"]): string {
  const entity = columns?.entity;
  return typeof entity === "object" && "type" in entity ? (entity.type ?? "") : "";
}

/** Names of no place of any type that stand alone in a row: what they mean for the rows below would be lost. */
export async function headingsOfRows(
  unknown: readonly EntityName[],
  base: Commons | undefined,
): Promise<string[]> {
  const alone = unknown.filter((one) => one.alone !== undefined);
  const odd = base === undefined || alone.length === 0 ? [] : await unknownOf(alone, {}, base);
  return odd.map(
    ({ name, alone: line }) =>
      `line ${line} has '${name}' alone, which is no known place: as the heading of the rows below it would not be read; the table needs a column for it`,
  );
}

/** The proposal if it stops here, and the sources in which names are looked up. */
export async function lookedUp(
  seen: ColumnsProposal,
  known: KnownColumns,
  openBase: () => Promise<Commons | undefined>,
) {
  const isRead = seen.columns !== undefined || seen.numeric.length > 1;
  const base = isRead ? await openBase() : undefined;
  const other =
    (await withPlacesAbove(seen, base, known)) ?? withVariablesBeside(seen, base, known);
  return { base, refused: other ?? (seen.columns === undefined ? seen : undefined) };
}

/** The proposal for a table in which parts of the variable are variables of the base: that they are read so. */
function withVariablesBeside(
  proposal: ColumnsProposal,
  base: Commons | undefined,
  known: KnownColumns,
): ColumnsProposal | undefined {
  const { dimensions = {}, variable } = proposal.columns ?? {};
  const isSaid = (known.columns ?? known.variable ?? proposal.layout ?? variable) !== undefined;
  if (base === undefined || isSaid) return undefined;
  for (const [heading, { values = {} }] of Object.entries(dimensions)) {
    const codes = Object.keys(values);
    const areVariables = codes.every((code) =>
      base.values(withoutNamespace(code), "typeOf").includes("StatisticalVariable"),
    );
    if (codes.length === 0 || !areVariables) continue;
    const problem = `the cells of '${heading}' are variables that the base describes, as '${codes[0]}', and no parts of another one: --variable reads them so`;
    const cures = [optionOf("variable", heading)];
    return { ...proposal, columns: undefined, draft: undefined, problems: [problem], cures };
  }
  return undefined;
}

/** The proposal for a table in which most headings of numbers are places of the base: that it is read so. */
async function withPlacesAbove(
  proposal: ColumnsProposal,
  base: Commons | undefined,
  known: KnownColumns,
): Promise<ColumnsProposal | undefined> {
  const isSaid = (known.columns ?? proposal.layout) !== undefined;
  if (base === undefined || isSaid || proposal.numeric.length < 2) return undefined;
  const above = proposal.numeric.map((name) => ({ name, rows: 1 }));
  const others = new Set(await unknownOf(above, {}, base));
  const places = above.filter((one) => !others.has(one)).map(({ name }) => name);
  if (places.length < 2 || places.length * 2 <= above.length) return undefined;
  const { problem, cures } = placesAcross(places, known);
  return { ...proposal, columns: undefined, draft: undefined, problems: [problem], cures };
}

const shownIds = 5;

/** Ids of a table that are no nodes of the base: questions about its places do not have these rows. */
export function idsOutside(
  { columns, found }: ColumnsProposal,
  commons: Commons,
  base: Commons | undefined,
): string[] {
  const entity = columns?.entity;
  const isOfIds = entity !== undefined && (typeof entity === "string" || "column" in entity);
  if (base === undefined || !isOfIds) return [];
  const { observations, graph } = commons.engine;
  const { dictionary } = base.engine.graph;
  const entities = new Set<number>();
  for (let series = 0; series < observations.seriesCount; series++) {
    entities.add(observations.entityOf(series));
  }
  const dcids = Array.from(entities, (one) => graph.dictionary.textOf(one));
  const outside = dcids.filter((dcid) => dictionary.nodeOf(dcid) === undefined).sort();
  if (outside.length === 0) return [];
  const heading = found.find(({ role }) => role === "entity")?.heading ?? "";
  const more = outside.length > shownIds ? `, and ${outside.length - shownIds} more` : "";
  const shown = outside.slice(0, shownIds).join(", ");
  return [
    `${counted(outside.length, "id")} of '${heading}' that no node of the base has: ${shown}${more}`,
  ];
}

const meantMax = 50;

/** With the places whose names are nearest, of the first of them. */
function withMeant(
  { type, unknown }: { readonly type: string; readonly unknown: readonly EntityName[] },
  base: Commons,
): readonly UnknownName[] {
  if (unknown.length === 0) return unknown;
  const known = base.catalog.entities(ofType(type)).flatMap(({ name }) => name ?? []);
  return unknown.map((one, at) => {
    // Tables leave out what all names end with, as `County`.
    const whole = `${one.name} ${type}`;
    const near = known.includes(whole) ? whole : slipOf(one.name, known);
    const meant = at < meantMax ? near : undefined;
    return meant === undefined ? one : { ...one, meant };
  });
}

/**
 * Of new places without a known name, with the name of another one that stands in more rows. Names that differ in a number
 * are no slips.
 */
function withUsual(
  unknown: readonly UnknownName[],
  proposal: ColumnsProposal,
): readonly UnknownName[] {
  if (unknown.length > comparedMax || !createsPlaces(proposal)) return unknown;
  const lettersOf = (name: string) => name.replaceAll(/[^\p{L} ]/gu, "").toLowerCase();
  const all = unknown.map(({ name, rows }) => ({ name, rows, letters: lettersOf(name) }));
  return unknown.map((one) => {
    const letters = lettersOf(one.name);
    const usual = all.filter((other) => other.rows > one.rows && other.letters !== letters);
    const meant =
      one.meant ??
      slipOf(
        one.name,
        usual.map(({ name }) => name),
        1,
      );
    return meant === undefined ? one : { ...one, meant };
  });
}

/** Each is compared with each other. */
const comparedMax = 500;

function ofType(type: string): { readonly type?: string } {
  return type === "" ? {} : { type };
}

/** Reads a table of the names alone, each with a variable of its own. A name of a variable of the base is none of a place. */
async function unknownOf(
  names: readonly EntityName[],
  entity: { readonly type?: string; readonly within?: string },
  base: Commons,
): Promise<readonly EntityName[]> {
  const rows = names.map(({ name }, at) => csvRow([name, `v${at}`, "1"]));
  const table = [csvRow(["name", "variable", "value"]), ...rows].join("");
  const columns = {
    entity: { name: "name", ...entity },
    date: { constant: "2000" },
    variable: "variable",
    value: "value",
  };
  const { open } = await import("../../index.ts");
  const {
    engine: { graph, observations },
  } = await open({ "names.csv": table }, { columns, base });
  const textOf = (node: number): string => graph.dictionary.textOf(node);
  const found = new Set<string>();
  for (let series = 0; series < observations.seriesCount; series++) {
    const types = base.values(textOf(observations.entityOf(series)), "typeOf");
    if (types.includes("StatisticalVariable")) continue;
    found.add(textOf(observations.variableOf(series)));
  }
  const isMet = names.map((_, at) => found.has(`v${at}`));
  const met = new Set(names.flatMap(({ name }, at) => (isMet[at] ? [name] : [])));
  return names.filter(({ name }, at) => !isMet[at] && !met.has(totalled(name) ?? ""));
}

function withType(proposal: ColumnsProposal, type: string, found: number): ColumnsProposal {
  const { columns, names = [] } = proposal;
  if (columns === undefined || typeof columns.entity !== "object") return proposal;
  const entity = { ...columns.entity, type };
  const reason = `names of places, as ${names[0]?.name}; looked up as ${type}, which has ${found} of ${names.length}`;
  return {
    ...proposal,
    columns: { ...columns, entity },
    found: proposal.found.map((one) => (one.role === "entity" ? { ...one, reason } : one)),
  };
}

/** Without properties of variables that a base describes: it knows better. */
export function withoutKnown(
  proposal: ColumnsProposal,
  base: Commons | undefined,
): ColumnsProposal {
  const { columns } = proposal;
  if (base === undefined || columns?.properties === undefined) return proposal;
  const { graph } = base.engine;
  const isKnown = (name: string): boolean => {
    const node = graph.dictionary.nodeOf(dcidOfName(name));
    return node !== undefined && graph.typeSetOf(node) !== 0;
  };
  const own = Object.entries(columns.properties).filter(([name]) => !isKnown(name));
  const known = Object.keys(columns.properties).filter(isKnown);
  const variables = proposal.variables.filter(
    (line) => !known.some((name) => line.startsWith(`${name}: populationType `)),
  );
  return { ...proposal, variables, columns: { ...columns, properties: Object.fromEntries(own) } };
}

const shownNames = 50;

/** Whether names that no place has become new places, as an option or a map says. */
export function createsPlaces({ columns }: Pick<ColumnsProposal, "columns">): boolean {
  const entity = columns?.entity;
  return typeof entity === "object" && "create" in entity && entity.create !== undefined;
}

/** Every name that no place has, or of new places each that may be a slip, with its number of rows. */
export function unknownLines(
  unknown: readonly UnknownName[],
  { columns }: Pick<ColumnsProposal, "columns">,
): Line[] {
  if (unknown.length === 0) return [];
  const entity = columns?.entity;
  const { type = "", within } =
    typeof entity === "object" && "name" in entity ? entity : { within: undefined };
  const shown = unknown.slice(0, shownNames).map(({ name, rows, meant }) => {
    return `${name}${meant === undefined ? "" : ` (${meant}?)`} × ${rows}`;
  });
  const more = unknown.length > shown.length ? `, and ${unknown.length - shown.length} more` : "";
  const names = createsPlaces({ columns })
    ? "new places that may be slips of known ones"
    : `${counted(unknown.length, "name")} of no known ${type || "place"}${within === undefined ? "" : ` in ${within}`}`;
  return [`${names}: ${shown.join(", ")}${more}`];
}

/** Whether no name is that of a place within the one that is named: none of a proposal to be edited would help. */
export function isElsewhere(
  { columns, names = [] }: ColumnsProposal,
  unknown: readonly UnknownName[],
): boolean {
  const entity = columns?.entity;
  const isWithin = typeof entity === "object" && "name" in entity && entity.within !== undefined;
  return isWithin && unknown.length === names.length;
}

/** What a user can do about names of places that were not found. */
export function curesOfNames(
  unknown: readonly UnknownName[],
  { columns }: Pick<ColumnsProposal, "columns">,
  hasBase: boolean,
  map?: string,
): Line[] {
  const entity = columns?.entity;
  const isOpen = typeof entity === "object" && "name" in entity && !createsPlaces({ columns });
  if (!isOpen || unknown.length === 0) return [];
  const base = "--base SOURCE names a source that knows the places; ";
  if (map !== undefined) {
    const members = `in the entity of ${map}, "type" and "within" say which places are meant`;
    return [`${hasBase ? "" : base}${members}; "create": "PREFIX" makes new ones`];
  }
  const better = hasBase ? "--type and --within say which places are meant; " : base;
  return [`${better}--create PREFIX makes new ones`];
}

/** The bases that go with a written folder: if one has a folder in it, its provenances have the dcids of this one. */
export function besideFolder(
  bases: readonly string[],
  base: Commons | undefined,
): readonly string[] {
  return base?.engine.graph.dictionary.nodeOf("c/p/1") === undefined ? bases : [];
}

/** The sources that have the names of places, as a command takes them. */
export const based = (bases: readonly string[], option = "--base"): string =>
  bases.map((one) => ` ${option} ${shellWord(one)}`).join("");
