/** How many people live in a place, as far as the world says. */

import type { TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";

/** Latest `Count_Person` of the best ranked series; undefined when nothing was counted. */
export function populationReader({
  graph,
  observations,
}: World): (place: TermId) => number | undefined {
  const variable = graph.dictionary.nodeOf("Count_Person");
  if (variable === undefined) return () => undefined;
  return (place) => {
    const series = observations.seriesOf(variable, place);
    if (series.start === series.end) return undefined;
    const value = observations.valueOf(observations.pointsOf(series.start).end - 1);
    return typeof value === "number" ? value : undefined;
  };
}
