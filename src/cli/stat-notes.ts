/** What one should know beside the values of `stat` and `ask`: of when their divisors are, and what other sources have. */

import type { Table, TableQuestion } from "../index.ts";
import type { AnyCommons } from "./opened-world.ts";
import { divisorOf, noLimits, type StatQuestion, textsIn } from "./stat-table.ts";
import { counted } from "./styled-text.ts";

/** A value, and the date of what divides it. */
interface Divided {
  readonly entity?: unknown;
  readonly date?: unknown;
  readonly denominatorDate?: unknown;
}

/** That values are divided by those of another year, and how many. */
export function divisorNote(rows: Iterable<Divided>, by: string): string[] {
  const yearOf = (date: unknown) => String(date).slice(0, 4);
  let [divided, odd] = [0, 0];
  let first: Divided | undefined;
  for (const row of rows) {
    if (row.denominatorDate == null) continue;
    divided += 1;
    if (yearOf(row.denominatorDate) === yearOf(row.date)) continue;
    odd += 1;
    first ??= row;
  }
  if (first === undefined) return [];
  const some = divided > 1 ? `${odd} of ${divided}, as ` : "";
  return [
    `values are divided by ${by} of another year: ${some}that of ${first.entity} in ${first.date} by that of ${first.denominatorDate}`,
  ];
}

/** Without objects of whole rows: tables may have millions. */
function* dividedIn(table: Table): Generator<Divided> {
  const [entities, dates, divisors] = ["entity", "date", "denominatorDate"].map((name) =>
    textsIn(table, name),
  );
  for (let row = 0; row < table.length; row++)
    yield {
      entity: entities?.[row],
      date: dates?.[row],
      denominatorDate: divisors?.[row],
    };
}

/** What divides the values of a table. */
export async function divisorNotes(
  commons: AnyCommons,
  question: StatQuestion,
  table: Table,
): Promise<string[]> {
  const divisor = divisorOf(question);
  if (divisor === undefined) return [];
  const { undivided } = table.counts;
  const without = `without ${divisor} of their entity: ${counted(undivided, "value")}; --with adds a source that has it`;
  const isDated = question.shape === "records";
  const rows = isDated ? table : await commons.table({ ...question, shape: "records" }, noLimits);
  return [
    `each value is divided by ${divisor} of the same entity`,
    ...(undivided === 0 ? [] : [without]),
    ...divisorNote(dividedIn(rows), divisor),
  ];
}

/** One variable about one entity. */
function pairOf({ variable, entity }: Readonly<Record<string, unknown>>): string {
  return `${variable}\n${entity}`;
}

const facetFields = [
  "importName",
  "measurementMethod",
  "observationPeriod",
  "scalingFactor",
  "unit",
];

const facetText = (row: Readonly<Record<string, unknown>>): string =>
  facetFields
    .map((name) => row[name])
    .filter((text) => text != null && text !== "")
    .join(" ");

/** Where another source has dates that the source of a series lacks, or the same import has other numbers of the same dates. */
export async function otherSources(
  commons: AnyCommons,
  question: TableQuestion,
  cure = "--facets all",
): Promise<string[]> {
  const { date } = question;
  const base = { ...question, shape: "records", perCapita: false, names: false } as const;
  const { denominator: _, ...plain } = base;
  const dated = (row: Readonly<Record<string, unknown>>) => `${pairOf(row)}\n${row["date"]}`;
  const shown = new Map<string, { readonly value: unknown; readonly importName: unknown }>();
  const own = new Set<string>();
  for (const row of (await commons.table(plain, noLimits)).objects()) {
    shown.set(dated(row), { value: row["value"], importName: row["importName"] });
    own.add(facetText(row));
  }
  const more = new Set<unknown>();
  const odd = new Map<unknown, string>();
  for (const row of (await commons.table({ ...plain, facet: "all" }, noLimits)).objects()) {
    const one = shown.get(dated(row));
    if (one === undefined) more.add(row["facetId"]);
    // Another import is seen in its column.
    else if (one.importName === row["importName"] && one.value !== row["value"])
      odd.set(row["facetId"], facetText(row));
  }
  const isOfSeveral = typeof date === "object" || date === "all";
  if (isOfSeveral && more.size > 0)
    return [`${counted(more.size, "other source has", "other sources have")} more dates: ${cure}`];
  return oddNote([...odd.values()], [...own], cure);
}

/** @param odd facets that have other numbers than those that are shown */
function oddNote([first = "", ...further]: string[], own: readonly string[], cure: string) {
  if (first === "") return [];
  const [only = ""] = own.length === 1 ? own : [];
  const these = only === "" ? "" : `these are numbers of ${only}; `;
  const others =
    further.length === 0 ? `${first} has` : `${further.length + 1} others, as ${first}, have`;
  return [`${these}${others} other numbers of the same dates: ${cure}`];
}
