/** Whose numbers are shown. */
import type { DataColumn } from "./data-table.tsx";
import { counted, hostOf, unitText } from "./format.ts";
import { NodeLink, SourceLink } from "./links.tsx";
import { grouped, type Observation } from "./observations.ts";
import { unitPerPerson } from "./per-capita.ts";

export function Sources({ observations }: { readonly observations: readonly Observation[] }) {
  const facets = [...grouped(observations, ({ facetId, url }) => `${facetId} ${url}`).values()];
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
      </ul>
    </section>
  );
}

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

/** Without the unit where nothing has one. */
export const columnsFor = (observations: readonly Observation[], isPerCapita = false) =>
  isPerCapita
    ? quotientColumns
    : observationColumns.filter(
        ({ name }) => name !== "Unit" || observations.some(({ unit }) => unit !== ""),
      );

const quotientColumns = observationColumns.map((column): DataColumn<Observation> => {
  if (column.name === "Value") return { ...column, name: "Value per person" };
  if (column.name !== "Unit") return column;
  return { ...column, valueOf: ({ unit }) => unitPerPerson(unitText(unit)) };
});
