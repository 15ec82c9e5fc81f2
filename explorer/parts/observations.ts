/** Observations of a table by name. */
import { type Citation, citationText } from "../../src/tables/citation-text.ts";
import type { TableAnswer } from "../backend/world.ts";

export interface Observation {
  readonly date: string;
  readonly entity: string;
  readonly entityName: string;
  readonly variable: string;
  readonly variableName: string;
  readonly facetId: string;
  readonly importName: string;
  readonly method: string;
  readonly period: string;
  readonly url: string;
  readonly unit: string;
  readonly value: number | null;
  readonly citations: readonly Citation[];
  /** Citations of what divided it alone. */
  readonly divisors: readonly Citation[];
}

export function observationsIn({ columns, rows, citations }: TableAnswer): readonly Observation[] {
  const places = new Map(columns.map((name, at) => [name, at]));
  const textAt = (row: TableAnswer["rows"][number], name: string) =>
    `${row[places.get(name) ?? -1] ?? ""}`;
  const valueAt = places.get("value") ?? -1;
  const facetIds = [...new Set(rows.map((row) => textAt(row, "facetId")))];
  const cited = new Map(
    facetIds.map((id) => [id, citations.filter((one) => one.facetIds.includes(id))]),
  );
  const divisors = citations.filter((one) => ![...cited.values()].flat().includes(one));
  return rows.map((row) => {
    const value = row[valueAt];
    const [entity, variable] = [textAt(row, "entity"), textAt(row, "variable")];
    return {
      date: textAt(row, "date"),
      entity,
      entityName: textAt(row, "entity_name") || entity,
      variable,
      variableName: textAt(row, "variable_name") || variable,
      facetId: textAt(row, "facetId"),
      importName: textAt(row, "importName"),
      method: textAt(row, "measurementMethod"),
      period: textAt(row, "observationPeriod"),
      url: textAt(row, "provenanceUrl"),
      unit: textAt(row, "unit"),
      value: typeof value === "number" ? value : null,
      citations: cited.get(textAt(row, "facetId")) ?? [],
      divisors,
    };
  });
}

/** By key, in the order in which the keys first come. */
export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Citations of observations, with their dates, and of what divided them. */
export function citationsOf(observations: readonly Observation[]): readonly string[] {
  const cited = observations.flatMap(({ citations, divisors, date }) => [
    ...citations.map((one) => ({ ...one, from: date, to: date })),
    ...divisors,
  ]);
  // Two tables cite one source each for itself.
  const bySource = grouped(cited, (one) => citationText({ ...one, from: "", to: "" }));
  return Array.from(bySource.values(), (all) => {
    const dates = all.flatMap(({ from = "", to = from }) => [from, to]).sort();
    const [from = "", to = from] = [dates[0], dates.at(-1)];
    return citationText({ ...(all[0] as Citation), from, to });
  });
}

/** How a facet is called in a list. */
export const facetText = ({ importName, method, period, unit }: Observation): string =>
  [importName || "no import", method, period, unit].filter((part) => part !== "").join(" · ");
