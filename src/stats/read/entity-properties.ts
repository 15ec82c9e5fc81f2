/**
 * By which properties the observations of a variable are about entities: `observationAbout`, or those
 * that the graph names for the variable (behaviour: observation 10).
 */

import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { aboutProperty, entityProperties } from "../facets/facet-fields.ts";
import type { ObservationTable } from "./observations.ts";

/** Properties that the graph names for a variable, ascending; none for `observationAbout` alone. */
export function namedProperties(graph: Graph, variable: TermId): readonly TermId[] {
  const predicate = graph.predicateOf(entityProperties);
  if (predicate === undefined) return [];
  const values = graph.valuesOf(variable, predicate);
  const nodes = values.filter((value) => graph.dictionary.isNode(value));
  const [only] = nodes;
  const isUsual = nodes.length === 1 && graph.dictionary.textOf(only!) === aboutProperty;
  return isUsual ? [] : nodes;
}

/** The properties of a variable, in the order of the entities of its series. */
export function entityPropertiesOf(graph: Graph, variable: TermId | undefined): readonly string[] {
  const named = variable === undefined ? [] : namedProperties(graph, variable);
  return named.length === 0 ? [aboutProperty] : named.map((node) => graph.dictionary.textOf(node));
}

/**
 * Series of a variable that are about an entity by a property, ascending; none if the variable does
 * not have the property.
 */
export function seriesAbout(
  { graph, observations }: { readonly graph: Graph; readonly observations: ObservationTable },
  variable: TermId,
  property: string,
  entity: TermId,
): readonly number[] {
  const place = entityPropertiesOf(graph, variable).indexOf(property);
  if (place < 0) return [];
  if (place > 0) {
    return observations
      .seriesWithFurther(entity, observations.seriesOfVariable(variable))
      .filter((series) => observations.allEntitiesOf(series)[place] === entity);
  }
  const { start, end } = observations.seriesOf(variable, entity);
  return Array.from({ length: end - start }, (_, at) => start + at);
}
