/** Commands that go on where nothing was written. */
import { shellWord } from "../../errors/excerpts.ts";
import type { Commons, TableColumns } from "../../index.ts";
import type { ColumnsProposal, KnownColumns } from "../../lint.ts";
import { optionOf, type Problem } from "../../propose/proposal.ts";
import { otherType } from "./import-doubts.ts";
import { placesOf } from "./import-files.ts";
import { placesNamed, type UnknownName } from "./import-places.ts";

/** Judges the table of a command anew. */
async function judged(file: string, known: KnownColumns): Promise<ColumnsProposal> {
  return await (await import("../../lint.ts")).proposeColumns(file, known);
}

/** The option that makes headings such as `Male` and `Female` parts of one variable, named after the file. */
export async function namingCures(
  file: string,
  known: KnownColumns,
  base: Commons | undefined,
): Promise<string[]> {
  const name = placesOf(file).stem;
  if ((known.columns ?? known.variable) !== undefined) return [];
  const { columns } = await judged(file, { ...known, variable: name });
  const named = Object.keys(columns?.properties ?? {});
  const isOne = columns?.variables !== undefined && columns.variable === undefined;
  const areFree = named.every((one) => otherType(one, base) === undefined);
  return isOne && areFree ? [optionOf("variable", name)] : [];
}

/** Where no name of the column is a place of the base: columns of which it knows at least half of the names. */
async function placeCures(
  file: string,
  known: KnownColumns,
  { found }: ColumnsProposal,
  base: Commons,
): Promise<string[]> {
  if ((known.columns ?? known.name) !== undefined) return [];
  const cures: string[] = [];
  for (const { heading, role } of found) {
    if (role !== "not read" || heading === "") continue;
    const { proposal, unknown } = await placesNamed(
      await judged(file, { ...known, name: heading }),
      base,
      false,
    );
    const { names = [] } = proposal;
    if (names.length > 0 && unknown.length * 2 <= names.length)
      cures.push(optionOf("name", heading));
  }
  return cures;
}

interface Unread {
  readonly proposal: ColumnsProposal;
  readonly base: Commons | undefined;
  /** Variables that the base knows as something else. */
  readonly taken: readonly string[];
  readonly unknown: readonly UnknownName[];
  /** That places of another size were found. */
  readonly sized: readonly Problem[];
}

/** Options that go on where a table was looked up, and was not read. */
export async function lookedUpCures(
  file: string,
  known: KnownColumns,
  { proposal, base, taken, unknown, sized }: Unread,
): Promise<readonly string[]> {
  const [other] = sized;
  if (other !== undefined) return other.cures;
  if (taken.length > 0) return await namingCures(file, known, base);
  const isNone = unknown.length > 0 && unknown.length === proposal.names?.length;
  return isNone && base !== undefined ? await placeCures(file, known, proposal, base) : [];
}

/**
 * Options that go on: of the proposal, or that write it to be edited; where there is none, the table must change first.
 * @param lacksPlaces whether names of places were looked up nowhere, or all of them in vain: no map says what they mean.
 */
export async function waysOf(
  file: string,
  proposal: ColumnsProposal,
  { map, lacksPlaces }: { readonly map: string | undefined; readonly lacksPlaces: boolean },
) {
  const { columns, draft, cures } = proposal;
  // Maps of two tables do not take each other's place.
  const drafted = `--propose ${shellWord(`${placesOf(file).stem}.map.json`)}`;
  if (map !== undefined) return { title: `edit ${map}, then this goes on:`, ways: ["--dry-run"] };
  const title = "one of these goes on:";
  if (cures.length > 0)
    return { title, ways: cures.map((cure) => (cure === "--propose map.json" ? drafted : cure)) };
  const isOpen = draft !== undefined && !(await isRefusedAlike(file, draft, proposal));
  if ((columns !== undefined && !lacksPlaces) || isOpen) return { title, ways: [drafted] };
  return { title: "change the table or the options, then this goes on:", ways: ["--dry-run"] };
}

/** Whether the map as it would be written is refused for the same: then it is the rows that are wrong. */
async function isRefusedAlike(
  file: string,
  draft: TableColumns,
  { problems }: ColumnsProposal,
): Promise<boolean> {
  // A draft that lacks a member is no map yet.
  const again = await judged(file, { columns: draft }).catch(() => undefined);
  return again?.problems.some((one) => problems.includes(one)) === true;
}
