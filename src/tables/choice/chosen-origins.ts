/** What numbers are of and where they come from, as their columns hold it. */

import type { ObservationTable } from "../../stats/read/observations.ts";
import type { TableColumn, TextColumn } from "../column-data.ts";
import type { ChosenSeries } from "./chosen-series.ts";

const fields = ["unit", "observationPeriod", "facetId"] as const;
const names: ReadonlySet<string> = new Set([...fields, "variable"]);

/** Of numbers beside columns of the same rows. */
export function originsBeside(
  columns: readonly TableColumn[],
  { relative }: ChosenSeries,
): readonly TextColumn[] {
  return columns.flatMap((column): TextColumn[] => {
    if (column.kind !== "text" || !names.has(column.name)) return [];
    if (column.name !== "variable") return [column];
    const texts = column.texts.map((dcid) => (relative.includes(dcid) ? dcid : null));
    return [column, { ...column, name: "relative", texts }];
  });
}

/** The same of numbers in columns of their own: by variable of the question. */
export function originsOfVariables(
  { count, variables, places, facets, relative }: ChosenSeries,
  { firsts, length }: { readonly firsts: Uint32Array; readonly length: number },
  dcids: readonly string[],
  observations: ObservationTable,
): readonly (readonly TextColumn[])[] {
  const zeros = new Uint32Array(length);
  const codes = dcids.map(() => zeros);
  // By variable: its facets, and the code of each.
  const known = dcids.map(() => new Map<number, number>());
  for (let at = 0; at < count; at++) {
    const variable = variables[at]!;
    const own = known[variable]!;
    const code = own.get(facets[at]!) ?? own.size;
    own.set(facets[at]!, code);
    // Code 0 is there already.
    if (code === 0) continue;
    if (codes[variable] === zeros) codes[variable] = new Uint32Array(length);
    codes[variable]!.fill(code, firsts[places[at]!]!, firsts[places[at]! + 1]!);
  }
  return dcids.map((dcid, variable) => {
    const entries = Array.from(known[variable]!.keys(), (facet) => observations.facetAt(facet));
    const column = (name: string, all: readonly (string | null)[]): TextColumn => {
      const isOne = all.every((text) => text === all[0]);
      return isOne
        ? { kind: "text", name, codes: zeros, texts: [all[0] ?? null] }
        : { kind: "text", name, codes: codes[variable]!, texts: all };
    };
    return [
      column("variable", [dcid]),
      column("relative", [relative[variable] ?? null]),
      ...fields.map((field) =>
        column(
          field,
          entries.map((facet) => facet[field] || null),
        ),
      ),
    ];
  });
}
