/** What one should know beside a table: unknown names, sources with more dates, dates that differ. */

import type { Table } from "../../index.ts";
import type { AnyCommons } from "../opened-world.ts";
import { oneLine } from "../styled-text.ts";
import { requestOf, type StatQuestion } from "./stat-question.ts";

/** A command runs until it is done, or until the user ends it. */
export const noLimits = {
  timeout: Number.POSITIVE_INFINITY,
  maxRows: Number.POSITIVE_INFINITY,
  maxMemoryBytes: Number.POSITIVE_INFINITY,
};

/** One variable about one entity. */
function pairOf({ variable, entity }: Readonly<Record<string, unknown>>): string {
  return `${variable}\n${entity}`;
}

/**
 * Names of the question that have no row: why, and what there is instead. `isUnknown` says that the world does not know
 * one of them at all.
 */
export async function missingNames(
  commons: AnyCommons,
  question: StatQuestion,
  table: Table,
): Promise<{ readonly notes: string[]; readonly isUnknown: boolean }> {
  const { entities } = question;
  if (typeof entities === "string" || table.length === 0) return { notes: [], isUnknown: false };
  const met = (name: string) => new Set(textsIn(table, name));
  const [metEntities, metVariables] = [met("entity"), met("variable")];
  const missing = {
    entities: entities.filter((dcid) => !metEntities.has(dcid)),
    variables:
      metVariables.size === 0 ? [] : question.variables.filter((dcid) => !metVariables.has(dcid)),
  };
  const asked = [
    ...missing.entities.map((dcid) => ({ ...question, entities: [dcid] })),
    ...missing.variables.map((dcid) => ({ ...question, variables: [dcid] })),
  ].slice(0, explainedMax);
  const notes: string[] = [];
  for (const one of asked) {
    const { kind = "", text } = await commons.explain({ observation: requestOf(one) });
    if (kind.startsWith("unknown"))
      notes.push(...reasonsIn(text).map((line) => line.replace(emptyBegins, "no row: ")));
  }
  return { notes, isUnknown: notes.length > 0 };
}

const explainedMax = 5;
const emptyBegins = "The answer is empty: ";

/** The lines of an explanation after its steps. */
export function reasonsIn(text: string): string[] {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.startsWith(emptyBegins));
  return from < 0 ? [] : lines.slice(from).map(oneLine);
}

function textsIn(table: Table, name: string): (string | null | undefined)[] {
  const column = table.column(name);
  if (column === undefined || column.kind !== "text") return [];
  return Array.from(column.codes, (code) => column.texts[code]);
}

/** Where the first source of a series has fewer dates than another one. */
export async function otherSources(commons: AnyCommons, question: StatQuestion): Promise<string[]> {
  const { date, facet } = question;
  if (facet !== "best" || (typeof date === "string" && date !== "all")) return [];
  const base = { ...question, shape: "records", perCapita: false, names: false } as const;
  const { denominator: _, ...plain } = base;
  const best = countsOf(await commons.table(plain, noLimits), pairOf);
  const all = countsOf(await commons.table({ ...plain, facet: "all" }, noLimits), (row) =>
    [pairOf(row), row["facetId"]].join("\n"),
  );
  const more = new Set<string>();
  for (const [key, count] of all) {
    const [variable = "", entity = "", facetId = ""] = key.split("\n");
    if (count > (best.get(pairOf({ variable, entity })) ?? 0)) more.add(facetId);
  }
  if (more.size === 0) return [];
  const sources = more.size === 1 ? "1 other source has" : `${more.size} other sources have`;
  return [`${sources} more dates: --facets all`];
}

function countsOf(
  table: Table,
  keyOf: (row: Readonly<Record<string, unknown>>) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of table.objects()) {
    const key = keyOf(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
