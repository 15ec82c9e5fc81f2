/** Commands that go on where nothing was written. */
import type { Commons, TableColumns } from "../../index.ts";
import type { ColumnsProposal, KnownColumns } from "../../lint.ts";
import { optionOf } from "../../propose/proposal.ts";
import { otherType } from "./import-doubts.ts";
import { placesOf } from "./import-files.ts";

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
  const name = placesOf(file).name.replace(/\.[^.]*$/, "");
  if ((known.columns ?? known.variable) !== undefined) return [];
  const { columns } = await judged(file, { ...known, variable: name });
  const named = Object.keys(columns?.properties ?? {});
  const isOne = columns?.variables !== undefined && columns.variable === undefined;
  const areFree = named.every((one) => otherType(one, base) === undefined);
  return isOne && areFree ? [optionOf("variable", name)] : [];
}

/** Options that go on: of the proposal, or that write it to be edited; where there is none, the table must change first. */
export async function waysOf(file: string, proposal: ColumnsProposal, map?: string) {
  const { columns, draft, cures } = proposal;
  if (map !== undefined) return { title: `edit ${map}, then this goes on:`, ways: ["--dry-run"] };
  const title = "one of these goes on:";
  if (cures.length > 0) return { title, ways: cures };
  const isOpen = draft !== undefined && !(await isRefusedAlike(file, draft, proposal));
  if (columns !== undefined || isOpen) return { title, ways: ["--propose map.json"] };
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
