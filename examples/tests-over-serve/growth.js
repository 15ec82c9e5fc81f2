/** The program under test: it asks the service of Data Commons, or the one that DC_API_ROOT names. */
export async function growth(place) {
  const root = process.env.DC_API_ROOT ?? "https://api.datacommons.org";
  const query = new URLSearchParams([
    ["key", process.env.DC_API_KEY ?? ""],
    ["date", ""],
    ["variable.dcids", "Count_Person"],
    ["entity.dcids", place],
    ...["variable", "entity", "date", "value"].map((select) => ["select", select]),
  ]);
  const response = await fetch(new URL(`v2/observation?${query}`, root));
  if (!response.ok) throw new Error(`Data Commons: ${response.status}`);
  const { byVariable } = await response.json();
  const [best] = byVariable.Count_Person.byEntity[place].orderedFacets ?? [];
  if (best === undefined) return undefined;
  return best.observations.at(-1).value - best.observations.at(-2).value;
}
