/** Why there are no values, and what there is instead. */
import type { Commons, EntityExpression, TableQuestion } from "../../index.ts";
import { entityPropertiesOf } from "../../stats/read/entity-properties.ts";
import { present } from "../present.ts";

/** @param entities a list, what is inside of another one, or those by property */
export async function reasonOf(
  commons: Commons,
  variable: string,
  entities: TableQuestion["entities"],
): Promise<object> {
  const { graph } = commons.engine;
  const properties = entityPropertiesOf(graph, graph.dictionary.nodeOf(variable));
  const isByProperty = typeof entities === "object" && !Array.isArray(entities);
  const names = isByProperty ? Object.keys(entities) : ["observationAbout"];
  if (properties.length > 1 || names.some((name) => !properties.includes(name))) {
    const reason = names.every((name) => properties.includes(name))
      ? "there are no values of these entities together, of these dates or of this source"
      : `observations of this variable are about entities by ${properties.join(", ")}`;
    return { reason };
  }
  const [about = []] = (isByProperty ? Object.values(entities) : [entities]) as (
    | readonly string[]
    | EntityExpression
  )[];
  const { reason, suggestions } = await commons.explain({
    observation: {
      select: ["variable", "entity", "date", "value"],
      variable: { dcids: [variable] },
      entity: typeof about === "string" ? { expression: about } : { dcids: about },
    },
  });
  return {
    reason: reason ?? "there are values, but not of these dates or this source",
    ...present({ suggestions }),
    hint: "search_indicators finds variables that have data of a place",
  };
}
