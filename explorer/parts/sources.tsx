/** Whose numbers are shown. */
import { type Citation, citationText } from "../../src/tables/citation-text.ts";
import type { DataColumn } from "./data-table.tsx";
import { counted, evenTexts, hostOf, numberText, unitText } from "./format.ts";
import { NodeLink, SourceLink } from "./links.tsx";
import { grouped, type Observation } from "./observations.ts";
import { unitPerPerson } from "./per-capita.ts";

export function Sources({ observations }: { readonly observations: readonly Observation[] }) {
  const facets = [...grouped(observations, ({ facetId, url }) => `${facetId} ${url}`).values()];
  const divisors = grouped(
    observations.flatMap((one) => one.divisors),
    citationText,
  );
  return (
    <section class="block" aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      <ul class="sources">
        {facets.map(
          ([first, ...others]) =>
            first && (
              <li key={`${first.facetId} ${first.url}`}>
                <SourceLink url={first.url} name={first.importName || "No import name"} />
                <span class="quiet">
                  {[
                    hostOf(first.url),
                    first.method,
                    first.period,
                    unitText(first.unit),
                    counted(others.length + 1, "observation"),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ),
        )}
        {Array.from(
          divisors,
          ([text, [{ url = "", source = "", provenance = source } = noCitation]]) => (
            <li key={text}>
              <SourceLink url={url} name={provenance || "No import name"} />
              <span class="quiet">
                {[hostOf(url), "divides the values"].filter(Boolean).join(" · ")}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

const noCitation: Partial<Citation> = {};

const observationColumns: readonly DataColumn<Observation>[] = [
  {
    name: "Place",
    valueOf: ({ entityName }) => entityName,
    show: ({ entity, entityName }) => <NodeLink dcid={entity} name={entityName} />,
  },
  { name: "Variable", valueOf: ({ variableName }) => variableName },
  { name: "Date", valueOf: ({ date }) => date },
  { name: "Value", valueOf: ({ value }) => value, isNumber: true },
  { name: "Unit", valueOf: ({ unit }) => unitText(unit) },
  { name: "Source", valueOf: ({ importName }) => importName },
];

/** As numbers are shown below each other: those of one variable have the same number of decimals. */
export function valueTexts(observations: readonly Observation[]): ReadonlyMap<Observation, string> {
  const there = observations.filter(({ value }) => value !== null);
  const byVariable = [...grouped(there, ({ variable }) => variable).values()];
  return new Map(
    byVariable.flatMap((all) => {
      const values = all.map(({ value }) => value ?? 0);
      const texts = evenTexts(values, values.map(numberText));
      return all.map((one, at) => [one, texts[at] ?? ""] as const);
    }),
  );
}

/** Without the unit where nothing has one. */
export function columnsFor(observations: readonly Observation[], isPerCapita = false) {
  const texts = valueTexts(observations);
  const all = isPerCapita ? quotientColumns : observationColumns;
  return all
    .filter(
      ({ name }) => name !== "Unit" || isPerCapita || observations.some(({ unit }) => unit !== ""),
    )
    .map((column) =>
      column.isNumber ? { ...column, show: (one: Observation) => texts.get(one) ?? "" } : column,
    );
}

const quotientColumns = observationColumns.map((column): DataColumn<Observation> => {
  if (column.name === "Value") return { ...column, name: "Value per person" };
  if (column.name !== "Unit") return column;
  return { ...column, valueOf: ({ unit }) => unitPerPerson(unitText(unit)) };
});
